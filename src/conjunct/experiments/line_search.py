"""How far to go along a direction: to the point where a convex function no longer falls."""

from __future__ import annotations

from collections.abc import Callable

from scipy.optimize import brentq

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
