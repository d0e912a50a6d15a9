"""A model made of a few rows of the training table: the nearest one decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from conjunct.data import Column, Kind, Table
from conjunct.errors import ModelError, nearest
from conjunct.estimators.instances.distance import Distance
from conjunct.model.frame import frame_of
from conjunct.model.notation import Label, count_text, label_text, name_text, value_text
from conjunct.model.probability import class_distribution
from conjunct.text_width import text_width, to_left, to_right
from conjunct.types import Floats, Ints

_GAP = "  "


@dataclass(frozen=True, eq=False)
class RetainedItems:
    """Retained rows of the training table; a new row gets the class of the nearest one.

    Of equally near retained rows, the one with the lower number decides.

    Parameters
    ----------
    rows : ndarray of int
        Positions of the rows in the training table, from 0, in increasing order.
    table : Table
        The rows themselves, with their target.
    distance : Distance
        The distance between rows.
    classes : tuple of str, int, float or bool
        The labels that target and counts refer to by position.
    counts : ndarray of int, shape (n_items, n_classes)
        Training rows that each retained row decides, by class.

    Examples
    --------
    >>> from conjunct import read_table
    >>> flowers = {"petal": [1, 2, 6, 7], "colour": ["red", "red", "blue", "red"]}
    >>> table = read_table({**flowers, "kind": ["a", "a", "b", "b"]}, target="kind")
    >>> items = RetainedItems.of(table, np.array([1, 2]), Distance.of(table), ("a", "b"))
    >>> print(items)
    row  petal  colour  class  decides  wrong
      1      2  red     a            3      1
      2      6  blue    b            1      0
    2 of 4 rows retained: each row gets the class of the nearest of them.
    >>> items.nearest(read_table({"petal": [3, 3], "colour": ["red", "blue"]}))
    array([0, 1])
    """

    rows: Ints
    table: Table
    distance: Distance
    classes: tuple[Label, ...]
    counts: Ints

    @classmethod
    def of(
        cls, table: Table, rows: Ints, distance: Distance, classes: tuple[Label, ...]
    ) -> RetainedItems:
        """Retain rows of a training table, and count the training rows that each decides."""
        assert table.target is not None
        retained = table.take(rows)
        counts = np.zeros((len(rows), len(classes)), np.int64)
        places = distance.between(table, retained).argmin(axis=1)
        np.add.at(counts, (places, table.target.values), 1)
        return cls(rows, retained, distance, classes, counts)

    def __len__(self) -> int:
        """Return the number of retained rows."""
        return len(self.rows)

    @property
    def heads(self) -> Ints:
        """Position of the class of each retained row."""
        assert self.table.target is not None
        return self.table.target.values.astype(np.int64)

    @property
    def kinds(self) -> dict[str, Kind]:
        """Kinds of the attributes, by name."""
        return {column.name: column.kind for column in self.table.columns}

    @property
    def wrong(self) -> Ints:
        """Number of training rows that each retained row decides wrongly."""
        right = self.counts[np.arange(len(self)), self.heads]
        return np.asarray(self.counts.sum(axis=1) - right)

    @property
    def training_error(self) -> float:
        """Share of the training rows, the retained ones included, that get the wrong class."""
        return float(self.wrong.sum() / self.counts.sum())

    def nearest(self, table: Table) -> Ints:
        """Return, for each row of a table, the position of the retained row that decides.

        Parameters
        ----------
        table : Table
            A table with at least the columns of the training table, of the same kinds, in any
            order.
        """
        for name, kind in self.kinds.items():
            _check_column(table, name, kind)
        same = Table(tuple(table.column(name) for name in self.kinds), n_rows=table.n_rows)
        return np.asarray(self.distance.between(same, self.table).argmin(axis=1))

    def predict_proba(self, table: Table) -> Floats:
        """Return class probabilities from the counts of the deciding retained row, smoothed.

        Parameters
        ----------
        table : Table
            As in `nearest`.

        Returns
        -------
        probabilities : ndarray of shape (n_rows, n_classes)
        """
        pairs = zip(self.counts.tolist(), self.heads.tolist(), strict=True)
        of_items = np.array([class_distribution(counts, head) for counts, head in pairs])
        return np.asarray(of_items[self.nearest(table)])

    def to_frame(self) -> Any:
        """Return a data frame with one row for each retained row.

        Returns
        -------
        frame : pandas.DataFrame, or polars.DataFrame if pandas is absent
            Columns: row (its number), the attributes, class, decides (training rows that it is
            nearest to), wrong. If an attribute has one of these names, our name ends in ``_``.
        """
        return frame_of(self._columns(), "A data frame of retained rows")

    def to_text(self, width: int = 100) -> str:
        """Return the retained rows as a table of plain text.

        Parameters
        ----------
        width : int, default=100
            Characters in a line. Attributes that do not fit are left out; their number is printed.
        """
        first, *attributes, heads, decides, wrong = (
            _aligned(name, cells) for name, cells in self._columns().items()
        )
        room = width - sum(
            text_width(column[0]) + len(_GAP) for column in (first, heads, decides, wrong)
        )
        ends = np.cumsum([text_width(column[0]) + len(_GAP) for column in attributes])
        n_shown = int(np.searchsorted(ends, room, side="right"))
        lines = zip(first, *attributes[:n_shown], heads, decides, wrong, strict=True)
        return "\n".join([*map(_GAP.join, lines), self._footer(len(attributes) - n_shown)])

    def __str__(self) -> str:
        return self.to_text()

    def _columns(self) -> dict[str, list[Any]]:
        attributes = {column.name: _cells(column) for column in self.table.columns}
        return {
            _free("row", attributes): self.rows.tolist(),
            **attributes,
            _free("class", attributes): [self.classes[head] for head in self.heads],
            _free("decides", attributes): self.counts.sum(axis=1).tolist(),
            _free("wrong", attributes): self.wrong.tolist(),
        }

    def _footer(self, n_hidden: int) -> str:
        size = f"{len(self):,} of {count_text(int(self.counts.sum()), 'row')} retained"
        decision = "each row gets the class of the nearest of them."
        hidden = f" {count_text(n_hidden, 'more attribute')} not shown." if n_hidden else ""
        return f"{size}: {decision}{hidden}"


def _check_column(table: Table, name: str, kind: Kind) -> None:
    if name not in table.names:
        raise ModelError(
            f"{table.name} has no column {name!r}, which the model needs; "
            f"{nearest(name, table.names)}"
        )
    if table.column(name).kind != kind:
        raise ModelError(
            f"column {name!r} of {table.name} is {table.column(name).kind}, but the model learned "
            f"it as {kind}; read the table again with kinds={{{name!r}: {kind!r}}}"
        )


def _cells(column: Column) -> list[str | float | None]:
    if column.kind == "nominal":
        return [column.levels[code] if code >= 0 else None for code in column.values.tolist()]
    return [None if np.isnan(value) else value for value in column.values.tolist()]


def _free(name: str, taken: dict[str, Any]) -> str:
    while name in taken:
        name += "_"
    return name


def _aligned(name: str, cells: list[Any]) -> list[str]:
    """Write a column: numbers right-aligned, words left-aligned."""
    is_number = all(isinstance(cell, int | float) or cell is None for cell in cells)
    texts = [name_text(name), *(label_text(c) if c is not None else value_text(c) for c in cells)]
    room = max(map(text_width, texts))
    return [to_right(text, room) if is_number else to_left(text, room) for text in texts]
