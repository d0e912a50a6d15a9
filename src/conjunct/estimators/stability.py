"""The stability of a learner on a table: the same learner on bootstrap samples of the rows."""

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
"""What is drawn for a sample: rows with replacement, or weights of rows."""


class Sample(NamedTuple):
    """The rules that were learned from one bootstrap sample.

    Parameters
    ----------
    number : int
        Number of the sample, from 0.
    rules : tuple of Said
        The learned rules.
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
    """Learn from a table and from bootstrap samples of it, and count which rules recur.

    Parameters
    ----------
    table : Table
        A table with a target.
    learner : estimator
        A learner, cloned for every sample. Set ``promises=False``, which saves time and changes no
        rule.
    n_samples : int, default=50
        Number of samples.
    seed : int, default=0
        Seed of the samples. The learner has its own seed.
    n_jobs : int or None, default=None
        Number of processes; None means one, -1 one per core. The result does not depend on it.
    on_sample : callable or None
        Called with the number of samples done and the number of all samples.
    draw : {"rows", "weights"}, default="rows"
        "rows" draws as many rows as the table has, with replacement. A row that is drawn twice may
        be in two folds, so learners that choose the size of their model by folds make larger
        models. "weights" keeps every row once and draws its weight (the Bayesian bootstrap, Rubin
        1981), which avoids that effect.

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
    """Return the rules learned from all rows."""
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
    """Yield the rules learned from each bootstrap sample as they are done, in any order.

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
    """Return the stability over all samples, whatever the order in which they were done."""
    ordered = sorted(samples, key=lambda sample: sample.number)
    return Stability(table, rules, tuple(sample.rules for sample in ordered))


def bootstrap_sample(table: Table, seed: int, number: int, draw: Draw = "rows") -> Table:
    """Return one sample of a table; it depends only on the seed and its number.

    Parameters
    ----------
    table : Table
    seed, number : int
        Seed of all samples, and number of this one.
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
