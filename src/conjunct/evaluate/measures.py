"""How good predictions are: formulas over rows whose class is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from conjunct.types import Flags, Floats, Ints

LEAST = 1e-6
"""Probabilities below this count as this in the logarithmic loss."""


@dataclass(frozen=True, eq=False)
class Predicted:
    """What was predicted for some rows, beside what came true.

    Parameters
    ----------
    labels : ndarray of int, shape (n_rows,)
        Position of the class of each row.
    decided : ndarray of int, shape (n_rows,)
        Position of the class that was predicted.
    probabilities : ndarray of float, shape (n_rows, n_classes)
        What each class was given.
    weights : ndarray of float or None
        How much each row counts; None for 1 each.
    folds : ndarray of int or None
        Which theory predicted each row; None where one predicted all.
    positive : int or None
        Position of the class that recall and precision are about; None for none.

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
        """Return the share of rows that are flagged, each as often as it counts."""
        weights = np.ones(len(self.labels)) if self.weights is None else self.weights
        counted = weights if among is None else weights * among
        total = float(counted.sum())
        return float((counted * flags).sum()) / total if total > 0 else None


def brier(probabilities: Floats, labels: Ints, weights: Floats | None = None) -> float:
    """Return half the squared distance to what came true, over all classes: 0 is best, 1 is worst.

    Examples
    --------
    >>> brier(np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([0, 0]))
    0.125
    """
    truth = np.arange(probabilities.shape[1]) == labels[:, None]
    distances = ((probabilities - truth) ** 2).sum(axis=1) / 2
    return float(np.average(distances, weights=weights))


def log_loss(probabilities: Floats, labels: Ints, weights: Floats | None = None) -> float:
    """Return the mean of the negative logarithms of the probabilities of what came true.

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
        Which rows are.
    weights : ndarray of float or None
        How much each row counts.
    folds : ndarray of int or None
        Only rows of one fold are compared: the scores of two theories have no common scale.

    Returns
    -------
    area : float or None
        None where there is no pair to compare.

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
    """Return the mean over the classes that have rows of the share of them that is wrong."""
    wrong = said.decided != said.labels
    shares = [said.share(wrong, said.labels == one) for one in np.unique(said.labels)]
    known = [share for share in shares if share is not None]
    return float(np.mean(known)) if known else None


def _log_loss(said: Predicted) -> float | None:
    return log_loss(said.probabilities, said.labels, said.weights)


def _brier(said: Predicted) -> float | None:
    return brier(said.probabilities, said.labels, said.weights)


def _auc(said: Predicted) -> float | None:
    """Return the area of two classes; of more, the mean over each class against the rest."""
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
    """One way to say how good predictions are.

    Parameters
    ----------
    heading : str
        What a column of it is called.
    value : callable
        Takes `Predicted` and returns a number, None where there is none.
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
"""By name, in the order in which they are printed."""


def measured(said: Predicted) -> dict[str, float | None]:
    """Return every measure of predictions by its name; None where it has no value.

    Error, balanced error (the mean over classes of the share that is wrong), log loss, Brier
    score (0 to 1), AUC (of more than two classes the mean over each against the rest), and recall
    and precision of the positive class.

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
    """Return the class that is positive unless a person says otherwise: the rarer one of two.

    Of two equally frequent ones it is the second, as on score cards; of more there is none.

    Examples
    --------
    >>> rarer(np.array([3, 9])), rarer(np.array([5, 5])), rarer(np.array([1, 2, 3]))
    (0, 1, None)
    """
    if len(counts) != 2:
        return None
    return 0 if counts[0] < counts[1] else 1


def always_majority(said: Predicted, counts: Floats | Ints) -> Predicted:
    """Return the same rows as the class frequencies of training alone predict them.

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
