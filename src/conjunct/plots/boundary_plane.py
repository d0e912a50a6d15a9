"""The plane of two attributes, cut into cells, and the class that is predicted in each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from conjunct.data import Column, Kind, Table, read_table
from conjunct.data.frame import frame_names, gathered, is_frame
from conjunct.errors import DataError, nearest
from conjunct.model import Rules
from conjunct.types import AnyArray, Floats, Ints

MOST_VALUES = 40
"""Largest number of categories on an axis; more could not be read."""

_MARGIN = 0.05


@dataclass(frozen=True, eq=False)
class PlaneAxis:
    """One attribute of the plane.

    Parameters
    ----------
    column : Column
        The attribute in the given rows.
    edges : ndarray of shape (n_cells + 1,)
        Edges of the cells. The category with position i of a nominal attribute has the cell from
        i - 0.5 to i + 0.5.

    Examples
    --------
    >>> age = Column("age", "numeric", np.array([20.0, 50.0]))
    >>> PlaneAxis(age, np.array([20.0, 30.0, 50.0])).middles.tolist()
    [25.0, 40.0]
    """

    column: Column
    edges: Floats

    @property
    def middles(self) -> Floats:
        """The middle of each cell."""
        return (self.edges[:-1] + self.edges[1:]) / 2

    def rows(self) -> Ints:
        """Return, for each cell of a nominal attribute, a row with its category."""
        return np.array([int(np.argmax(self.column.values == at)) for at in self.middles])

    def places(self) -> Floats:
        """Return the coordinate of each row; NaN if the cell is missing."""
        values = self.column.values.astype(np.float64)
        return np.where(values < 0, np.nan, values) if self.column.kind == "nominal" else values


def table_of(X: Any, nominal: Sequence[str] = ()) -> Table:
    """Return rows as a table with all their columns.

    Parameters
    ----------
    X : data frame or array
        The rows.
    nominal : sequence of str
        Columns to treat as nominal whatever their type.
    """
    if is_frame(X):
        names = frame_names(X)
    else:
        X = np.asarray(X)
        names = [f"x{place}" for place in range(X.shape[-1] if X.ndim else 0)]
    kinds: dict[str, Kind] = {name: "nominal" for name in nominal if name in names}
    return read_table(X, columns=names, kinds=kinds)


def two_columns(table: Table, attributes: Sequence[str | int] | None) -> tuple[Column, Column]:
    """Return the two columns that `attributes` names; refuse anything else."""
    names = table.names
    if attributes is None and len(names) != 2:
        raise DataError(f"X has {len(names)} columns; name two of them with attributes=")
    wanted = list(names if attributes is None else attributes)
    chosen = [
        names[one] if isinstance(one, int) and 0 <= one < len(names) else one for one in wanted
    ]
    if len(chosen) != 2 or len(set(chosen)) != 2:
        raise DataError(f"attributes={wanted!r} must be two different columns of X")
    for name in chosen:
        if name not in names:
            raise DataError(f"X has no column {name!r}; {nearest(str(name), names)}")
    first, second = (table.column(str(name)) for name in chosen)
    return first, second


def plane_axis(column: Column, estimator: Any, resolution: int) -> PlaneAxis:
    """Cut an attribute into cells.

    The cells of a rule model end at its cut points, so that its boundary is exact; other
    classifiers get `resolution` cells of equal width.

    Parameters
    ----------
    column : Column
        The attribute in the given rows.
    estimator : classifier
        A fitted classifier.
    resolution : int
        Number of cells of a numeric attribute if cut points are not known.
    """
    if column.n_missing == len(column):
        raise DataError(f"column {column.name!r} has no values; give rows that have some")
    if column.kind == "nominal":
        n_values = len(column.levels)
        if n_values > MOST_VALUES:
            raise DataError(
                f"column {column.name!r} has {n_values} values, too many for an axis; "
                f"at most {MOST_VALUES} can be drawn"
            )
        return PlaneAxis(column, np.arange(n_values + 1.0) - 0.5)
    low, high = float(np.nanmin(column.values)), float(np.nanmax(column.values))
    margin = _MARGIN * (high - low) or 0.5
    ends = low - margin, high + margin
    cuts = thresholds(estimator, column.name)
    if cuts is None:
        return PlaneAxis(column, np.linspace(*ends, resolution + 1))
    inside = [cut for cut in cuts if ends[0] < cut < ends[1]]
    return PlaneAxis(column, np.array([ends[0], *inside, ends[1]]))


def thresholds(estimator: Any, name: str) -> list[float] | None:
    """Return the cut points of a rule model on an attribute, in order; None for other models."""
    rules = getattr(estimator, "rules_", None)
    if not isinstance(rules, Rules):
        return None
    conditions = [condition for rule in rules for condition in rule.conditions]
    return sorted(
        {one.value for one in conditions if one.attribute == name and isinstance(one.value, float)}
    )


def usual_row(column: Column) -> int:
    """Return a row with the median, or with the most frequent category, of a column.

    Examples
    --------
    >>> usual_row(Column("age", "numeric", np.array([31.0, np.nan, 70.0, 45.0])))
    3
    >>> usual_row(Column("sex", "nominal", np.array([-1, 1, 0, 1]), ("f", "m")))
    1
    """
    if column.n_missing == len(column):
        return 0
    if column.kind == "nominal":
        counts = np.bincount(column.values[column.values >= 0])
        return int(np.argmax(column.values == counts.argmax()))
    order = np.argsort(column.values, kind="stable")
    return int(order[(len(column) - column.n_missing - 1) // 2])


def grid_rows(X: Any, table: Table, x: PlaneAxis, y: PlaneAxis, others: int | None) -> Any:
    """Return a row for the middle of each cell, of the type of X; from the bottom row of cells up.

    Parameters
    ----------
    X : data frame or array
        The given rows.
    table : Table
        The same rows as a table.
    x, y : PlaneAxis
        The axes.
    others : int or None
        The row that gives the values of all other attributes; None takes the usual value of each.
    """
    line, column = np.indices((len(y.middles), len(x.middles))).reshape(2, -1)
    rows: dict[str, Any] = {
        one.name: np.full(len(line), usual_row(one) if others is None else others)
        for one in table.columns
    }
    numbers: dict[str, Floats] = {}
    for axis, place in ((x, column), (y, line)):
        if axis.column.kind == "nominal":
            rows[axis.column.name] = axis.rows()[place]
        else:
            numbers[axis.column.name] = axis.middles[place]
    if is_frame(X):
        return gathered(X, rows, numbers)
    array = np.asarray(X)
    cells = [
        numbers[name] if name in numbers else array[rows[name], place]
        for place, name in enumerate(table.names)
    ]
    return np.column_stack(cells)


def regions(estimator: Any, rows: Any, shape: tuple[int, int]) -> tuple[AnyArray, Ints]:
    """Return the classes, and the position of the predicted class of each cell."""
    predicted = np.asarray(estimator.predict(rows))
    classes = np.asarray(getattr(estimator, "classes_", np.unique(predicted)))
    places = {label: place for place, label in enumerate(classes.tolist())}
    found = np.array([places[label] for label in predicted.tolist()], dtype=np.int64)
    return classes, found.reshape(shape)


def borders(cells: Ints, x: Floats, y: Floats) -> list[tuple[tuple[float, float], ...]]:
    """Return the sides between cells of different classes, each as its two ends.

    Parameters
    ----------
    cells : ndarray of shape (n_lines, n_columns)
        Classes of the cells; the first row of cells is at the bottom.
    x, y : ndarray
        Horizontal and vertical edges of the cells.

    Examples
    --------
    >>> borders(np.array([[0, 1]]), np.array([0.0, 2.0, 3.0]), np.array([0.0, 1.0]))
    [((2.0, 0.0), (2.0, 1.0))]
    """
    upright = [
        ((x[column + 1], y[line]), (x[column + 1], y[line + 1]))
        for line, column in np.argwhere(cells[:, 1:] != cells[:, :-1]).tolist()
    ]
    level = [
        ((x[column], y[line + 1]), (x[column + 1], y[line + 1]))
        for line, column in np.argwhere(cells[1:] != cells[:-1]).tolist()
    ]
    return [((float(a), float(b)), (float(c), float(d))) for (a, b), (c, d) in [*upright, *level]]
