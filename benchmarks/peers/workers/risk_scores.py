"""Worker of imodels' FastRiskScore: whole points for a few conditions, of two classes."""

from __future__ import annotations

import sys
from functools import partial

import numpy as np
from imodels import FastRiskScoreClassifier

from peers.workers.frame import as_frame
from peers.workers.serve import serve
from peers.workers.task import Answer, Task, spread


class RiskScore:
    """A score of at most a given number of points; conditions and points are the same here."""

    def __init__(self, n_points: int, task: Task) -> None:
        self._task = task
        frame = as_frame(task.columns)
        self._train = frame.iloc[task.train].reset_index(drop=True)
        self._test = frame.iloc[task.test].reset_index(drop=True)
        self._model = FastRiskScoreClassifier(k=n_points)

    def fit(self) -> None:
        """Learn from the training rows."""
        self._model.fit(self._train, self._task.labels[self._task.train])

    def answer(self) -> Answer:
        """Predict the test rows."""
        model = self._model
        shares = model.predict_proba(self._test)
        probabilities = spread(shares, model.classes_, len(self._task.classes))
        n_points = len(model.points_)
        return Answer(model.predict(self._test), probabilities, n_points, n_points, n_points)


def compile_first() -> None:
    """Compile the search before a fit is timed and limited; it is kept for other processes."""
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(60, 3))
    FastRiskScoreClassifier().fit(rows, (rows[:, 0] + rng.normal(size=60) > 0).astype(int))


if __name__ == "__main__":
    compile_first()
    if sys.argv[1:] != ["compile"]:
        serve({str(n_points): partial(RiskScore, n_points) for n_points in (5, 13)})
