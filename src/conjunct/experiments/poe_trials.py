"""One trial with CN2 and CN2-POE: rules from two thirds of a table, tested on the other third.

Domingos (1998), section 4.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Literal, NamedTuple

import numpy as np

from conjunct.data import Table, shipped_table
from conjunct.errors import DataError
from conjunct.estimators import CN2Classifier
from conjunct.experiments.published.domingos1998 import TRAINING_SHARE
from conjunct.experiments.study import Row, Trial
from conjunct.experiments.tables import PUBLIC
from conjunct.types import Ints

Rate = Literal["best", "raw", "m_estimate"]
RATES: tuple[Rate, ...] = ("best", "raw", "m_estimate")
"""Readings of "the lowest training-set error rate found so far", the default first."""


class Learner(NamedTuple):
    """A version of CN2; the rate is None where the search does not end by POE."""

    ordered: bool
    rate: Rate | None

    def classifier(self, missing: Literal["fails", "value"]) -> CN2Classifier:
        """Return it, not yet fitted."""
        return CN2Classifier(
            ordered=self.ordered,
            stopping="laplace" if self.rate is None else "poe",
            poe_rate=self.rate or "best",
            missing=missing,
            n_jobs=1,
        )


LEARNERS = tuple(Learner(ordered, rate) for ordered in (False, True) for rate in (None, *RATES))
"""Unordered, then ordered; of each default CN2, then CN2-POE in every reading."""


def compare_endings(table: Table, trial: Trial) -> list[Row]:
    """Learn by every version of CN2 from two thirds of a table and test on the other third.

    The division is random and not stratified; a class may be absent from a part.

    Parameters
    ----------
    table : Table
        With a target.
    trial : Trial
        Says which division.

    Returns
    -------
    rows : list of Row
        As of `tried_learners`.

    Examples
    --------
    >>> rows = compare_endings(shipped_table(), Trial("penguins", 0, 0))
    >>> [row["rate"] for row in rows if not row["ordered"]]
    [None, 'best', 'raw', 'm_estimate']
    """
    known = PUBLIC.get(trial.table)
    train, test = (table.take(rows) for rows in two_parts(table, trial))
    return tried_learners(train, test, "fails" if known is None else known.missing)


def two_parts(table: Table, trial: Trial) -> tuple[Ints, Ints]:
    """Return the rows to learn from and those to test on, chosen at random.

    Examples
    --------
    >>> train, test = two_parts(shipped_table(), Trial("penguins", 0, 0))
    >>> len(train), len(test)
    (230, 114)
    """
    cut = round(TRAINING_SHARE * table.n_rows)
    order = np.random.default_rng([trial.seed, trial.number]).permutation(table.n_rows)
    return np.sort(order[:cut]), np.sort(order[cut:])


def tried_learners(
    train: Table, test: Table, missing: Literal["fails", "value"] = "fails"
) -> list[Row]:
    """Return how every version of CN2 that learns from one table does on another.

    Parameters
    ----------
    train, test : Table
        Of the same columns and classes.
    missing : {"fails", "value"}
        What a missing cell is taken for.

    Returns
    -------
    rows : list of Row
        For each its error (share of the test rows that it gets wrong), rules, conditions and the
        processor time of learning in seconds, loading of compiled code left out.
    """
    if test.target is None or test.n_rows == 0:
        raise DataError(f"{test.name} has no rows to test on; it needs at least two rows")
    actual = np.array(test.target.levels)[test.target.values]
    _load_kernels()
    results: list[Row] = []
    for learner in LEARNERS:
        classifier = learner.classifier(missing)
        start = time.thread_time()
        rules = classifier.fit_table(train).rules_
        seconds = time.thread_time() - start
        results.append(
            {
                "ordered": int(learner.ordered),
                "stopping": classifier.stopping,
                "rate": learner.rate,
                "error": float(np.mean(rules.predict(test) != actual)),
                "conditions": rules.n_conditions,
                "rules": len(rules),
                "seconds": seconds,
            }
        )
    return results


@cache
def _load_kernels() -> None:
    """Learn once a process from the table that is always there, so that loading is not timed."""
    for learner in LEARNERS:
        learner.classifier("fails").fit_table(shipped_table())
