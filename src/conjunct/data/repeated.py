"""Rows that repeat earlier rows of a table, where that is unlikely to be chance."""

from __future__ import annotations

import numpy as np

from conjunct.data.table import Column, Table
from conjunct.types import AnyArray

MOST_ROWS = 200_000
"""Larger tables are not searched for repeated rows."""
LEAST_SHARE = 0.1
"""Smallest share of rows that repeat others for which a note is made."""
_ODD = np.uint64(0x9E3779B97F4A7C15)


def repeated_note(table: Table) -> str:
    """Return a note on rows that repeat earlier ones; empty if there are few, or if it is natural.

    Few columns with few values repeat rows of themselves. So a note is made only if a numeric
    column has at least half as many values as there are different rows, and a quarter as many as
    there are rows.

    Parameters
    ----------
    table : Table
        Attributes and target count; in a table with weights, repeated rows are not looked for.

    Examples
    --------
    >>> columns = (Column("income", "numeric", np.array([10.5, 11.2, 30.1, 10.5])),)
    >>> repeated_note(Table(columns))
    '1 of 4 rows repeats an earlier row. Every copy counts as further evidence; remove copies, unless the rows are different cases.'
    """  # noqa: E501
    if table.weights is not None or not 0 < table.n_rows <= MOST_ROWS:
        return ""
    target = () if table.target is None else (table.target,)
    n_different = len(np.unique(_marks((*table.columns, *target), table.n_rows)))
    n_repeated = table.n_rows - n_different
    if n_repeated < LEAST_SHARE * table.n_rows:
        return ""
    numeric = (column for column in table.columns if column.kind == "numeric")
    finest = max((len(np.unique(column.values)) for column in numeric), default=0)
    if finest < max(n_different / 2, table.n_rows / 4):
        return ""
    verb = "repeats" if n_repeated == 1 else "repeat"
    return (
        f"{n_repeated:,} of {table.n_rows:,} rows {verb} an earlier row. Every copy counts as "
        "further evidence; remove copies, unless the rows are different cases."
    )


def _marks(columns: tuple[Column, ...], n_rows: int) -> AnyArray:
    """Return a 64-bit number for each row; different rows practically never have the same one."""
    marks = np.zeros(n_rows, np.uint64)
    for column in columns:
        if column.kind == "numeric":
            # One bit pattern for each number, and one for all missing cells.
            values = np.where(np.isnan(column.values), np.nan, column.values + 0.0)
            cells = values.view(np.uint64)
        else:
            cells = column.values.astype(np.uint64)
        marks = (marks ^ cells) * _ODD
        marks ^= marks >> np.uint64(29)
    return marks
