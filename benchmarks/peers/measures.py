"""Measures of an answer: its error, and the quality of its probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np

from conjunct.evaluate.measures import auc as area
from conjunct.evaluate.measures import brier, log_loss

N_BINS = 10


def auc(probabilities: np.ndarray, labels: np.ndarray, classes: np.ndarray) -> float | None:
    """Return the area under the ROC curve; None unless there are two classes with rows.

    Parameters
    ----------
    probabilities : ndarray of float, shape (n_rows, n_levels)
        One column for every class of the table, including those without rows.
    labels : ndarray of int
        Classes of the rows.
    classes : ndarray of int
        The classes that have rows in the table.

    Examples
    --------
    >>> shares = np.array([[0.9, 0.1], [0.4, 0.6], [0.7, 0.3]])
    >>> auc(shares, np.array([0, 0, 1]), np.array([0, 1]))
    0.5
    >>> auc(shares, np.array([0, 0, 0]), np.array([0, 1]))
    """
    if len(classes) != 2:
        return None
    return area(probabilities[:, classes[1]], labels == classes[1])


def calibration_error(confidence: np.ndarray, correct: np.ndarray) -> float:
    """Return the expected calibration error over ten bins of equal width.

    Examples
    --------
    >>> calibration_error(np.array([0.75, 0.75, 0.75, 0.75]), np.array([1, 1, 1, 0]))
    0.0
    >>> calibration_error(np.array([1.0, 1.0]), np.array([1, 0]))
    0.5
    """
    bins = np.minimum((confidence * N_BINS).astype(int), N_BINS - 1)
    gaps = np.bincount(bins, confidence - correct, minlength=N_BINS)
    return float(np.abs(gaps).sum() / len(confidence))


def judged(answer: dict[str, Any], labels: np.ndarray, classes: np.ndarray) -> dict[str, Any]:
    """Return the measures of an answer, which are stored.

    Parameters
    ----------
    answer : dict
        The answer of a worker.
    labels : ndarray of int
        Classes of the test rows.
    classes : ndarray of int
        The classes that have rows in the table.
    """
    predicted = np.array(answer["predicted"], dtype=np.int64)
    if len(predicted) != len(labels):
        return {"failed": f"{len(predicted)} predictions for {len(labels)} test rows"}
    kept = {name: answer[name] for name in ("rules", "conditions", "seconds")}
    kept["points"] = answer.get("points")
    kept["error"] = float(np.mean(predicted != labels))
    if answer["probabilities"] is not None:
        probabilities = np.array(answer["probabilities"], dtype=float)
        if not np.isfinite(probabilities).all():
            return {"failed": "some probabilities are not numbers"}
        confidence = probabilities[np.arange(len(labels)), predicted]
        kept["brier"] = brier(probabilities, labels)
        kept["log_loss"] = log_loss(probabilities, labels)
        kept["auc"] = auc(probabilities, labels, classes)
        kept["confidence"] = np.round(confidence, 4).tolist()
        kept["correct"] = (predicted == labels).astype(int).tolist()
    return kept
