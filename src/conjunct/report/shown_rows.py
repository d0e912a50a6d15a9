"""The rows that a page shows, column by column so that they take little room."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from conjunct.data.table import Column
from conjunct.report.known_rows import KnownRows

MOST_CHARACTERS = 2_400_000
"""Of all rows together; a page with more than these would be too large to mail."""


def rows_data(decision: dict[str, Any], known: KnownRows, most: int) -> dict[str, Any]:
    """Return the first rows of a table, as few as it takes to keep the page small.

    Parameters
    ----------
    decision : dict
        As `decision_data` returns it.
    known : KnownRows
    most : int
        The largest number of rows.

    Returns
    -------
    rows : dict
        ``columns`` in the order of `decision_data`: a nominal one has ``levels`` and ``codes``, -1
        where a cell is missing, a numeric one ``values``, None where missing. ``classes`` are
        positions, -1 where a class is not known, or None for all of them.
    """
    names = [one["name"] for one in decision["attributes"]]
    n_rows = min(most, known.table.n_rows)
    data = _first(known, names, n_rows)
    size = len(json.dumps(data, separators=(",", ":")))
    while size > MOST_CHARACTERS and n_rows:
        n_rows = min(n_rows - 1, n_rows * MOST_CHARACTERS // size)
        data = _first(known, names, n_rows)
        size = len(json.dumps(data, separators=(",", ":")))
    return data


def _first(known: KnownRows, names: list[str], n_rows: int) -> dict[str, Any]:
    classes = None if known.classes is None else known.classes[:n_rows].tolist()
    columns = [_column_data(known.table.column(name).take(np.arange(n_rows))) for name in names]
    return {"n_shown": n_rows, "columns": columns, "classes": classes}


def _column_data(column: Column) -> dict[str, Any]:
    if column.kind == "numeric":
        return {"values": [_plain(one) for one in column.values.tolist()]}
    present = [place for place in np.unique(column.values).tolist() if place >= 0]
    renumbered = np.full(len(column.levels) + 1, -1)
    renumbered[present] = np.arange(len(present))
    return {
        "levels": [column.levels[place] for place in present],
        "codes": renumbered[column.values].tolist(),
    }


def _plain(number: float) -> float | int | None:
    """Return a number in the form that JSON writes shortest; None for a missing one."""
    if math.isnan(number):
        return None
    return int(number) if number.is_integer() and abs(number) < 1e15 else number
