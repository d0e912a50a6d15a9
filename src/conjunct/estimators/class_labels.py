"""Check the classes that are passed to `fit`, and find their name."""

from __future__ import annotations

from numbers import Number
from typing import Any

import numpy as np
from sklearn.utils import assert_all_finite
from sklearn.utils.validation import column_or_1d

from conjunct.data.values import is_null
from conjunct.errors import DataError
from conjunct.types import AnyArray

_SORTS: dict[str, type | tuple[type, ...]] = {
    "texts": str,
    "booleans": (bool, np.bool_),
    "numbers": Number,
}
_NEVER_NULL = (str, bool, np.bool_, int, np.integer)
_GIVE = "give classes that are texts, numbers or booleans"


def class_labels(y: Any) -> AnyArray:
    """Return the class of every row as an array that can be sorted.

    Refuse, with one sentence each, more than one column, rows without a class, labels of several
    types, and labels that are not texts, numbers or booleans.

    Examples
    --------
    >>> class_labels(["no", None])
    Traceback (most recent call last):
        ...
    conjunct.errors.DataError: Input y contains NaN or None in row 2; leave out rows without a class
    >>> class_labels(np.array(["no", 1], dtype=object))
    Traceback (most recent call last):
        ...
    conjunct.errors.DataError: y mixes texts and numbers: 'no' in row 1, 1 in row 2; give labels of one type
    """  # noqa: E501
    if isinstance(y, list | tuple) and not any(isinstance(one, list | tuple) for one in y):
        _check_objects(list(y))  # before an array turns numbers into texts
    labels: AnyArray = column_or_1d(y, warn=True)
    if labels.dtype.kind == "f":
        assert_all_finite(labels, input_name="y")
    if labels.dtype.kind in "mM":
        raise DataError(f"y holds dates or times; {_GIVE}")
    if labels.dtype.kind == "O":
        _check_objects(labels.tolist())
    return labels


def target_name(y: Any) -> str:
    """Return the name of a series or of the only column of a frame; ``class`` if it has none.

    Examples
    --------
    >>> import pandas as pd
    >>> target_name(pd.Series(["a"], name="species")), target_name(["a"])
    ('species', 'class')
    """
    name = getattr(y, "name", None)
    columns = getattr(y, "columns", None)
    if name is None and columns is not None and len(columns) == 1:
        name = columns[0]
    return name if isinstance(name, str) and name else "class"


def _check_objects(labels: list[Any]) -> None:
    sorts = {kind: _sort_of(kind) for kind in {*map(type, labels)}}
    if len({*sorts.values()}) <= 1 and all(issubclass(kind, _NEVER_NULL) for kind in sorts):
        return
    seen: dict[str, int] = {}
    for row, label in enumerate(labels):
        if is_null(label):
            raise DataError(
                f"Input y contains NaN or None in row {row + 1}; leave out rows without a class"
            )
        sort = sorts[type(label)]
        if sort is None:
            raise DataError(f"y holds a {type(label).__name__} in row {row + 1}; {_GIVE}")
        seen.setdefault(sort, row)
    if len(seen) > 1:
        (one, first), (other, second), *_ = seen.items()
        raise DataError(
            f"y mixes {one} and {other}: {labels[first]!r:.60} in row {first + 1}, "
            f"{labels[second]!r:.60} in row {second + 1}; give labels of one type"
        )


def _sort_of(kind: type) -> str | None:
    return next((sort for sort, types in _SORTS.items() if issubclass(kind, types)), None)
