"""The target: rows without it are dropped, and a target without classes is an error."""

from __future__ import annotations

import math

import numpy as np

from conjunct.data.levels import without_unused_levels
from conjunct.data.number_forms import number_forms
from conjunct.data.numerals import all_numbers
from conjunct.data.raw import RawColumn
from conjunct.data.request import HOW_NOMINAL
from conjunct.data.table import Column
from conjunct.errors import DataError
from conjunct.types import AnyArray

CLASSES_OF_NUMBERS = 20
"""A numeric target with at most this many distinct values is always read as classes."""


def class_column(raw: RawColumn, source: str) -> tuple[Column, AnyArray]:
    """Return the target of the rows that have one, and the numbers of these rows.

    Parameters
    ----------
    raw : RawColumn
        The target as it was read: nominal, with or without missing values.
    source : str
        Name of the table in messages.
    """
    rows = np.flatnonzero(raw.column.values >= 0)
    column = without_unused_levels(raw.column.take(rows))
    if len(column.levels) < 2:
        only = f"is always {column.levels[0]!r}" if column.levels else "has no values"
        raise DataError(
            f"the target {column.name!r} of {source} {only}; "
            "at least two classes are needed to tell them apart"
        )
    if raw.was_numeric and looks_like_regression(column):
        raise DataError(
            f"the target {column.name!r} of {source} holds {len(column.levels)} different numbers; "
            "regression is not supported, only classes are predicted: cut the numbers into "
            f"ranges, or read the column as nominal {HOW_NOMINAL}"
        )
    return column, rows


def looks_like_regression(column: Column) -> bool:
    """Tell whether the levels of a column of numbers are measurements rather than classes.

    They are if there are more than `CLASSES_OF_NUMBERS` levels, and either some are not whole
    numbers or there are more levels than the square root of the number of rows.

    Examples
    --------
    >>> digits = Column("digit", "nominal", np.arange(500) % 10, tuple("0123456789"))
    >>> looks_like_regression(digits)
    False
    >>> prices = Column("price", "nominal", np.arange(50), tuple(f"{i}.5" for i in range(50)))
    >>> looks_like_regression(prices)
    True
    """
    n_levels = len(column.levels)
    if n_levels <= CLASSES_OF_NUMBERS:
        return False
    form = None if all_numbers(column.levels) else number_forms(column.levels)[0]
    numbers = form.numbers(column.levels) if form else list(map(float, column.levels))
    is_whole = all(number.is_integer() for number in numbers or ())
    return not is_whole or n_levels > math.sqrt(len(column))
