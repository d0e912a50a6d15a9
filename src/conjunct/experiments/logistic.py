"""The regularised logistic loss over weighted columns, with its gradient and Hessian."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit

from conjunct.types import Floats

DOUBLED = 60
"""How often the step is doubled, at most, before the search gives up."""


def exact_step(slope: Callable[[float], float]) -> float | None:
    """Return the step at which the slope is 0; None if it is not below 0 at the start.

    The step is doubled until the slope is not below 0 any more, and the zero is found by SciPy, to
    the last digits.

    Parameters
    ----------
    slope : callable
        By the step, of a convex function; it never falls.

    Examples
    --------
    >>> round(exact_step(lambda step: 2 * step - 6), 12)
    3.0
    >>> exact_step(lambda step: 1.0) is None
    True
    """
    if not slope(0.0) < 0.0:
        return None
    low, high = 0.0, 1.0
    for _ in range(DOUBLED):
        if slope(high) >= 0.0:
            found: float = brentq(slope, low, high, xtol=1e-300, rtol=8.9e-16, disp=False)
            return found
        low, high = high, 2.0 * high
    return None


@dataclass(frozen=True, eq=False)
class LogisticLoss:
    """Mean logistic loss of the rows, plus half the penalised squares of the weights.

    With the score s = Xw of each row and its class y, 1 or -1, the loss is the mean of
    log(1 + exp(-ys)) plus the sum of pw²/2 over the weights. It is convex, and strictly so where
    no penalty is 0.

    Parameters
    ----------
    columns : ndarray of shape (n_rows, n_weights)
        X, a column of ones for the intercept included.
    signs : ndarray of shape (n_rows,)
        y, 1.0 for the rows of the class and -1.0 for all others.
    penalties : ndarray of shape (n_weights,)
        p; 0 for the intercept.

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
        """Return how far along a direction the loss falls; None if it does not."""
        return exact_step(lambda step: float(self.gradient(weights + step * direction) @ direction))

    def in_units(self, units: Floats) -> LogisticLoss:
        """Return the same loss for weights that are measured in other units.

        A weight of w is w / unit in the new loss: values and minimum stay as they are, only the
        shape of the valley changes.

        Parameters
        ----------
        units : ndarray of shape (n_weights,)
            Above 0.
        """
        return LogisticLoss(self.columns * units, self.signs, self.penalties * units**2)


def condition_number(hessian: Floats) -> float:
    """Return how many times steeper the steepest curvature is than the flattest.

    Examples
    --------
    >>> condition_number(np.diag([0.5, 2.0]))
    4.0
    """
    curvatures = np.linalg.eigvalsh(hessian)
    return float(curvatures[-1] / curvatures[0])
