"""The result of every reader: columns as they were found, before the target is split off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from conjunct.data.number_forms import Decimal
from conjunct.data.table import Column, Kind


@dataclass(frozen=True, eq=False)
class RawColumn:
    """A column with facts that only its source knows.

    Parameters
    ----------
    column : Column
        Name, kind and values.
    is_date : bool
        Whether every value is a date, a time or a duration.
    declared : {"numeric", "nominal"} or None
        The kind that the source declares; None if the texts decide.
    was_numeric : bool
        Whether a nominal column would have been numeric if the caller had not requested a nominal
        one.
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
        Name of the source in messages.
    columns : tuple of RawColumn
        The columns, in the order of the source or as the caller listed them.
    place : callable
        Function that turns a row number from 0 into words, such as ``"line 7"``.
    notes : tuple of str
        Sentences about what the reader guessed.
    is_text : bool
        Whether the source holds only text, so that numerals are numbers.
    decimal : {".", ","}
        The decimal separator of columns that do not show it.
    """

    name: str
    columns: tuple[RawColumn, ...]
    place: Callable[[int], str]
    notes: tuple[str, ...] = ()
    is_text: bool = False
    decimal: Decimal = "."


def row_place(row: int) -> str:
    """Return the place of a row of an in-memory table in words.

    Examples
    --------
    >>> row_place(0)
    'row 1'
    """
    return f"row {row + 1}"
