"""Cut points of numeric columns: exact up to `MAX_CODES` distinct values, quantiles beyond."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import NamedTuple

import numpy as np

from conjunct.types import Floats

MAX_CODES = 1024
"""A numeric column has at most this many codes, so at most one cut point less."""

MOST_DIGITS = 20
"""More significant digits than any float needs to be told from its neighbours."""


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

    Zero is the shortest of all. Among equally short ones the nearest to the midpoint of the two
    as they are printed is taken, the lower of two equally near. Where no float lies between,
    `low` itself is returned: it separates the two in a test ``x <= low``.

    Examples
    --------
    >>> shortest_between(0.6, 1.0), shortest_between(5.1, 5.2), shortest_between(26, 31)
    (0.8, 5.15, 30.0)
    >>> shortest_between(1.0, float(np.nextafter(1.0, 2.0)))
    1.0
    """
    if low < 0 < high:
        return 0.0
    middle = (Decimal(str(low)) + Decimal(str(high))) / 2
    for n_digits in range(1, MOST_DIGITS + 1):
        step = Decimal(1).scaleb(middle.adjusted() + 1 - n_digits)
        below = (middle / step).to_integral_value(ROUND_FLOOR) * step
        above = (middle / step).to_integral_value(ROUND_CEILING) * step
        for candidate in sorted((below, above), key=lambda d: (abs(d - middle), d)):
            if low < float(candidate) < high:
                return float(candidate)
    return low
