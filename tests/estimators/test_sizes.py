"""Sizes that would take hours are refused at once, in one sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
)
from conjunct.errors import DataError
from conjunct.estimators.sizes import MOST_CATEGORIES, MOST_CLASSES

LEARNERS: list[Any] = [
    CN2Classifier(),
    KnopfClassifier(),
    LayeredRuleClassifier(),
    RipperClassifier(),
    RuleTreeClassifier(),
    ScoreCardClassifier(),
    SeCoClassifier(),
]


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda one: type(one).__name__)
def test_five_thousand_classes_are_refused(learner: Any) -> None:
    X, y = np.arange(10_000).reshape(-1, 1), np.arange(10_000) % 5_000
    with pytest.raises(DataError, match=r"has 5000 classes, and at most 1000 are learned; group"):
        learner.fit(X, y)


@pytest.mark.parametrize("learner", LEARNERS[-2:], ids=lambda one: type(one).__name__)
def test_a_hundred_thousand_categories_are_refused(learner: Any) -> None:
    X = np.array([[f"n{number % 100_000}"] for number in range(200_000)], object)
    with pytest.raises(DataError, match=r"column 'x0' has 100000 categories, and at most 10000"):
        learner.fit(X, np.arange(200_000) % 2)


def test_the_largest_sizes_are_not_refused() -> None:
    X = np.array([[f"n{number % MOST_CATEGORIES}"] for number in range(2 * MOST_CATEGORIES)])
    tree = RuleTreeClassifier(max_depth=1, pruning=None, promises=False)
    y = np.arange(len(X)) % 2
    assert tree.fit(X.astype(object), y).score(X.astype(object), y) == 1
    y = np.arange(2 * MOST_CLASSES) % MOST_CLASSES
    assert len(tree.fit(np.ones((len(y), 1)), y).classes_) == MOST_CLASSES
