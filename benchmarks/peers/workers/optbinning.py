"""Worker of optbinning: a scorecard of bins, of two classes."""

from __future__ import annotations

import numpy as np
from optbinning import BinningProcess, Scorecard
from sklearn.linear_model import LogisticRegression

from peers.workers.frame import as_frame
from peers.workers.serve import serve
from peers.workers.task import Answer, Task, spread


class Bins:
    """Bins of each attribute, weighed by a logistic regression: each is a rule of one condition."""

    def __init__(self, task: Task) -> None:
        self._task = task
        frame = as_frame(task.columns)
        self._train, self._test = frame.iloc[task.train], frame.iloc[task.test]
        names = [column.name for column in task.columns]
        nominal = [column.name for column in task.columns if column.levels]
        binning = BinningProcess(names, categorical_variables=nominal)
        self._model = Scorecard(binning, LogisticRegression(max_iter=1000))

    def fit(self) -> None:
        """Learn from the training rows."""
        self._codes, places = np.unique(self._task.labels[self._task.train], return_inverse=True)
        self._model.fit(self._train, places)

    def answer(self) -> Answer:
        """Predict the test rows."""
        shares = self._model.predict_proba(self._test)
        probabilities = spread(shares, self._codes, len(self._task.classes))
        points = self._model.table(style="summary")["Points"]
        n_points = int(np.count_nonzero(points))
        predicted = self._codes[shares.argmax(axis=1)]
        return Answer(predicted, probabilities, n_points, n_points, n_points)


if __name__ == "__main__":
    serve({"scorecard": Bins})
