"""Worker of the MLRL packages: whichever of mlrl-boomer and mlrl-seco is installed."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from peers.workers.codes import as_codes, positive_codes
from peers.workers.serve import serve
from peers.workers.task import Answer, Task, spread


class MlrlFit:
    """Codes and numbers, with nominal attributes named as such; an output a class."""

    def __init__(self, make: Any, has_probabilities: bool, task: Task) -> None:
        self._task, self._has_probabilities = task, has_probabilities
        self._model = make(random_state=1)
        self._values = as_codes(task.columns).astype(np.float32)
        self._nominal = [place for place, column in enumerate(task.columns) if column.levels]
        labels = task.labels[task.train]
        self._frequency = np.bincount(labels, minlength=len(task.classes))
        self._codes = positive_codes(labels, len(task.classes))
        self._outputs = (labels[:, None] == self._codes).astype(np.uint8)

    def fit(self) -> None:
        """Learn from the training rows."""
        rows = self._values[self._task.train]
        self._model.fit(rows, self._outputs, nominal_feature_indices=self._nominal)

    def answer(self) -> Answer:
        """Predict the test rows."""
        rows = self._values[self._task.test]
        size = _size(self._model.model_)
        if not self._has_probabilities:
            return Answer(self._decided(np.asarray(self._model.predict(rows))), None, *size)
        shares = np.asarray(self._model.predict_proba(rows), dtype=float)
        if len(self._codes) == 1:  # of the other class, and of this one
            probabilities = shares[:, ::-1] if self._codes[0] == 0 else shares
        else:
            shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-9)
            probabilities = spread(shares, self._codes, len(self._task.classes))
        return Answer(probabilities.argmax(axis=1), probabilities, *size)

    def _decided(self, outputs: np.ndarray) -> np.ndarray:
        """Return the rarest class that a row is said to have, or the most frequent if none."""
        outputs = outputs.reshape(len(self._task.test), -1)
        rarest = self._codes[(outputs / self._frequency[self._codes]).argmax(axis=1)]
        other = self._frequency.argmax() if len(self._codes) > 1 else 1 - self._codes[0]
        return np.where(outputs.any(axis=1), rarest, other)


def _size(model: Any) -> tuple[int, int]:
    """Return the rules with a body, and their conditions."""
    kinds = ("numerical_leq", "numerical_gr", "ordinal_leq", "ordinal_gr")
    kinds += ("nominal_eq", "nominal_neq")
    bodies = [
        sum(np.size(found) for kind in kinds if (found := _indices(rule.body, kind)) is not None)
        for rule in model
    ]
    return sum(length > 0 for length in bodies), sum(bodies)


def _indices(body: Any, kind: str) -> Any:
    return getattr(body, f"{kind}_indices", None)


if __name__ == "__main__":
    if find_spec("mlrl.boosting"):
        from mlrl.boosting import BoomerClassifier

        serve({"boomer": partial(MlrlFit, BoomerClassifier, True)})
    else:
        from mlrl.seco import SeCoClassifier

        serve({"seco": partial(MlrlFit, SeCoClassifier, False)})
