"""Gradient descent, Newton's method and conjugate gradients, each with the path that it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, cast

import numpy as np

from conjunct.types import Floats

ASTRAY = 1e9
"""No weight of a rule is that large."""


class Loss(Protocol):
    """A smooth function of weights."""

    def value(self, weights: Floats) -> float:
        """Return the loss."""

    def gradient(self, weights: Floats) -> Floats:
        """Return the first derivatives by each weight."""

    def hessian(self, weights: Floats) -> Floats:
        """Return the second derivatives by each two weights."""

    def exact_step(self, weights: Floats, direction: Floats) -> float | None:
        """Return how far along a direction the loss falls; None if it does not."""


@dataclass
class Path:
    """Where an optimiser has been, and when.

    Parameters
    ----------
    weights : list of ndarray
        The start, and the weights after each iteration.
    seconds : list of float
        Of processor time since the start.
    """

    weights: list[Floats] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    _began: float = field(default_factory=time.thread_time)

    def add(self, weights: Floats) -> None:
        """Note where the optimiser is now."""
        self.seconds.append(time.thread_time() - self._began)
        self.weights.append(np.array(weights))


@dataclass(frozen=True)
class DescentEnd:
    """When to stop.

    Parameters
    ----------
    slope : float
        The largest partial derivative that counts as none.
    iterations : int
        At most.
    """

    slope: float = 1e-9
    iterations: int = 1000


def gradient_descent(loss: Loss, start: Floats, ending: DescentEnd) -> Path:
    """Go down the steepest slope, each time as far as the loss falls: steepest descent.

    Parameters
    ----------
    loss : Loss
    start : ndarray of shape (n_weights,)
    ending : DescentEnd

    Returns
    -------
    path : Path
    """
    return _go_down(loss, start, ending, lambda after, before: 0)


def conjugate_gradient(loss: Loss, start: Floats, ending: DescentEnd) -> Path:
    """Go down by conjugate gradients with exact line searches, as the slides write them.

    The direction is d_{k+1} = -g_{k+1} + beta_k d_k, with beta_k by `polak_ribiere`. On a quadratic
    function of n weights the minimum is reached in n steps, but for rounding.

    Parameters
    ----------
    loss : Loss
    start : ndarray of shape (n_weights,)
    ending : DescentEnd

    Returns
    -------
    path : Path
    """
    return _go_down(loss, start, ending, polak_ribiere)


def polak_ribiere(after: Floats, before: Floats) -> float:
    """Return how much of the last direction is kept: g'(g' - g) / (g g), for slopes g and then g'.

    Examples
    --------
    >>> float(polak_ribiere(np.array([0.0, 1.0]), np.array([2.0, 0.0])))
    0.25
    """
    return cast("float", after @ (after - before) / (before @ before))


def newton(loss: Loss, start: Floats, ending: DescentEnd) -> Path:
    """Go to the minimum of the parabola that fits the loss where we are: the full Newton step.

    It is not held back where the parabola fits badly, so the loss may rise. The path ends where
    there is no curvature left to fit, or weights are beyond `ASTRAY`.

    Parameters
    ----------
    loss : Loss
    start : ndarray of shape (n_weights,)
    ending : DescentEnd

    Returns
    -------
    path : Path
    """
    path = Path()
    path.add(start)
    weights, slope = start, loss.gradient(start)
    for _ in range(ending.iterations):
        if np.abs(slope).max() <= ending.slope:
            break
        try:
            weights = weights - np.linalg.solve(loss.hessian(weights), slope)
        except np.linalg.LinAlgError:
            break
        if np.abs(weights).max() > ASTRAY:
            break
        slope = loss.gradient(weights)
        path.add(weights)
    return path


def newton_in_one_dimension(
    slope: Callable[[float], float],
    curvature: Callable[[float], float],
    start: float,
    ending: DescentEnd,
) -> list[float]:
    """Return the points x_{k+1} = x_k - f'(x_k) / f''(x_k), from the start on.

    The path ends where the slope is none, where there is no curvature to divide by, or beyond
    `ASTRAY`.

    Parameters
    ----------
    slope, curvature : callable
        First and second derivative.
    start : float
    ending : DescentEnd

    Examples
    --------
    The minimum of x - ln x is at 1; the distance is squared at each step.

    >>> slope, curvature = lambda x: 1 - 1 / x, lambda x: 1 / x**2
    >>> newton_in_one_dimension(slope, curvature, 0.5, DescentEnd(iterations=4))
    [0.5, 0.75, 0.9375, 0.99609375, 0.9999847412109375]
    """
    path = [start]
    for _ in range(ending.iterations):
        x = path[-1]
        bend = curvature(x)
        if abs(slope(x)) <= ending.slope or bend == 0.0:
            break
        x -= slope(x) / bend
        if abs(x) > ASTRAY:
            break
        path.append(x)
    return path


OPTIMISERS: dict[str, Callable[[Loss, Floats, DescentEnd], Path]] = {
    "gradient descent": gradient_descent,
    "conjugate gradient": conjugate_gradient,
    "Newton": newton,
}
"""By what the figures call them."""


def _go_down(
    loss: Loss, start: Floats, ending: DescentEnd, beta: Callable[[Floats, Floats], float]
) -> Path:
    """Go along directions that keep `beta` times the last one, each by an exact step."""
    path = Path()
    path.add(start)
    weights, slope = start, loss.gradient(start)
    direction = -slope
    for _ in range(ending.iterations):
        if np.abs(slope).max() <= ending.slope:
            break
        step = loss.exact_step(weights, direction)
        if step is None:  # so close that rounding hides the slope
            break
        weights, before = weights + step * direction, slope
        slope = loss.gradient(weights)
        direction = -slope + beta(slope, before) * direction
        path.add(weights)
    return path
