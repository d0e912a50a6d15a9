"""What `monotonic_cst` asks of each coded column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from conjunct.data import Table
from conjunct.encode import CodedColumn
from conjunct.errors import DataError
from conjunct.types import Ints


def monotonic_signs(
    given: Any, names: Sequence[str], n_classes: int, table: Table, columns: Sequence[CodedColumn]
) -> Ints:
    """Return 1, -1 or 0 for each coded column; refuse what cannot be obeyed.

    Parameters
    ----------
    given : mapping, array-like or None
        By name, or in the order of the attributes.
    names : sequence of str
        Of all attributes.
    n_classes : int
        Number of classes.
    table : Table
        What is learned from.
    columns : sequence of CodedColumn
        Its coded columns.
    """
    asked = _by_name(given, names)
    if any(asked.values()) and n_classes > 2:
        raise DataError(f"monotonic_cst needs two classes, and there are {n_classes}")
    for column in table.columns:
        if asked.get(column.name) and column.kind == "nominal":
            raise DataError(
                f"monotonic_cst asks for {column.name!r} to be monotonic, but it is nominal; "
                "only numeric attributes have an order"
            )
    numeric = [one.name if one.kind == "numeric" else "" for one in columns]
    return np.array([asked.get(name, 0) for name in numeric], np.int64)


def _by_name(given: Any, names: Sequence[str]) -> dict[str, int]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        values = np.asarray(given)
        if values.shape != (len(names),):
            raise DataError(
                f"monotonic_cst has {values.size} values for {len(names)} attributes; give one "
                "for each, or a dict by name"
            )
        given = dict(zip(names, values.tolist(), strict=True))
    for name, value in given.items():
        if name not in names:
            raise DataError(f"monotonic_cst names {name!r}, which is not an attribute")
        if value not in (-1, 0, 1):
            raise DataError(f"monotonic_cst of {name!r} must be -1, 0 or 1, not {value!r}")
    return {name: int(value) for name, value in given.items()}
