"""One trial with CN2 and CN2-POE: rules from two thirds of a table, tested on the other third.

Domingos (1998), section 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from conjunct.choose import ProcessOriented
from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators import CN2Classifier
from conjunct.experiments.made_tables import make_dnf
from conjunct.experiments.tables import paper
from conjunct.experiments.trial import Row, Trial, measured
from conjunct.types import Ints

READINGS: Mapping[str, Mapping[str, Any]] = {
    "m_estimate": {"stopping": ProcessOriented(rate="m_estimate")},
    "raw": {"stopping": ProcessOriented(rate="raw")},
    "best": {"stopping": ProcessOriented(rate="best")},
    "product": {"stopping": ProcessOriented(form="product")},
    "dependent": {"stopping": ProcessOriented(form="dependent")},
    "classes": {"stopping": "poe", "evaluation": "classes"},
    "combinations": {"stopping": ProcessOriented(count="combinations"), "evaluation": "classes"},
}
"""What makes a `CN2Classifier` stop by POE and follow a reading; the last two are our own."""

RATES = ("m_estimate", "raw", "best")
"""Readings of "the lowest training-set error rate found so far", the default first."""

DNF_READINGS = (*RATES, "combinations")  # those that are tried in artificial domains
DOMAINS = paper("domingos1998")["dimensions"]  # numbers of attributes, runs and examples


def compare_endings(table: Table, trial: Trial) -> list[Row]:
    """Learn by every version of CN2 from two thirds of a table and test on the other third.

    The division is random and not stratified; a class may be absent from a part.
    """
    train, test = (table.take(rows) for rows in two_parts(table, trial))
    return _tried_learners(train, test, trial, tuple(READINGS))


def compare_on_dnf(table: Table, trial: Trial) -> list[Row]:
    """Make a concept with as many attributes as a table has, and learn it by CN2 and CN2-POE.

    The seed and the number of the trial, with the number of attributes, say which concept; the
    settings ``n_train`` and ``n_test`` are the numbers of examples.
    """
    attributes = len(table.columns)
    n_train, n_test = (
        int(trial.settings.get(f"n_{one}", DOMAINS[one])) for one in ("train", "test")
    )
    seed = (trial.seed, trial.number, attributes)
    train, test = make_dnf(attributes, n_train, n_test, seed)
    rows = _tried_learners(train, test, trial, DNF_READINGS)
    return [{"attributes": attributes, **row} for row in rows]


def two_parts(table: Table, trial: Trial) -> tuple[Ints, Ints]:
    """Return the rows to learn from and those to test on, chosen at random."""
    cut = round(paper("domingos1998")["training_share"] * table.n_rows)
    order = np.random.default_rng([trial.seed, trial.number]).permutation(table.n_rows)
    return np.sort(order[:cut]), np.sort(order[cut:])


def _tried_learners(train: Table, test: Table, trial: Trial, readings: Sequence[str]) -> list[Row]:
    """Try default CN2 and each reading of POE, with unordered rules and with ordered ones."""
    if test.n_rows == 0:
        raise DataError(f"{test.name} has no rows to test on; it needs at least two rows")
    rows: list[Row] = []
    for ordered, reading in product((False, True), (None, *readings)):
        options: dict[str, Any] = {"promises": False, "missing": trial.missing, "n_jobs": 1}
        options |= READINGS[reading] if reading else {}
        learner = CN2Classifier(ordered=ordered, **options)
        facts = {"ordered": int(ordered), "reading": reading}
        rows.append({**facts, **measured(learner, train, test)})
    return rows
