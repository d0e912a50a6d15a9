"""Rules and conditions of scikit-learn's models are counted right."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier, export_text
from threadpoolctl import threadpool_limits

from peers.tables import Dataset
from peers.workers.scikit_learn import (
    LEARNERS,
    boosted_size,
    forest_size,
    leaf_depths,
    tree_size,
)
from peers.workers.task import load

RNG = np.random.default_rng(0)
X = RNG.normal(size=(120, 4))
Y = (X[:, 0] * X[:, 1] > 0).astype(int) + (X[:, 2] > 1)


def printed_size(tree: DecisionTreeClassifier) -> tuple[int, int]:
    """Count leaves and their depths in the printed tree."""
    leaves = [line for line in export_text(tree).splitlines() if "class:" in line]
    return len(leaves), sum(line.count("|") - 1 for line in leaves)


def test_depths_of_leaves_are_found_by_the_children() -> None:
    assert leaf_depths(np.array([1, -1, 3, -1, -1]), np.array([2, -1, 4, -1, -1])) == [1, 2, 2]
    assert leaf_depths(np.array([-1]), np.array([-1])) == [0]


@pytest.mark.parametrize("depth", [1, 3, None])
def test_a_tree_is_as_large_as_it_prints(depth: int | None) -> None:
    tree = DecisionTreeClassifier(max_depth=depth, random_state=0).fit(X, Y)
    assert tree_size(tree) == printed_size(tree)


def test_a_forest_is_as_large_as_its_trees() -> None:
    forest = RandomForestClassifier(3, random_state=0).fit(X, Y)
    sizes = [printed_size(tree) for tree in forest.estimators_]
    assert forest_size(forest) == tuple(map(sum, zip(*sizes, strict=True)))


def test_boosted_stumps_have_two_leaves_of_depth_one_a_class_and_round() -> None:
    model = HistGradientBoostingClassifier(max_iter=5, max_leaf_nodes=2, random_state=0)
    with threadpool_limits(1):
        model.fit(X, Y)
    assert boosted_size(model) == (5 * 3 * 2, 5 * 3 * 2)


@pytest.mark.parametrize("key", LEARNERS)
def test_every_learner_answers_for_every_test_row_and_class(key: str, dataset: Dataset) -> None:
    task = load(dataset.folder, 1)
    fit = LEARNERS[key](task)
    with threadpool_limits(1):
        fit.fit()
        answer = fit.answer()
    assert answer.probabilities.shape == (len(task.test), 3)
    assert answer.probabilities.sum(axis=1) == pytest.approx(np.ones(len(task.test)))
    assert set(answer.predicted.tolist()) <= {0, 1, 2}
    assert (answer.rules is None) == (key == "logistic")
    assert (answer.points is None) == (key != "logistic-deciles")
