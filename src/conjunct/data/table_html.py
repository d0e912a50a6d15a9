"""A table as HTML, for notebooks: its columns and its first rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from conjunct.html import html_block, html_note, html_row, html_table

if TYPE_CHECKING:
    from conjunct.data.table import Column, Table

SHOWN_ROWS, SHOWN_COLUMNS = 5, 20


def table_html(table: Table) -> str:
    """Return the columns with their kinds and missing cells, the first rows, and the notes.

    Parameters
    ----------
    table : Table
        The table; its target is shown as the last column.
    """
    columns = list(table.columns[:SHOWN_COLUMNS])
    names = [column.name for column in columns]
    if table.target is not None:
        columns.append(table.target)
        names.append(f"{table.target.name} (target)")
    rows = [
        html_row(("kind", *(column.kind for column in columns)), "l"),
        html_row(("missing", *(f"{column.n_missing:,}" for column in columns)), "l"),
    ]
    for row in range(min(table.n_rows, SHOWN_ROWS)):
        rows.append(html_row((f"row {row + 1}", *(_cell(column, row) for column in columns)), "l"))
    caption = f"{table.name}: {table.n_rows:,} rows, {len(table.columns):,} attributes"
    notes = list(table.notes)
    if len(table.columns) > SHOWN_COLUMNS:
        notes.insert(0, f"{len(table.columns) - SHOWN_COLUMNS:,} more attributes are not shown.")
    shown = html_table("table", ("", *names), rows, sides="l", caption=caption)
    return html_block([shown, *map(html_note, notes)])


def _cell(column: Column, row: int) -> str:
    value = column.values[row]
    if column.kind == "nominal":
        return column.levels[value] if value >= 0 else ""
    return "" if np.isnan(value) else f"{value:g}"
