"""Read a JSON object field by field; a missing field or a wrong type raises a clear error."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from conjunct.errors import ModelError
from conjunct.model.notation import printable_text
from conjunct.types import Count

Choice = TypeVar("Choice", bound=str)
MOST_SHOWN = 200
"""Largest number of characters of a field's name that a message shows."""
LARGEST_COUNT = 2**63 - 1
"""Largest number of rows, conditions or rules that a model counts."""


@dataclass(frozen=True, slots=True)
class Fields:
    """A JSON object and its path in the file.

    Parameters
    ----------
    value : object
        The parsed JSON value.
    where : str
        Path of the value, such as ``rules[2].search``; empty for the whole file.

    Examples
    --------
    >>> Fields({"width": 4}, "search").integer("width")
    4
    >>> Fields({"width": "4"}, "search").integer("width")
    Traceback (most recent call last):
    ...
    conjunct.errors.ModelError: search.width must be a whole number from 0 up, not '4'
    """

    value: Any
    where: str = ""

    def only(self, names: Iterable[str], optional: Iterable[str] = ()) -> Fields:
        """Return self; refuse anything but an object with exactly these fields.

        Parameters
        ----------
        names : iterable of str
            Required fields.
        optional : iterable of str
            Optional fields.
        """
        if not isinstance(self.value, dict):
            raise ModelError(
                f"{self.where or 'the model'} must be an object, not {self.value!r:.40}"
            )
        expected = list(names)
        for name in expected:
            if name not in self.value:
                raise ModelError(f"{self.path(name)} is missing")
        allowed = {*expected, *optional}
        for name in self.value:
            if name not in allowed:
                raise ModelError(f"{self.path(name)} is not a field of this format")
        return self

    def integer(self, name: str) -> int:
        """Return a count or a position."""
        value = self.any_integer(name)
        self._check_size(name, [value])
        return value

    def any_integer(self, name: str) -> int:
        """Return a whole number of any size, such as a number of possible rules."""
        value = self.value.get(name)
        if not _is_natural(value):
            raise self._refuse(name, "a whole number from 0 up")
        return int(value)

    def integers(self, name: str) -> tuple[int, ...]:
        """Return a list of counts."""
        return self._list_of(name, _is_natural, "a list of whole numbers from 0 up")

    def count(self, name: str) -> Count:
        """Return a number of rows, or their total weight."""
        value = self.value.get(name)
        if not _is_count(value):
            raise self._refuse(name, "a number from 0 up")
        self._check_size(name, [value])
        return value

    def counts(self, name: str) -> tuple[Count, ...]:
        """Return a list of numbers of rows, or of their total weights."""
        return self._list_of(name, _is_count, "a list of numbers from 0 up")

    def _list_of(self, name: str, allows: Callable[[Any], bool], what: str) -> tuple[Any, ...]:
        items = self.items(name)
        if not all(map(allows, items)):
            raise self._refuse(name, what)
        self._check_size(name, items)
        return tuple(items)

    def number(self, name: str) -> float:
        """Return a finite number."""
        value = self.value.get(name)
        if not _is_number(value):
            raise self._refuse(name, "a finite number")
        return float(value)

    def number_or_none(self, name: str) -> float | None:
        """Return a finite number, or None."""
        return None if self.value.get(name) is None else self.number(name)

    def boolean(self, name: str) -> bool:
        """Return a boolean."""
        value = self.value.get(name)
        if not isinstance(value, bool):
            raise self._refuse(name, "true or false")
        return value

    def numbers(self, name: str) -> tuple[float, ...]:
        """Return a list of finite numbers."""
        items = self.items(name)
        if not all(map(_is_number, items)):
            raise self._refuse(name, "a list of finite numbers")
        return tuple(map(float, items))

    def text(self, name: str) -> str:
        """Return a text."""
        value = self.value.get(name)
        if not isinstance(value, str):
            raise self._refuse(name, "a text")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        items = self.items(name)
        if not all(isinstance(item, str) for item in items):
            raise self._refuse(name, "a list of texts")
        return tuple(items)

    def choice(self, name: str, choices: tuple[Choice, ...]) -> Choice:
        """Return one of a few words."""
        value = self.value.get(name)
        for choice in choices:
            if value == choice:
                return choice
        raise self._refuse(name, "one of " + ", ".join(repr(choice) for choice in choices))

    def items(self, name: str) -> list[Any]:
        """Return a list of arbitrary values."""
        value = self.value.get(name)
        if not isinstance(value, list):
            raise self._refuse(name, "a list")
        return value

    def objects(self, name: str) -> list[Fields]:
        """Return a list of objects, each with its path."""
        path = self.path(name)
        return [Fields(item, f"{path}[{i}]") for i, item in enumerate(self.items(name))]

    def object(self, name: str) -> Fields:
        """Return an object with its path."""
        return Fields(self.value.get(name), self.path(name))

    def path(self, name: str) -> str:
        """Return the path of a field in the file, on one line."""
        shown = printable_text(name[:MOST_SHOWN])
        return f"{self.where}.{shown}" if self.where else shown

    def _check_size(self, name: str, counts: Iterable[Count]) -> None:
        largest = max(counts, default=0)
        if largest > LARGEST_COUNT:
            raise ModelError(f"{self.path(name)} is too large: {largest!r:.60}")

    def _refuse(self, name: str, expected: str) -> ModelError:
        return ModelError(f"{self.path(name)} must be {expected}, not {self.value.get(name)!r:.60}")


def _is_number(value: Any) -> bool:
    """Tell whether a value is a number that fits a float; an integer may be too large."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _is_natural(value: Any) -> bool:
    """Tell whether a value is a whole number from 0 up."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_count(value: Any) -> bool:
    """Tell whether a value is a number of rows: a whole number, or a finite float."""
    return _is_natural(value) or (_is_number(value) and value >= 0)
