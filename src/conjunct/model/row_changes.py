"""Rows that two models put into different classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.errors import ModelError
from conjunct.model.class_positions import class_positions
from conjunct.model.notation import Label
from conjunct.types import Flags

if TYPE_CHECKING:
    from conjunct.data.table import Table
    from conjunct.model.rules import Rules


@dataclass(frozen=True)
class RowChange:
    """A row that two models put into different classes.

    Parameters
    ----------
    row : int
        Number of the row, from 1.
    old, new : str, int, float or bool
        The classes that the models predict.
    old_probability, new_probability : float
        The probability that each model gives to the class it predicts.

    Examples
    --------
    >>> change = RowChange(4, "bad", "good", old_probability=0.714, new_probability=0.625)
    >>> change.old, change.new
    ('bad', 'good')
    """

    row: int
    old: Label
    new: Label
    old_probability: float
    new_probability: float


@dataclass(frozen=True)
class RowChanges:
    """All rows that two models put into different classes.

    Parameters
    ----------
    n_rows : int
        Number of rows that both models classified.
    changes : tuple of RowChange
        In the order of the rows.

    Examples
    --------
    >>> found = RowChanges(8, (RowChange(4, "bad", "good", 0.714, 0.625),))
    >>> found.by_classes()
    [('bad', 'good', 1)]
    """

    n_rows: int
    changes: tuple[RowChange, ...]

    def by_classes(self) -> list[tuple[Label, Label, int]]:
        """Return the number of rows for each pair of old and new class, most frequent first."""
        counts: dict[tuple[Label, Label], int] = {}
        for one in self.changes:
            counts[one.old, one.new] = counts.get((one.old, one.new), 0) + 1
        ranked = sorted(counts.items(), key=lambda item: (-item[1], str(item[0])))
        return [(old, new, count) for (old, new), count in ranked]


def row_changes(old: Rules, new: Rules, tables: tuple[Table, Table]) -> RowChanges:
    """Classify rows with two models, and return those that get different classes.

    Parameters
    ----------
    old, new : Rules
    tables : pair of Table
        The same rows as each of the two models reads them.
    """
    n_rows, others = (table.n_rows for table in tables)
    if n_rows != others:
        raise ModelError(f"the models read {n_rows:,} and {others:,} rows of the same table")
    decided = old.decide(tables[0]), new.decide(tables[1])
    shares = old.predict_proba(tables[0]), new.predict_proba(tables[1])
    found = []
    for row in np.flatnonzero(_differ(old, new, *decided)).tolist():
        (one, other), (mine, yours) = (
            (each[row] for each in decided),
            (each[row] for each in shares),
        )
        labels = old.classes[one], new.classes[other]
        found.append(RowChange(row + 1, *labels, float(mine[one]), float(yours[other])))
    return RowChanges(n_rows, tuple(found))


def _differ(old: Rules, new: Rules, first: Any, second: Any) -> Flags:
    """Return, for every row, whether the predicted classes differ."""
    same = class_positions(old.classes, list(new.classes))
    return np.asarray(first != same[second])
