"""Rows with whole weights as repeated rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from conjunct.encode.coded import CodedTable
from conjunct.types import Floats

MOST_REPEATED = 1_000_000
"""Rows are repeated if whole weights add up to at most this number."""
MOST_TIMES = 10
"""Rows are also repeated if weights add up to at most this many times the number of rows."""


def repeat_rows(table: CodedTable) -> CodedTable:
    """Return a table in which every row is repeated as often as its weight, if all are whole.

    A row of weight 3 is then three rows in everything that follows, folds included. A table with
    other weights, or one that would become too long, is returned unchanged.

    Parameters
    ----------
    table : CodedTable
        The table with all rows, not a part of them.

    Examples
    --------
    >>> from conjunct.data.table import Column, Table
    >>> from conjunct.encode import encode
    >>> kind = Column("kind", "nominal", np.array([0, 1, 1]), ("a", "b"))
    >>> coded = encode(Table((), kind, weights=np.array([2.0, 1.0, 1.0])))
    >>> repeat_rows(coded).labels, repeat_rows(coded).ranks
    (array([0, 0, 1, 1], dtype=uint8), array([0, 1, 0, 1], dtype=int32))
    """
    return repeated(table) if can_repeat(table.weights) else table


def can_repeat(weights: Floats | None) -> bool:
    """Tell whether rows can be repeated instead of having weights.

    Parameters
    ----------
    weights : ndarray of float or None
        Of all rows.

    Examples
    --------
    >>> can_repeat(np.array([2.0, 1.0])), can_repeat(np.array([0.5])), can_repeat(np.array([1e9]))
    (True, False, False)
    """
    if weights is None or (weights % 1.0).any():
        return False
    return float(weights.sum()) <= max(MOST_REPEATED, MOST_TIMES * len(weights))


def repeated(table: CodedTable) -> CodedTable:
    """Return every row as often as its whole weight says; the rows may be a part of a table."""
    assert table.weights is not None
    times = table.weights.astype(np.int64)
    rows = table.take(np.arange(table.n_rows).repeat(times))
    first = np.searchsorted(rows.labels, rows.labels)
    ranks = (np.arange(rows.n_rows) - first).astype(np.int32)
    return replace(rows, ranks=ranks, weights=None)
