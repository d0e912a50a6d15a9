"""Data frames of pandas, polars and Arrow, through narwhals; the only file that imports it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np

from conjunct.data.raw import RawColumn, RawTable, row_place
from conjunct.data.request import Request
from conjunct.data.table import Kind
from conjunct.data.values import (
    any_rounded,
    column_of_numbers,
    column_of_objects,
    column_of_texts,
    value_text,
)
from conjunct.errors import DataError
from conjunct.types import Floats, Rows

_FRAME = "the table"
_NESTED = (nw.List, nw.Array, nw.Struct, nw.Binary)


def is_frame(source: object) -> bool:
    """Say whether a source is a data frame that `read_frame` reads."""
    return not isinstance(source, np.ndarray) and nw.dependencies.is_into_dataframe(source)


def is_dask_frame(source: object) -> bool:
    """Say whether a source is a data frame of Dask."""
    return nw.dependencies.is_dask_dataframe(source)


def collected(source: Any) -> Any:
    """Return a lazy frame or a query with its rows, and anything else as it is."""
    if nw.dependencies.is_into_lazyframe(source):
        return nw.from_native(source).collect().to_native()
    return source


def read_frame(source: Any, request: Request, name: str = _FRAME) -> RawTable:
    """Read a data frame; the type of a column decides its kind, and nulls and NaN are missing.

    Numbers are numeric; booleans, text and categories are nominal, categories in their own
    order; columns of mixed objects are numeric when every object is a number.

    Parameters
    ----------
    source : data frame
        Of pandas, polars, Arrow or another library that narwhals knows; lazy ones are collected.
    request : Request
        Which columns, of which kind.
    name : str
        What to call the table in messages.
    """
    frame = _as_frame(source, name)
    names = [str(column) for column in frame.columns]
    positions = request.positions(names, name)
    series: list[Any] = list(frame.iter_columns())
    columns = (
        _column(names[index], series[index], request.kind_of(names[index]), name)
        for index in positions
    )
    return RawTable(name, tuple(columns), row_place)


def frame_names(source: Any) -> list[str]:
    """Return the names of all columns of a data frame."""
    return [str(name) for name in _as_frame(source, _FRAME).columns]


def gathered(source: Any, rows: Mapping[str, Rows], numbers: Mapping[str, Floats]) -> Any:
    """Return a frame of the same library whose columns are put together from rows of a frame.

    Parameters
    ----------
    source : data frame
        With the columns; their types stay as they are.
    rows : mapping of str to ndarray of int
        For each column the row numbers that its cells are taken from, all of one length.
    numbers : mapping of str to ndarray of float
        Columns that get these numbers instead.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"a": ["u", "v"], "b": [1, 2]})
    >>> rows = {"a": np.array([1, 1]), "b": np.array([0, 0])}
    >>> gathered(frame, rows, {"b": np.array([0.5, 3])}).to_dict("list")
    {'a': ['v', 'v'], 'b': [0.5, 3.0]}
    """
    frame = _as_frame(source, _FRAME)
    columns = [
        nw.new_series(name, numbers[name], nw.Float64, backend=frame.implementation)
        if name in numbers
        else frame[name][rows[name].tolist()]
        for name in frame.columns
    ]
    whole = frame[next(iter(rows.values())).tolist()]
    return whole.with_columns(*columns).to_native()


def _as_frame(source: Any, name: str) -> nw.DataFrame[Any]:
    try:
        frame: nw.DataFrame[Any] = nw.from_native(collected(source), eager_only=True)
        return frame
    except TypeError:
        raise DataError(
            f"a {type(source).__name__} is not a table; give a file name, a data frame of pandas, "
            "polars or Arrow, a mapping of columns, or a two-dimensional NumPy array"
        ) from None
    except nw.exceptions.DuplicateError as error:
        repeated = re.search(r"- (.+) \d+ times", str(error))
        which = f" named {repeated[1]}" if repeated else " of one name"
        raise DataError(f"{name} has more than one column{which}; give each its own name") from None


def _column(name: str, series: nw.Series[Any], kind: Kind | None, source: str) -> RawColumn:
    dtype = series.dtype
    if dtype.is_numeric():
        numbers = _numbers(series)
        if kind == "nominal" and dtype.is_integer() and any_rounded(numbers):
            return column_of_objects(name, series.to_list(), kind, source)
        return column_of_numbers(name, numbers, kind)
    if isinstance(dtype, _NESTED):
        raise DataError(
            f"column {name!r} of {source} holds {dtype} values, which are neither numbers nor "
            "text; convert or leave out the column"
        )
    if isinstance(dtype, nw.Object | nw.Unknown):
        return column_of_objects(name, series.to_list(), kind, source)
    try:
        column = column_of_texts(name, _texts(series), _own_order(series))
    except UnicodeDecodeError:
        raise DataError(
            f"column {name!r} of {source} holds text that is not UTF-8; write the table again"
        ) from None
    except (OverflowError, ValueError) as error:  # dates that Python cannot hold
        if isinstance(error, DataError) or not dtype.is_temporal():
            raise
        raise DataError(
            f"column {name!r} of {source} holds a date or time outside the years 1 to 9999; "
            "correct or leave out the column"
        ) from None
    is_free = isinstance(dtype, nw.String) or dtype.is_temporal()
    return RawColumn(column, dtype.is_temporal(), None if is_free else "nominal")


def _numbers(series: nw.Series[Any]) -> Floats:
    """Return doubles. NumPy rounds large whole numbers, which Arrow refuses to cast."""
    numbers = series if series.dtype.is_integer() else series.cast(nw.Float64)
    return np.asarray(numbers.to_numpy(), dtype=np.float64)


def _own_order(series: nw.Series[Any]) -> list[str] | None:
    """Return the categories in their order; those of polars have none unless they are an enum."""
    is_ordered = isinstance(series.dtype, nw.Enum)
    if isinstance(series.dtype, nw.Categorical):
        is_ordered = not series.implementation.is_polars()
    if not is_ordered:
        return None
    return [value_text(level) for level in series.cat.get_categories().to_list()]


def _texts(series: nw.Series[Any]) -> list[str | None]:
    """Return the text of every value, None where it is null."""
    values = series.to_list()
    if not isinstance(series.dtype, nw.String):
        text_of = {value: value_text(value) for value in set(values)}
        values = [text_of[value] for value in values]
    if not series.null_count():
        return values
    is_null = series.is_null().to_list()
    return [None if null else value for value, null in zip(values, is_null, strict=True)]
