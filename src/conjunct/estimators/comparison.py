"""Learners compared on one table: cross-validation on the same folds, and sign tests."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed
from sklearn.base import clone

from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators.workers import deaf_to_interrupts
from conjunct.evaluate import sign_test
from conjunct.model import Rules
from conjunct.types import Flags, Ints

_LOADED: set[str] = set()
"""Learners that this process has tried on a few rows: loading compiled code must not be timed."""


class TableLearner(Protocol):
    """A classifier that learns rules from a `Table`."""

    rules_: Rules

    def fit_table(self, table: Table) -> object:
        """Learn from the rows of a table with a target."""


@dataclass(frozen=True, eq=False)
class LearnerResult:
    """What cross-validation says about one learner.

    Parameters
    ----------
    name : str
        What the caller calls it.
    fold_errors : tuple of float
        Share of the test rows of each fold that it got wrong, each as often as it counts.
    n_rules, n_conditions : float
        Rules and conditions of a fold's theory, on average.
    seconds : float
        Time to learn in one fold, on average; folds that run side by side slow each other down.
    correct : ndarray of bool
        For every row of the table whether it was right when the row was a test row.
    """

    name: str
    fold_errors: tuple[float, ...]
    n_rules: float
    n_conditions: float
    seconds: float
    correct: Flags

    @property
    def error(self) -> float:
        """Mean of the fold errors."""
        return float(np.mean(self.fold_errors))

    @property
    def standard_error(self) -> float:
        """Standard deviation of the fold errors over the square root of their number."""
        return float(np.std(self.fold_errors, ddof=1) / math.sqrt(len(self.fold_errors)))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON, without the row by row account."""
        return {
            "name": self.name,
            "error": self.error,
            "standard_error": self.standard_error,
            "fold_errors": list(self.fold_errors),
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
        Rows that only the first, and only the second, gets right.
    p_value : float
        Two-tailed: how often two equally good learners would differ at least as much.
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
        In the order they were given.
    sign_tests : tuple of SignTest
        One for every pair of learners.
    """

    folds: Ints
    learners: tuple[LearnerResult, ...]
    sign_tests: tuple[SignTest, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {
            "n_folds": int(self.folds.max()) + 1,
            "learners": [learner.to_dict() for learner in self.learners],
            "sign_tests": [test.to_dict() for test in self.sign_tests],
        }


@dataclass(frozen=True, eq=False)
class _Trial:
    """One learner in one fold."""

    learner: str
    fold: int
    rows: Ints
    correct: Flags
    error: float
    n_rules: int
    n_conditions: int
    seconds: float


def stratified_folds(labels: npt.ArrayLike, n_folds: int, seed: int = 0) -> Ints:
    """Give every row a fold, with as many rows of each class in one fold as in another.

    The rows of each class are shuffled and dealt out in turn, one class after the other: the sizes
    of folds, and the rows of a class in them, differ by one at most, also for rare classes.

    Parameters
    ----------
    labels : array-like of shape (n_rows,)
        The class of each row.
    n_folds : int
        At least 2 and at most the number of rows.
    seed : int, default=0
        Of the shuffle.

    Returns
    -------
    folds : ndarray of int
        Fold of each row, from 0.

    Examples
    --------
    >>> folds = stratified_folds(["a", "a", "b", "b", "a", "a", "b"], n_folds=2)
    >>> np.bincount(folds)
    array([4, 3])
    >>> stratified_folds(["a", "b"], n_folds=3)
    Traceback (most recent call last):
        ...
    conjunct.errors.DataError: 2 rows cannot be split into 3 folds; ask for 2 up to 2 folds
    """
    array = np.asarray(labels)
    n_rows = len(array)
    if not 2 <= n_folds <= n_rows:
        raise DataError(
            f"{n_rows} rows cannot be split into {n_folds} folds; ask for 2 up to {n_rows} folds"
        )
    shuffled = np.random.default_rng(seed).permutation(n_rows)
    by_class = shuffled[np.argsort(array[shuffled], kind="stable")]
    folds = np.empty(n_rows, dtype=np.int64)
    folds[by_class] = np.arange(n_rows) % n_folds
    return folds


def compare(
    table: Table,
    learners: Mapping[str, TableLearner],
    n_folds: int = 10,
    seed: int = 0,
    n_jobs: int | None = None,
    on_fold: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Cross-validate learners on the same stratified folds and test how they differ.

    Parameters
    ----------
    table : Table
        With a target.
    learners : mapping of str to estimator
        Each is cloned for every fold; the given ones stay unfitted.
    n_folds : int, default=10
        Number of folds.
    seed : int, default=0
        Of the folds. The learners' own seeds are theirs.
    n_jobs : int or None, default=None
        Processes; None is one, -1 is one a core. Nothing but the seconds depends on it.
    on_fold : callable or None
        Called with the number of trials done, and of all: one learner in one fold each.

    Returns
    -------
    comparison : Comparison

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> from conjunct.estimators import LayeredRuleClassifier
    >>> learners = {
    ...     "one rule": LayeredRuleClassifier(max_rules=1),
    ...     "greedy": LayeredRuleClassifier(search="greedy"),
    ... }
    >>> result = compare(shipped_table(), learners, n_folds=3)
    >>> [learner.name for learner in result.learners if learner.error < 0.1]
    ['greedy']
    >>> test = result.sign_tests[0]
    >>> test.wins < test.losses, test.p_value < 0.001
    (True, True)
    """
    if table.target is None:
        raise DataError(f"{table.name} has no target; read it with one to compare learners")
    folds = stratified_folds(table.target.values, n_folds, seed)
    tasks = [
        delayed(_try)(table, name, learner, folds, fold)
        for fold in range(n_folds)
        for name, learner in learners.items()
    ]
    parallel = Parallel(n_jobs=n_jobs, return_as="generator_unordered")
    with deaf_to_interrupts():
        running = parallel(tasks)
    trials: list[_Trial] = []
    for trial in running:
        trials.append(trial)
        if on_fold is not None:
            on_fold(len(trials), len(tasks))
    trials.sort(key=lambda trial: trial.fold)
    results = tuple(_gathered(name, [t for t in trials if t.learner == name]) for name in learners)
    sign_tests = tuple(_sign_test(first, second) for first, second in combinations(results, 2))
    return Comparison(folds, results, sign_tests)


def _try(table: Table, name: str, learner: TableLearner, folds: Ints, fold: int) -> _Trial:
    """Learn from all folds but one, and predict that one."""
    rows = np.flatnonzero(folds == fold)
    training = table.take(np.flatnonzero(folds != fold))
    if name not in _LOADED:
        sample = np.linspace(0, training.n_rows - 1, min(training.n_rows, 30)).astype(np.int64)
        clone(learner).fit_table(training.take(sample))
        _LOADED.add(name)
    fresh: TableLearner = clone(learner)
    start = time.perf_counter()
    fresh.fit_table(training)
    seconds = time.perf_counter() - start
    test = table.take(rows)
    assert test.target is not None
    rules = fresh.rules_
    actual = np.array(test.target.levels)[test.target.values]
    correct = rules.predict(test) == actual
    error = 1.0 - float(np.average(correct, weights=test.weights))
    return _Trial(name, fold, rows, correct, error, len(rules), rules.n_conditions, seconds)


def _gathered(name: str, trials: list[_Trial]) -> LearnerResult:
    correct = np.empty(sum(len(trial.rows) for trial in trials), dtype=np.bool_)
    for trial in trials:
        correct[trial.rows] = trial.correct
    return LearnerResult(
        name=name,
        fold_errors=tuple(trial.error for trial in trials),
        n_rules=float(np.mean([trial.n_rules for trial in trials])),
        n_conditions=float(np.mean([trial.n_conditions for trial in trials])),
        seconds=float(np.mean([trial.seconds for trial in trials])),
        correct=correct,
    )


def _sign_test(first: LearnerResult, second: LearnerResult) -> SignTest:
    wins = int(np.count_nonzero(first.correct & ~second.correct))
    losses = int(np.count_nonzero(second.correct & ~first.correct))
    return SignTest(first.name, second.name, wins, losses, sign_test(wins, losses))
