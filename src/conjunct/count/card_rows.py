"""The rows of one cover, to which cards are fitted by array operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import is_
from typing import NamedTuple

import numpy as np

from conjunct.count.engine import SCALE, Points, Tests
from conjunct.count.row_losses import EXACT, RowLosses, RowsToScore, exact_sums, pair_sums
from conjunct.types import AnyArray, Floats, Ints

MOST_CELLS = 1 << 20
"""Number of rows times rules that are looked at together, which bounds the memory used."""


Satisfied = Callable[[Tests], AnyArray]
"""A function that returns the places of the rows that satisfy a body."""


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
    """Rows with classes and weights, and the rules that they were last asked about.

    Parameters
    ----------
    labels : ndarray of int
        Classes of the rows.
    share : ndarray of float
        Weights of the rows.
    n_classes : int
        Number of classes.
    """

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
        return self._to_score[n_scores].scored(scores)

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

        Parameters
        ----------
        bodies : sequence of Tests
            The rules.
        satisfied : callable
            Returns the places of the rows that satisfy a body.
        blocks : sequence of ndarray of int
            For each score, the rules to pair.
        curvatures : ndarray, (rows, scores)
            The curvatures, which are whole numbers.
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
