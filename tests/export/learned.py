"""A model of every kind from every learner, and rows that they have not seen."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
    read_table,
)
from conjunct.data import column_names
from conjunct.data.table import Column, Table
from conjunct.errors import DataWarning
from conjunct.model import Rules, ScoreCard
from conjunct.model.threshold import Threshold
from conjunct.trees import Splitting

Learn = Callable[[Table], Rules]
SCALE = (600, 50, 20)


def fitted(make: Callable[..., Any]) -> Learn:
    def learn(table: Table) -> Rules:
        model = make(promises=False)
        model.fit_table(table)
        rules: Rules = model.rules_
        return rules

    return learn


def with_threshold(table: Table) -> Rules:
    """Return a card that predicts a class of two from half a unit on."""
    card = fitted(ScoreCardClassifier)(table)
    assert isinstance(card, ScoreCard)
    return replace(card, threshold=Threshold(0.5, "precision", 0.5, 0.95, 300))


def other_class(table: Table) -> Rules:
    """Return a card whose points are for the class with more rows, of two."""
    assert table.target is not None
    most = table.target.levels[int(np.bincount(table.target.values).argmax())]
    return fitted(partial(ScoreCardClassifier, positive=most))(table)


def scaled_afterwards(table: Table) -> Rules:
    """Return a card of real points that is put on a scale later."""
    card = fitted(partial(ScoreCardClassifier, points="real"))(table)
    assert isinstance(card, ScoreCard)
    return card.scaled(SCALE)


def list_of_tree(table: Table) -> Rules:
    rules: Rules = fitted(RuleTreeClassifier)(table).to_rules()  # type: ignore[attr-defined]
    return rules


LEARNERS: dict[str, Learn] = {
    "card": fitted(ScoreCardClassifier),
    "accurate card": fitted(partial(ScoreCardClassifier, size=12, missing="value")),
    "real points": fitted(partial(ScoreCardClassifier, points="real")),
    "the other class": other_class,
    "scaled": fitted(partial(ScoreCardClassifier, scale=SCALE)),
    "scaled afterwards": scaled_afterwards,
    "threshold": with_threshold,
    "layered": fitted(partial(LayeredRuleClassifier, max_width=4)),
    "cn2": fitted(CN2Classifier),
    "ordered cn2": fitted(partial(CN2Classifier, ordered=True, missing="value")),
    "seco": fitted(SeCoClassifier),
    "ripper": fitted(partial(RipperClassifier, random_state=0)),
    "knopf": fitted(KnopfClassifier),
    "tree": fitted(RuleTreeClassifier),
    "binary tree": fitted(
        partial(RuleTreeClassifier, criterion=Splitting(binary=True), missing="value")
    ),
    "list of a tree": list_of_tree,
}


OF_TWO_CLASSES = ("threshold", "the other class", "scaled", "scaled afterwards")
"""These are as the plain card where there are more classes."""


def capped(path: Path, n_rows: int) -> Table:
    """Read a table, and keep rows from all over it where it has more than some number."""
    names = column_names(path)
    target = next((name for name in names if name.lower() == "class"), names[-1])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        table = read_table(path, target=target)
    chosen = np.unique(np.linspace(0, table.n_rows - 1, n_rows).astype(np.int64))
    return table if table.n_rows <= n_rows else table.take(chosen)


def spoilt(table: Table, seed: int = 0) -> Table:
    """Return the rows of a table with cells made missing, new, or equal to cells of other rows."""
    random = np.random.default_rng(seed)
    columns = []
    for column in table.columns:
        moved = column.values[random.permutation(len(column))]
        values = np.where(random.random(len(column)) < 0.1, moved, column.values)
        lost = random.random(len(column)) < 0.1
        if column.kind == "numeric":
            values = np.where(lost, np.nan, values)
            columns.append(replace(column, values=values))
            continue
        values = np.where(lost, -1, values)
        values = np.where(random.random(len(column)) < 0.05, len(column.levels), values)
        levels = (*column.levels, "never seen before")
        columns.append(Column(column.name, "nominal", values.astype(np.int32), levels))
    return replace(table, columns=tuple(columns), target=None)
