"""Numbered entries in lines of a given width: bodies on the left, cells in columns beside them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from conjunct.text_width import text_width, to_left, to_right

GAP = "  "
NARROWEST = 20
"""Smallest width of the column of bodies; a line of 80 characters leaves a little more."""
_INDENT = "   "


class Entry(NamedTuple):
    """One entry of a table, with or without a number.

    Parameters
    ----------
    number : str
        The number; empty if the entry has none.
    body : sequence of str
        Parts that are never broken, such as conditions; if they do not fit into one line, they
        continue below.
    beside : str
        Text to the right of the body.
    start : str
        Start of a further line.
    below : sequence of str
        Parts of the further line; empty if there is none.
    """

    number: str
    body: Sequence[str]
    beside: str
    start: str = ""
    below: Sequence[str] = ()


def entry_lines(entries: Sequence[Entry], width: int) -> list[str]:
    r"""Write entries below each other; the first one is the heading.

    A body that is too wide for its column continues below, broken between its parts. The text
    beside it is put beside the first line of the body, or beside the next one if a single part is
    wider than the column.

    Parameters
    ----------
    entries : sequence of Entry
    width : int
        Columns of the terminal in a line. Nothing is cut: a longer part makes a longer line.

    Examples
    --------
    >>> heading = Entry("#", ["rule"], "class")
    >>> rule = Entry("1", ["if humidity > 77.5", "and windy = true"], "no   ")
    >>> print("\n".join(entry_lines([heading, rule], width=30)))
    #  rule                 class
    1  if humidity > 77.5   no
          and windy = true
    """
    margin = max(len(entry.number) for entry in entries)
    below = width - margin - len(GAP)
    beside = max(text_width(entry.beside) for entry in entries)
    room = max(below - len(GAP) - beside, NARROWEST)
    bodies = [filled("", entry.body, _INDENT, room) for entry in entries]
    widths = (text_width(line) for body in bodies for line in body)
    column = max(width for width in widths if width <= room)
    return [
        line.rstrip()
        for entry, body in zip(entries, bodies, strict=True)
        for line in _numbered(
            entry.number.rjust(margin),
            [*_beside(body, column, entry.beside), *_further(entry, below)],
        )
    ]


def columns(rows: Sequence[Sequence[str]], left: int = 0) -> list[str]:
    """Write rows of cells in columns; the first few are left-aligned, the others right-aligned.

    Parameters
    ----------
    rows : sequence of sequences of str
        The cells; later rows may have fewer cells than the first.
    left : int, default=0
        Number of left-aligned columns.

    Examples
    --------
    >>> columns([("class", "rows"), ("no", "5"), ("yes", "12")], left=1)
    ['class  rows', 'no        5', 'yes      12']
    """
    widths = [max(map(text_width, column)) for column in zip_longest(*rows, fillvalue="")]
    return [
        GAP.join(
            to_left(cell, width) if place < left else to_right(cell, width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=False))
        )
        for row in rows
    ]


def filled(start: str, parts: Sequence[str], indent: str, room: int) -> list[str]:
    """Fill lines with parts that are never broken; further lines are indented."""
    first, *others = parts
    lines = [f"{start}{first}"]
    for part in others:
        longer = f"{lines[-1]} {part}"
        if text_width(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(f"{indent}{part}")
    return lines


def _further(entry: Entry, room: int) -> list[str]:
    if not entry.below:
        return []
    return filled(entry.start, entry.below, " " * len(entry.start), room)


def _beside(body: list[str], column: int, right: str) -> list[str]:
    """Append the text beside a body to the first of its lines that leaves room."""
    place = next((n for n, line in enumerate(body) if text_width(line) <= column), len(body))
    lines = body if place < len(body) else [*body, ""]
    return [*lines[:place], f"{to_left(lines[place], column)}{GAP}{right}", *lines[place + 1 :]]


def _numbered(number: str, lines: list[str]) -> list[str]:
    """Write a number before the first line, and indent the other lines by its width."""
    first, *others = lines
    return [f"{number}{GAP}{first}", *(f"{' ' * len(number)}{GAP}{line}" for line in others)]
