"""The results of a comparison of learners: those of each learner, and how they differ."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from conjunct.types import Flags, Ints


@dataclass(frozen=True, eq=False)
class LearnerResult:
    """Cross-validated results of one learner.

    Parameters
    ----------
    name : str
        The caller's name for the learner.
    fold_errors : tuple of float
        Share of the test rows of each fold that it got wrong, counted with their weights.
    n_rules, n_conditions : float
        Mean numbers of rules and conditions of a fold's theory.
    seconds : float
        Mean time to learn in one fold, in seconds; folds that run in parallel slow each other down.
    correct : ndarray of bool
        For every row of the table, whether it was predicted correctly as a test row.
    measures : dict of str to float or None
        Measures of `conjunct.evaluate.measured` over all rows, each predicted once by a theory
        that has not seen it; None if a measure has no value. The error is the mean of the folds.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> from conjunct.data import shipped_table
    >>> from conjunct.estimators.comparison import compare
    >>> stump = RuleTreeClassifier(max_depth=1, promises=False)
    >>> tree = RuleTreeClassifier(max_depth=3, promises=False)
    >>> found = compare(shipped_table(), {"stump": stump, "tree": tree}, n_folds=2, n_jobs=1)
    >>> stump, tree = found.learners
    >>> tree.error < stump.error, len(tree.fold_errors)
    (True, 2)
    """

    name: str
    fold_errors: tuple[float, ...]
    n_rules: float
    n_conditions: float
    seconds: float
    correct: Flags
    measures: dict[str, float | None] = field(default_factory=dict)

    @property
    def error(self) -> float:
        """Mean of the fold errors."""
        return float(np.mean(self.fold_errors))

    @property
    def standard_error(self) -> float:
        """Standard deviation of the fold errors divided by the square root of their number."""
        return float(np.std(self.fold_errors, ddof=1) / math.sqrt(len(self.fold_errors)))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON, without the results of single rows."""
        return {
            "name": self.name,
            "error": self.error,
            "standard_error": self.standard_error,
            "fold_errors": list(self.fold_errors),
            "measures": {**self.measures, "error": self.error},
            "rules": self.n_rules,
            "conditions": self.n_conditions,
            "seconds": self.seconds,
        }


@dataclass(frozen=True)
class SignTest:
    """Sign test between two learners, over the rows that exactly one of them gets right.

    Parameters
    ----------
    first, second : str
        Names of the learners.
    wins, losses : int
        Numbers of rows that only the first, and only the second, learner gets right.
    p_value : float
        Two-tailed probability that two equally good learners differ at least as much.

    Examples
    --------
    >>> test = SignTest("card", "tree", wins=8, losses=1, p_value=0.0390625)
    >>> test.to_dict()["p_value"]
    0.0390625
    """

    first: str
    second: str
    wins: int
    losses: int
    p_value: float

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return asdict(self)


@dataclass(frozen=True, eq=False)
class Comparison:
    """Results of several learners on the same folds of one table.

    Parameters
    ----------
    folds : ndarray of int
        The fold in which each row was a test row.
    learners : tuple of LearnerResult
        The results, in the order in which the learners were given.
    sign_tests : tuple of SignTest
        One for every pair of learners.
    majority : LearnerResult
        Result of predicting the class frequencies of the training rows, which every learner should
        beat.
    positive : str or None
        The positive class of recall and precision; None if there is none.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> from conjunct.data import shipped_table
    >>> from conjunct.estimators.comparison import compare
    >>> stump = RuleTreeClassifier(max_depth=1, promises=False)
    >>> tree = RuleTreeClassifier(max_depth=3, promises=False)
    >>> found = compare(shipped_table(), {"stump": stump, "tree": tree}, n_folds=2, n_jobs=1)
    >>> [one.name for one in found.learners], found.majority.error > 0.5
    (['stump', 'tree'], True)
    """

    folds: Ints
    learners: tuple[LearnerResult, ...]
    sign_tests: tuple[SignTest, ...]
    majority: LearnerResult
    positive: str | None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {
            "n_folds": int(self.folds.max()) + 1,
            "positive": self.positive,
            "majority": self.majority.to_dict(),
            "learners": [learner.to_dict() for learner in self.learners],
            "sign_tests": [test.to_dict() for test in self.sign_tests],
        }
