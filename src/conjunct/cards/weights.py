"""Joint fit of the weights of a card, from sums over rows alone.

Each score has a block of its own: the weights of its rules and its base. A step is a Newton step of
every block, shortened if it is too long. Blocks influence each other through the probabilities, so
with several scores a full step goes too far. The length of each step is therefore the best length
of the step before, estimated from the slopes at its two ends. Compiled code repeats every operation
bit for bit, so a fused fit gives the same weights.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from conjunct.count import NO_TESTS, CountingEngine
from conjunct.count.engine import LOSS_SCALE, SCALE
from conjunct.count.fitting import (
    BASE_RIDGE,
    CURVATURE_EVERY,
    FIRST_SHARE,
    HALVINGS,
    LONGEST_STEP,
    SHORTEST_SHARE,
)
from conjunct.count.requests import FitRequest, FittedWeights
from conjunct.types import Floats, Ints


def fit_weights(engine: CountingEngine, request: FitRequest) -> FittedWeights:
    """Fit the weights of all rules together, starting from those of the request.

    Afterwards the row state of the request is that of the fitted weights.
    """
    fused = engine.search(request)
    if fused is not None:
        found: FittedWeights = fused
        return found
    return _PlainFit(engine, request).run()


def inverted(matrix: Floats) -> Floats:
    """Invert symmetric positive definite matrices by sweeping out one line after the other.

    The last two axes are those of a matrix. Only single elements are multiplied and subtracted, so
    no order of summation can change the result.

    Examples
    --------
    >>> inverted(np.array([[2.0, 1.0], [1.0, 1.0]]))
    array([[ 1., -1.],
           [-1.,  2.]])
    """
    matrix = matrix.copy()
    for k in range(matrix.shape[-1]):
        pivot = matrix[..., k, k].copy()
        line = matrix[..., k, :] / pivot[..., None]
        column = matrix[..., k].copy()
        column[..., k] = 0.0
        matrix -= column[..., None] * line[..., None, :]
        matrix[..., k] = -(column / pivot[..., None])
        matrix[..., k, :] = line
        matrix[..., k, k] = 1.0 / pivot
    return matrix


def _without_line(inverse: Floats, k: int) -> Floats:
    """Return the inverse of a matrix without line `k`, which is 0 in the result."""
    rest = inverse - inverse[:, k, None] * (inverse[k] / inverse[k, k])
    rest[k] = rest[:, k] = 0.0
    return np.asarray(rest)


def ordered_sum(numbers: Iterable[float]) -> float:
    """Add numbers from first to last, without the compensated summation of `sum`."""
    total = 0.0
    for number in numbers:
        total = total + number
    return total


class _PlainFit:
    """One fit through the verbs of an engine."""

    def __init__(self, engine: CountingEngine, request: FitRequest) -> None:
        self._engine = engine
        self._request = request
        points = request.points
        self._n_scores = len(points.base)
        self._free, self._touched = request.free, request.touched
        places = np.arange(len(points.weights))
        self._blocks = [
            places[self._free & (points.channels == one)] for one in range(self._n_scores)
        ]
        self._rules = [points.rules[block] for block in self._blocks]

    def run(self) -> FittedWeights:
        """Take steps until they save too little."""
        request = self._request
        weights, base = request.points.weights.copy(), request.points.base.copy()
        loss = request.loss
        if math.isnan(loss):
            loss = self._loss(weights, base)
        slopes = self._slopes(weights)
        share = 1.0 if self._n_scores == 1 else FIRST_SHARE
        for cycle in range(request.cycles):
            if cycle % CURVATURE_EVERY == 0:
                inverses = self._inverses()
            steps = self._steps(inverses, slopes, weights)
            if self._worth(slopes, steps) < request.enough:
                break
            for _ in range(HALVINGS):
                trial = self._moved(weights, base, steps, share)
                trial_loss = self._loss(*trial)
                if trial_loss <= loss:
                    break
                share *= 0.5
            else:
                self._loss(weights, base)
                break
            before, after = slopes, self._slopes(trial[0])
            share = self._next_share(share, (weights, base), trial, before, after)
            (weights, base), loss, slopes = trial, trial_loss, after
        return FittedWeights(weights, base, loss)

    def _loss(self, weights: Floats, base: Floats) -> float:
        """Write the row state of given weights and return their loss."""
        request = self._request
        points = request.points._replace(weights=weights, base=base)
        nats = self._engine.apply(request.state, request.cover, points).loss / LOSS_SCALE
        return nats + 0.5 * request.ridge * ordered_sum((weights * weights).tolist())

    def _slopes(self, weights: Floats) -> tuple[Floats, Floats]:
        """Return the negative gradient of the loss for every weight and base."""
        request = self._request
        bodies = [*request.points.bodies, NO_TESTS]
        sums = self._engine.tally(np.array([request.cover]), bodies, request.state)[0]
        gradients = sums[:, 1 : 1 + self._n_scores] / SCALE
        own = gradients[request.points.rules, request.points.channels] - request.ridge * weights
        return np.where(self._free, own, 0.0), np.where(self._touched, gradients[-1], 0.0)

    def _inverses(self) -> list[Floats]:
        """Return the inverse curvature matrix of every block."""
        request = self._request
        sums = self._engine.curvature(
            request.state, request.cover, request.points.bodies, self._rules
        )
        return [self._inverse(block) for block in sums]

    def _inverse(self, sums: Ints) -> Floats:
        curvature = sums / SCALE
        ridges = np.full(len(curvature), self._request.ridge)
        ridges[-1] = BASE_RIDGE
        curvature[np.diag_indices(len(curvature))] += ridges
        return inverted(curvature)

    def _steps(
        self, inverses: list[Floats], slopes: tuple[Floats, Floats], weights: Floats
    ) -> tuple[Floats, Floats]:
        """Return the Newton step of every block; weights held at 0 by their sign stay there."""
        held = (weights == 0.0) & (self._request.signs * slopes[0] < 0)
        steps, of_base = np.zeros(len(slopes[0])), np.zeros(self._n_scores)
        for one, (inverse, block) in enumerate(zip(inverses, self._blocks, strict=True)):
            if not self._touched[one]:
                continue
            for place in np.flatnonzero(held[block]).tolist():
                inverse = _without_line(inverse, place)
            own = np.zeros(len(inverse))
            for place, slope in enumerate([*slopes[0][block].tolist(), slopes[1][one]]):
                own = own + inverse[:, place] * slope
            own = np.clip(own, -LONGEST_STEP, LONGEST_STEP)
            steps[block], of_base[one] = own[:-1], own[-1]
        return steps, of_base

    @staticmethod
    def _worth(slopes: tuple[Floats, Floats], steps: tuple[Floats, Floats]) -> float:
        return max(
            float(np.abs(slope * step).max(initial=0.0))
            for slope, step in zip(slopes, steps, strict=True)
        )

    def _moved(
        self, weights: Floats, base: Floats, steps: tuple[Floats, Floats], share: float
    ) -> tuple[Floats, Floats]:
        """Return the weights after a step; a weight that would get the wrong sign becomes 0."""
        moved = weights + share * steps[0]
        wrong = self._free & (self._request.signs * moved < 0)
        return np.where(wrong, 0.0, moved), base + share * steps[1]

    @staticmethod
    def _next_share(
        share: float,
        old: tuple[Floats, Floats],
        new: tuple[Floats, Floats],
        before: tuple[Floats, Floats],
        after: tuple[Floats, Floats],
    ) -> float:
        """Return the share of a full step that would have been best for the last step."""
        ends = [0.0, 0.0]
        for place in range(2):
            moved = new[place] - old[place]
            ends[0] = ends[0] + ordered_sum((before[place] * moved).tolist())
            ends[1] = ends[1] + ordered_sum((after[place] * moved).tolist())
        fall = ends[0] - ends[1]
        wanted = share * (ends[0] / fall) if fall > 0 and ends[0] > 0 else 1.0
        return min(max(wanted, SHORTEST_SHARE), 1.0)
