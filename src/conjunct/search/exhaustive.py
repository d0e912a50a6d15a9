"""Systematic search: the same result as trying every body, without trying them all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from conjunct.count import BeamRequest, Columns, Counts, Tests, as_tests
from conjunct.count.counts import in_64_bits
from conjunct.count.deadline import TimeIsUpError
from conjunct.count.engine import ABOVE, AT_MOST, UNEQUAL
from conjunct.model.record import Round, SearchRecord
from conjunct.search.beam import beam_search
from conjunct.search.outcome import Outcome
from conjunct.search.refinements import Refinements, list_refinements
from conjunct.search.rule_problem import RuleProblem
from conjunct.search.space import open_beams
from conjunct.types import AnyArray, Flags, Floats, Ints

SEED_WIDTH = 8
"""Width of the beam search that runs first; its best rule prunes from the start."""

Body = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class ExhaustiveSearch:
    """Depth-first search over all bodies, with the admissible bound of beam search.

    Bodies are visited in the order of their columns, each once. A branch is left when its
    positives would not beat the best known body even without a negative. The best body has the
    highest score; ties go to fewer errors, then fewer conditions, then the conditions that come
    first (lower column, operator and code). Thresholds that separate the same rows count as one
    condition. In the worst case the time grows exponentially with the number of attributes;
    ``max_conditions`` bounds it.
    """

    name: str = "exhaustive"

    def find(self, problem: RuleProblem) -> Outcome | None:
        """Return the best of all rules, or None if no condition can be tried."""
        request = problem.request()
        walk = _Walk(problem, request)
        seed = beam_search(open_beams(problem.engine, request), SEED_WIDTH)
        if seed is not None:
            body = tuple(tuple(test) for test in seed.body.tolist())
            walk.offer(seed.score, (seed.positives, seed.negatives), body)
        try:
            walk.visit(np.array([problem.cover]), [()])
        except TimeIsUpError:
            if not walk.body:
                raise
        if not walk.body:
            return None
        return Outcome(as_tests(walk.body), walk.rank[0], walk.record(self.name))


class _Scored(NamedTuple):
    """Refinements of one body: their conditions, negatives and positives, scores and bounds.

    Refinements without a positive row are included; their score and bound are minus infinity.
    """

    tests: Tests
    values: Ints
    score: Floats
    bound: Floats


@dataclass
class _Walk:
    """One walk over all bodies: the best so far, and what was tried."""

    problem: RuleProblem
    request: BeamRequest
    rank: tuple[float, int, int] = (-np.inf, 0, 0)
    body: Body = ()
    covered: int = 0
    combinations: set[tuple[int, ...]] = field(default_factory=set)
    levels: dict[int, AnyArray] = field(default_factory=dict)

    def offer(self, score: float, counts: tuple[int, int], body: Body) -> None:
        """Remember a body if it is the best so far."""
        rank = (score, -counts[1], -len(body))
        if rank > self.rank or (rank == self.rank and body < self.body):
            self.rank, self.body, self.covered = rank, body, sum(counts)

    def visit(self, covers: Ints, bodies: list[Body]) -> None:
        """Score all refinements of the covers by later attributes, then visit theirs."""
        found = self._scored(covers, bodies)
        for body, own in zip(bodies, found, strict=True):
            self._look(own, body)
        engine = self.problem.engine
        for cover, body, own in zip(covers.tolist(), bodies, found, strict=True):
            tests = self._promising(own, body)
            if len(tests):
                children = engine.refine(np.full(len(tests), cover), tests)
                self.visit(children, [(*body, tuple(test)) for test in tests.tolist()])
                engine.release(children)

    def _scored(self, covers: Ints, bodies: list[Body]) -> list[_Scored]:
        """Score every refinement of each cover by an attribute after its last one."""
        request = self.request
        last = [self._attribute(body[-1][0]) if body else -1 for body in bodies]
        usable = request.columns.attribute > np.array(last)[:, None]
        counts = self.problem.engine.count(covers, request.channels)
        found = self._listed(counts, usable)
        rows = found.values.sum(axis=1)
        removes = rows < counts.totals.sum(axis=1)[found.cover]
        found = found.where(removes & (rows >= request.min_coverage))
        negatives, positives = found.values.T
        some = positives > 0
        score, bound = np.full((2, len(some)), -np.inf)
        for merit, n in ((score, negatives[some]), (bound, np.zeros_like(negatives[some]))):
            merit[some] = request.score(positives[some], n)
        ends = np.searchsorted(found.cover, np.arange(1, len(covers)))
        parts = (np.split(part, ends) for part in (found.tests, found.values, score, bound))
        return [_Scored(*one) for one in zip(*parts, strict=True)]

    def _listed(self, counts: Counts, usable: Flags) -> Refinements:
        parts = [list_refinements(counts, self.request.columns, usable)]
        for more in _presence_tests(counts, self.request.columns):
            parts.append(more.where(usable[more.cover, more.tests[:, 0]]))
        every = Refinements(*map(np.concatenate, zip(*parts, strict=True)))
        column, op, code = every.tests.T
        return every.where(np.lexsort((op, code, column, every.cover)))

    def _attribute(self, column: int) -> int:
        return int(self.request.columns.attribute[column])

    def _look(self, found: _Scored, body: Body) -> None:
        tests, values, score, _ = found
        if not len(tests):
            return
        best = np.lexsort((values[:, 0], -score))[0]
        negatives, positives = values[best].tolist()
        tied = (score == score[best]) & (values[:, 0] == negatives) & (score > -np.inf)
        for test in tests[tied].tolist():
            self.offer(float(score[best]), (positives, negatives), (*body, tuple(test)))
        own = tuple(self._attribute(test[0]) for test in body)
        for column in np.unique(tests[:, 0]).tolist():
            self.combinations.add((*own, self._attribute(column)))
        level = self.levels.setdefault(len(body) + 1, np.zeros(3, values.dtype))
        level += len(tests), 0, values.sum()

    def _promising(self, found: _Scored, body: Body) -> Tests:
        """Return the refinements whose own refinements may include the best body."""
        n_conditions = len(body) + 1
        tests, bound = found.tests, found.bound
        if n_conditions >= self.request.max_conditions:
            return tests[:0]
        score, negatives, length = self.rank
        kept = bound > score
        if (0, -n_conditions - 1) >= (negatives, length):
            kept |= bound == score
        if len(tests):
            self.levels[n_conditions][1] += int(np.isfinite(bound).sum() - kept.sum())
        return tests[kept]

    def record(self, name: str) -> SearchRecord:
        """Return the search record. The width is 0, because no beam limits the bodies."""
        rounds = tuple(
            Round(0, level, int(tried), int(pruned), covered / max(tried, 1))
            for level, (tried, pruned, covered) in sorted(
                (level, sums.tolist()) for level, sums in self.levels.items()
            )
        )
        return SearchRecord(
            search=name,
            width=0,
            tried=sum(one.tried for one in rounds),
            pruned=sum(one.pruned for one in rounds),
            combinations=len(self.combinations),
            covered=self.covered,
            errors=-self.rank[1],
            rounds=rounds,
        )


def _presence_tests(counts: Counts, columns: Columns) -> Iterator[Refinements]:
    """List the tests that only separate known from missing cells of a cover.

    These are ``≠`` with a value that does not occur, ``≤`` with a cut above all values that occur,
    and ``>`` with a cut below them.
    """
    segment = np.flatnonzero(np.diff(counts.offsets))
    starts, stops = counts.offsets[segment], counts.offsets[segment + 1]
    cover, column = np.divmod(segment, max(len(columns.attribute), 1))
    code = counts.codes.astype(np.int64)
    place = np.arange(len(code)) - np.repeat(starts, stops - starts)
    length = np.repeat(stops - starts, stops - starts)
    absent = np.minimum.reduceat(np.where(code != place, place, length), starts)
    known = np.add.reduceat(in_64_bits(counts.values), starts, axis=0)
    low, high, n_codes = code[starts], code[stops - 1], columns.n_codes[column]
    numeric = columns.numeric[column]
    for op, cut, exists in (
        (UNEQUAL, absent, ~numeric & (absent < n_codes)),
        (AT_MOST, (high + n_codes - 2) // 2, numeric & (high < n_codes - 1)),
        (ABOVE, (low - 1) // 2, numeric & (low > 0)),
    ):
        tests = np.stack((column, np.full_like(column, op), cut), axis=1)
        yield Refinements(cover, tests, known).where(exists & columns.allowed[column, op])
