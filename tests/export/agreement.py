"""Every export must return what the model itself returns, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from conjunct.data.table import Column, Table
from conjunct.model import Rules, ScoreCard
from conjunct.model.notation import label_text
from conjunct.model.points import row_scores
from conjunct.model.probability import LIFT

Cell = str | float | None


class Answers(NamedTuple):
    """Labels, probabilities by row and class, and scores by row and scored class.

    None if a way to apply a model does not give them.
    """

    labels: list[Any]
    shares: list[list[float]] | None
    scores: list[list[float]] | None


def cells_of(column: Column) -> list[Cell]:
    """Return the cells of a column as Python values; None if missing."""
    if column.kind == "numeric":
        return [None if np.isnan(one) else float(one) for one in column.values]
    return [None if one < 0 else column.levels[one] for one in column.values.tolist()]


def rows_of(table: Table, names: Sequence[str]) -> list[tuple[Cell, ...]]:
    """Return some columns of a table, row by row."""
    return list(zip(*(cells_of(table.column(name)) for name in names), strict=True))


def as_texts(rules: Rules) -> bool:
    """Tell whether labels are exported as texts, because they are of different types."""
    types = {type(label) for label in rules.classes}
    return str in types and len(types) > 1


def assert_agrees(rules: Rules, table: Table, found: Answers, lifted: bool = True) -> None:
    """Compare with `predict`, `predict_proba` and the scores of a card.

    The first of equal probabilities is lifted by a billionth, except in calculations by hand.
    """
    labels = rules.predict(table).tolist()
    if as_texts(rules):
        labels = [one if isinstance(one, str) else label_text(one) for one in labels]
    assert found.labels == labels
    if found.shares is not None:
        # Databases clamp where the smallest probabilities would be less than 1e-300, and a person
        # does not lift the first of equal ones.
        least = 1e-300 if lifted else 2 * LIFT
        shares = rules.predict_proba(table)
        np.testing.assert_allclose(found.shares, shares, rtol=1e-12, atol=least)
    if isinstance(rules, ScoreCard) and found.scores is not None:
        scores = row_scores(rules, table)
        np.testing.assert_array_equal(np.array(found.scores, dtype=float), scores)
