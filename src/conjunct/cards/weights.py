"""Joint fit of the weights of a card, from sums over rows alone.

Each score has a block of its own: the weights of its rules and its base. A step is a Newton step of
every block, shortened if it is too long. Blocks influence each other through the probabilities, so
with several scores a full step goes too far. The length of each step is therefore the best length
of the step before, estimated from the slopes at its two ends. Compiled code repeats every operation
bit for bit, so a fused fit gives the same weights.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from conjunct.count import NO_TESTS, CountingEngine
from conjunct.count.engine import LOSS_SCALE, SCALE
from conjunct.count.requests import (
    BASE_RIDGE,
    CURVATURE_EVERY,
    FIRST_SHARE,
    HALVINGS,
    LONGEST_STEP,
    SHORTEST_SHARE,
    FitRequest,
    FittedWeights,
)
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
        line, column = matrix[..., k, :], matrix[..., k]
        pivot = line[..., k, None].copy()
        new_line, new_column = line / pivot, column / -pivot
        new_line[..., k, None] = 1.0 / pivot
        matrix -= column[..., None] * new_line[..., None, :]
        column[...] = new_column
        line[...] = new_line
    return matrix


def inverse_blocks(sums: Sequence[Ints], ridge: float) -> Floats:
    """Return the inverse curvature matrices of some scores, ``(scores, lines, lines)``.

    The lines of a score are the last ones; a score with fewer rules has further lines before them.

    Parameters
    ----------
    sums : sequence of ndarray of int
        Curvatures over pairs of rules, see `CountingEngine.curvature`.
    ridge : float
        Curvature added for each rule.
    """
    width = max(map(len, sums), default=1)
    matrices = np.tile(np.eye(width), (len(sums), 1, 1))
    for matrix, own in zip(matrices, sums, strict=True):
        matrix[-len(own) :, -len(own) :] = own / SCALE
    every = np.arange(width)
    matrices[:, every, every] += np.where(every < width - 1, ridge, BASE_RIDGE)
    return inverted(matrices)


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
    """One fit through the verbs of an engine.

    What is fitted is one list of numbers: the weights, the bases, and a last one that is always 0
    and stands where a block has fewer lines than others.
    """

    def __init__(self, engine: CountingEngine, request: FitRequest) -> None:
        self._engine = engine
        self._request = request
        points, no_signs = request.points, np.zeros(len(request.touched) + 1)
        self._points = points._replace(bodies=[*points.bodies, NO_TESTS])
        self._n_weights, self._n_scores = len(points.weights), len(points.base)
        self._free = np.concatenate((request.free, request.touched, [False]))
        self._signs = np.concatenate((request.signs, no_signs))
        self._scores = request.touched.nonzero()[0].tolist()
        channels = np.where(request.free, points.channels, -1)
        blocks = [(channels == one).nonzero()[0] for one in range(self._n_scores)]
        self._rules = [points.rules[block] for block in blocks]
        longest = max([len(blocks[one]) for one in self._scores], default=0)
        self._lines = np.full((len(self._scores), longest + 1), -1)
        for line, one in zip(self._lines, self._scores, strict=True):
            line[longest - len(blocks[one]) :] = [*blocks[one], self._n_weights + one]

    def run(self) -> FittedWeights:
        """Take steps until they save too little."""
        request = self._request
        numbers = np.concatenate((request.points.weights, request.points.base, [0.0]))
        loss = request.loss
        if math.isnan(loss):
            loss = self._loss(numbers)
        share = 1.0 if self._n_scores == 1 else FIRST_SHARE
        slopes, moved = np.zeros(len(numbers)), np.zeros(len(numbers))
        for cycle in range(request.cycles):
            before, slopes = slopes, self._slopes(numbers)
            if cycle:
                share = self._next_share(share, moved, before, slopes)
            if cycle % CURVATURE_EVERY == 0:
                inverses = self._inverses()
            steps = self._steps(inverses, slopes, numbers)
            if np.abs(slopes * steps).max() < request.enough:
                break
            for _ in range(HALVINGS):
                trial = self._moved(numbers, share * steps)
                trial_loss = self._loss(trial)
                if trial_loss <= loss:
                    break
                share *= 0.5
            else:
                self._loss(numbers)
                break
            moved, numbers, loss = trial - numbers, trial, trial_loss
        return FittedWeights(*self._parts(numbers), loss)

    def _parts(self, numbers: Floats) -> tuple[Floats, Floats]:
        """Return the weights and the bases."""
        return numbers[: self._n_weights], numbers[self._n_weights : -1]

    def _loss(self, numbers: Floats) -> float:
        """Write the row state of given weights and return their loss."""
        request = self._request
        weights, base = self._parts(numbers)
        points = self._points._replace(weights=weights, base=base)
        nats = self._engine.apply(request.state, request.cover, points).loss / LOSS_SCALE
        return nats + 0.5 * request.ridge * ordered_sum((weights * weights).tolist())

    def _slopes(self, numbers: Floats) -> Floats:
        """Return the negative gradient of the loss for every weight and base that may change."""
        request, points = self._request, self._points
        sums = self._engine.tally(np.array([request.cover]), points.bodies, request.state)[0]
        gradients = sums[:, 1 : 1 + self._n_scores] / SCALE
        own = gradients[points.rules, points.channels] - request.ridge * self._parts(numbers)[0]
        return np.where(self._free, np.concatenate((own, gradients[-1], [0.0])), 0.0)

    def _inverses(self) -> Floats:
        """Return the inverse curvature matrix of every score whose weights may change."""
        request = self._request
        sums = self._engine.curvature(
            request.state, request.cover, self._points.bodies, self._rules
        )
        return inverse_blocks([sums[one] for one in self._scores], request.ridge)

    def _steps(self, inverses: Floats, slopes: Floats, numbers: Floats) -> Floats:
        """Return the Newton step of every block; weights held at 0 by their sign stay there."""
        held = (numbers == 0.0) & (self._signs * slopes < 0)
        if held.any():
            inverses = inverses.copy()
            for block, line in np.argwhere(held[self._lines]).tolist():
                inverses[block] = _without_line(inverses[block], line)
        own = (inverses * slopes[self._lines][:, None]).cumsum(axis=2)[:, :, -1]
        steps = np.zeros(len(slopes))
        steps[self._lines] = np.minimum(np.maximum(own, -LONGEST_STEP), LONGEST_STEP)
        return steps

    def _moved(self, numbers: Floats, steps: Floats) -> Floats:
        """Return the numbers after a step; a weight that would get the wrong sign becomes 0."""
        moved = numbers + steps
        return np.where(self._free & (self._signs * moved < 0), 0.0, moved)

    def _next_share(self, share: float, moved: Floats, before: Floats, after: Floats) -> float:
        """Return the share of a full step that would have been best for the last step."""
        start, end = (
            ordered_sum(ordered_sum(part.tolist()) for part in self._parts(slopes * moved))
            for slopes in (before, after)
        )
        fall = start - end
        wanted = share * (start / fall) if fall > 0 and start > 0 else 1.0
        return min(max(wanted, SHORTEST_SHARE), 1.0)
