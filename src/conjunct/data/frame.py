"""Data frames of pandas, polars and Arrow, through narwhals; the only file that imports it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np

from conjunct.data.levels import LevelCodes, have_capitals, nominal_column
from conjunct.data.raw import RawColumn, RawTable, row_place
from conjunct.data.request import Request
from conjunct.data.table import Kind
from conjunct.data.values import any_rounded, column_of_numbers, column_of_objects, value_text
from conjunct.errors import DataError
from conjunct.rooms import Growing
from conjunct.types import AnyArray, Floats, Rows

_FRAME = "the table"
_NESTED = (nw.List, nw.Array, nw.Struct, nw.Binary)


def is_frame(source: object) -> bool:
    """Tell whether a source is a data frame that `read_frame` reads."""
    return not isinstance(source, np.ndarray) and nw.dependencies.is_into_dataframe(source)


def is_dask_frame(source: object) -> bool:
    """Tell whether a source is a data frame of Dask."""
    return nw.dependencies.is_dask_dataframe(source)


def collected(source: Any) -> Any:
    """Return the rows of a lazy frame or a query; return any other source unchanged."""
    if nw.dependencies.is_into_lazyframe(source):
        return nw.from_native(source).collect().to_native()
    return source


def read_frame(source: Any, request: Request, name: str = _FRAME) -> RawTable:
    """Read a data frame; the type of a column decides its kind, and nulls and NaN are missing.

    Numbers are numeric. Booleans, texts and categories are nominal; categories keep their order.
    Columns of mixed objects are numeric if every object is a number.

    Parameters
    ----------
    source : data frame
        A frame of pandas, polars, Arrow or another library that narwhals supports; lazy frames are
        collected.
    request : Request
        The wanted columns and their kinds.
    name : str
        Name of the table in messages.
    """
    return read_frames([source], request, name)


def read_frames(sources: Iterable[Any], request: Request, name: str = _FRAME) -> RawTable:
    """Read consecutive data frames, at least one, as one table."""
    columns: list[SeriesColumn] = []
    known: list[str] = []
    for source in sources:
        frame = _as_frame(source, name)
        names = [str(column) for column in frame.columns]
        if not columns:
            known = names
            at = request.positions(names, name)
            columns = [SeriesColumn(names[one], request.kind_of(names[one]), name) for one in at]
        elif names != known:
            raise DataError(
                f"the parts of {name} have different columns: {', '.join(known)} in one, and "
                f"{', '.join(names)} in another; write all parts with the same columns"
            )
        series: list[Any] = list(frame.iter_columns())
        for index, column in zip(at, columns, strict=True):
            column.extend(series[index])
    return RawTable(name, tuple(column.finish() for column in columns), row_place)


def frame_names(source: Any) -> list[str]:
    """Return the names of all columns of a data frame."""
    return [str(name) for name in _as_frame(source, _FRAME).columns]


def gathered(source: Any, rows: Mapping[str, Rows], numbers: Mapping[str, Floats]) -> Any:
    """Return a frame of the same library, with cells taken from given rows of a frame.

    Parameters
    ----------
    source : data frame
        The frame with the columns; their types stay unchanged.
    rows : mapping of str to ndarray of int
        For each column, the numbers of the rows that its cells are taken from; all have the same
        length.
    numbers : mapping of str to ndarray of float
        Columns that have these numbers instead.

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
            f"{type(source).__name__} objects are not tables; give a file name, a data frame of "
            "pandas, polars or Arrow, a mapping of columns, or a two-dimensional NumPy array"
        ) from None
    except nw.exceptions.DuplicateError as error:
        repeated = re.search(r"- (.+) \d+ times", str(error))
        which = f" named {repeated[1]}" if repeated else " of one name"
        raise DataError(f"{name} has more than one column{which}; give each its own name") from None


