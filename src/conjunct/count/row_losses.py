"""Losses, gradients and curvatures of scored rows in fixed point, and their sums over pairs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from conjunct.count.engine import FLAT, LOSS_SCALE, SCALE, Applied
from conjunct.count.exact import exact_exp, exact_log
from conjunct.types import AnyArray, Floats, Ints

EXACT = 2.0**53
"""Whole numbers below this are exact as floats."""


class RowsToScore:
    """Rows with classes and weights, to be scored again and again.

    With two classes only the second has a score; that of the first is 0.

    Parameters
    ----------
    labels : ndarray of int
        Classes of the rows.
    share : ndarray of float
        Weights of the rows.
    n_classes, n_scores : int
        Number of classes, and of scores.

    Examples
    --------
    >>> rows = RowsToScore(np.array([0, 0]), np.ones(2), n_classes=2, n_scores=1)
    >>> rows.scored(np.array([[0.0, 5.0]])).applied().wrong / SCALE
    1.0
    """

    def __init__(self, labels: Ints, share: Floats, n_classes: int, n_scores: int) -> None:
        targets = (labels == n_classes - 1) * 1 if n_scores == 1 else labels.astype(np.int64)
        last = 1 if n_scores == 1 else 0
        self.share = share
        self.hit = (targets == np.arange(last, n_scores + last)[:, None]) * 1.0
        self.place = targets * len(labels) + np.arange(len(labels))
        self.weight = np.rint(SCALE * share)
        self.total_weight = _whole_sum(self.weight)

    def scored(self, scores: Floats) -> RowLosses:
        """Return the losses of scores, ``(scores, rows)``, in nats."""
        return RowLosses(self, scores)


class RowLosses:
    """Losses, gradients and curvatures of the rows for given scores, see `RowsToScore`."""

    def __init__(self, rows: RowsToScore, scores: Floats) -> None:
        every = np.concatenate((np.zeros_like(scores), scores)) if len(scores) == 1 else scores
        self._rows, self._n_scores = rows, len(scores)
        highest = every.max(axis=0)
        self._odds = exact_exp(every - highest)
        self._total = self._odds[0]
        for line in self._odds[1:]:
            self._total = self._total + line
        self._below = every.take(rows.place) - highest
        """How far the score of each row's class is below the highest score."""

    def applied(self, least: float = 0.0) -> Applied:
        """Add up the loss and the wrong rows; probabilities below `least` are raised to it."""
        nats = exact_log(self._total) - self._below
        nats = np.minimum(nats, -np.log(least)) if least else nats
        loss = _whole_sum(_fixed(nats, self._rows.share, LOSS_SCALE))
        wrong = _whole_sum(self._rows.weight[self._below < 0])
        return Applied(loss, wrong, self._rows.total_weight)

    def state(self) -> Floats:
        """Return weight, gradients, curvatures and positive gradients, ``(rows, 1 + 3 · scores)``.

        They are whole numbers.
        """
        p = (self._odds * (1.0 / self._total))[-self._n_scores :]
        slopes = _fixed(self._rows.hit - p, self._rows.share)
        bends = _fixed(p * (1.0 - p), self._rows.share)
        return np.concatenate((self._rows.weight[None], slopes, bends, np.maximum(slopes, 0))).T


def _fixed(values: Floats, share: Floats, scale: float = SCALE) -> Floats:
    """Return numbers times the weights of their rows, in fixed point.

    A row of weight 3 gets three times the number of a row of weight 1, exactly.
    """
    return np.rint(np.rint(scale * values) * share)


def _whole_sum(numbers: Floats) -> int:
    return int(numbers.astype(np.int64).sum())


def exact_sums(holds: Floats, values: AnyArray, is_light: bool) -> Ints:
    """Add up whole numbers, ``(rows, numbers)``, over the rows that each line of `holds` marks.

    `is_light` tells that floats can hold all sums.
    """
    found = ((holds @ part).astype(np.int64) * unit for part, unit in _parts(values, is_light))
    return reduce(np.add, found)


def pair_sums(
    holds: Floats, curvatures: AnyArray, share: Floats, is_light: bool, blocks: Sequence[Ints]
) -> list[Ints]:
    """Add up the curvatures of each score, ``(rows, scores)``, over pairs of rules of its block.

    `holds` tells by 1 and 0 which rows satisfy which rules, see `CountingEngine.curvature`.
    """
    alone = exact_sums(holds, curvatures, is_light)
    total = curvatures.astype(np.int64).sum(axis=0)
    steep = _parts(np.where(curvatures > (FLAT * share)[:, None], curvatures, 0), is_light)
    sums = []
    for score, block in enumerate(blocks):
        own, both = holds[block], np.empty((len(block) + 1, len(block) + 1), np.int64)
        found = (((own * part[:, score]) @ own.T).astype(np.int64) * unit for part, unit in steep)
        both[:-1, :-1] = reduce(np.add, found)
        both[-1, :-1] = both[:-1, -1] = alone[block, score]
        both[-1, -1] = total[score]
        sums.append(both)
    return sums


def _parts(values: AnyArray, is_light: bool) -> list[tuple[AnyArray, int]]:
    """Divide whole numbers into parts whose sums are exact as floats, each with its unit."""
    if is_light:
        return [(values, 1)]
    high, low = np.divmod(values.astype(np.int64), 1 << 26)
    return [(high, 1 << 26), (low, 1)]
