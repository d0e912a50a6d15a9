"""From a `Table` to a `CodedTable`."""

from __future__ import annotations

from typing import Literal

import numpy as np

from conjunct.data.table import Column, Table
from conjunct.encode.coded import CodedColumn, CodedTable
from conjunct.encode.cuts import find_bins
from conjunct.errors import DataError
from conjunct.types import AnyArray

Missing = Literal["fails", "value"]
MAX_LEVELS = 2**16 - 2


def encode(table: Table, missing: Missing = "fails") -> CodedTable:
    """Code every attribute of a table with a target; rows are put in the order of their class.

    Parameters
    ----------
    table : Table
        With a target.
    missing : {"fails", "value"}
        ``"fails"``: a missing cell satisfies no condition. ``"value"``: missing is a level of
        its own in nominal columns, and a numeric column with missing cells gets a second coded
        column that says "known" or "missing".

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
    coded: list[tuple[CodedColumn, AnyArray]] = []
    for attribute, column in enumerate(table.columns):
        if column.kind == "numeric":
            coded.extend(_code_numeric(column, attribute, missing))
        else:
            coded.append(_code_nominal(column, attribute, missing))
    labels = _labels(table.target)
    order = np.argsort(labels, kind="stable")
    coded = [(column, codes[order]) for column, codes in coded]
    columns = tuple(column for column, _ in coded)
    narrow = [codes for _, codes in coded if codes.dtype == np.uint8]
    wide = [codes for _, codes in coded if codes.dtype == np.uint16]
    return CodedTable(
        columns,
        _stack(narrow, np.uint8, table.n_rows),
        _stack(wide, np.uint16, table.n_rows),
        _places([codes for _, codes in coded]),
        labels[order],
        table.target.levels,
    )


def _stack(codes: list[AnyArray], dtype: type, n_rows: int) -> AnyArray:
    return np.stack(codes) if codes else np.empty((0, n_rows), dtype)


def _places(codes: list[AnyArray]) -> AnyArray:
    places, n_narrow, n_wide = [], 0, 0
    for one in codes:
        if one.dtype == np.uint8:
            places.append(n_narrow)
            n_narrow += 1
        else:
            places.append(-1 - n_wide)
            n_wide += 1
    return np.array(places, np.int32)


def _labels(target: Column) -> AnyArray:
    dtype = np.uint8 if len(target.levels) <= 255 else np.int32
    return np.ascontiguousarray(target.values, dtype)


def _fitting(codes: AnyArray, n_codes: int) -> AnyArray:
    return codes.astype(np.uint8 if n_codes <= 255 else np.uint16)


def _code_numeric(
    column: Column, attribute: int, missing: Missing
) -> list[tuple[CodedColumn, AnyArray]]:
    unknown = np.isnan(column.values)
    bins = find_bins(column.values[~unknown] if unknown.any() else column.values)
    n_codes = bins.high.size
    codes = np.searchsorted(bins.high, column.values)
    codes[unknown] = n_codes
    coded = [
        (CodedColumn(column.name, attribute, "numeric", n_codes, bins), _fitting(codes, n_codes))
    ]
    if missing == "value" and unknown.any():
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
