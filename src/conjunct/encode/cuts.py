"""Cut points of numeric columns: exact up to `MAX_CODES` distinct values, quantiles beyond."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import NamedTuple

import numpy as np

from conjunct.types import Floats

MAX_CODES = 1024
"""A numeric column has at most this many codes, so at most one cut point less."""


class Bins(NamedTuple):
    """The lowest and highest training value of every code, ascending."""

    low: Floats
    high: Floats


def find_bins(values: Floats, max_codes: int = MAX_CODES) -> Bins:
    """Group the known values of a column into codes.

    With at most `max_codes` distinct values each has a code of its own, so every cut between
    two neighbouring values can be tried. Beyond that, codes hold about equally many rows.

    Parameters
    ----------
    values : ndarray of float
        Without missing values.
    max_codes : int
        The largest number of codes.

    Examples
    --------
    >>> find_bins(np.array([3.0, 1.0, 2.0, 2.0]))
    Bins(low=array([1., 2., 3.]), high=array([1., 2., 3.]))
    >>> find_bins(np.array([3.0, 1.0, 2.0, 2.0]), max_codes=2)
    Bins(low=array([1., 3.]), high=array([2., 3.]))
    """
    distinct, counts = np.unique(values, return_counts=True)
    if distinct.size <= max_codes:
        return Bins(distinct, distinct)
    reached = np.cumsum(counts)
    wanted = np.arange(1, max_codes + 1) * (reached[-1] / max_codes)
    ends = np.unique(np.minimum(np.searchsorted(reached, wanted), distinct.size - 1))
    starts = np.concatenate(([0], ends[:-1] + 1))
    return Bins(distinct[starts], distinct[ends])


def shortest_between(low: float, high: float) -> float:
    """Return the decimal with the fewest significant digits strictly between two numbers.

    Among equally short ones the nearest to the midpoint is taken, the lower of two equally
    near. Where no decimal lies between (neighbouring floats), `low` itself is returned: it
    separates the two in a test ``x <= low``.

    Examples
    --------
    >>> shortest_between(0.6, 1.0), shortest_between(5.1, 5.2), shortest_between(26, 31)
    (0.8, 5.15, 30.0)
    >>> shortest_between(1.0, float(np.nextafter(1.0, 2.0)))
    1.0
    """
    exact_low, exact_high = Decimal(low), Decimal(high)
    middle = (exact_low + exact_high) / 2
    largest = max(abs(low), abs(high))
    exponent = math.floor(math.log10(largest)) + 1
    for places in range(-exponent, 18 - exponent + 17):
        step = Decimal(1).scaleb(-places)
        below = (middle / step).to_integral_value(ROUND_FLOOR) * step
        above = (middle / step).to_integral_value(ROUND_CEILING) * step
        for candidate in sorted((below, above), key=lambda d: (abs(d - middle), d)):
            if exact_low < candidate < exact_high and low < float(candidate) < high:
                return float(candidate)
    return low
