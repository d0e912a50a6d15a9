"""Hill climbing that records its path. Janssen & Fürnkranz (2007), section 2."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from conjunct.count import Channels, CountingEngine, Tests, as_tests
from conjunct.evaluate import Heuristic, as_heuristic, is_monotone, of_length
from conjunct.evaluate.heuristics import A_HEURISTIC
from conjunct.model.record import Round, SearchRecord
from conjunct.params import Constraint, OneOf, OneVariant, Variant
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language
from conjunct.search.outcome import Outcome, Test, greedy_record, shortest_body
from conjunct.types import Count, Floats, Ints

_OPTIONAL = replace(A_HEURISTIC, optional=True)


@dataclass(frozen=True)
class RefinementHeuristic(Variant):
    """Score refinements by a heuristic, and break ties.

    Parameters
    ----------
    heuristic : str, callable or None
        Scores the refinements; None means the heuristic that selects the rule.
    ties : {"positives", "random"}
        Which of equally good refinements is taken: the one that covers more positives (then the
        first in the order of the columns), or one at random.

    Examples
    --------
    >>> from conjunct import SeCoClassifier
    >>> SeCoClassifier("precision", refinement_heuristic=RefinementHeuristic(ties="random"))
    SeCoClassifier(heuristic='precision',
                   refinement_heuristic=RefinementHeuristic(heuristic=None,
                                                            ties='random'))
    """

    heuristic: str | Heuristic | None = None
    ties: Literal["positives", "random"] = "positives"
    _allowed: ClassVar[Mapping[str, Constraint]] = {
        "heuristic": _OPTIONAL,
        "ties": OneOf(("positives", "random")),
    }

    @property
    def scores(self) -> Heuristic | None:
        """The heuristic as a function; None if it is the one that selects the rule."""
        return None if self.heuristic is None else as_heuristic(self.heuristic)


A_REFINEMENT_HEURISTIC = OneVariant({}, _OPTIONAL, unnamed=RefinementHeuristic())
"""The values that may stand for the heuristic that scores the refinements of a climb."""


class Choice(NamedTuple):
    """All refinements of a body, and the one that a climb takes.

    `path` has the conditions taken so far, `tests` the condition that each refinement adds,
    `totals` P and N of the problem, `scores` those by the refinement heuristic.
    """

    path: tuple[Test, ...]
    tests: Tests
    positives: Ints
    negatives: Ints
    totals: tuple[int, int]
    scores: Floats
    taken: int


class Step(NamedTuple):
    """One step of a climb: the condition added, and what the body covers with it.

    `score` is by the heuristic that selects the rule. `scored` and `covered` are the number of
    refinements tried, including those without a positive row, and the sum of the rows they cover.
    """

    test: Test
    positives: int
    negatives: int
    score: float
    refinement_score: float
    scored: int
    covered: int


@dataclass(frozen=True, eq=False)
class Climbed:
    """The result of a hill climb: its whole path; the first `kept` steps lead to the rule."""

    outcome: Outcome
    steps: tuple[Step, ...]
    kept: int
    totals: tuple[int, int]


@dataclass(frozen=True)
class Climb:
    """Refine a rule greedily until it covers no negatives, and keep the best rule of the path.

    Of all refinements that cover a positive row and fewer rows than before, the one with the
    highest score is taken, until no negatives are covered or nothing can be refined. The kept
    rule has the highest score on the path; of equal ones, the shortest. The language decides
    whether an attribute may be tested more than once, as in ``3 < a ≤ 7``.

    Parameters
    ----------
    heuristic, refinement_heuristic : Heuristic
        Select the rule that is kept, and the refinement at each step; None for the same.
    random : Generator or None
        Breaks ties between refinements. None prefers more positives, then the lower column and
        code, ``=`` before ``≠`` and ``≤`` before ``>``.
    whole_path : bool
        Whether to continue when no later step can be the best one, because the positives covered
        now would not beat the best step even without a negative. This is known only for monotone
        heuristics, see `conjunct.evaluate.is_monotone`; with others a climb always continues.
    watch : callable or None
        Called at each step with the `Choice`.
    """

    heuristic: Heuristic
    refinement_heuristic: Heuristic | None = None
    random: np.random.Generator | None = None
    whole_path: bool = False
    watch: Callable[[Choice], None] | None = None
    name: str = "hill-climbing"

    def find(
        self, engine: CountingEngine, language: Language, cover: int, channels: Channels
    ) -> Climbed | None:
        """Return the best rule of a climb in a cover, or None if nothing can be refined."""
        steps: list[Step] = []
        kept = 0
        with GrowingBody(engine, language, cover, channels) as climbed:
            totals = climbed.positives, climbed.negatives
            while not steps or self._goes_on(steps, kept, totals, language):
                choice = self._choice(climbed, totals)
                if choice is None:
                    break
                steps.append(self._step(choice, climbed.tried))
                if steps[-1].score > steps[kept].score:
                    kept = len(steps) - 1
        if not steps:
            return None
        best = steps[kept]
        body = shortest_body([step.test for step in steps[: kept + 1]], engine.columns)
        record = _record(self.name, steps, best, language)
        return Climbed(Outcome(body, best.score, record), tuple(steps), kept + 1, totals)

    def _choice(self, climbed: GrowingBody, totals: tuple[int, int]) -> Choice | None:
        """Add the best refinement and return the choice, or None if there is no refinement."""
        found = climbed.refinements()
        if not len(found.tests):
            return None
        negatives, positives = found.values.T
        length = len(climbed.body) + 1
        heuristic = of_length(self.refinement_heuristic or self.heuristic, length)
        scores = scores_of(heuristic, (positives, negatives), totals)
        taken = np.flatnonzero(scores == scores.max())
        if self.random is None:
            best = int(taken[positives[taken].argmax()])
        else:
            best = int(taken[self.random.integers(len(taken))])
        path = tuple(map(tuple, climbed.body.tolist()))
        choice = Choice(path, found.tests, positives, negatives, totals, scores, best)
        if self.watch is not None:
            self.watch(choice)
        climbed.add(found, best)
        return choice

    def _step(self, choice: Choice, tried: tuple[int, int]) -> Step:
        at = choice.taken
        p, n = choice.positives[at].item(), choice.negatives[at].item()
        refined = float(choice.scores[at])
        score = refined
        if self.refinement_heuristic is not None:
            score = self._score(p, n, choice.totals, len(choice.path) + 1)
        test = tuple(choice.tests[at].tolist())
        return Step(test, p, n, score, refined, *tried)

    def _score(self, p: Count, n: Count, totals: tuple[int, int], length: int) -> float:
        heuristic = of_length(self.heuristic, length)
        return float(scores_of(heuristic, (np.array([p]), np.array([n])), totals)[0])

    def _goes_on(
        self, steps: list[Step], kept: int, totals: tuple[int, int], language: Language
    ) -> bool:
        """Tell whether a further step is allowed and could lead to the best rule."""
        last = steps[-1]
        if not last.negatives or len(steps) == language.limits.max_conditions:
            return False
        if self.whole_path or not is_monotone(self.heuristic):
            return True
        return self._score(last.positives, 0, totals, len(steps) + 1) > steps[kept].score


def scores_of(heuristic: Heuristic, pairs: tuple[Ints, Ints], totals: tuple[int, int]) -> Floats:
    """Return the scores of pairs of counts; raise an error unless each pair has a number."""
    p, n = pairs
    scores = np.asarray(heuristic(p, n, *totals), np.float64)
    if scores.shape != p.shape or np.isnan(scores).any():
        raise ValueError(
            f"The heuristic must return one number for each of {len(p)} pairs of counts; "
            f"it returned an array of shape {scores.shape}"
            + (" with NaN." if np.isnan(scores).any() else ".")
        )
    return scores


def _record(name: str, steps: list[Step], best: Step, language: Language) -> SearchRecord:
    tests = as_tests(step.test for step in steps)
    combinations = language.n_attribute_sets([tests[:size] for size in range(len(tests))])
    rounds = tuple(
        Round(1, level, step.scored, 0, step.covered / step.scored)
        for level, step in enumerate(steps, start=1)
    )
    covered = best.positives + best.negatives
    return greedy_record(name, rounds, combinations, covered, best.negatives)
