"""The row states that every engine has, from classes, ranks and weights alone."""

from __future__ import annotations

import numpy as np

from conjunct import rooms
from conjunct.count.engine import CLASS_WEIGHTS, IDENTITY, SCALE
from conjunct.count.folds import scrambled
from conjunct.encode import CodedTable
from conjunct.rooms import chunks
from conjunct.types import Ints


def identities(table: CodedTable) -> Ints:
    """Return the random number of each row, drawn from its class and its rank."""
    values = rooms.empty((table.n_rows, 1), np.int64)
    for rows in chunks(len(values)):
        labels = table.labels[rows].astype(np.uint64) << np.uint64(40)
        words = scrambled(labels ^ table.ranks[rows].astype(np.uint64), 1)
        values[rows, 0] = words.view(np.int64)
    return values


def class_weights(table: CodedTable) -> Ints:
    """Return the weight of each row in the column of its class."""
    values = rooms.zeros((table.n_rows, len(table.classes)), np.int64)
    for rows in chunks(len(values)):
        share = 1.0 if table.weights is None else table.weights[rows]
        values[np.arange(rows.start, rows.stop), table.labels[rows]] = np.rint(SCALE * share)
    return values


FIXED = {IDENTITY: identities, CLASS_WEIGHTS: class_weights}
"""For the name of each such row state, the function that returns it for the rows of a table."""
