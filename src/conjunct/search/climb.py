"""Hill climbing with a path. Janssen & Fürnkranz (2007), section 2."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from conjunct.count import CountingEngine, Counts, Tests
from conjunct.evaluate import Heuristic, is_monotone
from conjunct.model.record import Round, SearchRecord
from conjunct.search.body import Test, shortest_body
from conjunct.search.climb_kernels import list_refinements, number_pairs
from conjunct.search.language import Language
from conjunct.search.outcome import Outcome
from conjunct.search.steps import Choice, Climbed, Step
from conjunct.types import AnyArray, Floats, Ints


@dataclass(frozen=True)
class Climb:
    """Refine a rule greedily until it covers no negatives; the best rule on the way is kept.

    Of all refinements that cover a positive row and fewer rows than before, the one with the
    highest score is taken, until no negatives are covered or nothing can be refined. The kept
    rule has the highest score on the path; of equal ones the shortest is kept. An attribute may
    be tested more than once, as in ``3 < a ≤ 7``.

    Parameters
    ----------
    heuristic : Heuristic
        Selects the rule that is kept.
    refinement_heuristic : Heuristic or None
        Selects the refinement at each step; None takes `heuristic`.
    random : Generator or None
        Breaks ties between refinements; None prefers more positives, then the lower column and
        code, ``=`` before ``≠`` and ``≤`` before ``>``.
    whole_path : bool
        Whether to go on where no later step can be the best one: the positives covered now,
        without a negative, would not beat the best step. That is known of heuristics that are
        monotone, see `conjunct.evaluate.is_monotone`; others always go on.
    watch : callable or None
        Called at each step with the `Choice`.
    name : str
        What the record calls the search.
    """

    heuristic: Heuristic
    refinement_heuristic: Heuristic | None = None
    random: np.random.Generator | None = None
    whole_path: bool = False
    watch: Callable[[Choice], None] | None = None
    name: str = "hill-climbing"

    def find(self, engine: CountingEngine, language: Language) -> Climbed | None:
        """Return the best rule of a climb, or None if nothing can be refined.

        Parameters
        ----------
        engine : CountingEngine
            Set to a class by ``begin``.
        language : Language
            The conditions that may be used; their number limits the steps.
        """
        totals = engine.totals(engine.root())
        steps: list[Step] = []
        kept = 0
        for step in self._steps(engine, language, totals):
            steps.append(step)
            if step.score > steps[kept].score:
                kept = len(steps) - 1
            if len(steps) == language.limits.max_conditions:
                break
            if self._is_settled(step.positives, steps[kept].score, totals):
                break
        if not steps:
            return None
        best = steps[kept]
        body = shortest_body([step.test for step in steps[: kept + 1]], engine.columns)
        record = _record(self.name, steps, best, language)
        return Climbed(Outcome(body, best.score, record), tuple(steps), kept + 1, totals)

    def _steps(
        self, engine: CountingEngine, language: Language, totals: tuple[int, int]
    ) -> Iterator[Step]:
        """Take one step after the other until no negatives are covered."""
        cover, negatives = np.array([engine.root()]), -1
        path: tuple[Test, ...] = ()
        while negatives:
            found = _refinements(engine.count(cover), language)
            if not len(found.tests):
                return
            choice = self._choose(found, path, totals)
            if self.watch is not None:
                self.watch(choice)
            step = self._step(choice)
            yield step
            negatives, path = step.negatives, (*path, step.test)
            cover = engine.refine(cover, found.tests[[choice.taken]])

    def _choose(
        self, found: _Refinements, path: tuple[Test, ...], totals: tuple[int, int]
    ) -> Choice:
        heuristic = self.refinement_heuristic or self.heuristic
        scores = scores_of(heuristic, found.pairs, totals)[found.which]
        taken = np.flatnonzero(scores == scores.max())
        if self.random is None:
            best = taken[found.positives[taken].argmax()]
        else:
            best = taken[self.random.integers(len(taken))]
        return Choice(
            path, found.tests, found.positives, found.negatives, totals, scores, int(best)
        )

    def _step(self, choice: Choice) -> Step:
        at = choice.taken
        p, n = int(choice.positives[at]), int(choice.negatives[at])
        refined = float(choice.scores[at])
        score = refined
        if self.refinement_heuristic is not None:
            score = float(scores_of(self.heuristic, np.array([[p], [n]]), choice.totals)[0])
        covered = int(choice.positives.sum() + choice.negatives.sum())
        test = tuple(choice.tests[at].tolist())
        return Step(test, p, n, score, refined, len(choice.tests), covered)

    def _is_settled(self, positives: int, best: float, totals: tuple[int, int]) -> bool:
        """Tell whether no rule with at most that many positives can beat the best one."""
        if self.whole_path or not is_monotone(self.heuristic):
            return False
        return bool(scores_of(self.heuristic, np.array([[positives], [0]]), totals)[0] <= best)


class _Refinements(NamedTuple):
    """All refinements of a cover: conditions, counts, distinct pairs of counts and whose is which.

    Many refinements cover the same numbers of rows; a heuristic may be dear.
    """

    tests: Tests
    positives: Ints
    negatives: Ints
    pairs: Ints
    which: AnyArray


def _refinements(counts: Counts, language: Language) -> _Refinements:
    room = 2 * len(counts.codes)
    tests, covered = np.empty((room, 3), np.int64), np.empty((2, room), np.int64)
    size = list_refinements(
        (counts.offsets, counts.codes, counts.values),
        (language.columns.numeric, language.columns.allowed),
        language.limits.min_coverage,
        int(counts.totals.sum()),
        tests,
        covered,
    )
    pairs, which = np.empty((2, room), np.int64), np.empty(room, np.int64)
    n_pairs = number_pairs(covered, size, 2 << size.bit_length(), which, pairs)
    return _Refinements(
        tests[:size], covered[0, :size], covered[1, :size], pairs[:, :n_pairs], which[:size]
    )


def scores_of(heuristic: Heuristic, pairs: Ints, totals: tuple[int, int]) -> Floats:
    """Return the scores of pairs of counts; refuse what is not one number for each."""
    p, n = pairs[0], pairs[1]
    scores = np.asarray(heuristic(p, n, *totals), np.float64)
    if scores.shape != p.shape or np.isnan(scores).any():
        raise ValueError(
            f"The heuristic must return one number for each of {len(p)} pairs of counts; "
            f"it returned an array of shape {scores.shape}"
            + (" with NaN." if np.isnan(scores).any() else ".")
        )
    return scores


def _record(name: str, steps: list[Step], best: Step, language: Language) -> SearchRecord:
    return SearchRecord(
        search=name,
        width=1,
        scored=sum(step.scored for step in steps),
        pruned=0,
        combinations=_combinations(steps, language),
        covered=best.positives + best.negatives,
        errors=best.negatives,
        rounds=tuple(
            Round(1, level, step.scored, 0, step.covered / step.scored)
            for level, step in enumerate(steps, start=1)
        ),
    )


def _combinations(steps: list[Step], language: Language) -> int:
    """Count the distinct attribute sets of all refinements on a path."""
    usable = int(np.count_nonzero(language.attribute_keys))
    used = {int(language.columns.attribute[step.test[0]]) for step in steps[:-1]}
    return sum(usable - size for size in range(len(used) + 1))
