"""The rows that a page shows, column by column to save space."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from conjunct.data.table import Column
from conjunct.report.known_rows import KnownRows

MOST_CHARACTERS = 2_400_000
"""Largest size of all rows together, in characters; a larger page would be too large to mail."""


def rows_data(
    decision: dict[str, Any], known: KnownRows, most: int, *, every: bool = False
) -> dict[str, Any]:
    """Return the first rows of a table, as many as the size of the page allows.

    Parameters
    ----------
    decision : dict
        As `decision_data` returns it.
    known : KnownRows
    most : int
        The largest number of rows.
    every : bool, default=False
        Whether to append the columns that the model does not use.

    Returns
    -------
    rows : dict
        ``columns`` are in the order of `decision_data`. A nominal column has ``levels`` and
        ``codes``, -1 for a missing cell; a numeric column has ``values``, None for a missing cell.
        ``classes`` are positions, -1 for an unknown class; None if no class is known.
    """
    used = [known.table.column(one["name"]) for one in decision["attributes"]]
    columns = [*used, *(known.others if every else ())]
    n_rows = min(most, known.table.n_rows)
    data = _first(known, columns, n_rows)
    size = len(json.dumps(data, separators=(",", ":")))
    while size > MOST_CHARACTERS and n_rows:
        n_rows = min(n_rows - 1, n_rows * MOST_CHARACTERS // size)
        data = _first(known, columns, n_rows)
        size = len(json.dumps(data, separators=(",", ":")))
    return data


def _first(known: KnownRows, columns: list[Column], n_rows: int) -> dict[str, Any]:
    classes = None if known.classes is None else known.classes[:n_rows].tolist()
    cells = [_column_data(column.take(np.arange(n_rows))) for column in columns]
    return {"n_shown": n_rows, "columns": cells, "classes": classes}


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
    """Return a number in its shortest JSON form; None for a missing cell."""
    if math.isnan(number):
        return None
    return int(number) if number.is_integer() and abs(number) < 1e15 else number
