"""Worker of imodels: FIGS, and greedy rule lists, one a class where there are more than two."""

from __future__ import annotations

from typing import Any

import numpy as np
from imodels import FIGSClassifier, GreedyRuleListClassifier

from peers.workers.numbers import as_numbers, filled
from peers.workers.serve import serve
from peers.workers.task import Answer, Task, spread


class Numbers:
    """The task as numbers."""

    def __init__(self, task: Task) -> None:
        self._task = task
        numbers = filled(as_numbers(task.columns), task.train)
        self._train, self._test = numbers[task.train], numbers[task.test]
        self._labels = task.labels[task.train]
        np.random.seed(0)  # noqa: NPY002 - stumps are grown with the global generator


class Figs(Numbers):
    """Fast interpretable greedy-tree sums: a rule is a leaf of one of the trees."""

    def fit(self) -> None:
        """Learn from the training rows."""
        self._codes, labels = np.unique(self._labels, return_inverse=True)
        self._model = FIGSClassifier(random_state=0).fit(self._train, labels)

    def answer(self) -> Answer:
        """Predict the test rows."""
        shares = self._model.predict_proba(self._test)
        depths = [depth for root in self._model.trees_ for depth in _leaf_depths(root)]
        probabilities = spread(shares, self._codes, len(self._task.classes))
        predicted = self._codes[self._model.predict(self._test)]
        return Answer(predicted, probabilities, len(depths), sum(depths))


class GreedyLists(Numbers):
    """One list for the second of two classes, or a list a class: the surest decides."""

    def fit(self) -> None:
        """Learn from the training rows."""
        codes = np.unique(self._labels)
        self._codes = codes[1:] if len(self._task.classes) == 2 else codes
        self._lists = [
            GreedyRuleListClassifier().fit(self._train, (self._labels == code).astype(int))
            for code in self._codes
        ]

    def answer(self) -> Answer:
        """Predict the test rows."""
        shares = np.column_stack([one.predict_proba(self._test)[:, 1] for one in self._lists])
        if len(self._task.classes) == 2:
            probabilities = np.column_stack([1 - shares, shares])
        else:
            total = np.maximum(shares.sum(axis=1, keepdims=True), 1e-9)
            probabilities = spread(shares / total, self._codes, len(self._task.classes))
        rules = sum(_list_length(one) for one in self._lists)
        return Answer(probabilities.argmax(axis=1), probabilities, rules, rules)


def _leaf_depths(node: Any, depth: int = 0) -> list[int]:
    if node.left is None and node.right is None:
        return [depth]
    return _leaf_depths(node.left, depth + 1) + _leaf_depths(node.right, depth + 1)


def _list_length(model: Any) -> int:
    """Return the rules of a list, one condition each; the default at its end is not counted."""
    return sum("col" in rule for rule in model.rules_)


if __name__ == "__main__":
    serve({"figs": Figs, "greedy-list": GreedyLists})
