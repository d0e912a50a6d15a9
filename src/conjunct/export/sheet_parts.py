"""Small pieces of spreadsheets: letters of columns, labels, choices that are not nested too far."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.export.walk import Split
from conjunct.model.notation import Label, label_text

_MOST_BRANCHES = 40
"""Choices that are nested in one formula; programs allow 64."""


def letters(column: int) -> str:
    """Return the letters of a column, the first being 1.

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
    """Return a probability that is lifted where its class is the best of several, from 0."""
    return f"({raw}+IF({best}={place + 1},{lift},0))/(1+{lift})"


def narrow(split: Split) -> Split:
    """Return a split of few branches, with the others in a split below: IFs nest only so far."""
    if len(split.branches) <= _MOST_BRANCHES:
        return split
    others = Split(split.branches[_MOST_BRANCHES:], split.usual)
    return Split(split.branches[:_MOST_BRANCHES], others)


def one_type(classes: Sequence[Label]) -> list[Label]:
    """Return the labels as they are, or as texts where some are texts and others are not."""
    if len({isinstance(label, str) for label in classes}) == 1:
        return list(classes)
    return [label if isinstance(label, str) else label_text(label) for label in classes]
