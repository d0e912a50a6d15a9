"""What every export must return: what the model itself returns, row for row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from conjunct.data.table import Column, Table
from conjunct.model import Rules, ScoreCard
from conjunct.model.notation import label_text
from conjunct.model.points import row_scores

Cell = str | float | None


class Answers(NamedTuple):
    """Labels, probabilities by row and class, and scores by row and scored class."""

    labels: list[Any]
    shares: list[list[float]]
    scores: list[list[float]]


def cells_of(column: Column) -> list[Cell]:
    """Return the cells of a column as Python has them, None where missing."""
    if column.kind == "numeric":
        return [None if np.isnan(one) else float(one) for one in column.values]
    return [None if one < 0 else column.levels[one] for one in column.values.tolist()]


def rows_of(table: Table, names: Sequence[str]) -> list[tuple[Cell, ...]]:
    """Return some columns of a table, row by row."""
    return list(zip(*(cells_of(table.column(name)) for name in names), strict=True))


def as_texts(rules: Rules) -> bool:
    """Tell whether labels leave Python as texts, because they are of different types."""
    types = {type(label) for label in rules.classes}
    return str in types and len(types) > 1


def assert_agrees(rules: Rules, table: Table, found: Answers) -> None:
    """Compare with `predict`, `predict_proba` and the sums of points of a card."""
    labels = rules.predict(table).tolist()
    if as_texts(rules):
        labels = [one if isinstance(one, str) else label_text(one) for one in labels]
    assert found.labels == labels
    # Databases clamp where the smallest probabilities would be less than 1e-300.
    np.testing.assert_allclose(found.shares, rules.predict_proba(table), rtol=1e-12, atol=1e-300)
    if isinstance(rules, ScoreCard):
        scores = row_scores(rules, table)
        np.testing.assert_array_equal(np.array(found.scores, dtype=float), scores)
