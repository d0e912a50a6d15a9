"""Learners compared on one table: cross-validation on the same folds, and sign tests."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

import numpy as np
import numpy.typing as npt
from joblib import Parallel
from sklearn.base import clone

from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators.compared import Comparison, LearnerResult, SignTest
from conjunct.estimators.workers import deaf_to_interrupts, work
from conjunct.evaluate import Predicted, measured, sign_test
from conjunct.evaluate.measures import always_majority, rarer
from conjunct.model import Rules
from conjunct.types import Floats, Ints

MAJORITY = "always the majority"
"""Name of the baseline in a comparison."""
_LOADED: set[str] = set()
"""Learners that this process has run on a few rows, so that loading code is not timed."""


class TableLearner(Protocol):
    """A classifier that learns rules from a `Table`."""

    rules_: Rules

    def fit_table(self, table: Table) -> object:
        """Learn from the rows of a table with a target."""


@dataclass(frozen=True, eq=False)
class _Trial:
    """One learner in one fold."""

    learner: str
    fold: int
    rows: Ints
    decided: Ints
    probabilities: Floats
    n_rules: int
    n_conditions: int
    seconds: float


def stratified_folds(labels: npt.ArrayLike, n_folds: int, seed: int = 0) -> Ints:
    """Assign every row to a fold, so that all folds have about the same class counts.

    The rows of each class are shuffled and dealt out in turn, one class after the other. So the
    sizes of folds, and the numbers of rows of a class in them, differ by at most one.

    Parameters
    ----------
    labels : array-like of shape (n_rows,)
        The class of each row.
    n_folds : int
        Number of folds, at least 2 and at most the number of rows.
    seed : int, default=0
        Seed of the shuffle.

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
    positive: str | None = None,
) -> Comparison:
    """Cross-validate learners on the same stratified folds and test how they differ.

    Parameters
    ----------
    table : Table
        A table with a target.
    learners : mapping of str to estimator
        Learners by name. Each is cloned for every fold; the given ones stay unfitted.
    n_folds : int, default=10
        Number of folds.
    seed : int, default=0
        Seed of the folds. The learners have their own seeds.
    n_jobs : int or None, default=None
        Number of processes; None means one, -1 one per core. Only the seconds depend on it.
    on_fold : callable or None
        Called with the number of trials done and the number of all trials. A trial is one learner
        in one fold.
    positive : str or None, default=None
        The positive class of recall and precision; None means the rarer one of two classes.

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
    ours = positive_class(table, positive)
    folds = stratified_folds(table.target.values, n_folds, seed)
    tasks = [
        work(_try)(table, name, learner, folds, fold)
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
    seen = _Seen(table, folds, ours)
    results = tuple(
        seen.result(name, [one for one in trials if one.learner == name]) for name in learners
    )
    sign_tests = tuple(_sign_test(first, second) for first, second in combinations(results, 2))
    named = None if ours is None else table.target.levels[ours]
    return Comparison(folds, results, sign_tests, seen.majority(), named)


def positive_class(table: Table, name: str | None) -> int | None:
    """Return the position of the positive class of recall and precision; None if there is none.

    Parameters
    ----------
    table : Table
        A table with a target.
    name : str or None
        Name of the class; None means the rarer one of two classes.
    """
    assert table.target is not None
    levels = table.target.levels
    if name is None:
        return rarer(_counts(table))
    if name not in levels:
        raise DataError(
            f"{name!r} is not a class of {table.name}; "
            f"the classes are {', '.join(map(repr, levels))}"
        )
    return levels.index(name)


def _counts(table: Table) -> Floats:
    """Return the total weight of the rows of each class."""
    assert table.target is not None
    return np.bincount(table.target.values, table.weights, len(table.target.levels)).astype(float)


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
    test, rules = table.take(rows), fresh.rules_
    decided, shares = rules.decide(test), rules.predict_proba(test)
    return _Trial(name, fold, rows, decided, shares, len(rules), rules.n_conditions, seconds)


class _Seen:
    """The rows of a table, and the fold in which each was a test row."""

    def __init__(self, table: Table, folds: Ints, positive: int | None) -> None:
        assert table.target is not None
        self.table, self.folds, self.positive = table, folds, positive
        self.labels = table.target.values.astype(np.int64)
        self.shape = len(self.labels), len(table.target.levels)

    def result(self, name: str, trials: list[_Trial]) -> LearnerResult:
        """Return the result of one learner from its trials, one for each fold."""
        decided, shares = np.empty(self.shape[0], np.int64), np.empty(self.shape)
        for trial in trials:
            decided[trial.rows], shares[trial.rows] = trial.decided, trial.probabilities
        return self._judged(
            name,
            self._said(decided, shares),
            n_rules=float(np.mean([trial.n_rules for trial in trials])),
            n_conditions=float(np.mean([trial.n_conditions for trial in trials])),
            seconds=float(np.mean([trial.seconds for trial in trials])),
        )

    def majority(self) -> LearnerResult:
        """Return the result of predicting the class frequencies of each fold's training rows."""
        n_folds = int(self.folds.max()) + 1
        parts = [self.table.take(np.flatnonzero(self.folds == one)) for one in range(n_folds)]
        counts = _counts(self.table) - np.array([_counts(part) for part in parts])
        blank = self._said(self.labels, np.zeros(self.shape))
        return self._judged(MAJORITY, always_majority(blank, counts[self.folds]))

    def _said(self, decided: Ints, shares: Floats) -> Predicted:
        weights = self.table.weights
        return Predicted(self.labels, decided, shares, weights, self.folds, self.positive)

    def _judged(self, name: str, said: Predicted, **size: float) -> LearnerResult:
        correct = said.decided == said.labels
        by_fold = [said.share(~correct, self.folds == one) for one in np.unique(self.folds)]
        errors = tuple(0.0 if one is None else one for one in by_fold)
        sizes = {"n_rules": 0.0, "n_conditions": 0.0, "seconds": 0.0, **size}
        return LearnerResult(name, errors, **sizes, correct=correct, measures=measured(said))


def _sign_test(first: LearnerResult, second: LearnerResult) -> SignTest:
    wins = int(np.count_nonzero(first.correct & ~second.correct))
    losses = int(np.count_nonzero(second.correct & ~first.correct))
    return SignTest(first.name, second.name, wins, losses, sign_test(wins, losses))
