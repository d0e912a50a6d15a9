"""Worker of FasterRisk: whole points for a few conditions, of two classes."""

from __future__ import annotations

from functools import partial

import numpy as np
from fasterrisk.fasterrisk import RiskScoreOptimizer

from peers.workers.bins import decile_steps
from peers.workers.serve import serve
from peers.workers.task import Answer, Task, spread


class RiskScore:
    """The score of the lowest loss in the pool."""

    def __init__(self, n_points: int, task: Task) -> None:
        self._task, self._n_points = task, n_points
        self._rows = decile_steps(task.columns, task.train)
        self._codes, places = np.unique(task.labels[task.train], return_inverse=True)
        self._signs = 2.0 * places - 1.0

    def fit(self) -> None:
        """Learn from the training rows."""
        found = RiskScoreOptimizer(self._rows[self._task.train], self._signs, k=self._n_points)
        found.optimize()
        self._unit, self._base, self._points = found.get_models(model_index=0)

    def answer(self) -> Answer:
        """Predict the test rows."""
        sums = (self._rows[self._task.test] @ self._points + self._base) / self._unit
        share = 1 / (1 + np.exp(-sums))
        both = np.column_stack([1 - share, share])
        probabilities = spread(both, self._codes, len(self._task.classes))
        n_points = int(np.count_nonzero(self._points))
        predicted = self._codes[(sums > 0).astype(int)]
        return Answer(predicted, probabilities, n_points, n_points, n_points)


if __name__ == "__main__":
    serve({str(n_points): partial(RiskScore, n_points) for n_points in (5, 13)})
