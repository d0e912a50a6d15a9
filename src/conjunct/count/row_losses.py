"""Losses, gradients and curvatures of scored rows in fixed point, and their sums over pairs."""

from __future__ import annotations

import numpy as np

from conjunct.count.engine import FLAT, LOSS_SCALE, SCALE, Applied
from conjunct.count.exact import exact_exp, exact_log
from conjunct.types import Floats, Ints

EXACT = 2.0**53
"""Whole numbers below this are exact as floats."""


class RowLosses:
    """Rows with scores of the classes. With two classes only the second has one; the first has 0.

    Parameters
    ----------
    scores : ndarray of float, (scores, rows)
        The scores, in nats.
    labels : ndarray of int
        Classes of the rows.
    share : ndarray of float
        Weights of the rows.
    n_classes : int
        Number of classes.

    Examples
    --------
    >>> rows = RowLosses(np.array([[0.0, 5.0]]), np.array([0, 0]), np.ones(2), n_classes=2)
    >>> rows.applied().wrong / SCALE
    1.0
    """

    def __init__(self, scores: Floats, labels: Ints, share: Floats, n_classes: int) -> None:
        one = len(scores) == 1
        self._n_scores, self._share = len(scores), share
        self._targets = (labels == n_classes - 1) * 1 if one else labels
        self._every = np.concatenate((np.zeros_like(scores), scores)) if one else scores
        self._odds = exact_exp(self._every - self._every.max(axis=0))
        self._total = self._odds[0]
        for line in self._odds[1:]:
            self._total = self._total + line
        self._weight = np.rint(SCALE * share).astype(np.int64)

    def applied(self, least: float = 0.0) -> Applied:
        """Add up the loss and the wrong rows; probabilities below `least` are raised to it."""
        own = self._every[self._targets, np.arange(self._every.shape[1])]
        nats = exact_log(self._total) - (own - self._every.max(axis=0))
        nats = np.minimum(nats, -np.log(least)) if least else nats
        wrong = own < self._every.max(axis=0)
        loss = np.rint(np.rint(LOSS_SCALE * nats) * self._share).astype(np.int64)
        weight = self._weight
        return Applied(int(loss.sum()), int(weight[wrong].sum()), int(weight.sum()))

    def state(self) -> Ints:
        """Return weight, gradients and curvatures of every row, ``(rows, 1 + 2 · scores)``."""
        p = (self._odds * (1.0 / self._total))[-self._n_scores :]
        hit = (self._targets == np.arange(len(self._every))[-self._n_scores :, None]) * 1.0
        slopes, bends = _fixed(hit - p, self._share), _fixed(p * (1.0 - p), self._share)
        return np.concatenate((self._weight[None], slopes, bends)).T


def _fixed(values: Floats, share: Floats) -> Ints:
    """Return numbers times the weights of their rows, in fixed point.

    A row of weight 3 gets three times the number of a row of weight 1, exactly.
    """
    return np.rint(np.rint(SCALE * values) * share).astype(np.int64)


def pair_sums(holds: Floats, curvatures: Ints, share: Floats) -> Ints:
    """Add up curvatures over pairs of rules, in two halves if one product would lose bits."""
    steep = np.where(curvatures > FLAT * share, curvatures, 0)
    if len(steep) * float(steep.max(initial=0)) < EXACT:
        pairs = ((holds * steep) @ holds.T).astype(np.int64)
    else:
        high, low = np.divmod(steep, 1 << 26)
        pairs = ((holds * high) @ holds.T).astype(np.int64) << 26
        pairs += ((holds * low) @ holds.T).astype(np.int64)
    size = len(holds)
    sums = np.empty((size + 1, size + 1), np.int64)
    sums[:size, :size] = pairs
    whole = curvatures.astype(np.float64)
    if len(whole) * whole.max(initial=0.0) < EXACT:
        sums[size, :size] = sums[:size, size] = holds @ whole
    else:
        sums[size, :size] = sums[:size, size] = [int(curvatures[one > 0].sum()) for one in holds]
    sums[size, size] = curvatures.sum()
    return sums
