"""One trial with CN2 and CN2-POE: rules from two thirds of a table, tested on the other third.

Domingos (1998), section 4.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

import numpy as np

from conjunct.choose import ProcessOriented
from conjunct.data import Table, shipped_table
from conjunct.errors import DataError
from conjunct.estimators import CN2Classifier
from conjunct.experiments.published import paper
from conjunct.experiments.study import Row, Trial
from conjunct.experiments.tables import PUBLIC
from conjunct.types import Ints

Reading = Literal["m_estimate", "raw", "best", "product", "dependent", "classes", "combinations"]

RATES: tuple[Reading, ...] = ("m_estimate", "raw", "best")
"""Readings of "the lowest training-set error rate found so far", the default first."""

OPTIONS: Mapping[Reading, Mapping[str, Any]] = {
    "m_estimate": {"stopping": ProcessOriented(rate="m_estimate")},
    "raw": {"stopping": ProcessOriented(rate="raw")},
    "best": {"stopping": ProcessOriented(rate="best")},
    "product": {"stopping": ProcessOriented(form="product")},
    "dependent": {"stopping": ProcessOriented(form="dependent")},
    "classes": {"stopping": "poe", "evaluation": "classes"},
    "combinations": {
        "stopping": ProcessOriented(count="combinations"),
        "evaluation": "classes",
    },
}
"""What makes a `CN2Classifier` stop by POE and follow a reading; the last two are our own."""

READINGS: tuple[Reading, ...] = tuple(OPTIONS)


class PoeLearner(NamedTuple):
    """A version of CN2; the reading is None where the search does not end by POE."""

    ordered: bool
    reading: Reading | None

    def classifier(self, missing: Literal["fails", "value"]) -> CN2Classifier:
        """Return it, not yet fitted."""
        return CN2Classifier(
            promises=False,
            ordered=self.ordered,
            missing=missing,
            n_jobs=1,
            **({} if self.reading is None else OPTIONS[self.reading]),
        )


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
    >>> [row["reading"] for row in rows if not row["ordered"]]
    [None, 'm_estimate', 'raw', 'best', 'product', 'dependent', 'classes', 'combinations']
    """
    known = PUBLIC.get(trial.table)
    train, test = (table.take(rows) for rows in two_parts(table, trial))
    return tried_learners(train, test, missing="fails" if known is None else known.missing)


def two_parts(table: Table, trial: Trial) -> tuple[Ints, Ints]:
    """Return the rows to learn from and those to test on, chosen at random.

    Examples
    --------
    >>> train, test = two_parts(shipped_table(), Trial("penguins", 0, 0))
    >>> len(train), len(test)
    (230, 114)
    """
    cut = round(paper("domingos1998")["training_share"] * table.n_rows)
    order = np.random.default_rng([trial.seed, trial.number]).permutation(table.n_rows)
    return np.sort(order[:cut]), np.sort(order[cut:])


def tried_learners(
    train: Table,
    test: Table,
    readings: Sequence[Reading] = READINGS,
    missing: Literal["fails", "value"] = "fails",
) -> list[Row]:
    """Return how versions of CN2 that learn from one table do on another.

    Parameters
    ----------
    train, test : Table
        Of the same columns and classes.
    readings : sequence of str
        The readings of POE to try, beside default CN2: for unordered rules and for ordered ones.
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
    learners = [PoeLearner(ordered, one) for ordered in (False, True) for one in (None, *readings)]
    results: list[Row] = []
    for learner in learners:
        _load_kernels(learner)
        classifier = learner.classifier(missing)
        start = time.thread_time()
        rules = classifier.fit_table(train).rules_
        seconds = time.thread_time() - start
        results.append(
            {
                "ordered": int(learner.ordered),
                "reading": learner.reading,
                "error": float(np.mean(rules.predict(test) != actual)),
                "conditions": rules.n_conditions,
                "rules": len(rules),
                "seconds": seconds,
            }
        )
    return results


@cache
def _load_kernels(learner: PoeLearner) -> None:
    """Learn once a process from the table that is always there, so that loading is not timed."""
    learner.classifier("fails").fit_table(shipped_table())
