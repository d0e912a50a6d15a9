"""Row states by array operations: fixed ones, and those of a card, with losses and sums over rules.

Losses, gradients and curvatures are in fixed point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import is_
from typing import NamedTuple

import numpy as np

from conjunct import rooms
from conjunct.count.engine import (
    CLASS_WEIGHTS,
    FLAT,
    IDENTITY,
    LOSS_SCALE,
    SCALE,
    Applied,
    Points,
    Tests,
)
from conjunct.count.exact import exact_exp, exact_log
from conjunct.count.folds import scrambled
from conjunct.encode import CodedTable
from conjunct.rooms import chunks
from conjunct.types import AnyArray, Floats, Ints

EXACT = 2.0**53
"""Whole numbers below this are exact as floats."""
MOST_CELLS = 1 << 20
"""Number of rows times rules that are looked at together, which bounds the memory used."""
Satisfied = Callable[[Tests], AnyArray]
"""A function that returns the places of the rows that satisfy a body."""


def identities(table: CodedTable) -> Ints:
    """Return the random number of each row, drawn from its class and its rank."""
    values = rooms.empty((table.n_rows, 1), np.int64)
    for rows in chunks(len(values)):
        labels = table.labels[rows].astype(np.uint64) << np.uint64(40)
        words = scrambled(labels ^ table.ranks[rows].astype(np.uint64), 1)
        values[rows, 0] = words.view(np.int64)
    return values


def class_weights(table: CodedTable) -> Ints:
    """Return the weight of each row in the column of its class."""
    values = rooms.zeros((table.n_rows, len(table.classes)), np.int64)
    for rows in chunks(len(values)):
        share = 1.0 if table.weights is None else table.weights[rows]
        values[np.arange(rows.start, rows.stop), table.labels[rows]] = np.rint(SCALE * share)
    return values


FIXED = {IDENTITY: identities, CLASS_WEIGHTS: class_weights}
"""For the name of each such row state, the function that returns it for the rows of a table."""


class RowsToScore:
    """Rows with classes and weights, to be scored again and again.

    With two classes only the second has a score; that of the first is 0.

    Examples
    --------
    >>> rows = RowsToScore(np.array([0, 0]), np.ones(2), n_classes=2, n_scores=1)
    >>> RowLosses(rows, np.array([[0.0, 5.0]])).applied().wrong / SCALE
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


class RowLosses:
    """Losses, gradients and curvatures of the rows for scores ``(scores, rows)`` in nats."""

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


class _Holds(NamedTuple):
    """Which rows satisfy which bodies, by 1 and 0, for a part of the rows that begins somewhere."""

    start: int
    bodies: tuple[Tests, ...]
    holds: Floats

    def is_about(self, start: int, bodies: Sequence[Tests]) -> bool:
        """Tell whether these are the same bodies; their arrays never change."""
        same = start == self.start and len(bodies) == len(self.bodies)
        return same and all(map(is_, bodies, self.bodies))


class CardRows:
    """The rows of one cover, to which cards are fitted, and the rules last asked about."""

    def __init__(self, labels: AnyArray, share: Floats, n_classes: int) -> None:
        self._labels, self._share, self._n_classes = labels, share, n_classes
        self._is_light = 2.0 * SCALE * float(share.sum()) < EXACT
        self._to_score: dict[int, RowsToScore] = {}
        self._last = _Holds(-1, (), np.empty((0, 0)))

    def scored(self, points: Points, satisfied: Satisfied) -> RowLosses:
        """Score the rows."""
        scores = np.repeat(points.base[:, None], len(self._labels), axis=1)
        for part, holds in self._holds(points.bodies, satisfied):
            lines, given = list(scores[:, part]), holds[points.rules] * points.weights[:, None]
            for channel, weights in zip(points.channels.tolist(), given, strict=True):
                lines[channel] += weights
        n_scores = len(scores)
        if n_scores not in self._to_score:
            about = self._labels, self._share, self._n_classes, n_scores
            self._to_score[n_scores] = RowsToScore(*about)
        return RowLosses(self._to_score[n_scores], scores)

    def sums(self, bodies: Sequence[Tests], satisfied: Satisfied, state: AnyArray) -> Ints:
        """Add up a row state, ``(rows, numbers)``, over the rows that satisfy each body."""
        found = (
            exact_sums(holds, state[part], self._is_light)
            for part, holds in self._holds(bodies, satisfied)
        )
        return reduce(np.add, found)

    def pair_sums(
        self,
        bodies: Sequence[Tests],
        satisfied: Satisfied,
        blocks: Sequence[Ints],
        curvatures: AnyArray,
    ) -> list[Ints]:
        """Add up the curvatures of each score over pairs of rules, see `CountingEngine.curvature`.

        `curvatures` are whole numbers, ``(rows, scores)``.
        """
        found = (
            pair_sums(holds, curvatures[part], self._share[part], self._is_light, blocks)
            for part, holds in self._holds(bodies, satisfied)
        )
        return [reduce(np.add, own) for own in zip(*found, strict=True)]

    def _holds(
        self, bodies: Sequence[Tests], satisfied: Satisfied
    ) -> Iterator[tuple[slice, Floats]]:
        """Tell by 1 and 0 which rows satisfy which bodies, for one part of the rows at a time.

        The last part is kept for the next call, which is often about the same bodies.
        """
        n_rows = len(self._labels)
        most = max(1, MOST_CELLS // max(1, len(bodies)))
        for start in range(0, max(1, n_rows), most):
            part, last = slice(start, start + most), self._last
            if not last.is_about(start, bodies):
                holds = self._holds_in(part, [satisfied(body) for body in bodies])
                last = self._last = _Holds(start, tuple(bodies), holds)
            yield part, last.holds

    def _holds_in(self, part: slice, satisfied: Sequence[AnyArray]) -> Floats:
        """Tell by 1 and 0 which rows of a part are at which places."""
        n_rows = len(self._labels)
        holds = np.zeros((len(satisfied), min(part.stop, n_rows) - part.start))
        for line, places in zip(holds, satisfied, strict=True):
            if len(line) < n_rows:
                low, high = places.searchsorted((part.start, part.stop))
                places = places[low:high] - part.start
            line[places] = 1.0
        return holds
