"""The distribution of a column's values as a few counts; no row is kept."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from conjunct.count.counts import as_numbers
from conjunct.data.table import Column, Kind
from conjunct.errors import ModelError
from conjunct.model.json_fields import Fields
from conjunct.model.notation import count_text, label_text, name_text
from conjunct.types import AnyArray, Count, Flags, Floats, Ints

MOST_BINS = 10
"""Largest number of bins of a numeric column: deciles, except that equal values stay together."""
MOST_VALUES = 100
"""Values of a nominal column with a count of their own; rarer values share one count."""


class ColumnCounts(NamedTuple):
    """A column counted in the cells of a distribution.

    Parameters
    ----------
    cells : tuple of int or float
        Rows in each cell, or their total weight.
    missing : int or float
        Rows without a value.
    unseen : dict of str to int or float
        Rows by value, for values that did not occur in training.
    """

    cells: tuple[Count, ...]
    missing: Count
    unseen: dict[str, Count]


@dataclass(frozen=True, slots=True)
class Distribution:
    """Training rows by value of a nominal column, or by bin of a numeric one.

    Parameters
    ----------
    kind : {"numeric", "nominal"}
        Kind of the column.
    missing : int or float
        Rows without a value.
    counts : tuple of int or float
        Rows of each bin or value, or their total weight. Empty if only the kind of the column and
        its missing cells are known.
    cuts : tuple of float
        Numeric: the upper end of each bin but the last. It belongs to the bin.
    values : tuple of str
        Nominal: the value of each count.
    n_others : int
        Nominal: the number of rarer values that share the last count; 0 if there are none.

    Examples
    --------
    >>> Distribution.of(Column("age", "numeric", np.array([20.0, 35.0, 50.0, np.nan])))
    Distribution(kind='numeric', missing=1, counts=(1, 1, 1), cuts=(20.0, 35.0), values=(), n_others=0)
    >>> city = Column("city", "nominal", np.array([0, 1, 1, -1]), ("Bonn", "Rome"))
    >>> Distribution.of(city).counts
    (1, 2)
    """  # noqa: E501

    kind: Kind
    missing: Count
    counts: tuple[Count, ...] = ()
    cuts: tuple[float, ...] = ()
    values: tuple[str, ...] = ()
    n_others: int = 0

    def __post_init__(self) -> None:
        if min((self.missing, *self.counts)) < 0:
            raise ModelError("a column has a count below 0")
        numeric = self.kind == "numeric"
        if (self.values or self.n_others) if numeric else self.cuts:
            raise ModelError(f"a {self.kind} column has fields that only the other kind has")
        if not all(map(math.isfinite, self.cuts)) or any(a >= b for a, b in pairwise(self.cuts)):
            raise ModelError("the cuts of a column must be finite numbers in increasing order")
        if len(set(self.values)) < len(self.values):
            raise ModelError("a value of a column is counted twice")
        n_cells = len(self.cuts) + 1 if numeric else len(self.values) + (self.n_others > 0)
        if len(self.counts) != n_cells and (self.counts or n_cells > numeric):
            raise ModelError(f"a column has {len(self.counts)} counts for {n_cells} cells")

    @classmethod
    def of(cls, column: Column, weights: Floats | None = None, whole: bool = True) -> Distribution:
        """Count a column of the training table.

        Parameters
        ----------
        column : Column
        weights : ndarray of float or None
            How often each row counts, above 0; sums of weights must be exact.
        whole : bool, default=True
            Whether to count the values too, and not only the missing cells.
        """
        missing = np.isnan(column.values) if column.kind == "numeric" else column.values < 0
        absent = weight_of(missing, weights)
        if not whole:
            return cls(column.kind, absent)
        if column.kind == "nominal":
            return _of_values(column, weights, absent)
        values = column.values
        if absent:
            values = values[~missing]
            weights = None if weights is None else weights[~missing]
        cuts, counts = _in_bins(values, weights)
        return cls("numeric", absent, counts, cuts)

    @property
    def known(self) -> Count:
        """Rows with a value."""
        return sum(self.counts)

    def labels(self, number: Callable[[float], float] = float) -> tuple[str, ...]:
        """Return a label for each cell.

        Parameters
        ----------
        number : callable, default=float
            What a cut is: `Day` for columns of dates.

        Examples
        --------
        >>> Distribution("numeric", 0, (3, 4, 2), (1.5, 8.0)).labels()
        ('≤ 1.5', '1.5 to 8', '> 8')
        """
        if self.kind == "nominal":
            others = (count_text(self.n_others, "rarer value"),) if self.n_others else ()
            return (*map(name_text, self.values), *others)
        if not self.cuts:
            return ("all",)
        ends = [label_text(number(cut)) for cut in self.cuts]
        return (f"≤ {ends[0]}", *(f"{a} to {b}" for a, b in pairwise(ends)), f"> {ends[-1]}")

    def count(self, column: Column, weights: Floats | None = None) -> ColumnCounts:
        """Count another column in the same cells.

        Each unseen value of a nominal column gets a cell of its own after the others. If rare
        values share a count, an unseen value may be one of them and is counted there.

        Parameters
        ----------
        column : Column
            A column of the same kind.
        weights : ndarray of float or None
        """
        if self.kind == "numeric":
            missing = np.isnan(column.values)
            n_bins = len(self.cuts) + 1
            at = np.where(missing, n_bins, np.searchsorted(self.cuts, column.values))
            *cells, absent = as_numbers(_sums(at, n_bins + 1, weights))
            return ColumnCounts(tuple(cells), absent, {})
        sums = as_numbers(_sums(column.values + 1, len(column.levels) + 1, weights))
        found = dict(zip(column.levels, sums[1:], strict=True))
        cells = [found.pop(value, 0) for value in self.values]
        unseen = {value: count for value, count in found.items() if count}
        if self.n_others:
            return ColumnCounts((*cells, sum(unseen.values())), sums[0], {})
        return ColumnCounts((*cells, *unseen.values()), sums[0], unseen)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON; empty fields are left out."""
        found = {name: getattr(self, name) for name in self.__slots__}
        return {
            name: list(one) if isinstance(one, tuple) else one
            for name, one in found.items()
            if name in ("kind", "missing") or one
        }


