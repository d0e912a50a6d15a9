"""The monotonicity constraints of `monotonic_cst`, for each coded column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from conjunct.data import Table
from conjunct.encode import CodedColumn
from conjunct.errors import DataError, nearest
from conjunct.types import Ints


class Trend(NamedTuple):
    """The constraint on one attribute.

    Parameters
    ----------
    sign : int
        1: the probability of a class must not fall as the attribute rises; -1: it must not rise.
    number : int
        Position of the class; with two classes, always the second.
    """

    sign: int
    number: int


def monotonic_signs(
    given: Any,
    names: Sequence[str],
    classes: Sequence[Any],
    table: Table,
    columns: Sequence[CodedColumn],
) -> Ints:
    """Return 1, -1 or 0 for each coded column and each score; refuse impossible constraints.

    With more than two classes, the scores of the other classes get the opposite sign. Then the
    probability of the class cannot fall if its own score does not.

    Parameters
    ----------
    given : mapping, array-like or None
        Constraints by name, or in the order of the attributes.
    names : sequence of str
        Names of all attributes.
    classes : sequence
        The classes in the order of the engine.
    table : Table
        The table to learn from.
    columns : sequence of CodedColumn
        Its coded columns.
    """
    asked = _by_name(given, names, classes)
    for column in table.columns:
        if column.name in asked and column.kind == "nominal":
            raise DataError(
                f"monotonic_cst asks for {column.name!r} to be monotonic, but it is nominal; "
                "only numeric attributes have an order"
            )
    n_scores = len(classes) if asked and len(classes) > 2 else 1
    signs = np.zeros((len(columns), n_scores), np.int64)
    for place, coded in enumerate(columns):
        if coded.kind == "numeric" and coded.name in asked:
            sign, number = asked[coded.name]
            signs[place] = -sign
            signs[place, number if n_scores > 1 else 0] = sign
    return signs


def _by_name(given: Any, names: Sequence[str], classes: Sequence[Any]) -> dict[str, Trend]:
    """Return the constraints by attribute; attributes without one are left out."""
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
    for name in given:
        if name not in names:
            hint = nearest(str(name), names)
            raise DataError(f"monotonic_cst names {name!r}, which is not an attribute; {hint}")
    trends = {name: _trend(name, value, classes) for name, value in given.items()}
    return {name: trend for name, trend in trends.items() if trend.sign}


def _trend(name: str, value: Any, classes: Sequence[Any]) -> Trend:
    label = None
    if isinstance(value, Mapping):
        if len(value) != 1:
            raise DataError(
                f"monotonic_cst of {name!r} names {len(value)} classes; name one, and the others "
                "follow"
            )
        ((label, value),) = value.items()
        if label not in classes:
            raise DataError(f"monotonic_cst of {name!r} names {label!r}, which is not a class")
    if isinstance(value, bool) or value not in (-1, 0, 1):
        raise DataError(f"monotonic_cst of {name!r} must be -1, 0 or 1, not {value!r}")
    if label is None and value and len(classes) > 2:
        raise DataError(
            f"monotonic_cst of {name!r} must name a class, as in {{{name!r}: {{{classes[0]!r}: "
            f"{value}}}}}: there are {len(classes)}"
        )
    number = 1 if label is None else list(classes).index(label)
    if len(classes) == 2:
        return Trend(int(value) if number else -int(value), 1)
    return Trend(int(value), number)
