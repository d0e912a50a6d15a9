"""The distance of two rows. Aha, Kibler & Albert (1991), section 2.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from conjunct.data import Column, Table
from conjunct.types import AnyArray, Flags, Floats

MissingDistance = Literal["differs", "value"]

_UNSEEN = -2
"""Code of a category that the retained rows lack; it differs from all others, even missing."""


@dataclass(frozen=True)
class Distance:
    """Squared Euclidean distance over attributes on a common scale, as in IB1.

    A numeric attribute adds the square of the difference of two values divided by the range of the
    training rows. So 1 is the largest difference between training rows; a new value outside the
    range may differ by more. A nominal attribute adds 0 for equal categories and 1 for different
    ones. A missing cell differs by 1 from everything, even from another missing cell; with
    ``missing="value"`` two missing cells are equal. A numeric attribute with a single value in the
    training rows adds nothing.

    Parameters
    ----------
    half_ranges : tuple of float
        Half the range of each numeric attribute, 0 for each nominal one. Halves, because a whole
        range may overflow.
    missing : {"differs", "value"}
        How two missing cells compare.

    Examples
    --------
    >>> from conjunct import read_table
    >>> table = read_table({"size": [1, 3, 5, None], "colour": ["red", "blue", "red", "red"]})
    >>> Distance.of(table).between(table, table)
    array([[0.  , 1.25, 1.  , 1.  ],
           [1.25, 0.  , 1.25, 2.  ],
           [1.  , 1.25, 0.  , 1.  ],
           [1.  , 2.  , 1.  , 1.  ]])
    """

    half_ranges: tuple[float, ...]
    missing: MissingDistance = "differs"

    @classmethod
    def of(cls, table: Table, missing: MissingDistance = "differs") -> Distance:
        """Return the distance with the ranges of the training rows."""
        return cls(tuple(_half_range(column) for column in table.columns), missing)

    def between(self, rows: Table, others: Table) -> Floats:
        """Return the squared distance of every row of one table to every row of another.

        Parameters
        ----------
        rows, others : Table
            Tables with the columns of the training table, in its order. Categories are compared by
            name.

        Returns
        -------
        distances : ndarray of shape (rows, others)
        """
        total = np.zeros((rows.n_rows, others.n_rows))
        pairs = zip(rows.columns, others.columns, self.half_ranges, strict=True)
        for column, other, half_range in pairs:
            if other.kind == "numeric":
                total += self._numeric(column.values, other.values, half_range)
            else:
                total += self._nominal(_codes(column, other.levels), other.values)
        return total

    def _numeric(self, values: Floats, others: Floats, half_range: float) -> Floats:
        with np.errstate(over="ignore"):
            apart = np.abs(values[:, None] / 2 - others / 2)
            squared: Floats = (apart / half_range) ** 2 if half_range else 0 * apart
        squared[np.isnan(squared)] = 1
        if self.missing == "value":
            squared[np.isnan(values)[:, None] & np.isnan(others)] = 0
        return squared

    def _nominal(self, codes: AnyArray, others: AnyArray) -> Flags:
        differ: Flags = codes[:, None] != others
        if self.missing == "differs":
            differ[codes < 0] = True
            differ[:, others < 0] = True
        return differ


def _half_range(column: Column) -> float:
    if column.kind == "nominal" or column.n_missing == len(column):
        return 0.0
    return float(np.nanmax(column.values) / 2 - np.nanmin(column.values) / 2)


def _codes(column: Column, levels: tuple[str, ...]) -> AnyArray:
    """Return the codes of a nominal column with respect to other levels."""
    if column.levels == levels:
        return column.values
    code_of = {level: code for code, level in enumerate(levels)}
    missing = -1
    codes = np.array([*(code_of.get(level, _UNSEEN) for level in column.levels), missing])
    return codes[column.values]
