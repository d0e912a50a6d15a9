"""Means over the folds of one table from one worker, for comparisons of two learners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from conjunct.errors import StudyError
from peers.tables import Dataset
from peers.worker import Worker

LIMIT = 1e5
"""Limit of a fit, in processor seconds: practically none."""


def means(
    worker: Worker, keys: Sequence[str], dataset: Dataset, folds: Iterable[int]
) -> dict[str, float]:
    """Return the error on test rows in percent, and rules, conditions and seconds of a fit.

    Parameters
    ----------
    worker : Worker
        The worker.
    keys : sequence of str
        Its names for the learners: one, or several that differ in their seed.
    dataset : Dataset
        Table and folds.
    folds : iterable of int
        Numbers of the folds to predict.
    """
    rows, wrong, tested = [], 0, 0
    for key in keys:
        for fold in folds:
            answer = worker.ask(key, dataset.folder, fold, LIMIT)
            if "failed" in answer:
                raise StudyError(f"{key} on {dataset.name}: {answer['failed']}")
            labels = dataset.labels[dataset.folds == fold]
            wrong += int((np.array(answer["predicted"]) != labels).sum())
            tested += len(labels)
            rows.append(answer)
    sizes = {
        name: float(np.mean([row[name] for row in rows]))
        for name in ("rules", "conditions", "seconds")
    }
    return {"error": 100 * wrong / tested, **sizes}
