"""Tables made of NumPy arrays: one two-dimensional array, or a mapping of names to sequences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from conjunct.data.raw import RawColumn, RawTable, row_place
from conjunct.data.request import Request
from conjunct.data.table import Kind
from conjunct.data.values import any_rounded, column_of_numbers, column_of_objects
from conjunct.errors import DataError
from conjunct.types import AnyArray

_ARRAY = "the array"
_MAPPING = "the table"


def read_array(array: AnyArray, request: Request) -> RawTable:
    """Read a two-dimensional array; its columns are named x0, x1 and so on.

    Numbers give numeric columns, booleans nominal ones. The kinds of an array of objects are
    decided column by column.
    """
    if array.ndim != 2:
        raise DataError(
            f"the array has {array.ndim} dimensions where 2 are expected, rows and columns; "
            "reshape it, for instance with array.reshape(-1, 1) for a single column"
        )
    names = [f"x{index}" for index in range(array.shape[1])]
    positions = request.positions(names, _ARRAY)
    columns = (
        _column(names[index], array[:, index], request.kind_of(names[index]), _ARRAY)
        for index in positions
    )
    return RawTable(_ARRAY, tuple(columns), row_place)


def read_mapping(source: Mapping[Any, Any], request: Request) -> RawTable:
    """Read a mapping of column names to sequences of equal length."""
    names = [str(name) for name in source]
    arrays = [_one_dimensional(name, values) for name, values in source.items()]
    for name, array in zip(names, arrays, strict=True):
        if len(array) != len(arrays[0]):
            raise DataError(
                f"column {name!r} of {_MAPPING} has {len(array)} rows where {len(arrays[0])} are "
                "expected; give all columns the same length"
            )
    columns = (
        _column(names[index], arrays[index], request.kind_of(names[index]), _MAPPING)
        for index in request.positions(names, _MAPPING)
    )
    return RawTable(_MAPPING, tuple(columns), row_place)


def _one_dimensional(name: Any, values: Any) -> AnyArray:
    if isinstance(values, np.ndarray) and values.ndim == 1:
        return values
    if isinstance(values, str | bytes) or not hasattr(values, "__len__"):
        raise DataError(f"column {name!r} of {_MAPPING} is not a sequence of values")
    array = np.empty(len(values), dtype=object)
    array[:] = list(values)
    return array


def _column(name: str, values: AnyArray, kind: Kind | None, source: str) -> RawColumn:
    if values.dtype.kind in "iuf":
        numbers = values.astype(np.float64)
        if kind == "nominal" and values.dtype.kind != "f" and any_rounded(numbers):
            return column_of_objects(name, values.tolist(), kind, source)
        return column_of_numbers(name, numbers, kind)
    if values.dtype.kind in "ObUTmM":
        return column_of_objects(name, _objects(values), kind, source)
    raise DataError(
        f"column {name!r} of {source} has the type {values.dtype}, which is neither numbers nor "
        "text; convert it first"
    )


def _objects(values: AnyArray) -> list[Any]:
    """Return Python objects; dates stay NumPy objects, since nanoseconds would become integers."""
    return list(values) if values.dtype.kind in "mM" else list(values.tolist())
