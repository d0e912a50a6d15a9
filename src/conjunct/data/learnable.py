"""From a raw table to one that can be learned from: target split off, useless columns left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from conjunct.data.identifiers import without_identifiers
from conjunct.data.levels import without_unused_levels
from conjunct.data.raw import RawColumn, RawTable
from conjunct.data.recognise import recognised
from conjunct.data.request import Request
from conjunct.data.table import Column, Table
from conjunct.data.target import class_column
from conjunct.errors import DataError
from conjunct.types import AnyArray

DATES_LEFT_OUT = (
    "dates or times; --dates days, or read_table(..., dates='days') in Python, reads dates as "
    "days since 1970-01-01"
)
"""The part of a note that says why columns are left out, and how to read dates."""


def table_from_raw(raw: RawTable, request: Request) -> Table:
    """Split off the target, leave out columns that cannot be learned from, and check the rest."""
    raw = recognised(raw, request)
    notes = list(raw.notes)
    found = {item.column.name: item for item in raw.columns}
    if not found or not len(raw.columns[0].column):
        raise DataError(f"{raw.name} has no {'rows' if found else 'columns'}")
    target: Column | None = None
    if request.target is not None:
        item = found.pop(request.target)
        if request.kinds.get(request.target) == "nominal":
            item = RawColumn(item.column)
        target, rows = class_column(item, raw.name)
        n_dropped = len(item.column) - len(rows)
        if n_dropped:
            notes.append(_dropped_rows_note(n_dropped, target.name))
            found = {name: _take(item, rows) for name, item in found.items()}
    if request.columns is None:
        found = _learnable(found, request, notes)
    refuse_infinite(raw)
    table = Table(tuple(item.column for item in found.values()), target, raw.name, tuple(notes))
    if target is not None and request.columns is None:
        table = without_identifiers(table, keep=request.kinds)
    if not table.columns:
        raise DataError(f"{raw.name} has no attribute that can be learned from")
    return table


def _take(item: RawColumn, rows: AnyArray) -> RawColumn:
    column = without_unused_levels(item.column.take(rows))
    return replace(item, column=column)


def _dropped_rows_note(n_dropped: int, target: str) -> str:
    rows = "1 row" if n_dropped == 1 else f"{n_dropped:,} rows"
    return f"Dropped {rows} without a value of the target {target!r}."


def _learnable(
    found: dict[str, RawColumn], request: Request, notes: list[str]
) -> dict[str, RawColumn]:
    """Return the columns that can be learned from, and add a note for each reason to leave out."""
    sorts: list[tuple[Callable[[RawColumn], bool], str]] = [
        (_is_empty, "no values"),
        (_is_date, DATES_LEFT_OUT),
    ]
    for is_sort, why in sorts:
        names = [n for n, item in found.items() if is_sort(item) and n not in request.kinds]
        if names:
            notes.append(f"Left out {', '.join(map(repr, names))}: {why}.")
        found = {name: item for name, item in found.items() if name not in names}
    return found


def _is_empty(item: RawColumn) -> bool:
    return item.column.n_missing == len(item.column)


def _is_date(item: RawColumn) -> bool:
    return item.is_date


def refuse_infinite(raw: RawTable) -> None:
    """Raise an error if a table has an infinite number."""
    for item in raw.columns:
        column = item.column
        if column.kind == "numeric" and np.isinf(column.values).any():
            row = int(np.argmax(np.isinf(column.values)))
            raise DataError(
                f"column {column.name!r} of {raw.name} holds an infinite value in "
                f"{raw.place(row)}; correct the cell or leave it empty"
            )
