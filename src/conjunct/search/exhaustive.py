"""Systematic search: the same outcome as trying every conjunct, without trying them all."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from conjunct.count import Tests, as_tests
from conjunct.model.record import Round, SearchRecord
from conjunct.search.beam import beam_search
from conjunct.search.bits import BitSpace
from conjunct.search.outcome import Outcome
from conjunct.search.refinements import Refinements
from conjunct.search.space import SearchSpace
from conjunct.types import AnyArray, Ints

SEED_WIDTH = 8
"""Width of the beam whose best rule prunes from the start."""

Body = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class ExhaustiveSearch:
    """Depth-first search over all conjuncts, with the admissible bound of beam search.

    Conjuncts are visited in the order of their columns, each once. A branch is left when even
    its positives alone, without a negative, would not beat the best conjunct known. The best one
    has the highest score; ties go to fewer errors, then fewer conditions, then the conditions
    that come first (lower column, operator and code). Thresholds that separate the same rows
    count as one condition. In the worst case the time grows exponentially with the number of
    attributes; ``max_conditions`` bounds it.
    """

    name: str = "exhaustive"

    def find(self, space: SearchSpace | BitSpace) -> Outcome | None:
        """Return the best of all rules, or None if no condition can be tried."""
        if isinstance(space, BitSpace):
            space = space.general()
        walk = _Walk(space)
        seed = beam_search(space, SEED_WIDTH)
        if seed is not None:
            body = tuple(tuple(test) for test in seed.body.tolist())
            walk.offer(seed.score, (seed.positives, seed.negatives), body)
        walk.visit(np.array([space.engine.root()]), [()])
        if not walk.body:
            return None
        return Outcome(as_tests(walk.body), walk.rank[0], walk.record(self.name))


@dataclass
class _Walk:
    """One walk over all conjuncts: the best so far, and what was tried."""

    space: SearchSpace
    rank: tuple[float, int, int] = (-np.inf, 0, 0)
    body: Body = ()
    covered: int = 0
    combinations: set[tuple[int, ...]] = field(default_factory=set)
    levels: dict[int, AnyArray] = field(default_factory=dict)

    def offer(self, score: float, counts: tuple[int, int], body: Body) -> None:
        """Take a conjunct as the best if it is."""
        rank = (score, -counts[1], -len(body))
        if rank > self.rank or (rank == self.rank and body < self.body):
            self.rank, self.body, self.covered = rank, body, sum(counts)

    def visit(self, covers: Ints, bodies: list[Body]) -> None:
        """Score all refinements of the covers by later attributes, then go on below each."""
        last = [self.space.attribute_of(body[-1][0]) if body else -1 for body in bodies]
        found = self.space.every_refinement(covers, np.array(last))
        parts = [slice(*found.firsts[i : i + 2].tolist()) for i in range(len(bodies))]
        for body, part in zip(bodies, parts, strict=True):
            self._look(found, part, body)
        for cover, body, part in zip(covers.tolist(), bodies, parts, strict=True):
            tests = self._promising(found, part, body)
            if len(tests):
                children = self.space.engine.refine(np.full(len(tests), cover), tests)
                self.visit(children, [(*body, tuple(test)) for test in tests.tolist()])
                self.space.engine.release(int(children[0]))

    def _look(self, found: Refinements, part: slice, body: Body) -> None:
        score, negatives = found.picks.merit[part, 0], found.picks.what[part, 4]
        tests = found.picks.what[part, :3]
        if not len(tests):
            return
        best = np.lexsort((negatives, -score))[0]
        tied = (score == score[best]) & (negatives == negatives[best])
        for test in tests[tied].tolist():
            counts = int(found.picks.what[part, 3][best]), int(negatives[best])
            self.offer(float(score[best]), counts, (*body, tuple(test)))
        own = tuple(self.space.attribute_of(test[0]) for test in body)
        for column in np.unique(tests[:, 0]).tolist():
            self.combinations.add((*own, self.space.attribute_of(column)))
        covered = int(found.picks.what[part, 3:].sum())
        level = self.levels.setdefault(len(body) + 1, np.zeros(3, np.int64))
        level += len(tests), 0, covered

    def _promising(self, found: Refinements, part: slice, body: Body) -> Tests:
        """Return the refinements below which the best conjunct could be."""
        n_conditions = len(body) + 1
        most = self.space.max_conditions
        tests, bound = found.picks.what[part, :3], found.picks.merit[part, 1]
        if n_conditions >= most:
            return tests[:0]
        score, negatives, length = self.rank
        kept = bound > score
        if (0, -n_conditions - 1) >= (negatives, length):
            kept |= bound == score
        if len(tests):
            self.levels[n_conditions][1] += len(tests) - int(kept.sum())
        return tests[kept]

    def record(self, name: str) -> SearchRecord:
        """Return what was tried. The width is 0: no conjunct was kept out for want of room."""
        rounds = tuple(
            Round(0, level, scored, pruned, covered / max(scored, 1))
            for level, (scored, pruned, covered) in sorted(
                (level, sums.tolist()) for level, sums in self.levels.items()
            )
        )
        return SearchRecord(
            search=name,
            width=0,
            scored=sum(one.scored for one in rounds),
            pruned=sum(one.pruned for one in rounds),
            combinations=len(self.combinations),
            covered=self.covered,
            errors=-self.rank[1],
            rounds=rounds,
        )
