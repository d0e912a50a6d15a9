"""Random stratified halves of a table, one to learn from and one to test on."""

from __future__ import annotations

import numpy as np

from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.experiments.study import Trial
from conjunct.types import Ints


def halves(table: Table, trial: int, seed: int = 0) -> tuple[Ints, Ints]:
    """Return the rows of two random halves with the classes spread as evenly as possible.

    The rows of each class are shuffled and dealt out in turn, one class after the other.
    """
    if table.target is None:
        raise DataError(f"{table.name} has no target; read it with one to split it by class")
    labels = table.target.values
    rng = np.random.default_rng([seed, trial])
    order = np.lexsort((rng.random(len(labels)), labels))
    first = int(rng.integers(2))
    return np.sort(order[first::2]), np.sort(order[1 - first :: 2])


def halved(table: Table, trial: Trial) -> tuple[Table, Table]:
    """Return the half of a table that a trial learns from and the half that it tests on."""
    train, test = (table.take(rows) for rows in halves(table, trial.number, trial.seed))
    if not train.n_rows or not test.n_rows:
        raise DataError(f"{trial.table} cannot be halved; it needs at least two rows")
    return train, test
