"""What every reader hands on: columns as they were found, before the target is split off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from conjunct.data.number_forms import Decimal
from conjunct.data.table import Column, Kind


@dataclass(frozen=True, eq=False)
class RawColumn:
    """A column with what only its source knows.

    Parameters
    ----------
    column : Column
        Name, kind and values.
    is_date : bool
        Whether every value is a date, a time or a duration.
    declared : {"numeric", "nominal"} or None
        The kind that the source says the column has; None leaves it to the texts.
    was_numeric : bool
        Whether the values of a nominal column would have made a numeric one, had the caller not
        asked for a nominal one.
    has_capitals : bool
        Whether the source writes true or false with capitals, see `fold_booleans`.
    """

    column: Column
    is_date: bool = False
    declared: Kind | None = None
    was_numeric: bool = False
    has_capitals: bool = False


@dataclass(frozen=True, eq=False)
class RawTable:
    """All columns of a source that the caller wants, the target among them.

    Parameters
    ----------
    name : str
        What to call the source in messages.
    columns : tuple of RawColumn
        In the order of the source, or as the caller listed them.
    place : callable
        Turns a row number from 0 into words, such as ``"line 7"``.
    notes : tuple of str
        What the reader guessed.
    is_text : bool
        Whether the source holds text only, so that numerals are numbers.
    decimal : {".", ","}
        What stands before a fraction where a column does not tell.
    """

    name: str
    columns: tuple[RawColumn, ...]
    place: Callable[[int], str]
    notes: tuple[str, ...] = ()
    is_text: bool = False
    decimal: Decimal = "."


def row_place(row: int) -> str:
    """Say where a row of an in-memory table is.

    Examples
    --------
    >>> row_place(0)
    'row 1'
    """
    return f"row {row + 1}"
