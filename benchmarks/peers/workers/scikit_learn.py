"""Worker of scikit-learn: trees, forests, boosting, and logistic regressions."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from peers.workers.bins import decile_bins
from peers.workers.codes import as_codes
from peers.workers.numbers import as_numbers, filled
from peers.workers.serve import serve
from peers.workers.task import Answer, Task, spread

MOST_ALPHAS = 20
Size = tuple[int | None, ...]
"""Rules and conditions, and points where there are some."""


def leaf_depths(left: np.ndarray, right: np.ndarray) -> list[int]:
    """Return the depth of every leaf of a binary tree given by the children of its nodes.

    A leaf has the child -1; children come after their parents.
    """
    depth = np.zeros(len(left), dtype=int)
    for node in np.flatnonzero(np.asarray(left) >= 0):
        depth[[left[node], right[node]]] = depth[node] + 1
    return depth[np.asarray(left) < 0].tolist()


def tree_size(tree: DecisionTreeClassifier) -> Size:
    """Return leaves and the sum of their depths."""
    depths = leaf_depths(tree.tree_.children_left, tree.tree_.children_right)
    return len(depths), sum(depths)


def forest_size(forest: RandomForestClassifier) -> Size:
    """Return the same of all trees together."""
    sizes = [tree_size(tree) for tree in forest.estimators_]
    return sum(size[0] for size in sizes), sum(size[1] for size in sizes)


def boosted_size(model: HistGradientBoostingClassifier) -> Size:
    """Return the same of all trees of all rounds."""
    nodes = [tree.nodes for trees in model._predictors for tree in trees]
    leaves = [part["depth"][part["is_leaf"] == 1] for part in nodes]
    return sum(map(len, leaves)), int(sum(part.sum() for part in leaves))


def no_size(_model: Any) -> Size:
    """Return that there are no rules."""
    return None, None


def pruned_by_validation(X: np.ndarray, y: np.ndarray) -> DecisionTreeClassifier:
    """Return the tree with the cost complexity of the lowest cross-validated error."""
    alphas = DecisionTreeClassifier(random_state=0).cost_complexity_pruning_path(X, y).ccp_alphas
    alphas = np.unique(np.clip(alphas, 0, None))
    places = np.unique(np.linspace(0, len(alphas) - 1, MOST_ALPHAS).round().astype(int))
    fewest = int(np.bincount(y)[np.unique(y)].min())
    folds = StratifiedKFold(max(2, min(5, fewest)), shuffle=True, random_state=0)
    search = GridSearchCV(
        DecisionTreeClassifier(random_state=0), {"ccp_alpha": alphas[places]}, cv=folds
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # classes with fewer rows than folds
        return search.fit(X, y).best_estimator_


class ScikitLearnFit:
    """A learner that takes numbers, with the task as numbers."""

    def __init__(
        self,
        task: Task,
        numbers: np.ndarray,
        learn: Callable[[np.ndarray, np.ndarray], Any],
        size: Callable[[Any], Size],
    ) -> None:
        self._task, self._numbers, self._learn, self._size = task, numbers, learn, size

    def fit(self) -> None:
        """Learn from the training rows."""
        task = self._task
        self._model = self._learn(self._numbers[task.train], task.labels[task.train])

    def answer(self) -> Answer:
        """Predict the test rows."""
        task, model = self._task, self._model
        rows = self._numbers[task.test]
        probabilities = spread(model.predict_proba(rows), model.classes_, len(task.classes))
        return Answer(model.predict(rows), probabilities, *self._size(model))


def tree(task: Task) -> ScikitLearnFit:
    """Grow a tree until its leaves are pure."""
    learn = DecisionTreeClassifier(random_state=0).fit
    return ScikitLearnFit(task, as_numbers(task.columns), learn, tree_size)


def pruned_tree(task: Task) -> ScikitLearnFit:
    """Grow a tree, and prune it by cost complexity."""
    return ScikitLearnFit(task, as_numbers(task.columns), pruned_by_validation, tree_size)


def forest(task: Task) -> ScikitLearnFit:
    """Grow a hundred trees."""
    learn = RandomForestClassifier(random_state=0).fit
    return ScikitLearnFit(task, as_numbers(task.columns), learn, forest_size)


def boosting(task: Task) -> ScikitLearnFit:
    """Add up small trees, which know nominal attributes and missing values."""
    nominal = [column.kind == "nominal" for column in task.columns]
    model = HistGradientBoostingClassifier(categorical_features=nominal, random_state=0)
    return ScikitLearnFit(task, as_codes(task.columns), model.fit, boosted_size)


def logistic(task: Task) -> ScikitLearnFit:
    """Weigh scaled columns."""
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    numbers = filled(as_numbers(task.columns), task.train)
    return ScikitLearnFit(task, numbers, model.fit, no_size)


def bins_size(model: LogisticRegression) -> Size:
    """Return the bins, each a rule of one condition, and the weights that are not 0."""
    n_bins = model.coef_.shape[1]
    return n_bins, n_bins, int(np.count_nonzero(model.coef_))


def decile_logistic(task: Task) -> ScikitLearnFit:
    """Weigh the bins between deciles, and the values of nominal attributes."""
    numbers = decile_bins(task.columns, task.train)
    return ScikitLearnFit(task, numbers, LogisticRegression(max_iter=1000).fit, bins_size)


LEARNERS = {
    "tree": tree,
    "tree-ccp": pruned_tree,
    "forest": forest,
    "boosting": boosting,
    "logistic": logistic,
    "logistic-deciles": decile_logistic,
}

if __name__ == "__main__":
    serve(LEARNERS)
