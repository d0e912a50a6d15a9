"""A table as it was read: named columns, their kinds, and the target. It holds, it never computes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from conjunct.errors import DataError, nearest
from conjunct.types import AnyArray

Kind = Literal["numeric", "nominal"]


@dataclass(frozen=True, eq=False)
class Column:
    """One named column.

    Parameters
    ----------
    name : str
        As in the source.
    kind : {"numeric", "nominal"}
        Booleans are nominal with the levels ``"false"`` and ``"true"``.
    values : ndarray
        Numeric: float64, NaN where missing, never infinite. Nominal: int32 positions in
        `levels`, -1 where missing.
    levels : tuple of str
        The readable values of a nominal column; empty for a numeric one.
    """

    name: str
    kind: Kind
    values: AnyArray
    levels: tuple[str, ...] = ()

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.values)


@dataclass(frozen=True, eq=False)
class Table:
    """Named columns of one length, and perhaps a target.

    Parameters
    ----------
    columns : tuple of Column
        The attributes, in the order of the source; the target is not among them.
    target : Column or None
        Nominal, without missing values; None for a table to predict.
    name : str
        What to call the table in messages.
    notes : tuple of str
        What was done to the source on the way in, one sentence each: rows dropped,
        columns left out.
    """

    columns: tuple[Column, ...]
    target: Column | None = None
    name: str = "table"
    notes: tuple[str, ...] = field(default=())
    n_rows: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the attributes."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> Column:
        """Return the attribute of that name; refuse with the nearest name."""
        for column in self.columns:
            if column.name == name:
                return column
        raise DataError(f"{self.name} has no column {name!r}; {nearest(name, self.names)}")