def read_distribution(read: Fields) -> Distribution:
    """Read what `Distribution.to_dict` returned."""
    empty: dict[str, Any] = {"counts": [], "cuts": [], "values": [], "n_others": 0}
    given = Fields({**empty, **read.only(("kind", "missing"), empty).value}, read.where)
    try:
        return Distribution(
            kind=given.choice("kind", ("numeric", "nominal")),
            missing=given.count("missing"),
            counts=given.counts("counts"),
            cuts=given.numbers("cuts"),
            values=given.texts("values"),
            n_others=given.integer("n_others"),
        )
    except ModelError as error:
        place = "" if str(error).startswith(read.where) else f"{read.where}: "
        raise ModelError(f"{place}{error}") from None


def _of_values(column: Column, weights: Floats | None, missing: Count) -> Distribution:
    sums = as_numbers(_sums(column.values + 1, len(column.levels) + 1, weights))[1:]
    found = [at for at, count in enumerate(sums) if count]
    kept = sorted(sorted(found, key=lambda at: -sums[at])[:MOST_VALUES])
    rest = set(found) - set(kept)
    counts = [sums[at] for at in kept]
    if rest:
        counts.append(sum(sums[at] for at in rest))
    values = tuple(column.levels[at] for at in kept)
    return Distribution("nominal", missing, tuple(counts), values=values, n_others=len(rest))


def _in_bins(values: Floats, weights: Floats | None) -> tuple[tuple[float, ...], tuple[Count, ...]]:
    """Return cuts that split the values into deciles, and the rows of each bin."""
    if not len(values):
        return (), (0,)
    order = None if weights is None else np.argsort(values, kind="stable")
    ordered = np.sort(values) if order is None else values[order]
    up_to = None if weights is None else np.cumsum(weights[order])
    tenths = ordered[_tenths(len(values), up_to)] + 0.0  # -0.0 becomes 0.0
    cuts = sorted(set(tenths.tolist()) - {float(ordered[-1])})
    ends = [0, *np.searchsorted(ordered, cuts, side="right").tolist(), len(ordered)]
    if up_to is None:
        return tuple(cuts), tuple(b - a for a, b in pairwise(ends))
    sums = np.concatenate(([0.0], up_to))[ends]
    return tuple(cuts), as_numbers(np.diff(sums))


def _tenths(n_rows: int, up_to: Floats | None) -> Ints:
    """Return the positions, in sorted rows, at which the first nine deciles end."""
    parts = np.arange(1, MOST_BINS)
    if up_to is None:
        return np.asarray(np.ceil(parts * n_rows / MOST_BINS).astype(np.int64) - 1)
    return np.asarray(np.searchsorted(up_to, parts * up_to[-1] / MOST_BINS))


def weight_of(holds: Flags, weights: Floats | None) -> Count:
    """Return the number of flagged rows, or their total weight."""
    if weights is None:
        return int(np.count_nonzero(holds))
    return as_numbers(weights[holds].sum(keepdims=True))[0]


def _sums(places: AnyArray, n_places: int, weights: Floats | None) -> AnyArray:
    """Count rows, or add up their weights, by place."""
    return np.bincount(places, weights, n_places)
