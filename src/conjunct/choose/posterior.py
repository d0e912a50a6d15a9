"""Mean error rate under a density with one peak, given by its logarithm."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from scipy.special import eval_legendre, expit, roots_legendre

from conjunct.types import Floats

Density: TypeAlias = Callable[[Floats], Floats]
"""Log density of the error rate with respect to its log odds, up to a constant."""

NEGLIGIBLE = 36.0
"""Values below exp(-36) times the peak, which is two parts in 1e16, are left out."""

FARTHEST = 700.0
"""Log odds beyond which exp would overflow."""

N_POINTS = 20
POINTS, WEIGHTS = roots_legendre(N_POINTS)
LAST = (N_POINTS - 0.5) * WEIGHTS * eval_legendre(N_POINTS - 1, POINTS)
"""Weights that give the last Legendre coefficient of a function from its values."""

ROUGH = 1e-8
"""Panels are halved while their last coefficients are above this share of the whole.

Gauss quadrature is exact up to twice the degree, so the remaining error is well below this share.
"""

MOST_PANELS = 4096
"""Largest number of panels; halving ends there, even if the density is still rough."""


def log_rates(t: Floats) -> tuple[Floats, Floats]:
    """Return the logs of the rate and of one minus the rate at log odds t."""
    return -np.logaddexp(0.0, -t), -np.logaddexp(0.0, t)


def mean_rate(density: Density) -> float:
    """Return the mean error rate under a log density over log odds, with one peak.

    Examples
    --------
    The uniform density of rates is rate * (1 - rate) over log odds.

    >>> round(mean_rate(lambda t: sum(log_rates(t))), 12)
    0.5
    """
    mode, highest = _peak(density)
    breaks = _breaks(density, mode, highest)
    left, right = breaks[:-1], breaks[1:]
    done, rough = np.zeros(2), np.ones(1, np.bool_)
    while rough.any():
        half = (right - left) / 2
        t = (left + half)[:, None] + half[:, None] * POINTS
        values = np.exp(density(t.ravel()).reshape(t.shape) - highest) * half[:, None]
        both = np.stack([values, values * expit(t)])
        sums = both @ WEIGHTS
        whole = done + sums.sum(axis=1)
        rough = (np.abs(both @ LAST) > ROUGH * whole[:, None]).any(axis=0)
        rough &= (half > 1e-12 * FARTHEST) & (len(half) < MOST_PANELS)
        done += sums[:, ~rough].sum(axis=1)
        middle = (left + half)[rough]
        left, right = np.append(left[rough], middle), np.append(middle, right[rough])
    return float(done[1] / done[0])


def _peak(density: Density) -> tuple[float, float]:
    """Return the position of the highest density and its log there, by finer and finer grids.

    On the last grid the density is nearly flat.
    """
    mode, reach = 0.0, FARTHEST
    grid = np.linspace(-1.0, 1.0, 33)
    while True:
        t = mode + reach * grid
        values = density(t)
        mode, reach = float(t[values.argmax()]), reach / 15
        if values.min() > values.max() - 0.1 or reach < 1e-9:
            return mode, float(values.max())


def _breaks(density: Density, mode: float, highest: float) -> Floats:
    """Return the ends of panels that double in width away from the mode.

    They begin where the density has hardly fallen on either side and end where it is negligible.
    """
    reaches = 2 * FARTHEST * 0.5 ** np.arange(42)
    t = np.clip(mode + np.outer([-1.0, 1.0], reaches), -FARTHEST, FARTHEST)
    fallen = highest - density(t.ravel()).reshape(t.shape)
    first = np.maximum(np.argmax(fallen < NEGLIGIBLE, axis=1) - 1, 0)
    last = np.argmax(fallen < 0.5, axis=1).max()
    return np.unique([mode, *t[0, first[0] : last + 1], *t[1, first[1] : last + 1]])
