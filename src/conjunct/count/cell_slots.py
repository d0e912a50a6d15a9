"""A number for each column and code, by which all refinements are counted at once."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from conjunct.count.counts import Counts
from conjunct.encode import CodedTable
from conjunct.types import AnyArray, Ints, Rows

FEW_CELLS = 1 << 20
"""Largest number of cells of a table whose slots are kept."""


class CellSlots:
    """Slots of the cells of a table: one for each code of each column, and one for missing cells.

    Parameters
    ----------
    table : CodedTable
        The rows.

    Examples
    --------
    >>> from conjunct.data.table import Column, Table
    >>> from conjunct.encode import encode
    >>> colour = Column("colour", "nominal", np.array([0, 1, -1]), ("blue", "red"))
    >>> kind = Column("kind", "nominal", np.array([0, 0, 0]), ("a",))
    >>> slots = CellSlots(encode(Table((colour,), kind, n_rows=3)))
    >>> slots.n_slots, slots.of(np.arange(3)).ravel().tolist()
    (3, [0, 1, 2])
    """

    def __init__(self, table: CodedTable) -> None:
        self._table = table
        self._n_codes: Ints = np.array([column.n_codes for column in table.columns], np.int64)
        slots = self._n_codes + 1
        self._first = np.cumsum(slots) - slots
        self.n_slots = int(slots.sum())
        codes = np.arange(self.n_slots) - self._first.repeat(slots)
        self._known: Ints = np.flatnonzero(codes < self._n_codes.repeat(slots))
        self._code_of_known = codes[self._known]
        self._kept: Ints | None = None

    def of(self, rows: Rows) -> Ints:
        """Return the slots of the cells of some rows, ``(rows, columns)``."""
        table = self._table
        if self._kept is None and table.n_rows * len(table.columns) <= FEW_CELLS:
            self._kept = np.ascontiguousarray(self._made(np.arange(table.n_rows, dtype=np.int32)))
        return self._made(rows) if self._kept is None else self._kept.take(rows, axis=0)

    def _made(self, rows: Rows) -> Ints:
        slots = np.empty((len(self._table.columns), len(rows)), np.int64).T
        for column in range(len(self._table.columns)):
            slots[:, column] = self._table.codes(column)[rows]
        slots += self._first
        return slots

    def counts(self, dense: Ints, totals: Ints, by_weight: bool) -> Counts:
        """Return sums by slot as `Counts`, without codes that do not occur.

        Parameters
        ----------
        dense : ndarray of int, (covers, slots, channels)
            Sums over the rows of each slot.
        totals : ndarray of int, (covers, channels)
            Sums over all rows.
        by_weight : bool
            Whether a code occurs if its sum in the first channel is not 0, instead of in any
            channel.
        """
        dense = dense.take(self._known, axis=1)
        occurs = dense[:, :, 0] != 0
        for channel in range(1, 1 if by_weight else dense.shape[2]):
            occurs |= dense[:, :, channel] != 0
        entries = np.flatnonzero(occurs)
        ends = self._n_codes if len(dense) == 1 else np.tile(self._n_codes, len(dense))
        offsets = np.zeros(len(ends) + 1, np.int64)
        offsets[1:] = entries.searchsorted(ends.cumsum())
        return Counts(
            offsets,
            self._code_of_known.take(entries, mode="wrap"),
            dense.reshape(-1, dense.shape[2]).take(entries, axis=0),
            totals,
        )


def grouped_sums(values: Ints, groups: AnyArray, size: int) -> Ints:
    """Add up the whole numbers of rows over the groups that each row belongs to, exactly.

    This is a product of a sparse and a dense matrix: ``np.add.at`` takes six times as long.

    Examples
    --------
    >>> grouped_sums(np.array([[1], [10]]), np.array([[0, 2], [0, 1]]), 3).ravel().tolist()
    [11, 10, 1]
    """
    if size == 1:
        return np.asarray(values.sum(axis=0, keepdims=True))
    n_rows, n_groups = groups.shape
    ends = np.arange(n_rows + 1) * n_groups
    ones = np.ones(groups.size, np.int64)
    member = sparse.csc_array((ones, groups.ravel(), ends), shape=(size, n_rows))
    return np.asarray(member @ values)
