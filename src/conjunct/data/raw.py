"""What every reader hands on: columns as they were found, before the target is split off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from conjunct.data.table import Column


@dataclass(frozen=True, eq=False)
class RawColumn:
    """A column with what only its source knows.

    Parameters
    ----------
    column : Column
        Name, kind and values.
    is_date : bool
        Whether every value is a date, a time or a duration.
    was_numeric : bool
        Whether the values of a nominal column would have made a numeric one, had the caller not
        asked for a nominal one.
    """

    column: Column
    is_date: bool = False
    was_numeric: bool = False


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
    """

    name: str
    columns: tuple[RawColumn, ...]
    place: Callable[[int], str]
    notes: tuple[str, ...] = ()


def row_place(row: int) -> str:
    """Say where a row of an in-memory table is.

    Examples
    --------
    >>> row_place(0)
    'row 1'
    """
    return f"row {row + 1}"
