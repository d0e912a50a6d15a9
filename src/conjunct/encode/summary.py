"""Summaries of columns. They merge with `+`; the division of the rows makes no difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import zip_longest
from operator import add
from typing import ClassVar

import numpy as np

from conjunct.data.levels import order_levels
from conjunct.data.table import Column, Kind, Table
from conjunct.encode.buckets import find_buckets, ordered_bits, ordered_floats
from conjunct.errors import DataError
from conjunct.rooms import chunks
from conjunct.threads import in_threads
from conjunct.types import AnyArray, Floats, Ints

EXACT_VALUES = 65_536
"""A numeric column with at most this many distinct values is summarised exactly."""

ROWS_AT_ONCE = 2**22
"""Number of rows that are sorted at a time."""

Described = tuple[str, Kind]
"""Name and kind of a column."""


@dataclass(frozen=True, eq=False)
class NumericSummary:
    """A histogram of a numeric column, whose buckets depend only on the values.

    A bucket holds the values whose `ordered_bits` agree after the `level` lowest bits are
    dropped. At level 0 each distinct value has a bucket of its own. If there are more than
    `limit` buckets, the level is raised until there are at most `limit`.

    The level is the lowest at which all rows together have at most `limit` buckets, however
    they were divided. Adding rows never reduces the number of buckets, and raising the level never
    increases it. A part therefore never needs a higher level than the whole, and a merge raises
    the level only where the whole needs it too.

    Parameters
    ----------
    level : int
        Number of bits dropped.
    counts : ndarray
        Number of rows in each bucket, in ascending order of the values; their total weight if rows
        have weights.
    low, high : ndarray of float
        Lowest and highest value that occurs in each bucket.
    n_missing : int
        Number of missing cells.
    limit : int
        The largest number of buckets, at least 2.

    Examples
    --------
    >>> one = NumericSummary.of(np.array([3.0, 1.0, np.nan]))
    >>> both = one + NumericSummary.of(np.array([2.0, 3.0]))
    >>> both.low, both.counts, both.n_missing
    (array([1., 2., 3.]), array([1, 1, 2]), 1)
    """

    kind: ClassVar[Kind] = "numeric"
    level: int
    counts: AnyArray
    low: Floats
    high: Floats
    n_missing: int
    limit: int = EXACT_VALUES

    def __post_init__(self) -> None:
        """Raise an error for a limit below 2: positive and negative values never merge."""
        if self.limit < 2:
            raise ValueError(f"limit must be at least 2, not {self.limit}")

    @classmethod
    def of(
        cls, values: Floats, limit: int = EXACT_VALUES, weights: Floats | None = None
    ) -> NumericSummary:
        """Summarise values; NaN is a missing cell. Rows count by their weights, if given."""
        order = None if weights is None else np.argsort(values, kind="stable")
        ordered = np.sort(values) if order is None else values[order]
        n_known = int(np.searchsorted(ordered, np.nan))
        n_missing = ordered.size - n_known
        bits = ordered_bits(ordered[:n_known])
        del ordered
        level, starts = find_buckets(bits, max(limit, 2))
        edges = np.append(starts, n_known)
        low = ordered_floats(bits[starts])
        high = ordered_floats(bits[edges[1:] - 1]) if level else low
        counts: AnyArray = np.diff(edges)
        if order is not None and weights is not None and n_known:
            counts = np.add.reduceat(weights[order[:n_known]], starts)
        return cls(level, counts, low, high, n_missing, limit)

    @property
    def keys(self) -> Ints:
        """The bits that the values of each bucket share, ascending."""
        return ordered_bits(self.low) >> self.level

    def __add__(self, other: NumericSummary) -> NumericSummary:
        """Return the summary of the rows of both."""
        level, limit = max(self.level, other.level), min(self.limit, other.limit)
        low = np.concatenate((self.low, other.low))
        order = np.argsort(low, kind="stable")
        low = low[order]
        n_dropped, starts = find_buckets(ordered_bits(low) >> level, limit)
        level, lowest = level + n_dropped, low[starts]
        highest = lowest
        if level:
            high = np.concatenate((self.high, other.high))[order]
            highest = np.maximum.reduceat(high, starts)
        counts = np.concatenate((self.counts, other.counts))[order]
        return NumericSummary(
            level,
            np.add.reduceat(counts, starts),
            lowest,
            highest,
            self.n_missing + other.n_missing,
            limit,
        )


@dataclass(frozen=True, eq=False)
class NominalSummary:
    """The number of rows of each level of a nominal column.

    If two summaries have the same levels in the same order, a merge keeps this order. Otherwise the
    union is ordered like the levels of a text column: numbers by size, text alphabetically.

    Parameters
    ----------
    levels : tuple of str
        Readable values, including any that do not occur.
    counts : ndarray of int
        Number of rows of each level.
    n_missing : int
        Number of missing cells.

    Examples
    --------
    >>> one = NominalSummary.of(np.array([0, 1, -1]), ("red", "white"))
    >>> both = one + NominalSummary.of(np.array([1, 1]), ("red", "blue"))
    >>> both.levels, both.counts, both.n_missing
    (('blue', 'red', 'white'), array([2, 1, 1]), 1)
    """

    kind: ClassVar[Kind] = "nominal"
    levels: tuple[str, ...]
    counts: Ints
    n_missing: int

    @classmethod
    def of(cls, values: AnyArray, levels: tuple[str, ...]) -> NominalSummary:
        """Summarise positions in `levels`; -1 is a missing cell."""
        counts = np.bincount(np.add(values, 1, dtype=np.intp), minlength=len(levels) + 1)
        return cls(levels, counts[1:], int(counts[0]))

    def counts_of(self, levels: Sequence[str]) -> Ints:
        """Return the number of rows of each given level; 0 for levels not in the summary."""
        counts = dict(zip(self.levels, self.counts.tolist(), strict=True))
        return np.array([counts.get(level, 0) for level in levels], np.int64)

    def __add__(self, other: NominalSummary) -> NominalSummary:
        """Return the summary of the rows of both."""
        n_missing = self.n_missing + other.n_missing
        if self.levels == other.levels:
            return NominalSummary(self.levels, self.counts + other.counts, n_missing)
        levels = order_levels({*self.levels, *other.levels})
        counts = self.counts_of(levels) + other.counts_of(levels)
        return NominalSummary(levels, counts, n_missing)


ColumnSummary = NumericSummary | NominalSummary


@dataclass(frozen=True, eq=False)
class TableSummary:
    """Summaries of all columns of a table with a target.

    Parameters
    ----------
    names : tuple of str
        Names of the attributes.
    columns : tuple of NumericSummary or NominalSummary
        One for each attribute.
    target : NominalSummary
        Summary of the target: the number of rows of each class.

    Examples
    --------
    >>> target = Column("class", "nominal", np.array([0, 1]), ("a", "b"))
    >>> one = summarise(Table((Column("x", "numeric", np.array([1.0, 2.0])),), target))
    >>> (one + one).target.counts, (one + one).n_rows
    (array([2, 2]), 4)
    >>> one + summarise(Table((Column("y", "numeric", np.array([1.0, 2.0])),), target))
    Traceback (most recent call last):
        ...
    conjunct.errors.DataError: parts of one table must have the same columns: column 1 is \
