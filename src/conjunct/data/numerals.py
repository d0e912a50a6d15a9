"""Text to numbers, whole columns at a time, and numbers to text."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import numpy as np

from conjunct.data.tokens import is_missing
from conjunct.types import Floats


def number(text: str | None, tokens: frozenset[str]) -> float:
    """Return the number in a cell, or NaN if it is missing.

    The notation is Python's, without underscores. ``inf`` is a number, for which a later check
    raises an error with its place; the word ``nan`` is not.

    Examples
    --------
    >>> number(" 1e3 ", frozenset({"?"})), number("?", frozenset({"?"}))
    (1000.0, nan)
    >>> number("1_000", frozenset({"?"}))
    Traceback (most recent call last):
        ...
    ValueError: '1_000' is not a number
    """
    if text is None or is_missing(text, tokens):
        return math.nan
    value = float(text) if "_" not in text else math.nan
    if math.isnan(value):
        raise ValueError(f"{text!r} is not a number")
    return value


class _Numbers(dict[str | None, float]):
    """Numbers by text; each distinct text is parsed once."""

    def __init__(self, tokens: frozenset[str]) -> None:
        self.tokens = tokens

    def __missing__(self, text: str | None) -> float:
        self[text] = value = number(text, self.tokens)
        return value


def parse_numbers(cells: Sequence[str | None], tokens: frozenset[str]) -> Floats | None:
    """Return the cells as numbers, NaN for missing ones, or None if one of them is text.

    Examples
    --------
    >>> parse_numbers(["1", "?", "2.5"], frozenset({"?"}))
    array([1. , nan, 2.5])
    >>> parse_numbers(["1", "low"], frozenset({"?"})) is None
    True
    """
    values = None if any(map(is_number, tokens)) else _parse_plain(cells)
    if values is not None:
        return values
    try:
        return np.fromiter(map(_Numbers(tokens).__getitem__, cells), np.float64, len(cells))
    except ValueError:
        return None


def has_points(cells: Sequence[str | None]) -> bool:
    """Tell whether one of the cells contains a point."""
    return "." in "".join(filter(None, cells))


def all_numbers(texts: Collection[str]) -> bool:
    """Tell whether there are texts and all of them are numbers."""
    return bool(texts) and all(map(is_number, texts))


def number_text(value: float) -> str:
    """Return a number as the text of a nominal value: whole numbers without a point.

    Examples
    --------
    >>> number_text(3.0), number_text(2.5)
    ('3', '2.5')
    """
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def _parse_plain(cells: Sequence[str | None]) -> Floats | None:
    """Parse cells that are all plain finite numbers; None if they need careful parsing."""
    try:
        values = np.fromiter(map(float, cells), np.float64, len(cells))  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return None
    if not np.isfinite(values).all() or "_" in "".join(cells):  # type: ignore[arg-type]
        return None
    return values


def is_number(text: str) -> bool:
    """Tell whether a text is a plain number."""
    try:
        number(text, frozenset())
    except ValueError:
        return False
    return True
