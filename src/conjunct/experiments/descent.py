"""Gradient descent, Newton's method and conjugate gradients, and the losses that they go down."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from typing import Any, Self, cast

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit

from conjunct.types import Floats

ASTRAY = 1e9  # no weight of a rule is that large
DOUBLED = 60  # doublings of the step after which the search along a line gives up


@dataclass(frozen=True, eq=False)
class LogisticLoss:
    """Mean logistic loss of the rows, plus half the penalised squares of the weights.

    With the score s = Xw of each row and its class y, 1 or -1, the loss is the mean of
    log(1 + exp(-ys)) plus the sum of pw²/2 over the weights. It is convex, and strictly so where
    no penalty is 0. The columns X have ones for the intercept, whose penalty is 0.

    Examples
    --------
    >>> loss = LogisticLoss(np.array([[1.0], [1.0], [2.0]]), np.array([1.0, 1, -1]), np.zeros(1))
    >>> round(loss.value(np.zeros(1)), 4), loss.gradient(np.zeros(1)).tolist()
    (0.6931, [0.0])
    """

    columns: Floats
    signs: Floats
    penalties: Floats

    def value(self, weights: Floats) -> float:
        """Return the loss."""
        losses = np.logaddexp(0.0, -self.signs * (self.columns @ weights))
        return float(losses.mean() + 0.5 * self.penalties @ weights**2)

    def gradient(self, weights: Floats) -> Floats:
        """Return the first derivatives by each weight."""
        wrong = expit(-self.signs * (self.columns @ weights))
        slope: Floats = -(self.columns.T @ (self.signs * wrong)) / len(self.signs)
        return slope + self.penalties * weights

    def hessian(self, weights: Floats) -> Floats:
        """Return the second derivatives by each two weights."""
        probability = expit(self.columns @ weights)
        spread = probability * (1.0 - probability) / len(self.signs)
        curvature: Floats = (self.columns.T * spread) @ self.columns
        return curvature + np.diag(self.penalties)

    def exact_step(self, weights: Floats, direction: Floats) -> float | None:
        """Return how far along a direction the loss falls; None if it does not.

        The step is doubled until the slope, which never falls, is not below 0 any more, and its
        zero is found by SciPy, to the last digits.
        """

        def slope(step: float) -> float:
            return float(self.gradient(weights + step * direction) @ direction)

        low, high = 0.0, 1.0
        for _ in range(DOUBLED if slope(0.0) < 0.0 else 0):
            if slope(high) >= 0.0:
                found: float = brentq(slope, low, high, xtol=1e-300, rtol=8.9e-16, disp=False)
                return found
            low, high = high, 2.0 * high
        return None

    def in_units(self, units: Floats) -> LogisticLoss:
        """Return the same loss for weights that are measured in other units, above 0.

        A weight of w is w / unit in the new loss: values and minimum stay as they are, only the
        shape of the valley changes.
        """
        return LogisticLoss(self.columns * units, self.signs, self.penalties * units**2)


@dataclass(frozen=True, eq=False)
class Parabola:
    """A loss up to its second derivatives: f + g (w - a) + (w - a) H (w - a) / 2.

    `at` is a, the point where it fits, `height` f, `slope` g and `curvature` H.

    Examples
    --------
    >>> bowl = Parabola(np.zeros(2), 1.0, np.zeros(2), np.diag([2.0, 4.0]))
    >>> bowl.value(np.ones(2)), bowl.gradient(np.ones(2)).tolist()
    (4.0, [2.0, 4.0])
    """

    at: Floats
    height: float
    slope: Floats
    curvature: Floats

    @classmethod
    def of(cls, loss: LogisticLoss, at: Floats) -> Self:
        """Fit one to a loss at a point."""
        curvature = loss.hessian(at)
        # Rounding can make it differ from its mirror image, which is enough to spoil conjugacy.
        return cls(at, loss.value(at), loss.gradient(at), (curvature + curvature.T) / 2)

    def value(self, weights: Floats) -> float:
        """Return the loss."""
        away = weights - self.at
        return float(self.height + self.slope @ away + away @ self.curvature @ away / 2)

    def gradient(self, weights: Floats) -> Floats:
        """Return the first derivatives by each weight."""
        return np.asarray(self.slope + self.curvature @ (weights - self.at))

    def hessian(self, weights: Floats) -> Floats:
        """Return the second derivatives by each two weights, the same everywhere."""
        return self.curvature

    def exact_step(self, weights: Floats, direction: Floats) -> float | None:
        """Return how far along a direction it falls, -g d / (d H d); None if it does not."""
        slope = self.gradient(weights) @ direction
        if not slope < 0:
            return None
        return cast("float", -slope / (direction @ self.curvature @ direction))

    def in_decimals(self) -> Parabola:
        """Return the same one in decimal numbers, with as many digits as their context has."""
        height: Any = Decimal(self.height)
        return Parabola(decimals(self.at), height, decimals(self.slope), decimals(self.curvature))


def decimals(numbers: Floats) -> Floats:
    """Return numbers as `decimal.Decimal`, which NumPy multiplies and adds up as it does others."""
    return np.array([Decimal(one) for one in numbers.ravel().tolist()]).reshape(numbers.shape)


Loss = LogisticLoss | Parabola
Step = tuple[Floats, Floats]
"""Weights, and the slope there."""


@dataclass
class Path:
    """Where an optimiser has been, the start first, and the processor seconds until then."""

    weights: list[Floats] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    @classmethod
    def of(cls, steps: Iterator[Step], iterations: int = 1000, slope: float = 1e-9) -> Self:
        """Go until no partial derivative is larger than `slope`, `iterations` steps at most."""
        path, began = cls(), time.thread_time()
        for weights, derivatives in islice(steps, iterations + 1):
            path.seconds.append(time.thread_time() - began)
            path.weights.append(np.array(weights))
            if np.abs(derivatives).max() <= slope:
                break
        return path


def gradient_descent(loss: Loss, start: Floats) -> Iterator[Step]:
    """Go down the steepest slope, each time as far as the loss falls: steepest descent."""
    return _line_searches(loss, start, lambda after, before: 0)


def conjugate_gradient(loss: Loss, start: Floats) -> Iterator[Step]:
    """Go down by conjugate gradients with exact line searches, as the slides write them.

    The direction is d' = -g' + beta d with beta = g'(g' - g) / (g g) by Polak and Ribière, for
    slopes g and then g'. On a quadratic function of n weights the minimum is reached in n steps,
    but for rounding.
    """
    return _line_searches(loss, start, lambda g, last: g @ (g - last) / (last @ last))


def newton(loss: Loss, start: Floats) -> Iterator[Step]:
    """Go to the minimum of the parabola that fits the loss where we are: the full Newton step.

    It is not held back where the parabola fits badly, so the loss may rise. The path ends where
    there is no curvature left to fit, or weights are beyond `ASTRAY`. With one weight the step is
    the quotient of slope and curvature.

    Examples
    --------
    The minimum for three rows of four is at log 3; near it each step doubles the right digits.

    >>> loss = LogisticLoss(np.ones((4, 1)), np.array([1.0, 1, 1, -1]), np.zeros(1))
    >>> way = Path.of(newton(loss, np.zeros(1)), iterations=3).weights
    >>> [f"{np.log(3) - float(weights[0]):.0e}" for weights in way]
    ['1e+00', '1e-01', '2e-03', '1e-06']
    """
    weights = start
    with suppress(np.linalg.LinAlgError):
        while np.abs(weights).max() <= ASTRAY:
            slope = loss.gradient(weights)
            yield weights, slope
            weights = weights - np.linalg.solve(loss.hessian(weights), slope)


OPTIMISERS: dict[str, Callable[[Loss, Floats], Iterator[Step]]] = {
    "gradient descent": gradient_descent,
    "conjugate gradient": conjugate_gradient,
    "Newton": newton,
}
"""By what the figures call them."""


def _line_searches(
    loss: Loss, weights: Floats, beta: Callable[[Floats, Floats], Any]
) -> Iterator[Step]:
    """Go along directions that keep `beta` times the last one, each by an exact step."""
    slope = loss.gradient(weights)
    direction = -slope
    yield weights, slope
    # None where we are so close that rounding hides the slope.
    while (step := loss.exact_step(weights, direction)) is not None:
        weights, before = weights + step * direction, slope
        slope = loss.gradient(weights)
        direction = -slope + beta(slope, before) * direction
        yield weights, slope
