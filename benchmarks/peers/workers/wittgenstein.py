"""Worker of wittgenstein: RIPPER, which knows two classes only."""

from __future__ import annotations

import numpy as np
import pandas as pd
from wittgenstein import RIPPER

from peers.workers.codes import positive_codes
from peers.workers.serve import serve
from peers.workers.task import Answer, Column, Task, spread


class RipperSets:
    """Rules of the rarer of two classes, or of every class: the highest probability decides."""

    def __init__(self, task: Task) -> None:
        self._task = task
        frame = pd.DataFrame({column.name: _cells(column) for column in task.columns})
        self._train = frame.iloc[task.train].reset_index(drop=True)
        self._test = frame.iloc[task.test].reset_index(drop=True)

    def fit(self) -> None:
        """Learn from the training rows."""
        labels = self._task.labels[self._task.train]
        self._codes = positive_codes(labels, len(self._task.classes))
        self._models = []
        for code in self._codes:
            model = RIPPER(random_state=0)
            model.fit(self._train, y=(labels == code).astype(int), pos_class=1)
            self._models.append(model)

    def answer(self) -> Answer:
        """Predict the test rows."""
        shares = np.column_stack(
            [np.asarray(model.predict_proba(self._test))[:, 1] for model in self._models]
        ).astype(float)
        if len(self._task.classes) == 2:
            [code] = self._codes
            predicted = np.where(self._models[0].predict(self._test), code, 1 - code)
            probabilities = np.column_stack([1 - shares, shares])[:, [1 - code, code]]
        else:
            predicted = self._codes[shares.argmax(axis=1)]
            total = np.maximum(shares.sum(axis=1, keepdims=True), 1e-9)
            probabilities = spread(shares / total, self._codes, len(self._task.classes))
        lengths = [len(rule.conds) for model in self._models for rule in model.ruleset_.rules]
        rules = sum(length > 0 for length in lengths)
        return Answer(predicted, probabilities, rules, sum(lengths))


def _cells(column: Column) -> np.ndarray | list[str]:
    """Return numbers, with the median for missing ones, or text, with a value for missing ones."""
    if column.levels:
        return ["?" if code < 0 else f"v{code}" for code in column.values.tolist()]
    known = column.values[~np.isnan(column.values)]
    return np.where(np.isnan(column.values), np.median(known) if len(known) else 0, column.values)


if __name__ == "__main__":
    serve({"ripper": RipperSets})
