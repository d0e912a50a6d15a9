"""From a `Table` to a `CodedTable`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from conjunct.data.table import Column, Table
from conjunct.encode.coded import CodedColumn, CodedTable
from conjunct.encode.cuts import MAX_CODES, find_bins
from conjunct.errors import DataError
from conjunct.types import AnyArray

Missing = Literal["fails", "value"]
MAX_LEVELS = 2**16 - 2


def encode(table: Table, missing: Missing = "fails", max_codes: int = MAX_CODES) -> CodedTable:
    """Code every attribute of a table with a target; rows are put in the order of their class.

    Parameters
    ----------
    table : Table
        With a target.
    missing : {"fails", "value"}
        ``"fails"``: a missing cell satisfies no condition. ``"value"``: missing is a level of
        its own in nominal columns, and a numeric column with missing cells gets a second coded
        column that says "known" or "missing".
    max_codes : int
        The largest number of codes of a numeric column, see `find_bins`.

    Examples
    --------
    >>> from conjunct.data.table import Column, Table
    >>> colour = Column("colour", "nominal", np.array([0, 1, -1]), ("blue", "red"))
    >>> kind = Column("kind", "nominal", np.array([0, 1, 1]), ("a", "b"))
    >>> coded = encode(Table((colour,), kind, n_rows=3))
    >>> coded.codes(0), coded.labels, coded.columns[0].n_codes
    (array([0, 1, 2], dtype=uint8), array([0, 1, 1], dtype=uint8), 2)
    """
    if table.target is None:
        raise DataError(f"{table.name} has no target to learn; name one with target=")
    labels = _labels(table.target)
    order = np.argsort(labels, kind="stable").astype(np.int32)
    # Room for every column in either block: pages that are never written cost no memory.
    most = 2 * len(table.columns) if missing == "value" else len(table.columns)
    narrow = np.empty((most, table.n_rows), np.uint8)
    wide = np.empty((most, table.n_rows), np.uint16)
    columns, places, n_narrow = [], [], 0
    for column, codes in _coded_columns(table, missing, max_codes):
        columns.append(column)
        if codes.dtype == np.uint8:
            places.append(n_narrow)
            np.take(codes, order, out=narrow[n_narrow])
            n_narrow += 1
        else:
            places.append(-1 - (len(places) - n_narrow))
            np.take(codes, order, out=wide[-1 - places[-1]])
    return CodedTable(
        tuple(columns),
        narrow[:n_narrow],
        wide[: len(places) - n_narrow],
        np.array(places, np.int32),
        labels[order],
        table.target.levels,
    )


def _coded_columns(
    table: Table, missing: Missing, max_codes: int
) -> Iterator[tuple[CodedColumn, AnyArray]]:
    for attribute, column in enumerate(table.columns):
        if column.kind == "numeric":
            yield from _code_numeric(column, attribute, missing, max_codes)
        else:
            yield _code_nominal(column, attribute, missing)


def _labels(target: Column) -> AnyArray:
    dtype = np.uint8 if len(target.levels) <= 255 else np.int32
    return np.ascontiguousarray(target.values, dtype)


def _fitting(codes: AnyArray, n_codes: int) -> AnyArray:
    return codes.astype(np.uint8 if n_codes <= 255 else np.uint16)


def _code_numeric(
    column: Column, attribute: int, missing: Missing, max_codes: int
) -> list[tuple[CodedColumn, AnyArray]]:
    unknown = np.isnan(column.values)
    is_complete = not unknown.any()
    bins = find_bins(column.values if is_complete else column.values[~unknown], max_codes)
    n_codes = bins.high.size
    codes = np.searchsorted(bins.high, column.values)
    if not is_complete:
        codes[unknown] = n_codes
    coded = [
        (CodedColumn(column.name, attribute, "numeric", n_codes, bins), _fitting(codes, n_codes))
    ]
    if missing == "value" and not is_complete:
        presence = CodedColumn(column.name, attribute, "nominal", 2, presence=True)
        coded.append((presence, (~unknown).astype(np.uint8)))
    return coded


def _code_nominal(column: Column, attribute: int, missing: Missing) -> tuple[CodedColumn, AnyArray]:
    values = column.values
    unknown = values < 0
    occurs = np.bincount(values[~unknown], minlength=len(column.levels)) > 0
    levels: tuple[str | None, ...] = tuple(
        level for level, there in zip(column.levels, occurs, strict=True) if there
    )
    recoded = np.concatenate((np.cumsum(occurs) - 1, [len(levels)]))
    if missing == "value" and unknown.any():
        levels = (*levels, None)
    if len(levels) > MAX_LEVELS:
        raise DataError(
            f"column {column.name!r} has {len(levels):,} different values, more than the "
            f"{MAX_LEVELS:,} a nominal column can have; leave it out or group its values"
        )
    codes = recoded[values]
    return CodedColumn(column.name, attribute, "nominal", len(levels), levels=levels), _fitting(
        codes, len(levels)
    )
