"""Worker of interpret-core: the explainable boosting machine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from interpret.glassbox import ExplainableBoostingClassifier

from peers.workers.serve import serve
from peers.workers.task import Answer, Column, Task, spread


class Boosted:
    """Curves of attributes, and of pairs of them, in one process; it has no rules to count."""

    def __init__(self, options: Mapping[str, Any], task: Task) -> None:
        self._task = task
        self._rows = np.column_stack([_cells(column) for column in task.columns])
        kinds = ["nominal" if column.levels else "continuous" for column in task.columns]
        self._model = ExplainableBoostingClassifier(feature_types=kinds, n_jobs=1, **options)

    def fit(self) -> None:
        """Learn from the training rows."""
        task = self._task
        self._model.fit(self._rows[task.train], task.labels[task.train])

    def answer(self) -> Answer:
        """Predict the test rows."""
        shares = self._model.predict_proba(self._rows[self._task.test])
        codes = self._model.classes_
        probabilities = spread(shares, codes, len(self._task.classes))
        return Answer(codes[shares.argmax(axis=1)], probabilities, None, None)


def _cells(column: Column) -> np.ndarray:
    """Return numbers or text, None where a cell is missing."""
    if not column.levels:
        return np.where(np.isnan(column.values), None, column.values.astype(object))
    levels = np.array([*column.levels, None], dtype=object)
    return levels[column.values]


if __name__ == "__main__":
    serve({"ebm": partial(Boosted, {}), "ebm-no-pairs": partial(Boosted, {"interactions": 0})})
