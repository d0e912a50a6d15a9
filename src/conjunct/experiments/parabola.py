"""The quadratic function that fits a loss at a point: what Newton's method takes it for."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Self, cast

import numpy as np

from conjunct.experiments.descent import Loss
from conjunct.types import Floats


@dataclass(frozen=True, eq=False)
class Parabola:
    """A loss up to its second derivatives: f + g (w - a) + (w - a) H (w - a) / 2.

    Parameters
    ----------
    at : ndarray of shape (n_weights,)
        a, the point where it fits.
    height : float
        f, the value there.
    slope : ndarray of shape (n_weights,)
        g, the first derivatives there.
    curvature : ndarray of shape (n_weights, n_weights)
        H, the second derivatives.

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
    def of(cls, loss: Loss, at: Floats) -> Self:
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
    """Return numbers as `decimal.Decimal`, which NumPy multiplies and adds up as it does others.

    Examples
    --------
    >>> decimals(np.array([0.5])) @ decimals(np.array([0.25]))
    Decimal('0.125')
    """
    return np.array([Decimal(one) for one in numbers.ravel().tolist()]).reshape(numbers.shape)
