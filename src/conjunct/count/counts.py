"""`Counts`: sums over the rows of every one-condition refinement of a list of covers.

Invariants, tested with hypothesis: the entries of a segment sum to the cover's total minus its
missing cells; permuting rows changes nothing; the counts of a union of row blocks are the sum of
their counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from conjunct.encode import CodedTable
from conjunct.types import AnyArray, Count, Ints, Rows

CODE_BITS = 16
"""Number of bits of a code: a cell takes at most two bytes."""
CODE_MASK = (1 << CODE_BITS) - 1
FEW_CELLS = 1 << 20
"""Largest number of cells of a table whose slots are kept."""


@dataclass(frozen=True, eq=False)
class Counts:
    """Compact sums: only the codes that occur in a cover are listed, in ascending order.

    Parameters
    ----------
    offsets : ndarray, (covers * columns + 1,)
        Segment ``cover * n_columns + column`` is ``offsets[segment]:offsets[segment + 1]``.
    codes : ndarray, (entries,)
        The codes that occur; "missing" is never listed.
    values : ndarray, (entries, channels)
        Sums over the rows with that code: numbers of rows by channel, or sums of a row state. They
        are floats if they come from a `WeightedEngine`.
    totals : ndarray, (covers, channels)
        Sums over all rows of each cover, including those with missing cells.
    """

    offsets: Ints
    codes: AnyArray
    values: AnyArray
    totals: AnyArray

    @property
    def n_covers(self) -> int:
        """Number of covers."""
        return len(self.totals)

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return (len(self.offsets) - 1) // max(self.n_covers, 1)

    def segment(self, cover: int, column: int) -> tuple[AnyArray, AnyArray]:
        """Return the codes of one cover and column, and their sums."""
        at = cover * self.n_columns + column
        part = slice(int(self.offsets[at]), int(self.offsets[at + 1]))
        return self.codes[part], self.values[part]

    def dense(self, cover: int, column: int, n_codes: int) -> Ints:
        """Return the sums of one cover and column for every code, ``(n_codes, channels)``."""
        full = np.zeros((n_codes, self.values.shape[1]), np.int64)
        codes, values = self.segment(cover, column)
        full[codes] = values
        return full

    def of_covers(self, places: Sequence[int]) -> Counts:
        """Return the sums of some of the covers, in the order given.

        Examples
        --------
        >>> two = Counts(np.array([0, 1, 3]), np.array([2, 0, 1]), np.array([[5], [3], [4]]),
        ...              np.array([[6], [7]]))
        >>> two.of_covers([1]).codes, two.of_covers([1]).totals.ravel()
        (array([0, 1]), array([7]))
        """
        ends = self.offsets[np.arange(self.n_covers + 1) * self.n_columns]
        parts = []
        for at in places:
            part = slice(int(ends[at]), int(ends[at + 1]))
            own = self.offsets[at * self.n_columns : (at + 1) * self.n_columns + 1] - part.start
            parts.append(Counts(own, self.codes[part], self.values[part], self.totals[at : at + 1]))
        return Counts.joined(parts)

    def __add__(self, other: Counts) -> Counts:
        """Return the sums over the rows of both; the covers and columns must be the same.

        Examples
        --------
        >>> one = Counts(np.array([0, 1]), np.array([2]), np.array([[5]]), np.array([[6]]))
        >>> two = Counts(np.array([0, 2]), np.array([1, 2]), np.array([[3], [4]]), np.array([[7]]))
        >>> both = one + two
        >>> both.codes, both.values.ravel(), both.totals.ravel()
        (array([1, 2]), array([3, 9]), array([13]))
        """
        if len(self.offsets) != len(other.offsets):
            raise ValueError("only counts of the same covers and columns can be added")
        keys = np.concatenate((self._keys(), other._keys()))
        found, place = np.unique(keys, return_inverse=True)
        values = np.zeros((len(found), self.totals.shape[1]), np.int64)
        np.add.at(values, place, np.concatenate((self.values, other.values)))
        offsets = np.searchsorted(found, np.arange(len(self.offsets)) << CODE_BITS)
        return Counts(offsets, found & CODE_MASK, values, self.totals + other.totals)

    def _keys(self) -> Ints:
        """Return the segment and code of every entry as one number."""
        segments = np.arange(len(self.offsets) - 1).repeat(np.diff(self.offsets))
        return (segments << CODE_BITS) | self.codes.astype(np.int64)

    @staticmethod
    def joined(parts: Sequence[Counts]) -> Counts:
        """Concatenate the counts of several lists of covers."""
        if len(parts) == 1:
            return parts[0]
        ends = np.cumsum([0, *(len(part.codes) for part in parts)])
        moved = [part.offsets[1:] + end for part, end in zip(parts, ends[:-1], strict=True)]
        return Counts(
            np.concatenate(([0], *moved)),
            np.concatenate([part.codes for part in parts]),
            np.concatenate([part.values for part in parts]),
            np.concatenate([part.totals for part in parts]),
        )

    @staticmethod
    def beside(parts: Sequence[Counts]) -> Counts:
        """Concatenate the counts of one cover over several lists of columns."""
        return replace(Counts.joined(parts), totals=parts[0].totals)


def in_64_bits(sums: AnyArray) -> AnyArray:
    """Return sums in 64 bits, so that they can be added up; floats stay floats."""
    return sums.astype(np.result_type(sums, np.int64))


def as_numbers(sums: AnyArray) -> tuple[Count, ...]:
    """Return sums as plain numbers; whole ones become ints.

    Examples
    --------
    >>> as_numbers(np.array([3.0, 0.5])), as_numbers(np.array([3, 0]))
    ((3, 0.5), (3, 0))
    """
    numbers = sums.tolist()
    if sums.dtype.kind != "f":
        return tuple(numbers)
    return tuple(int(one) if one.is_integer() else one for one in numbers)


class CellSlots:
    """Slots of the cells of a table: one for each code of each column, and one for missing cells.

    By them, array operations count all refinements at once.

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
        """Return sums by slot, ``(covers, slots, channels)``, as `Counts`.

        Codes that do not occur are left out. With `by_weight`, a code occurs if its sum in the
        first channel is not 0, instead of in any channel.
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
