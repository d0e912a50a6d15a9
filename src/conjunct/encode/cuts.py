"""Cut points of numeric columns: exact up to `MAX_CODES` distinct values, quantiles beyond."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np

from conjunct.encode.summary import NumericSummary
from conjunct.types import Floats

MAX_CODES = 1024
"""Default for the largest number of codes of a numeric column; it has one cut point fewer."""

MOST_DIGITS = 20
"""Largest number of significant digits tried; any float needs fewer to differ from its
neighbours."""

SLACK = 10
"""Generous tolerance for rounding in a difference of decimals, in units of the last digit."""


class Bins(NamedTuple):
    """The lowest and highest training value of every code, ascending."""

    low: Floats
    high: Floats


def find_bins(summary: NumericSummary, max_codes: int = MAX_CODES) -> Bins:
    """Group the known values of a column into codes.

    If there are at most `max_codes` buckets, each has a code of its own. In an exact summary these
    are the distinct values, so every cut between two neighbouring values can be tried. Beyond that,
    all codes hold about the same weight of rows.

    Parameters
    ----------
    summary : NumericSummary
        Summary of all rows of the column.
    max_codes : int
        The largest number of codes.

    Examples
    --------
    >>> summary = NumericSummary.of(np.array([3.0, 1.0, 2.0, 2.0]))
    >>> find_bins(summary)
    Bins(low=array([1., 2., 3.]), high=array([1., 2., 3.]))
    >>> find_bins(summary, max_codes=2)
    Bins(low=array([1., 3.]), high=array([2., 3.]))
    """
    if summary.counts.size <= max_codes:
        return Bins(summary.low, summary.high)
    reached = np.cumsum(summary.counts)
    wanted = np.arange(1, max_codes + 1) * (reached[-1] / max_codes)
    ends = np.unique(np.minimum(np.searchsorted(reached, wanted), reached.size - 1))
    ends[-1] = reached.size - 1  # The last rows may have no weight.
    starts = np.concatenate(([0], ends[:-1] + 1))
    return Bins(summary.low[starts], summary.high[ends])


def given_bins(summary: NumericSummary, cuts: Sequence[float]) -> Bins:
    """Group the known values of a column by given cut points.

    A value that is equal to a cut point belongs to the code below it. Codes begin and end at cut
    points rather than at values, so that the cut points become the thresholds. Cut points beyond
    all values are left out.

    Parameters
    ----------
    summary : NumericSummary
        Summary of all rows of the column.
    cuts : sequence of float
        The cut points, in any order.

    Examples
    --------
    >>> given_bins(NumericSummary.of(np.array([18.0, 25.0, 70.0])), [40, 25, 90])
    Bins(low=array([18., 25., 40.]), high=array([25., 40., 70.]))
    """
    if not summary.counts.size:
        return Bins(summary.low, summary.high)
    lowest, highest = summary.low[0], summary.high[-1]
    inside = np.array([cut for cut in sorted(set(cuts)) if lowest <= cut < highest], np.float64)
    return Bins(np.append(lowest, inside), np.append(inside, highest))


def with_cuts(bins: Bins, cuts: Sequence[float]) -> Bins:
    """Divide codes at further cut points, which become thresholds unchanged.

    Cut points beyond all values are left out.

    Parameters
    ----------
    bins : Bins
        The codes of a column.
    cuts : sequence of float
        The further cut points, in any order.

    Examples
    --------
    >>> ages = Bins(np.array([18.0, 40.0]), np.array([35.0, 70.0]))
    >>> with_cuts(ages, [60, 38])
    Bins(low=array([18., 38., 60.]), high=array([38., 60., 70.]))
    """
    low, high = bins.low.tolist(), bins.high.tolist()
    for cut in sorted(map(float, set(cuts))):
        if not low or not low[0] <= cut < high[-1]:
            continue
        code = int(np.searchsorted(high, cut, side="right"))
        if low[code] <= cut:
            low.insert(code + 1, cut)
            high.insert(code, cut)
        else:
            high[code - 1] = low[code] = cut
    return Bins(np.array(low, np.float64), np.array(high, np.float64))


def shortest_between(low: float, high: float) -> float:
    """Return the decimal with the fewest significant digits strictly between two numbers.

    Zero is the shortest of all. Of equally short decimals, the one nearest to the midpoint of the
    two printed numbers is taken; of two equally near ones, the lower. If there is no float between
    them, `low` itself is returned: it separates the two in a test ``x <= low``.

    Examples
    --------
    >>> shortest_between(0.6, 1.0), shortest_between(5.1, 5.2), shortest_between(26, 31)
    (0.8, 5.15, 30.0)
    >>> shortest_between(1.0, float(np.nextafter(1.0, 2.0)))
    1.0
    """
    if low < 0 < high:
        return 0.0
    lowest, highest = Decimal(str(low)), Decimal(str(high))
    exact = (lowest + highest) / 2
    unit = int(exact.as_tuple().exponent)
    middle = int(exact.scaleb(-unit))
    reach = int((highest - lowest).scaleb(-unit)) // 2 + SLACK
    for n_dropped in _dropped(exact.adjusted() - unit):
        step = 10**n_dropped
        over = middle % step
        if reach < over < step - reach:
            continue
        below, above = middle - over, middle - over + (step if over else 0)
        for candidate in (below, above) if 2 * over <= step else (above, below):
            number = float(f"{candidate}e{unit}")
            if low < number < high:
                return number
    return low


def _dropped(most: int) -> range:
    """Return the numbers of digits to drop, from all but the first to none."""
    return range(most, max(most - MOST_DIGITS, -1), -1)
