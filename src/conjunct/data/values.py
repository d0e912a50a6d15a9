"""Columns of tables in memory: numbers, texts, or any Python objects."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, time, timedelta
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np

from conjunct.data.levels import LevelCodes, nominal_column
from conjunct.data.numerals import number_text
from conjunct.data.raw import RawColumn, row_place
from conjunct.data.table import Column, Kind
from conjunct.errors import DataError
from conjunct.types import Floats

_DATES = (date, time, timedelta, np.datetime64, np.timedelta64)
EXACT = 2**53
"""Larger whole numbers would be rounded as floats, and different ones could become one category."""
_NULLS = ("NAType", "NaTType")


def column_of_numbers(name: str, values: Floats, kind: Kind | None) -> RawColumn:
    """Build a column from numbers; NaN is a missing cell.

    Examples
    --------
    >>> column_of_numbers("n", np.array([3.0, 2.5]), "nominal").column.levels
    ('2.5', '3')
    """
    if kind != "nominal":
        return RawColumn(Column(name, "numeric", values))
    distinct, codes = np.unique(values, return_inverse=True)
    texts = [None if np.isnan(value) else _any_number_text(value) for value in distinct]
    column = nominal_column(name, codes.astype(np.int32), texts)
    return RawColumn(column, was_numeric=bool(column.levels))


def any_rounded(numbers: Floats) -> bool:
    """Tell whether whole numbers among these may have been rounded when they became floats.

    Examples
    --------
    >>> any_rounded(np.array([3.0, np.nan])), any_rounded(np.array([float(2**53 + 1)]))
    (False, True)
    """
    return bool((np.abs(numbers) >= EXACT).any())


def column_of_texts(
    name: str, texts: Sequence[str | None], declared: Sequence[str] | None = None
) -> Column:
    """Build a nominal column from texts; None is a missing cell. Surrounding blanks are removed.

    Examples
    --------
    >>> column_of_texts("c", [" a", "b ", None]).levels
    ('a', 'b')
    """
    codes = LevelCodes()
    values = codes.of(texts)
    stripped = [None if raw is None else raw.strip() for raw in codes]
    order = None if declared is None else [level.strip() for level in declared]
    return nominal_column(name, values, stripped, order)


def column_of_objects(
    name: str, values: Sequence[Any], kind: Kind | None, source: str
) -> RawColumn:
    """Build a column from Python objects: numeric if all are numbers, else nominal.

    Examples
    --------
    >>> column_of_objects("n", [1, None, 2.5], None, "the table").column.kind
    'numeric'
    >>> column_of_objects("b", [True, False], None, "the table").column.levels
    ('false', 'true')
    """
    present = [value for value in values if not is_null(value)]
    if all(_is_number(value) for value in present):
        if kind == "nominal" and any(_is_inexact(value) for value in present):
            texts = [None if is_null(value) else _exact_text(value) for value in values]
            return RawColumn(column_of_texts(name, texts), was_numeric=True)
        return column_of_numbers(name, _floats(name, values, source), kind)
    texts = [None if is_null(value) else value_text(value) for value in values]
    is_date = all(isinstance(value, _DATES) for value in present)
    return RawColumn(column_of_texts(name, texts), is_date)


def _floats(name: str, values: Sequence[Any], source: str) -> Floats:
    """Return floats, NaN for missing cells; raise an error for a number that is too large."""
    floats = np.full(len(values), np.nan)
    for row, value in enumerate(values):
        try:
            floats[row] = np.nan if is_null(value) else float(value)
        except OverflowError:
            raise DataError(
                f"column {name!r} of {source} holds a number in {row_place(row)} that is larger "
                "than 1e308; correct the cell or leave it empty"
            ) from None
    return floats


def is_null(value: Any) -> bool:
    """Tell whether an object means "no value": None, NaN, NaT or the NA of pandas.

    Examples
    --------
    >>> is_null(None), is_null(float("nan")), is_null(np.datetime64("NaT")), is_null("")
    (True, True, True, False)
    """
    if value is None or type(value).__name__ in _NULLS:
        return True
    if isinstance(value, np.datetime64 | np.timedelta64):
        return bool(np.isnat(value))
    is_fraction = isinstance(value, Real | Decimal) and not isinstance(value, Integral)
    return is_fraction and math.isnan(value)


def value_text(value: Any) -> str:
    """Return the text of a nominal value.

    Examples
    --------
    >>> value_text(True), value_text(3.0), value_text(3), value_text("a")
    ('true', '3', '3', 'a')
    """
    if isinstance(value, bool | np.bool_):
        return str(bool(value)).lower()
    return _any_number_text(value) if isinstance(value, float | np.floating) else str(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real | Decimal) and not isinstance(value, bool | np.bool_)


def _is_inexact(value: Any) -> bool:
    """Tell whether a whole number may not be exact as a float."""
    return isinstance(value, Integral) and abs(int(value)) > EXACT


def _exact_text(value: Any) -> str:
    return str(int(value)) if isinstance(value, Integral) else _any_number_text(value)


def _any_number_text(value: Any) -> str:
    return number_text(float(value)) if np.isfinite(value) else str(float(value))
