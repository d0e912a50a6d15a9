"""Gradient descent, Newton's method and conjugate gradients, each with the path that it takes."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import fmin_cg, line_search

from conjunct.experiments.logistic import LogisticLoss
from conjunct.types import Floats

CURVATURE = 0.4
"""Of the line search: how much of the slope may be left; SciPy's own for conjugate gradients."""

TRIED = 50
"""Steps that a line search may try; SciPy's ten are too few where the valley is narrow."""

ASTRAY = 1e9
"""No weight of a rule is that large."""


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


def gradient_descent(loss: LogisticLoss, start: Floats, ending: DescentEnd) -> Path:
    """Go down the steepest slope, each time as far as SciPy's line search says.

    Parameters
    ----------
    loss : LogisticLoss
    start : ndarray of shape (n_weights,)
    ending : DescentEnd

    Returns
    -------
    path : Path
    """
    path = Path()
    path.add(start)
    weights, slope = start, loss.gradient(start)
    value, before = loss.value(start), None
    for _ in range(ending.iterations):
        if np.abs(slope).max() <= ending.slope:
            break
        step = _step(loss, weights, slope, value, before)
        if step is None:  # so close that rounding hides the slope
            break
        weights = weights - step * slope
        value, before = loss.value(weights), value
        slope = loss.gradient(weights)
        path.add(weights)
    return path


def newton(loss: LogisticLoss, start: Floats, ending: DescentEnd) -> Path:
    """Go to the minimum of the parabola that fits the loss where we are: the full Newton step.

    It is not held back where the parabola fits badly, so the loss may rise. The path ends where
    there is no curvature left to fit, or weights are beyond `ASTRAY`.

    Parameters
    ----------
    loss : LogisticLoss
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


def conjugate_gradient(loss: LogisticLoss, start: Floats, ending: DescentEnd) -> Path:
    """Go down by SciPy's conjugate gradients, which are those of Polak and Ribière.

    Parameters
    ----------
    loss : LogisticLoss
    start : ndarray of shape (n_weights,)
    ending : DescentEnd

    Returns
    -------
    path : Path
    """
    path = Path()
    path.add(start)
    fmin_cg(
        loss.value,
        start,
        loss.gradient,
        gtol=ending.slope,
        maxiter=ending.iterations,
        disp=False,
        callback=path.add,
    )
    return path


OPTIMISERS: dict[str, Callable[[LogisticLoss, Floats, DescentEnd], Path]] = {
    "gradient descent": gradient_descent,
    "conjugate gradient": conjugate_gradient,
    "Newton": newton,
}
"""By what the figures call them."""


def _step(
    loss: LogisticLoss, weights: Floats, slope: Floats, value: float, before: float | None
) -> float | None:
    """Return how far to go against the slope; None if no step is found that helps."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that none is found is seen from the answer
        found = line_search(
            *(loss.value, loss.gradient, weights, -slope, slope, value, before),
            c2=CURVATURE,
            maxiter=TRIED,
        )
    return None if found[0] is None else float(found[0])
