"""One test of one attribute, such as ``bill_length_mm ≤ 44.65``."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, get_args

import numpy as np

from conjunct.data.table import Column, Kind, Table
from conjunct.errors import ModelError
from conjunct.model.days import Day
from conjunct.model.notation import name_text, value_text
from conjunct.types import Flags

Operator = Literal["=", "!=", "<=", ">"]
Missing = Literal["fails", "value"]

OPERATORS: tuple[Operator, ...] = get_args(Operator)
MISSING: tuple[Missing, ...] = get_args(Missing)

_SIGNS: dict[Operator, str] = {"=": "=", "!=": "≠", "<=": "≤", ">": ">"}
_UNKNOWN: dict[Operator, str] = {"=": "is missing", "!=": "is known"}


@dataclass(frozen=True, slots=True)
class Condition:
    """A test that a row passes or fails.

    Parameters
    ----------
    attribute : str
        Name of the column.
    op : {"=", "!=", "<=", ">"}
        The first two compare categories, the last two compare numbers.
    value : str, float or None
        The category or the cut point. None, with "=" or "!=", tests whether the cell is
        missing.

    Examples
    --------
    >>> print(Condition("bill_length_mm", "<=", 44.65))
    bill_length_mm ≤ 44.65
    >>> print(Condition("sex", "!=", "male"))
    sex ≠ male
    >>> print(Condition("sex", "=", None))
    sex is missing
    >>> Condition("sex", "<=", "male")
    Traceback (most recent call last):
    ...
    conjunct.errors.ModelError: condition on 'sex': '<=' needs a finite number, not 'male'
    """

    attribute: str
    op: Operator
    value: str | float | None

    def __post_init__(self) -> None:
        if self.op not in OPERATORS:
            known = ", ".join(repr(op) for op in OPERATORS)
            raise ModelError(
                f"condition on {self.attribute!r}: unknown operator {self.op!r}; use one of {known}"
            )
        if self.op in _UNKNOWN:
            self._check_category()
        else:
            self._check_number()

    def _check_category(self) -> None:
        if self.value is not None and not isinstance(self.value, str):
            raise ModelError(
                f"condition on {self.attribute!r}: {self.op!r} needs a text, not {self.value!r}"
            )

    def _check_number(self) -> None:
        value = self.value
        if value is None or isinstance(value, (str, bool)) or not math.isfinite(value):
            raise ModelError(
                f"condition on {self.attribute!r}: {self.op!r} needs a finite number, not {value!r}"
            )
        # A cut at -0.0 separates the same rows as one at 0.0 and must read the same.
        number = value if isinstance(value, Day) else float(value) + 0.0
        object.__setattr__(self, "value", number)

    def __str__(self) -> str:
        name = name_text(self.attribute)
        if self.value is None:
            return f"{name} {_UNKNOWN[self.op]}"
        return f"{name} {_SIGNS[self.op]} {value_text(self.value)}"

    def dated(self, days: Mapping[str, type[Day]]) -> Condition:
        """Return the condition with its cut point as a date if the column is one of dates."""
        day = days.get(self.attribute)
        if day is None or not isinstance(self.value, float) or type(self.value) is day:
            return self
        return Condition(self.attribute, self.op, day(self.value))

    @property
    def kind(self) -> Kind | None:
        """Kind of column that the test needs; None if any kind will do."""
        if self.value is None:
            return None
        return "nominal" if isinstance(self.value, str) else "numeric"

    def holds(self, column: Column, missing: Missing = "fails") -> Flags:
        """Return, for every row of a column, whether it passes the test.

        If the category is not a level of the column, no cell passes "=" and every known cell
        passes "!=".

        Parameters
        ----------
        column : Column
            A column of the kind that the test needs.
        missing : {"fails", "value"}
            "fails": a missing cell passes no test. "value": a missing cell is a value of its
            own, equal to None and different from every category; it never passes ``≤`` or ``>``.

        Returns
        -------
        flags : ndarray of bool

        Examples
        --------
        >>> sex = Column("sex", "nominal", np.array([0, 1, -1]), ("female", "male"))
        >>> Condition("sex", "!=", "male").holds(sex).tolist()
        [True, False, False]
        >>> Condition("sex", "!=", "male").holds(sex, missing="value").tolist()
        [True, False, True]
        """
        if self.kind not in (None, column.kind):
            raise ModelError(
                f"the model needs column {column.name!r} to be {self.kind}, "
                f"but here it is {column.kind}"
            )
        if isinstance(self.value, str):
            return self._holds_for_category(column, missing)
        if self.value is None:
            return self._holds_for_missing(column, missing)
        # Comparisons with NaN are false, so missing cells fail without a test of their own.
        below = column.values <= self.value if self.op == "<=" else column.values > self.value
        return np.asarray(below, dtype=np.bool_)

    def _holds_for_category(self, column: Column, missing: Missing) -> Flags:
        levels = column.levels
        # A category that the column lacks gets the code after the last level, which no cell has.
        code = levels.index(self.value) if self.value in levels else len(levels)
        if self.op == "=":
            return np.asarray(column.values == code, dtype=np.bool_)
        differs = column.values != code
        return np.asarray(differs if missing == "value" else differs & _known(column), np.bool_)

    def _holds_for_missing(self, column: Column, missing: Missing) -> Flags:
        known = _known(column)
        if self.op == "!=":
            return known
        return ~known if missing == "value" else np.zeros(len(column), dtype=np.bool_)


def body_cover(body: Iterable[Condition], table: Table, missing: Missing = "fails") -> Flags:
    """Return the rows of a table for which all conditions hold; an empty body covers all rows."""
    holds = np.ones(table.n_rows, dtype=np.bool_)
    for condition in body:
        holds &= condition.holds(table.column(condition.attribute), missing)
    return holds


def body_covers(
    bodies: Sequence[Sequence[Condition]], table: Table, missing: Missing = "fails"
) -> Iterator[Flags]:
    """Yield the cover of each body; a condition that several bodies share is tested once."""
    # Tuples are hashed much faster than conditions.
    keys = [[(one.attribute, one.op, one.value) for one in body] for body in bodies]
    uses = Counter(chain.from_iterable(keys))
    kept: dict[tuple[str, str, str | float | None], Flags] = {}
    for body, tests in zip(bodies, keys, strict=True):
        holds = np.ones(table.n_rows, dtype=np.bool_)
        for condition, test in zip(body, tests, strict=True):
            flags = kept.pop(test, None)
            if flags is None:
                flags = condition.holds(table.column(condition.attribute), missing)
            uses[test] -= 1
            if uses[test]:
                kept[test] = flags
            holds &= flags
        yield holds


def body_unknown(body: Iterable[Condition], table: Table, missing: Missing = "fails") -> Flags:
    """Return the rows of a table for which missing cells leave open whether a body holds.

    That is so if a condition tests a missing cell and all conditions on known cells hold. With
    ``missing="value"`` nothing is left open.
    """
    is_open = np.zeros(table.n_rows, dtype=np.bool_)
    fails = np.full(table.n_rows, missing == "value")
    for condition in body:
        column = table.column(condition.attribute)
        known = _known(column)
        is_open |= ~known
        fails |= known & ~condition.holds(column, missing)
    return np.asarray(is_open & ~fails)


def _known(column: Column) -> Flags:
    """Return which cells are not missing."""
    if column.kind == "numeric":
        return np.asarray(~np.isnan(column.values), dtype=np.bool_)
    return np.asarray(column.values >= 0, dtype=np.bool_)
