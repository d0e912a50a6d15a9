"""What a climb looks at, step by step, and what it finds."""

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
        Rows that each covers.
    totals : tuple of int
        P and N of the problem.
    scores : ndarray
        Of the refinements, by the heuristic that refines.
    taken : int
        Place of the refinement taken.
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
        Rows that the body covers.
    score : float
        Of the body, by the heuristic that selects.
    refinement_score : float
        Of the body, by the heuristic that refines.
    scored, covered : int
        Refinements tried for it, those without a positive row included, and the rows that they
        cover together.
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
    """What a climb found.

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
