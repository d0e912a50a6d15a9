"""The choices and steps of a hill climb, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from conjunct.count import Tests
from conjunct.search.body import Test
from conjunct.search.outcome import Outcome
from conjunct.types import Floats, Ints


class Choice(NamedTuple):
    """All refinements of a body, and the one that a climb takes.

    Parameters
    ----------
    path : tuple of tuple
        The conditions taken so far, each as column, operator and code; empty for a new climb.
    tests : ndarray, (refinements, 3)
        The condition that each refinement adds.
    positives, negatives : ndarray
        Number of rows that each refinement covers.
    totals : tuple of int
        P and N of the problem.
    scores : ndarray
        Scores of the refinements, by the refinement heuristic.
    taken : int
        Position of the refinement taken.
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

    Parameters
    ----------
    test : tuple of int
        Column, operator and code of the condition.
    positives, negatives : int
        Number of rows that the body covers.
    score : float
        Score of the body, by the heuristic that selects the rule.
    refinement_score : float
        Score of the body, by the refinement heuristic.
    scored, covered : int
        Number of refinements tried in this step, including those without a positive row, and the
        sum of the numbers of rows that they cover.
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
    """The result of a hill climb.

    Parameters
    ----------
    outcome : Outcome
        The best rule on the path, with the record of the search.
    steps : tuple of Step
        The whole path.
    kept : int
        Number of steps to the best rule.
    totals : tuple of int
        P and N of the problem.
    """

    outcome: Outcome
    steps: tuple[Step, ...]
    kept: int
    totals: tuple[int, int]
