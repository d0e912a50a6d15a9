"""Measures of the quality of predictions: formulas over rows whose class is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from conjunct.types import Flags, Floats, Ints

LEAST = 1e-6
"""The log loss raises probabilities below this value to it, so that it stays finite."""


@dataclass(frozen=True, eq=False)
class Predicted:
    """Predictions for some rows, with the true classes.

    Parameters
    ----------
    labels : ndarray of int, shape (n_rows,)
        Position of the class of each row.
    decided : ndarray of int, shape (n_rows,)
        Position of the class that was predicted.
    probabilities : ndarray of float, shape (n_rows, n_classes)
        The predicted probability of each class.
    weights : ndarray of float or None
        Weight of each row; None if each row counts once.
    folds : ndarray of int or None
        Number of the fold whose theory predicted each row; None if one theory predicted all rows.
    positive : int or None
        Position of the class whose recall and precision are measured; None if there is none.

    Examples
    --------
    >>> shares = np.array([[0.9, 0.1], [0.4, 0.6], [0.3, 0.7]])
    >>> said = Predicted(np.array([0, 0, 1]), np.array([0, 1, 1]), shares, positive=1)
    >>> measured(said)["precision"], measured(said)["auc"]
    (0.5, 1.0)
    """

    labels: Ints
    decided: Ints
    probabilities: Floats
    weights: Floats | None = None
    folds: Ints | None = None
    positive: int | None = None

    def share(self, flags: Flags, among: Flags | None = None) -> float | None:
        """Return the weighted share of flagged rows; None if no row is counted."""
        weights = np.ones(len(self.labels)) if self.weights is None else self.weights
        counted = weights if among is None else weights * among
        total = float(counted.sum())
        return float((counted * flags).sum()) / total if total > 0 else None


def brier(probabilities: Floats, labels: Ints, weights: Floats | None = None) -> float:
    """Return the mean over rows of half the squared distance to the true class.

    0 is best, 1 is worst.

    Examples
    --------
    >>> brier(np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([0, 0]))
    0.125
    """
    truth = np.arange(probabilities.shape[1]) == labels[:, None]
    distances = ((probabilities - truth) ** 2).sum(axis=1) / 2
    return float(np.average(distances, weights=weights))


def log_loss(probabilities: Floats, labels: Ints, weights: Floats | None = None) -> float:
    """Return the mean negative logarithm of the predicted probability of the true class.

    A probability below a millionth counts as a millionth.

    Examples
    --------
    >>> round(log_loss(np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([0, 0])), 4)
    0.3466
    """
    said = probabilities[np.arange(len(labels)), labels]
    return float(np.average(-np.log(np.clip(said, LEAST, 1.0)), weights=weights))


def auc(
    scores: Floats,
    positive: Flags,
    weights: Floats | None = None,
    folds: Ints | None = None,
) -> float | None:
    """Return the area under the ROC curve: the share of pairs of rows in the right order.

    Parameters
    ----------
    scores : ndarray of float
        The higher, the more likely the row is positive.
    positive : ndarray of bool
        Which rows are positive.
    weights : ndarray of float or None
        Weight of each row; None if each row counts once.
    folds : ndarray of int or None
        Number of the fold of each row. Only rows of the same fold are compared, because the scores
        of two theories have no common scale.

    Returns
    -------
    area : float or None
        None if there is no pair to compare.

    Examples
    --------
    >>> auc(np.array([0.1, 0.6, 0.3]), np.array([False, False, True]))
    0.5
    """
    counted = np.ones(len(scores)) if weights is None else weights
    parts = np.zeros(len(scores), np.int64) if folds is None else folds
    ahead = pairs = 0.0
    for part in np.unique(parts):
        rows = parts == part
        _, places = np.unique(scores[rows], return_inverse=True)
        ours = np.bincount(places, counted[rows] * positive[rows])
        others = np.bincount(places, counted[rows] * ~positive[rows])
        ahead += float((ours * (np.cumsum(others) - others / 2)).sum())
        pairs += float(ours.sum() * others.sum())
    return ahead / pairs if pairs > 0 else None


def _error(said: Predicted) -> float | None:
    return said.share(said.decided != said.labels)


def _balanced_error(said: Predicted) -> float | None:
    """Return the mean error rate of the classes that have rows."""
    wrong = said.decided != said.labels
    shares = [said.share(wrong, said.labels == one) for one in np.unique(said.labels)]
    known = [share for share in shares if share is not None]
    return float(np.mean(known)) if known else None


def _log_loss(said: Predicted) -> float | None:
    return log_loss(said.probabilities, said.labels, said.weights)


def _brier(said: Predicted) -> float | None:
    return brier(said.probabilities, said.labels, said.weights)


def _auc(said: Predicted) -> float | None:
    """Return the AUC; with more than two classes, the mean over each class against the rest."""
    n_classes = said.probabilities.shape[1]
    areas = [
        auc(said.probabilities[:, one], said.labels == one, said.weights, said.folds)
        for one in (range(1, 2) if n_classes == 2 else range(n_classes))
    ]
    known = [area for area in areas if area is not None]
    return float(np.mean(known)) if known else None


def _recall(said: Predicted) -> float | None:
    if said.positive is None:
        return None
    return said.share(said.decided == said.positive, said.labels == said.positive)


def _precision(said: Predicted) -> float | None:
    if said.positive is None:
        return None
    return said.share(said.labels == said.positive, said.decided == said.positive)


class Measure(NamedTuple):
    """A number for the quality of predictions.

    Parameters
    ----------
    heading : str
        Heading of its column in a table.
    value : callable
        Function that takes `Predicted` and returns a number, or None if there is no value.
    is_share : bool
        Whether it is printed in percent.
    more_is_better : bool
        Whether the largest value is the best.

    Examples
    --------
    >>> shares = np.array([[0.9, 0.1], [0.4, 0.6]])
    >>> said = Predicted(np.array([0, 0]), np.array([0, 1]), shares)
    >>> MEASURES["error"].heading, MEASURES["error"].value(said)
    ('error', 0.5)
    """

    heading: str
    value: Callable[[Predicted], float | None]
    is_share: bool = False
    more_is_better: bool = False


MEASURES = {
    "error": Measure("error", _error, is_share=True),
    "balanced_error": Measure("balanced", _balanced_error, is_share=True),
    "log_loss": Measure("log loss", _log_loss),
    "brier": Measure("Brier", _brier),
    "auc": Measure("AUC", _auc, more_is_better=True),
    "recall": Measure("recall", _recall, is_share=True, more_is_better=True),
    "precision": Measure("precision", _precision, is_share=True, more_is_better=True),
}
"""All measures by name, in the order in which they are printed."""


def measured(said: Predicted) -> dict[str, float | None]:
    """Return every measure of predictions by its name; None if it has no value.

    The measures are error, balanced error (the mean of the error rates of the classes), log loss,
    Brier score (0 to 1), AUC (with more than two classes, the mean over each class against the
    rest), and recall and precision of the positive class.

    Examples
    --------
    >>> shares = np.array([[0.9, 0.1], [0.4, 0.6], [0.3, 0.7]])
    >>> said = Predicted(np.array([0, 0, 1]), np.array([0, 1, 1]), shares, positive=1)
    >>> list(measured(said))
    ['error', 'balanced_error', 'log_loss', 'brier', 'auc', 'recall', 'precision']
    >>> measured(said)["recall"]
    1.0
    """
    return {name: measure.value(said) for name, measure in MEASURES.items()}


def rarer(counts: Floats | Ints) -> int | None:
    """Return the class that is positive by default: the rarer one of two classes.

    If both are equally frequent, it is the second, as on score cards. With more than two classes,
    no class is positive by default.

    Examples
    --------
    >>> rarer(np.array([3, 9])), rarer(np.array([5, 5])), rarer(np.array([1, 2, 3]))
    (0, 1, None)
    """
    if len(counts) != 2:
        return None
    return 0 if counts[0] < counts[1] else 1


def always_majority(said: Predicted, counts: Floats | Ints) -> Predicted:
    """Return the same rows with predictions from the class frequencies of training alone.

    Parameters
    ----------
    said : Predicted
        The rows, and the positive class.
    counts : ndarray, shape (n_classes,) or (n_rows, n_classes)
        Training rows by class, for all rows or for each of them.

    Examples
    --------
    >>> shares = np.array([[0.9, 0.1], [0.4, 0.6], [0.3, 0.7]])
    >>> said = Predicted(np.array([0, 0, 1]), np.array([0, 1, 1]), shares)
    >>> always_majority(said, np.array([3, 1])).probabilities[0]
    array([0.75, 0.25])
    """
    by_row = np.broadcast_to(counts, said.probabilities.shape)
    shares = by_row / by_row.sum(axis=1, keepdims=True)
    return replace(said, decided=by_row.argmax(axis=1), probabilities=shares)
