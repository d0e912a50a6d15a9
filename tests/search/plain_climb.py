"""The climb of Janssen & Fürnkranz (2007), section 2, in lists and sets of rows.

Refinements are found anew at each step: for every attribute, category or cut between two numbers
that occur, and operator. Nothing is remembered but the rows that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

from .plain_beam import ALL, PlainSearch, Test
from .small_tables import Rows

Score = Callable[[int, int, int, int], float]


class PlainStep(NamedTuple):
    """A condition added, the rows that are left, their counts and the body's score."""

    test: Test
    cover: frozenset[int]
    positives: int
    negatives: int
    score: float


class PlainClimb(NamedTuple):
    """One climb for a rule of class `head`."""

    rows: Rows
    head: str
    score: Score
    conditions: tuple[str, ...] = ALL
    min_coverage: int = 1
    max_conditions: int | None = None

    def tests(self, cover: Iterable[int]) -> list[Test]:
        """Return all conditions that can be tried, in the order of ties."""
        search = PlainSearch(self.rows, self.head, 2, self.conditions)
        found: list[Test] = []
        for column, kind in enumerate(self.rows.kinds):
            here = {self.rows.cells[row][column] for row in cover}
            codes = [i for i, level in enumerate(self.rows.levels[column]) if level in here]
            values, ops = codes, ("=", "!=")
            if kind == "numeric":
                values = [(low + high - 1) // 2 for low, high in pairwise(codes)]
                ops = ("<=", ">")
            found += [(column, op, v) for v in values for op in ops if search.may_use(column, op)]
        return found

    def tried(self, cover: frozenset[int]) -> list[tuple[Test, frozenset[int]]]:
        """Return the tests that lose a row of a cover, and the rows that are left."""
        search = PlainSearch(self.rows, self.head, 2)
        found = []
        for test in self.tests(cover):
            left = frozenset(row for row in cover if search.passes(row, test))
            if self.min_coverage <= len(left) < len(cover):
                found.append((test, left))
        return found

    def refinements(self, cover: frozenset[int], totals: tuple[int, int]) -> list[PlainStep]:
        """Return those that keep a positive."""
        found = []
        for test, left in self.tried(cover):
            p = sum(self.rows.labels[row] == self.head for row in left)
            n = len(left) - p
            if p:
                found.append(PlainStep(test, left, p, n, self.score(p, n, *totals)))
        return found

    def path(self, cover: frozenset[int]) -> tuple[list[PlainStep], list[int]]:
        """Return the steps of a climb over some rows, and how many refinements each tried."""
        P = sum(self.rows.labels[row] == self.head for row in cover)
        totals = P, len(cover) - P
        steps: list[PlainStep] = []
        scored: list[int] = []
        while not steps or steps[-1].negatives:
            found = self.refinements(cover, totals)
            if not found or len(steps) == self.max_conditions:
                break
            scored.append(len(self.tried(cover)))
            steps.append(max(found, key=lambda step: (step.score, step.positives)))
            cover = steps[-1].cover
        return steps, scored


def best_of(steps: list[PlainStep], score: Score, totals: tuple[int, int]) -> int:
    """Return how many steps lead to the best rule."""
    scores = [score(step.positives, step.negatives, *totals) for step in steps]
    return scores.index(max(scores)) + 1
