"""A table as it was read: named columns, their kinds, and the target."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from conjunct.data.table_html import table_html
from conjunct.errors import DataError, nearest
from conjunct.types import AnyArray, Rows

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

    @property
    def n_missing(self) -> int:
        """Number of cells without a value."""
        if self.kind == "numeric":
            return int(np.count_nonzero(np.isnan(self.values)))
        return int(np.count_nonzero(self.values < 0))

    def take(self, rows: Rows | AnyArray) -> Column:
        """Return the given rows, in the given order; the levels stay as they are."""
        return replace(self, values=self.values[rows])


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
    n_rows : int
        Taken from the columns when it is not given.
    """

    columns: tuple[Column, ...]
    target: Column | None = None
    name: str = "table"
    notes: tuple[str, ...] = field(default=())
    n_rows: int = 0

    def __post_init__(self) -> None:
        """Count the rows."""
        columns = self.columns if self.target is None else (*self.columns, self.target)
        if not self.n_rows and columns:
            object.__setattr__(self, "n_rows", len(columns[0]))

    def _repr_html_(self) -> str:
        return table_html(self)

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

    @property
    def n_missing(self) -> int:
        """Number of cells without a value, the target not counted (it has none)."""
        return sum(column.n_missing for column in self.columns)

    def take(self, rows: Rows | AnyArray) -> Table:
        """Return the given rows of every column and of the target, in the given order.

        Levels stay as they are, also those that none of the rows has: codes and classes then
        mean the same in the part and in the whole.

        Parameters
        ----------
        rows : ndarray of int
            Row numbers from 0; one may occur more than once.
        """
        return replace(
            self,
            columns=tuple(column.take(rows) for column in self.columns),
            target=None if self.target is None else self.target.take(rows),
            n_rows=len(rows),
        )
