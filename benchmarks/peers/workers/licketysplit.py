"""Worker of LicketySPLIT: nearly optimal trees over zeros and ones."""

from __future__ import annotations

import numpy as np
from licketysplit import LicketySPLITClassifier, ThresholdGuessBinarizer

from peers.workers.numbers import as_numbers, filled
from peers.workers.serve import serve
from peers.workers.task import Answer, Task, spread


class NearlyOptimalTree:
    """A tree on the thresholds that gradient boosting uses, as the package recommends."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._numbers = filled(as_numbers(task.columns), task.train)
        self._codes, self._labels = np.unique(task.labels[task.train], return_inverse=True)

    def fit(self) -> None:
        """Learn from the training rows."""
        self._binarizer = ThresholdGuessBinarizer(random_state=0)
        rows = self._binarizer.fit_transform(self._numbers[self._task.train], self._labels)
        self._model = LicketySPLITClassifier().fit(rows, self._labels)

    def answer(self) -> Answer:
        """Predict the test rows."""
        rows = self._binarizer.transform(self._numbers[self._task.test])
        shares = self._model.predict_proba(rows)
        probabilities = spread(shares, self._codes, len(self._task.classes))
        lengths = [len(path) for path in self._model.get_tree_paths()[0]]
        predicted = self._codes[self._model.predict(rows)]
        return Answer(predicted, probabilities, len(lengths), sum(lengths))


if __name__ == "__main__":
    serve({"tree": NearlyOptimalTree})
