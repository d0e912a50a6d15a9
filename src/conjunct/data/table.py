"""A table as it was read: named columns, their kinds, and the target."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from conjunct.data.table_html import table_html
from conjunct.errors import DataError, nearest
from conjunct.rooms import taken
from conjunct.types import AnyArray, Count, Floats, Rows

Kind = Literal["numeric", "nominal"]


@dataclass(frozen=True, eq=False)
class Column:
    """One named column.

    Parameters
    ----------
    name : str
        Name, as in the source.
    kind : {"numeric", "nominal"}
        Booleans are nominal with the levels ``"false"`` and ``"true"``.
    values : ndarray
        Numeric: float64, NaN for missing cells, never infinite. Nominal: int32 positions in
        `levels`, -1 for missing cells.
    levels : tuple of str
        The readable values of a nominal column; empty for a numeric one.
    form : str
        How the source writes the values of a numeric column, such as ``1.234,5`` or
        ``DD.MM.YYYY``; empty for plain numbers.

    Examples
    --------
    >>> island = Column("island", "nominal", np.array([0, 1, -1], np.int32), ("Biscoe", "Dream"))
    >>> island.n_missing
    1
    >>> island.take(np.array([1, 2])).values.tolist()
    [1, -1]
    """

    name: str
    kind: Kind
    values: AnyArray
    levels: tuple[str, ...] = ()
    form: str = ""

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
        """Return the given rows, in the given order; the levels stay unchanged."""
        return replace(self, values=taken(self.values, rows))


@dataclass(frozen=True, eq=False)
class Table:
    """Named columns of equal length, with or without a target.

    Parameters
    ----------
    columns : tuple of Column
        The attributes, in the order of the source; the target is not among them.
    target : Column or None
        Nominal, without missing values; None for a table to predict.
    name : str
        Name of the table in messages.
    notes : tuple of str
        One sentence for each change made while reading: rows dropped, columns left out.
    n_rows : int
        Number of rows; by default that of the columns.
    weights : ndarray of float or None
        Weight of each row; None if each row counts once.

    Examples
    --------
    >>> from conjunct import read_table
    >>> table = read_table({"age": [20, 50, None], "ill": ["no", "yes", "no"]}, target="ill")
    >>> table
    <Table 'the table': 3 rows, 1 attribute, target 'ill' of 2 classes>
    >>> table.names, table.n_rows, table.target.levels
    (('age',), 3, ('no', 'yes'))
    >>> table.take(np.array([1])).column("age").values.tolist()
    [50.0]
    """

    columns: tuple[Column, ...]
    target: Column | None = None
    name: str = "table"
    notes: tuple[str, ...] = field(default=())
    n_rows: int = 0
    weights: Floats | None = None

    def __post_init__(self) -> None:
        """Count the rows; raise an error if the number of weights differs."""
        columns = self.columns if self.target is None else (*self.columns, self.target)
        if not self.n_rows and columns:
            object.__setattr__(self, "n_rows", len(columns[0]))
        if self.weights is not None and len(self.weights) != self.n_rows:
            raise DataError(
                f"weights must have one number per row: {self.n_rows:,}, not {len(self.weights):,}"
            )

    def __repr__(self) -> str:
        """Return one line on the content: the cells of a table are too many to be read."""
        n_rows, n_columns = self.n_rows, len(self.columns)
        said = [
            f"{n_rows:,} row{'' if n_rows == 1 else 's'}",
            f"{n_columns:,} attribute{'' if n_columns == 1 else 's'}",
        ]
        if self.target is not None:
            said.append(f"target {self.target.name!r} of {len(self.target.levels):,} classes")
        return f"<Table {self.name!r}: {', '.join(said)}>"

    def _repr_html_(self) -> str:
        return table_html(self)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the attributes."""
        return tuple(column.name for column in self.columns)

    @property
    def n_counted(self) -> Count:
        """Number of rows, or their total weight if rows have weights."""
        if self.weights is None:
            return self.n_rows
        total = float(self.weights.sum())
        return int(total) if total.is_integer() else total

    def column(self, name: str) -> Column:
        """Return the attribute with this name; otherwise an error suggests the nearest name."""
        for column in self.columns:
            if column.name == name:
                return column
        raise DataError(f"{self.name} has no column {name!r}; {nearest(name, self.names)}")

    @property
    def n_missing(self) -> int:
        """Number of cells without a value; the target never has missing values."""
        return sum(column.n_missing for column in self.columns)

    def take(self, rows: Rows | AnyArray) -> Table:
        """Return the given rows of every column and of the target, in the given order.

        Levels stay unchanged, even if none of the rows has them: codes and classes then have the
        same meaning in the part and in the whole.

        Parameters
        ----------
        rows : ndarray of int
            Row numbers from 0; a number may occur more than once.
        """
        return replace(
            self,
            columns=tuple(column.take(rows) for column in self.columns),
            target=None if self.target is None else self.target.take(rows),
            n_rows=len(rows),
            weights=None if self.weights is None else self.weights[rows],
        )

    def weighted_by(self, name: str) -> Table:
        """Return the table with one of its attributes turned into the weights of its rows.

        Rows of weight 0 are left out.

        Examples
        --------
        >>> table = Table((Column("n", "numeric", np.array([2.0, 0.0, 1.0])),))
        >>> table.weighted_by("n").weights, table.weighted_by("n").n_counted
        (array([2., 1.]), 3)
        """
        if self.target is not None and name == self.target.name:
            raise DataError(
                f"column {name!r} of {self.name} is the target, so it cannot be the weights of "
                "rows; name another column"
            )
        weights = self.column(name)
        if weights.kind != "numeric" or weights.n_missing or (weights.values < 0).any():
            raise DataError(
                f"column {name!r} of {self.name} cannot be the weights of rows: every row needs a "
                f"number from 0 up{_first_fault(weights)}"
            )
        if not weights.values.any():
            raise DataError(f"column {name!r} of {self.name} has no number above 0: no row counts")
        columns = tuple(column for column in self.columns if column is not weights)
        weighted = replace(self, columns=columns, weights=weights.values)
        return weighted.take(np.flatnonzero(weights.values))


def _first_fault(weights: Column) -> str:
    """Return which cell cannot be a weight."""
    if weights.kind != "numeric":
        return ""
    if weights.n_missing:
        return ", but cells are missing"
    return f", but one has {weights.values[weights.values < 0][0]:g}"
