"""Small parts of spreadsheets: column letters, labels, and choices that do not nest too deeply."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.export.walk import Split
from conjunct.model.notation import Label, label_text

_MOST_BRANCHES = 40
"""Largest number of nested choices in one formula; programs allow 64."""


def letters(column: int) -> str:
    """Return the letters of a column, counted from 1.

    Examples
    --------
    >>> letters(1), letters(26), letters(27), letters(703)
    ('A', 'Z', 'AA', 'AAA')
    """
    text = ""
    while column:
        column, place = divmod(column - 1, 26)
        text = chr(ord("A") + place) + text
    return text


def lifted(raw: str, best: str, place: int, lift: str) -> str:
    """Return a formula for a probability that is lifted if its class, from 0, is the best."""
    return f"({raw}+IF({best}={place + 1},{lift},0))/(1+{lift})"


def narrow(split: Split) -> Split:
    """Return a split with few branches and the rest in a split below: IFs nest only so deeply."""
    if len(split.branches) <= _MOST_BRANCHES:
        return split
    others = Split(split.branches[_MOST_BRANCHES:], split.usual)
    return Split(split.branches[:_MOST_BRANCHES], others)


def one_type(classes: Sequence[Label]) -> list[Label]:
    """Return the labels as they are, or all as texts if only some of them are texts."""
    if len({isinstance(label, str) for label in classes}) == 1:
        return list(classes)
    return [label if isinstance(label, str) else label_text(label) for label in classes]
