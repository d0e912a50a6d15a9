"""Parts of a frame that are read separately, and have to agree on the kinds of their columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from conjunct.data.frame import read_frame
from conjunct.data.learnable import DATES_LEFT_OUT, refuse_infinite
from conjunct.data.levels import order_levels
from conjunct.data.recognise import recognised
from conjunct.data.request import Request
from conjunct.data.table import Column, Kind, Table
from conjunct.errors import DataError


@dataclass(frozen=True)
class ColumnSeen:
    """What a part of the rows shows about a column.

    Parameters
    ----------
    kind : {"numeric", "nominal"}
        Kind of the values.
    is_date, is_written : bool
        Whether all values are dates; whether they are numbers written as text.
    has_values : bool
        Whether any cell has a value; if not, the part does not count.
    """

    kind: Kind
    is_date: bool
    is_written: bool
    has_values: bool


@dataclass(frozen=True)
class ReadPart:
    """A part as it was read, and what it shows about each column."""

    table: Table
    seen: tuple[ColumnSeen, ...]


@dataclass(frozen=True)
class Agreed:
    """What all parts together show about the columns.

    Parameters
    ----------
    kinds : dict of str to {"numeric", "nominal"}
        Kinds of the columns that can be learned from, in their order.
    notes : tuple of str
        One sentence for each reason why columns were left out.
    """

    kinds: dict[str, Kind]
    notes: tuple[str, ...]


def read_part(frame: Any, kinds: Mapping[str, Kind], number: int) -> ReadPart:
    """Read one part of a frame, without leaving out columns."""
    request = Request(kinds=dict(kinds))
    raw = recognised(read_frame(frame, request, f"part {number + 1} of the table"), request)
    refuse_infinite(raw)
    columns = tuple(item.column for item in raw.columns)
    seen = tuple(
        ColumnSeen(
            item.column.kind,
            item.is_date,
            bool(item.column.form),
            item.column.n_missing < len(item.column),
        )
        for item in raw.columns
    )
    return ReadPart(Table(columns, name=raw.name, n_rows=len(frame)), seen)


def agreed(
    names: Sequence[str], parts: Sequence[Sequence[ColumnSeen]], keep: Iterable[str]
) -> Agreed:
    """Return the kinds of the columns; if parts disagree, a column is nominal.

    Parameters
    ----------
    names : sequence of str
        Names of the columns.
    parts : sequence of sequence of ColumnSeen
        What each part shows about them.
    keep : iterable of str
        Columns that are nominal and never left out.
    """
    kinds: dict[str, Kind] = {}
    empty, dates, kept = [], [], set(keep)
    for name, *every in zip(names, *parts, strict=True):
        seen = [one for one in every if one.has_values]
        if any(one.is_written for one in seen):
            raise DataError(
                f"column {name!r} holds numbers that are written as text; make them numbers in "
                "the Dask frame, or name the column in categorical_features"
            )
        if not seen and name not in kept:
            empty.append(name)
        elif seen and all(one.is_date for one in seen) and name not in kept:
            dates.append(name)
        else:
            is_numeric = bool(seen) and all(one.kind == "numeric" for one in seen)
            kinds[name] = "numeric" if is_numeric and name not in kept else "nominal"
    lists = ((empty, "no values"), (dates, DATES_LEFT_OUT))
    notes = [f"Left out {', '.join(map(repr, own))}: {why}." for own, why in lists if own]
    return Agreed(kinds, tuple(notes))


def part_table(
    part: ReadPart, frame: Any, what: Agreed, orders: Mapping[str, Sequence[str]]
) -> Table:
    """Return the columns of a part with the kinds that all parts have agreed on.

    Parameters
    ----------
    part : ReadPart
        The part as it was read.
    frame : data frame
        The same part, for columns that must be read again.
    what : Agreed
        The kinds of the columns.
    orders : mapping of str to sequence of str
        Levels of the columns with a declared order.
    """
    found = dict(zip(part.table.names, part.table.columns, strict=True))
    again = [name for name, kind in what.kinds.items() if found[name].kind != kind]
    if texts := [name for name in again if what.kinds[name] == "nominal"]:
        request = Request(kinds=dict.fromkeys(texts, "nominal"), columns=tuple(texts))
        found |= {item.column.name: item.column for item in read_frame(frame, request).columns}
    for name in set(again) - set(texts):  # the part has no value in this column
        found[name] = Column(name, "numeric", np.full(part.table.n_rows, np.nan))
    columns = [_in_order(found[name], orders.get(name)) for name in what.kinds]
    return replace(part.table, columns=tuple(columns))


def _in_order(column: Column, order: Sequence[str] | None) -> Column:
    """Return a nominal column with all declared levels, in their order."""
    if order is None or column.kind == "numeric":
        return column
    levels = tuple(dict.fromkeys(order))
    if not set(column.levels) <= set(levels):
        levels = order_levels({*levels, *column.levels})
    place = [levels.index(level) for level in column.levels]
    return replace(column, values=np.array([*place, -1], np.int32)[column.values], levels=levels)
