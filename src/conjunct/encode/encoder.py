"""From a `Table` to a `CodedTable`: summarise the columns, decide the codes, code the rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from conjunct import rooms
from conjunct.data.table import Column, Table
from conjunct.encode.coded import CodedColumn, CodedTable
from conjunct.encode.coding import Coding, Cuts, Missing, make_coding
from conjunct.encode.cuts import MAX_CODES
from conjunct.encode.summary import require_same_columns, summarise, target_of
from conjunct.errors import DataError
from conjunct.rooms import chunks, taken
from conjunct.threads import in_threads
from conjunct.types import AnyArray, Ints

MOST_NARROW = 255
"""The largest number of codes that leaves room for "missing" in one byte."""


def encode(
    table: Table,
    missing: Missing = "fails",
    max_codes: int = MAX_CODES,
    cuts: Cuts | None = None,
    also: Cuts | None = None,
    largest_first: bool = False,
    n_threads: int = 1,
) -> CodedTable:
    """Code every attribute of a table with a target, and order the rows by class.

    Parameters
    ----------
    table : Table
        A table with a target.
    missing : {"fails", "value"}
        Whether a missing cell satisfies no condition or is a value of its own, see `make_coding`.
    max_codes : int
        The largest number of codes of a numeric column, see `find_bins`.
    cuts : mapping or None
        Cut points of some numeric columns, see `make_coding`.
    also : mapping or None
        Additional cut points of some numeric columns, see `make_coding`.
    largest_first : bool
        Whether classes are ordered by their number of rows, see `make_coding`.
    n_threads : int
        Number of columns that are processed in parallel.

    Examples
    --------
    >>> from conjunct.data.table import Column, Table
    >>> colour = Column("colour", "nominal", np.array([0, 1, -1]), ("blue", "red"))
    >>> kind = Column("kind", "nominal", np.array([0, 1, 1]), ("a", "b"))
    >>> coded = encode(Table((colour,), kind, n_rows=3))
    >>> coded.codes(0), coded.labels, coded.columns[0].n_codes
    (array([0, 1, 2], dtype=uint8), array([0, 1, 1], dtype=uint8), 2)
    """
    summary = summarise(table, n_threads=n_threads)
    coding = make_coding(summary, missing, max_codes, cuts, also, largest_first)
    return code_table(table, coding, n_threads=n_threads)


def code_table(
    table: Table,
    coding: Coding,
    first_ranks: Ints | Sequence[int] | None = None,
    n_threads: int = 1,
) -> CodedTable:
    """Code the rows of a table, or of a part of one, with a given coding.

    Levels and classes are matched by name, so the parts of a table may list them in different
    orders.

    Parameters
    ----------
    table : Table
        A table with a target and the columns of the coding. A value that is not in the coding
        raises an error.
    coding : Coding
        The coding, made from a summary that counts these rows.
    first_ranks : sequence of int or None
        Number of rows of each class before this part; None for the first part.
    n_threads : int
        Number of columns that are processed in parallel.

    Examples
    --------
    >>> kind = Column("kind", "nominal", np.array([1, 0, 1]), ("a", "b"))
    >>> table = Table((Column("size", "numeric", np.array([3.0, 1.0, 2.0])),), kind)
    >>> coding = make_coding(summarise(table))
    >>> part = code_table(table.take(np.array([1, 2])), coding, first_ranks=[0, 1])
    >>> part.codes(0), part.labels, part.ranks
    (array([0, 1], dtype=uint8), array([0, 1], dtype=uint8), array([0, 1], dtype=int32))
    """
    target = target_of(table)
    require_same_columns(coding.described, [(c.name, c.kind) for c in table.columns])
    if first_ranks is not None and len(first_ranks) != len(coding.classes):
        raise DataError(
            f"first_ranks must have one number per class: {len(coding.classes):,}, not "
            f"{len(first_ranks):,}"
        )
    labels = _class_numbers(target, coding.classes)
    order = np.argsort(labels, kind="stable").astype(np.int32)
    labels = taken(labels, order)
    narrow, wide, place = _code_rows(table, coding.columns, order, n_threads)
    ranks = _ranks(labels, len(coding.classes), first_ranks)
    weights = None if table.weights is None else np.asarray(table.weights, np.float64)[order]
    return CodedTable(coding.columns, narrow, wide, place, labels, coding.classes, ranks, weights)


def _code_rows(
    table: Table, columns: tuple[CodedColumn, ...], order: AnyArray, n_threads: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint16], npt.NDArray[np.int32]]:
    """Return the narrow and the wide codes, with rows in `order`, and the place of each column."""
    is_narrow = np.array([column.n_codes <= MOST_NARROW for column in columns], np.bool_)
    place = np.where(is_narrow, np.cumsum(is_narrow) - 1, 0 - np.cumsum(~is_narrow))
    narrow = rooms.empty((int(is_narrow.sum()), table.n_rows), np.uint8)
    wide = rooms.empty((int((~is_narrow).sum()), table.n_rows), np.uint16)

    def code(number: int) -> None:
        column, at = columns[number], int(place[number])
        codes = _codes_in_parts(table.columns[column.attribute], column)
        np.take(codes, order, out=narrow[at] if at >= 0 else wide[-1 - at])

    in_threads(code, range(len(columns)), n_threads)
    return narrow, wide, place.astype(np.int32)


def _codes_in_parts(column: Column, coded: CodedColumn) -> AnyArray:
    """Return the codes of a column, computed in parts: intermediate codes take eight bytes each."""
    if len(column) <= rooms.CHUNK:
        return _codes(column, coded)
    codes = np.empty(len(column), np.uint8 if coded.n_codes <= MOST_NARROW else np.uint16)
    for rows in chunks(len(column)):
        codes[rows] = _codes(replace(column, values=column.values[rows]), coded)
    return codes


def _codes(column: Column, coded: CodedColumn) -> AnyArray:
    if coded.presence:
        return (~np.isnan(column.values)).view(np.uint8)
    dtype = np.uint8 if coded.n_codes <= MOST_NARROW else np.uint16
    if coded.kind == "numeric":
        return _numeric_codes(column, coded).astype(dtype)
    n_known = len(coded.levels) - (None in coded.levels)
    return _positions(column, coded.levels[:n_known], n_known, f"column {column.name!r}", dtype)


def _numeric_codes(column: Column, coded: CodedColumn) -> AnyArray:
    assert coded.bins is not None
    values = column.values
    low, high = coded.bins
    if coded.n_codes:
        outside = values < low[0]
        outside |= values > high[-1]
    else:
        outside = ~np.isnan(values)
    if outside.any():
        _refuse(f"column {column.name!r}", float(values[outside][0]))
    # NaN sorts after all numbers, so missing cells get the code `n_codes`.
    return np.searchsorted(high, values)


def _class_numbers(target: Column, classes: tuple[str, ...]) -> AnyArray:
    dtype = np.uint8 if len(classes) <= MOST_NARROW else np.int32
    return _positions(target, classes, len(classes), f"the target {target.name!r}", dtype)


def _positions(
    column: Column,
    levels: Sequence[str | None],
    missing: int,
    where: str,
    dtype: type[np.uint8 | np.uint16 | np.int32],
) -> AnyArray:
    """Return the position of every value in `levels`, or `missing`; other values are an error."""
    position = {level: number for number, level in enumerate(levels)}
    strange = [level not in position for level in column.levels]
    if any(strange):
        found = np.flatnonzero(np.array([*strange, False])[column.values])
        if found.size:
            _refuse(where, column.levels[column.values[found[0]]])
    recoded = [position.get(level, missing) for level in column.levels]
    return np.array([*recoded, missing], dtype)[column.values]


def _ranks(
    labels: AnyArray, n_classes: int, first_ranks: Ints | Sequence[int] | None
) -> npt.NDArray[np.int32]:
    """Return the position of each row among those of its class; `labels` must be ascending."""
    sizes = np.bincount(labels, minlength=n_classes)
    shifts = sizes - np.cumsum(sizes)
    if first_ranks is not None:
        shifts = shifts + np.asarray(first_ranks)
    ranks = np.arange(len(labels), dtype=np.int32)
    ranks += np.repeat(shifts.astype(np.int32), sizes)
    return ranks


def _refuse(where: str, value: str | float) -> None:
    raise DataError(f"{where} has the value {value!r}, which is not in the summary of the rows")
