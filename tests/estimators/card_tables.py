"""Tables for tests of `ScoreCardClassifier`, and settings that go through all of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from conjunct import ScoreCardClassifier
from conjunct.data import Table, shipped_table
from conjunct.model import ScoreCard
from conjunct.types import AnyArray


def noisy(n_rows: int = 100, n_classes: int = 2, seed: int = 0) -> tuple[AnyArray, AnyArray]:
    """Return three columns of few numbers, of which the first two say something of the class."""
    random = np.random.default_rng(seed)
    X = random.integers(0, 10, (n_rows, 3)).astype(float)
    score = X[:, 0] + (X[:, 1] > 6) * 4 + random.normal(0, 1.5, n_rows)
    return X, np.digitize(score, [5, 9][: n_classes - 1])


def some_penguins(every: int = 3) -> Table:
    table = shipped_table()
    return table.take(np.arange(0, table.n_rows, every))


def rules_of(model: ScoreCardClassifier) -> list[tuple[str, tuple[float, ...]]]:
    assert isinstance(model.rules_, ScoreCard)
    return [(rule.body, rule.points) for rule in model.rules_.rules]


SETTINGS: list[dict[str, Any]] = [
    {},
    {"size": "accurate"},
    {"size": 5},
    {"points": "real"},
    {"max_conditions": 1, "missing": "value"},
    {"class_weight": "balanced", "conditions": ("=", "<=")},
]
every_setting = pytest.mark.parametrize("settings", SETTINGS, ids=str)


def fitted(settings: dict[str, Any], n_classes: int) -> ScoreCardClassifier:
    """Return the model of the rows of `noisy`, which is learned once for all tests."""
    return _fitted(SETTINGS.index(settings), n_classes)


@cache
def _fitted(at: int, n_classes: int) -> ScoreCardClassifier:
    return ScoreCardClassifier(**SETTINGS[at]).fit(*noisy(n_classes=n_classes))