'x' (numeric) in one part and 'y' (numeric) in another
    """

    names: tuple[str, ...]
    columns: tuple[ColumnSummary, ...]
    target: NominalSummary

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return int(self.target.counts.sum())

    @property
    def described(self) -> tuple[Described, ...]:
        """Name and kind of each attribute."""
        kinds = (column.kind for column in self.columns)
        return tuple(zip(self.names, kinds, strict=True))

    def __add__(self, other: TableSummary) -> TableSummary:
        """Return the summary of the rows of both, which must have the same columns."""
        require_same_columns(self.described, other.described)
        pairs = zip(self.columns, other.columns, strict=True)
        columns = tuple(one + two for one, two in pairs)  # type: ignore[operator]
        return TableSummary(self.names, columns, self.target + other.target)


def summarise(table: Table, limit: int = EXACT_VALUES, n_threads: int = 1) -> TableSummary:
    """Summarise every column of a table, or of a part of its rows.

    Parameters
    ----------
    table : Table
        A table with a target; it may have no rows. Its weights count in the summaries of numeric
        columns, which determine cut points.
    limit : int
        The largest number of buckets of a numeric column.
    n_threads : int
        Columns that are worked on side by side.
    """
    target = target_of(table)

    def summary(column: Column) -> ColumnSummary:
        return _summarise_column(column, limit, table.weights)

    columns = tuple(in_threads(summary, table.columns, n_threads))
    return TableSummary(table.names, columns, NominalSummary.of(target.values, target.levels))


def target_of(table: Table) -> Column:
    """Return the target; raise an error if the table has none."""
    if table.target is None:
        raise DataError(f"{table.name} has no target to learn; name one with target=")
    return table.target


def require_same_columns(one: Sequence[Described], another: Sequence[Described]) -> None:
    """Raise an error if columns differ in name or kind."""
    for number, (left, right) in enumerate(zip_longest(one, another), 1):
        if left != right:
            raise DataError(
                f"parts of one table must have the same columns: column {number} is "
                f"{_in_words(left)} in one part and {_in_words(right)} in another"
            )


def _in_words(column: Described | None) -> str:
    return "absent" if column is None else f"{column[0]!r} ({column[1]})"


def _summarise_column(column: Column, limit: int, weights: Floats | None) -> ColumnSummary:
    if column.kind == "numeric":
        parts = (
            NumericSummary.of(
                column.values[rows], limit, None if weights is None else weights[rows]
            )
            for rows in chunks(len(column), ROWS_AT_ONCE)
        )
        return reduce(add, parts) if len(column) else NumericSummary.of(column.values, limit)
    return NominalSummary.of(column.values, column.levels)
