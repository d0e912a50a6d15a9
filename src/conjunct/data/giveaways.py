"""Columns that alone tell the target of every row, as copies of it do."""

from __future__ import annotations

import numpy as np

from conjunct.data.table import Column, Table
from conjunct.types import AnyArray

MOST_ROWS = 200_000
"""Larger tables are not looked through."""
LEAST_ROWS = 20
"""With fewer rows in which it is known, a column may tell the target by chance."""
ROWS_PER_VALUE = 5
"""A column of categories with fewer rows for each of them may tell the target by chance."""


def giveaway_note(table: Table) -> str:
    """Return a note on columns that alone tell the target of every row; empty without any.

    Such a column is often known only once the target is known, such as the date of a default.

    Parameters
    ----------
    table : Table
        A table with a nominal target.

    Examples
    --------
    >>> paid = np.arange(40) % 2
    >>> target = Column("paid", "nominal", paid.astype(np.int32), ("no", "yes"))
    >>> refund, income = Column("refund", "numeric", 9.5 * paid), np.arange(40.0)
    >>> giveaway_note(Table((refund, Column("income", "numeric", income)), target))
    "'refund' alone tells the target in all rows. If it is known only later, learn without it (--forbid)."
    """  # noqa: E501
    target = table.target
    if target is None or target.kind != "nominal" or table.n_rows > MOST_ROWS:
        return ""
    found = [column for column in table.columns if tells_all(column, target.values)]
    if not found:
        return ""
    gaps = " where it is known" if any(column.n_missing for column in found) else ""
    *first, last = (repr(column.name) for column in found)
    if not first:
        return (
            f"{last} alone tells the target in all rows{gaps}. If it is known only later, learn "
            "without it (--forbid)."
        )
    return (
        f"Each of {', '.join(first)} and {last} alone tells the target in all rows{gaps}. Learn "
        "without those that are known only later (--forbid)."
    )


def tells_all(column: Column, labels: AnyArray) -> bool:
    """Tell whether each value, or one range of numbers for each class, has rows of one class only.

    Parameters
    ----------
    column : Column
        A column of a table.
    labels : ndarray of int
        The class of each row; negative if it is not known.
    """
    values = column.values
    known = (labels >= 0) & (~np.isnan(values) if column.kind == "numeric" else values >= 0)
    values, labels = values[known], labels[known]
    classes = np.unique(labels)
    if len(values) < max(LEAST_ROWS, len(column) / 2) or len(classes) < 2:
        return False
    order = np.lexsort((labels, values))
    values, labels = values[order], labels[order]
    starts, turns = values[1:] != values[:-1], labels[1:] != labels[:-1]
    if bool((turns & ~starts).any()):
        return False
    if column.kind == "numeric":
        return int(turns.sum()) == len(classes) - 1
    return ROWS_PER_VALUE * (int(starts.sum()) + 1) <= len(values)
