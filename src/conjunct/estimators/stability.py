"""How stable a learner is on a table: the same learner on bootstrap samples of its rows."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np
from joblib import Parallel
from sklearn.base import clone

from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators.comparison import TableLearner
from conjunct.estimators.recurrence import Said, Stability, said_by
from conjunct.estimators.workers import deaf_to_interrupts, ending, work

Draw = Literal["rows", "weights"]
"""How a sample is drawn: rows with replacement, or how much each row counts."""


class Sample(NamedTuple):
    """The rules that were learned from one bootstrap sample.

    Parameters
    ----------
    number : int
        Of the sample, from 0.
    rules : tuple of Said
        What they say.
    """

    number: int
    rules: tuple[Said, ...]


def stability(
    table: Table,
    learner: TableLearner,
    n_samples: int = 50,
    seed: int = 0,
    n_jobs: int | None = None,
    on_sample: Callable[[int, int], None] | None = None,
    draw: Draw = "rows",
) -> Stability:
    """Learn from a table and from bootstrap samples of it, and count what comes back.

    Parameters
    ----------
    table : Table
        With a target.
    learner : estimator
        Cloned for every sample; give it ``promises=False``, which saves time and changes no rule.
    n_samples : int, default=50
        Number of samples.
    seed : int, default=0
        Of the samples. The learner's own seed is its own.
    n_jobs : int or None, default=None
        Processes; None is one, -1 is one a core. The result does not depend on it.
    on_sample : callable or None
        Called with the number of samples done, and of all.
    draw : {"rows", "weights"}, default="rows"
        "rows" draws as many rows as there are, with replacement. A row that is drawn twice may
        stand in two folds, so learners that choose the size of their model by folds make larger
        ones. "weights" keeps every row once and draws how much it counts (the Bayesian bootstrap,
        Rubin 1981), without that effect.

    Returns
    -------
    stability : Stability

    Examples
    --------
    >>> from conjunct import LayeredRuleClassifier
    >>> from conjunct.data import shipped_table
    >>> learner = LayeredRuleClassifier("greedy", max_rules=2, promises=False)
    >>> found = stability(shipped_table(), learner, n_samples=5)
    >>> [one.attribute for one in found.found_attributes() if one.share == 1]
    ['bill_length_mm']
    """
    rules = learn_all(table, learner)
    samples: list[Sample] = []
    with ending(bootstrapped(table, learner, n_samples, seed, n_jobs, draw)) as running:
        for sample in running:
            samples.append(sample)
            if on_sample is not None:
                on_sample(len(samples), n_samples)
    return gathered(table, rules, samples)


def learn_all(table: Table, learner: TableLearner) -> tuple[Said, ...]:
    """Return what is learned from all rows."""
    if table.target is None:
        raise DataError(f"{table.name} has no target; read it with one to learn from it")
    return _learned(table, learner)


def bootstrapped(
    table: Table,
    learner: TableLearner,
    n_samples: int,
    seed: int,
    n_jobs: int | None,
    draw: Draw = "rows",
) -> Generator[Sample, None, None]:
    """Yield what is learned from each bootstrap sample, as it is done, in any order.

    Parameters
    ----------
    table, learner, n_samples, seed, n_jobs, draw
        As for `stability`.
    """
    calls = [work(_sampled)(table, learner, seed, one, draw) for one in range(n_samples)]
    parallel = Parallel(n_jobs=n_jobs, batch_size=1, return_as="generator_unordered")
    with deaf_to_interrupts():
        running = parallel(calls)
    yield from running


def gathered(table: Table, rules: tuple[Said, ...], samples: list[Sample]) -> Stability:
    """Return what samples say together, whatever the order in which they were done."""
    ordered = sorted(samples, key=lambda sample: sample.number)
    return Stability(table, rules, tuple(sample.rules for sample in ordered))


def bootstrap_sample(table: Table, seed: int, number: int, draw: Draw = "rows") -> Table:
    """Return one sample of a table, the same whenever it is drawn.

    Parameters
    ----------
    table : Table
    seed, number : int
        Of all samples, and of this one.
    draw : {"rows", "weights"}, default="rows"
        As for `stability`.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> bootstrap_sample(shipped_table(), seed=0, number=1).n_rows
    344
    >>> round(bootstrap_sample(shipped_table(), 0, 1, draw="weights").n_counted)
    344
    """
    random, n_rows = np.random.default_rng([seed, number]), table.n_rows
    if draw == "rows":
        return table.take(np.sort(random.integers(0, n_rows, n_rows)))
    if draw != "weights":
        raise ValueError(f"draw must be 'rows' or 'weights', not {draw!r}")
    weights = random.standard_exponential(n_rows)
    weights *= 1.0 if table.weights is None else table.weights
    return replace(table, weights=weights * (table.n_counted / weights.sum()))


def _sampled(table: Table, learner: TableLearner, seed: int, number: int, draw: Draw) -> Sample:
    return Sample(number, _learned(bootstrap_sample(table, seed, number, draw), learner))


def _learned(table: Table, learner: TableLearner) -> tuple[Said, ...]:
    fresh: TableLearner = clone(learner)
    fresh.fit_table(table)
    return said_by(fresh.rules_)
