"""Beam search as a person would write it down, on lists of rows and sets of conditions."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from conjunct.count import BeamRequest, Level
from conjunct.encode import CodedTable

Test = tuple[int, int, int]
Body = frozenset[Test]


class Candidate(NamedTuple):
    """A body and the rows that it covers, with its score and that of its positives alone."""

    body: Body
    rows: list[int]
    positives: int
    negatives: int
    score: float
    bound: float


class SlowBeams:
    """All refinements of a beam in turn, as `conjunct.count.Beams` promises them."""

    def __init__(self, table: CodedTable, rows: list[int], request: BeamRequest) -> None:
        self.request = request
        self.codes = [table.codes(column).tolist() for column in range(table.n_columns)]
        self.channel = request.channels[table.labels].tolist()
        self.scored_of: dict[Body, int] = {}
        self.root = self.candidate(frozenset(), [row for row in rows if self.channel[row] >= 0])
        self.totals = self.root.positives, self.root.negatives

    @property
    def n_scored(self) -> int:
        return sum(self.scored_of.values())

    def candidate(self, body: Body, rows: list[int]) -> Candidate:
        p = sum(self.channel[row] for row in rows)
        n = len(rows) - p
        score, bound = (float(self.request.score(*np.array([[p], [one]]))[0]) for one in (n, 0))
        return Candidate(body, rows, p, n, score, bound)

    def refined(self, parent: Candidate, test: Test) -> list[Candidate]:
        """Return the parent with one more test, if that may be tried."""
        column, op, code = test
        if not self.request.columns.allowed[column, op]:
            return []
        known = int(self.request.columns.n_codes[column])
        passing = (
            lambda c: c == code,
            lambda c: c != code,
            lambda c: c <= code,
            lambda c: c > code,
        )
        rows = [row for row in parent.rows if self.codes[column][row] < known]
        rows = [row for row in rows if passing[op](self.codes[column][row])]
        may = self.request.min_coverage <= len(rows) < len(parent.rows)
        return [self.candidate(parent.body | {test}, rows)] if may else []

    def refinements(self, parent: Candidate) -> list[list[Candidate]]:
        """Return all refinements, in lists of which only the best competes."""
        columns, groups = self.request.columns, []
        used = {int(columns.attribute[test[0]]) for test in parent.body}
        for column, codes in enumerate(self.codes):
            if int(columns.attribute[column]) in used:
                continue
            here = {codes[row] for row in parent.rows} - {int(columns.n_codes[column])}
            if columns.numeric[column]:
                cuts = [(low + high - 1) // 2 for low, high in pairwise(sorted(here))]
                for op in (2, 3):
                    tests = [(column, op, cut) for cut in cuts]
                    groups.append([one for test in tests for one in self.refined(parent, test)])
            else:
                tests = [(column, op, code) for code in sorted(here) for op in (0, 1)]
                groups += [self.refined(parent, test) for test in tests]
        return [group for group in groups if group]

    def attribute_sets(self, beam: list[Candidate]) -> set[frozenset[int]]:
        attribute = self.request.columns.attribute
        usable = set(np.flatnonzero(self.request.attribute_keys).tolist())
        sets = {frozenset(int(attribute[test[0]]) for test in one.body) for one in beam}
        return {one | {other} for one in sets for other in usable - one}

    def run(self, width: int) -> list[tuple[Level, Body]]:
        """Return the levels, each with the best body up to it."""
        beam, best, levels = [self.root], None, []
        while beam and len(levels) < self.request.max_conditions:
            all_sets = len(self.attribute_sets(beam))
            scored, candidates = [], []
            for parent in beam:
                groups = self.refinements(parent)
                self.scored_of[parent.body] = sum(map(len, groups))
                scored += [one for group in groups for one in group]
                some = [[one for one in group if one.positives] for group in groups]
                candidates += [
                    max(group, key=lambda one: (one.score, -one.negatives))
                    for group in some
                    if group
                ]
            promising = []
            for one in candidates:
                if best is None or (one.score, -one.negatives) > (best.score, -best.negatives):
                    best = one
                if one.bound > best.score:
                    promising.append(one)
            if best is None:
                return []
            ranked = sorted(promising, key=lambda one: (-one.score, one.negatives))
            first = {one.body: one for one in reversed(ranked)}
            selected = list(dict.fromkeys(one.body for one in ranked))[:width]
            beam = [first[body] for body in selected if first[body].bound > best.score]
            pruned = len(candidates) - len(promising) + len(selected) - len(beam)
            covered = sum(len(one.rows) for one in scored)
            facts = len(scored), covered, pruned, all_sets, len(selected), *purest(scored)
            counts = best.positives, best.negatives, best.score
            levels.append((Level((0, 0), *counts, *facts), best.body))
        return levels


def purest(scored: list[Candidate]) -> tuple[int, int]:
    """Return the counts with the largest share of positives, of equal ones the first."""
    found = 0, 1
    for one in scored:
        if one.positives * found[1] > found[0] * one.negatives:
            found = one.positives, one.negatives
    return found
