"""The meaning of the codes of every column, decided once for all parts of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from conjunct.data.table import Kind
from conjunct.encode.coded import CodedColumn
from conjunct.encode.cuts import MAX_CODES, find_bins, given_bins, with_cuts
from conjunct.encode.summary import Described, NominalSummary, TableSummary
from conjunct.errors import DataError, nearest

Missing = Literal["fails", "value"]
"""Treatment of missing cells: ``"fails"``, they satisfy no condition; ``"value"``, they are a value
of their own."""

Cuts = Mapping[str, Sequence[float]]
"""Cut points by the name of a numeric column."""

MAX_LEVELS = 2**16 - 2
"""The largest number of codes that leaves room for "missing" in two bytes."""


@dataclass(frozen=True, eq=False)
class Coding:
    """The meaning of the codes of a table. It holds no rows.

    Parameters
    ----------
    columns : tuple of CodedColumn
        The coded columns, in the order of the attributes; an attribute may have two.
    classes : tuple of str
        Names of the classes.
    missing : {"fails", "value"}
        Treatment of missing cells, see `make_coding`.
    """

    columns: tuple[CodedColumn, ...]
    classes: tuple[str, ...]
    missing: Missing

    @property
    def described(self) -> tuple[Described, ...]:
        """Name and kind of each attribute."""
        return tuple((column.name, column.kind) for column in self.columns if not column.presence)


def make_coding(
    summary: TableSummary,
    missing: Missing = "fails",
    max_codes: int = MAX_CODES,
    cuts: Cuts | None = None,
    also: Cuts | None = None,
    largest_first: bool = False,
) -> Coding:
    """Decide the codes of every column from a summary of all rows.

    Nominal columns get a code for each level that occurs, numeric columns those of `find_bins`.

    Parameters
    ----------
    summary : TableSummary
        Summary of all rows: a value that it does not count cannot be coded.
    missing : {"fails", "value"}
        ``"fails"``: a missing cell satisfies no condition. ``"value"``: missing is a level of
        its own in nominal columns, and a numeric column with missing cells gets a second coded
        column that says "known" or "missing".
    max_codes : int
        The largest number of codes of a numeric column.
    cuts : mapping or None
        Cut points by the name of a numeric column: only these are used for the column.
    also : mapping or None
        Additional cut points by the name of a numeric column.
    largest_first : bool
        Whether classes are ordered by their number of rows, most frequent first, instead of as in
        the summary.

    Examples
    --------
    >>> import numpy as np
    >>> from conjunct.data.table import Column, Table
    >>> from conjunct.encode.summary import summarise
    >>> colour = Column("colour", "nominal", np.array([2, -1]), ("blue", "green", "red"))
    >>> kind = Column("kind", "nominal", np.array([0, 1]), ("a", "b"))
    >>> coding = make_coding(summarise(Table((colour,), kind)), missing="value")
    >>> coding.columns[0].levels, coding.classes
    (('red', None), ('a', 'b'))
    """
    cuts, also = cuts or {}, also or {}
    _check_cuts(cuts, dict(summary.described))
    columns = tuple(_coded_columns(summary, missing, max_codes, cuts, also))
    classes = summary.target.levels
    if largest_first:
        order = np.argsort(-summary.target.counts, kind="stable")
        classes = tuple(classes[one] for one in order.tolist())
    return Coding(columns, classes, missing)


def _check_cuts(cuts: Cuts, kinds: Mapping[str, Kind]) -> None:
    """Raise an error for cut points of other than numeric columns, or that are not numbers."""
    if not isinstance(cuts, Mapping):
        raise DataError(f"cuts must be a dict of lists of numbers by attribute, not {cuts!r}")
    for name, given in cuts.items():
        if name not in kinds:
            hint = nearest(str(name), kinds)
            raise DataError(f"cuts names {name!r}, which is not an attribute; {hint}")
        if kinds[name] == "nominal":
            raise DataError(
                f"cuts names {name!r}, which is nominal; only numeric attributes can be cut"
            )
        numbers = np.asarray(given)
        is_list = numbers.ndim == 1 and numbers.size > 0 and numbers.dtype.kind in "iuf"
        if not is_list or not np.isfinite(numbers).all():
            raise DataError(f"cuts of {name!r} must be a list of numbers, not {given!r}")


def _coded_columns(
    summary: TableSummary, missing: Missing, max_codes: int, cuts: Cuts, also: Cuts
) -> Iterator[CodedColumn]:
    for attribute, (name, column) in enumerate(zip(summary.names, summary.columns, strict=True)):
        has_value = missing == "value" and column.n_missing > 0
        if isinstance(column, NominalSummary):
            yield _nominal(name, attribute, column, has_value)
            continue
        given = cuts.get(name)
        bins = find_bins(column, max_codes) if given is None else given_bins(column, given)
        bins = with_cuts(bins, also[name]) if name in also else bins
        yield CodedColumn(name, attribute, "numeric", bins.high.size, bins)
        if has_value:
            yield CodedColumn(name, attribute, "nominal", 2, presence=True)


def _nominal(name: str, attribute: int, summary: NominalSummary, has_value: bool) -> CodedColumn:
    levels: tuple[str | None, ...] = tuple(
        level for level, count in zip(summary.levels, summary.counts.tolist(), strict=True) if count
    )
    if has_value:
        levels = (*levels, None)
    if len(levels) > MAX_LEVELS:
        raise DataError(
            f"column {name!r} has {len(levels):,} different values, more than the "
            f"{MAX_LEVELS:,} a nominal column can have; leave it out or group its values"
        )
    return CodedColumn(name, attribute, "nominal", len(levels), levels=levels)
