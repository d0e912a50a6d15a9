"""Columns that can only identify rows are left out, with a note."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

import numpy as np

from conjunct.data.table import Column, Table

IDENTIFIER_VALUES = 10
"""A column with fewer values never counts as an identifier."""

CONSECUTIVE = 0.9
"""Whole numbers count as row numbers if at least this share of the gaps between them is 1."""

_NAMES = {"index", "idx", "key", "row", "rownames", "rownum", "rowid", "#", "unnamed: 0"}
_LAST_WORDS = {"id", "ids", "no", "nr", "uid", "uuid", "guid"}
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def without_identifiers(table: Table, keep: Collection[str] = ()) -> Table:
    """Leave out columns that can only identify rows, with a note that lists them.

    These are nominal columns whose values are all different, and columns of whole numbers that are
    all different and are either almost consecutive or named like an identifier. Numeric columns
    stay if nothing else is left to learn from.

    Parameters
    ----------
    table : Table
        The table to learn from.
    keep : collection of str
        Names of columns that are never left out.
    """
    found = {c.name: c.kind for c in table.columns if is_identifier(c) and c.name not in keep}
    if len(found) == len(table.columns):
        found = {name: kind for name, kind in found.items() if kind == "nominal"}
    if not found:
        return table
    why = "every value is different, so it can only name rows"
    return replace(
        table,
        columns=tuple(column for column in table.columns if column.name not in found),
        notes=(*table.notes, f"Left out {', '.join(map(repr, found))}: {why}."),
    )


@np.errstate(over="ignore")  # a range that overflows is infinite, which is good enough
def is_identifier(column: Column) -> bool:
    """Tell whether a column can only identify rows.

    Examples
    --------
    >>> is_identifier(Column("n", "numeric", np.arange(100.0)))
    True
    >>> salaries = 1000 + 7 * np.arange(100.0)
    >>> is_identifier(Column("salary", "numeric", salaries))
    False
    >>> is_identifier(Column("customerID", "numeric", salaries))
    True
    """
    n_values = len(column) - column.n_missing
    if n_values < IDENTIFIER_VALUES:
        return False
    if column.kind == "nominal":
        return n_values == len(column.levels)
    if column.form:
        return False
    known = column.values[~np.isnan(column.values)] if column.n_missing else column.values
    beginning = known[:IDENTIFIER_VALUES]
    if (beginning != np.floor(beginning)).any() or np.ptp(known) < n_values - 1:
        return False  # most columns end here: they have fractions, or too small a range
    if (known != np.floor(known)).any():
        return False
    gaps = np.diff(np.sort(known))
    return bool(gaps.all()) and (
        float((gaps == 1).mean()) >= CONSECUTIVE or names_rows(column.name)
    )


def names_rows(name: str) -> bool:
    """Tell whether a column is named like an identifier.

    Examples
    --------
    >>> [names_rows(name) for name in ("ID", "PassengerId", "house_no", "Unnamed: 0")]
    [True, True, True, True]
    >>> [names_rows(name) for name in ("paid", "number of rooms", "price index", "idle")]
    [False, False, False, False]
    """
    words = _WORD.findall(name)
    return name.strip().lower() in _NAMES or (bool(words) and words[-1].lower() in _LAST_WORDS)