class SeriesColumn:
    """Collects the parts of one column of a data frame.

    Parameters
    ----------
    name : str
        Name of the column.
    kind : {"numeric", "nominal"} or None
        The kind that the caller requests, if any.
    source : str
        Name of the table in messages.
    """

    def __init__(self, name: str, kind: Kind | None, source: str) -> None:
        self._name, self._kind, self._source = name, kind, source
        self._dtype: Any = None
        self._numbers, self._codes = Growing(np.float64), Growing(np.int32)
        self._objects: list[Any] = []
        self._texts = LevelCodes()
        self._order: dict[str, None] | None = None

    def extend(self, series: nw.Series[Any]) -> None:
        """Add a part."""
        dtype = series.dtype
        if self._dtype is not None and _sort_of(dtype) != _sort_of(self._dtype):
            raise DataError(
                f"column {self._name!r} of {self._source} holds {self._dtype} values in one part "
                f"and {dtype} values in another; write all parts with the same type"
            )
        self._dtype = dtype
        if dtype.is_numeric():
            self._numbers.append(_numbers(series, dtype))
            if self._kind == "nominal" and dtype.is_integer():
                self._objects += series.to_list()
        elif isinstance(dtype, _NESTED):
            raise DataError(
                f"column {self._name!r} of {self._source} holds {dtype} values, which are neither "
                "numbers nor text; convert or leave out the column"
            )
        elif isinstance(dtype, nw.Object | nw.Unknown):
            self._objects += series.to_list()
        else:
            self._extend_texts(series, dtype)

    def _extend_texts(self, series: nw.Series[Any], dtype: Any) -> None:
        try:
            texts, codes = _coded(series) or _listed(series, dtype)
        except UnicodeDecodeError:
            raise DataError(
                f"column {self._name!r} of {self._source} holds text that is not UTF-8; write the "
                "table again"
            ) from None
        except (OverflowError, ValueError):  # dates that Python cannot hold
            if not dtype.is_temporal():
                raise
            raise DataError(
                f"column {self._name!r} of {self._source} holds a date or time outside the years "
                "1 to 9999; correct or leave out the column"
            ) from None
        self._codes.append(self._texts.of([*texts, None])[codes])
        order = _own_order(series, dtype)
        if order is not None:
            self._order = {**(self._order or {}), **dict.fromkeys(order)}

    def finish(self) -> RawColumn:
        """Return the column of all parts."""
        dtype = self._dtype
        if dtype.is_numeric():
            numbers = self._numbers.joined()
            if self._objects and any_rounded(numbers):
                return column_of_objects(self._name, self._objects, self._kind, self._source)
            return column_of_numbers(self._name, numbers, self._kind)
        if isinstance(dtype, nw.Object | nw.Unknown):
            return column_of_objects(self._name, self._objects, self._kind, self._source)
        texts = [None if text is None else text.strip() for text in self._texts]
        order = None if self._order is None else [level.strip() for level in self._order]
        column = nominal_column(self._name, self._codes.joined(), texts, order)
        is_free = isinstance(dtype, nw.String) or dtype.is_temporal()
        declared: Kind | None = None if is_free else "nominal"
        capitals = order is None and have_capitals(texts)
        return RawColumn(column, dtype.is_temporal(), declared, has_capitals=capitals)


def _sort_of(dtype: Any) -> str:
    """Return the sort of values, which decides how a part of a column is collected."""
    if dtype.is_numeric():
        return "number"
    return str(dtype) if dtype.is_temporal() else type(dtype).__name__


Coded = tuple[Sequence[str | None], AnyArray]
"""Texts, and for every cell the position of its text; -1 for null."""


def _listed(series: nw.Series[Any], dtype: Any) -> Coded:
    """Return the texts of a series, found cell by cell."""
    codes = LevelCodes()
    places = codes.of(_texts(series, dtype))
    return list(codes), places


def _coded(series: nw.Series[Any]) -> Coded | None:
    """Return the dictionary of a series that pyarrow makes, or None if it cannot make one.

    This avoids a Python object for every cell.
    """
    try:
        cells = series.to_arrow()
        coded = cells if hasattr(cells, "dictionary") else cells.dictionary_encode()
        known = coded.dictionary.to_pylist()
        codes = coded.indices.cast("int32").fill_null(-1).to_numpy(zero_copy_only=False)
    except (ImportError, AttributeError, TypeError, ValueError, NotImplementedError):
        return None
    if not all(isinstance(value, str | bool) for value in known):
        return None
    n_rows = np.bincount(codes + 1, minlength=len(known) + 1)[1:]
    return [value_text(one) if n else None for one, n in zip(known, n_rows, strict=True)], codes


def _numbers(series: nw.Series[Any], dtype: Any) -> Floats:
    """Return 64-bit floats. NumPy rounds large whole numbers; Arrow would refuse the cast."""
    numbers = series if dtype.is_integer() else series.cast(nw.Float64)
    return np.asarray(numbers.to_numpy(), dtype=np.float64)


def _own_order(series: nw.Series[Any], dtype: Any) -> list[str] | None:
    """Return the categories in their order, or None: polars has an order only for enums."""
    is_ordered = isinstance(dtype, nw.Enum)
    if isinstance(dtype, nw.Categorical):
        is_ordered = not series.implementation.is_polars()
    if not is_ordered:
        return None
    return [value_text(level) for level in series.cat.get_categories().to_list()]


def _texts(series: nw.Series[Any], dtype: Any) -> list[str | None]:
    """Return the text of every value, or None for null."""
    values = series.to_list()
    if not isinstance(dtype, nw.String):
        text_of = {value: value_text(value) for value in set(values)}
        values = [text_of[value] for value in values]
    if not series.null_count():
        return values
    is_null = series.is_null().to_list()
    return [None if null else value for value, null in zip(values, is_null, strict=True)]
