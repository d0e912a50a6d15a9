"""Extreme-value correction: the error of a rule, corrected by the best rule that chance would find.

The same search on rows with permuted classes finds the best rule that is due to chance alone. Its
likelihood ratio follows a Gumbel distribution, whose mean is estimated from such searches. After
Možina, Demšar, Bratko & Žabkar (2019), "Extreme value correction: a method for correcting
optimistic estimations in rule learning", Machine Learning 108, 297-329.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.special import erfinv, ndtri_exp, xlog1py

from conjunct.types import AnyArray, Floats

SCALE = 2.0
"""Scale of the Gumbel distribution of the largest of many chi-square values with one degree of
freedom, whose tail falls as exp(-x / 2)."""

_STEPS, _CLOSE = 60, 1e-12
"""Largest number of Newton steps (about six are enough), and the step size, as a share of the
covered rows, below which they end."""


def rule_ratio(
    n: npt.ArrayLike, e: npt.ArrayLike, rows: npt.ArrayLike, positives: npt.ArrayLike
) -> Floats:
    """Return the likelihood-ratio statistic G of a rule against no rule.

    This is G of the table of covered and uncovered, positive and negative rows. For a rule that
    was not searched for and is due to chance, it is chi-square distributed with one degree of
    freedom. It is 0 for a rule that is no better than the base rate.

    Parameters
    ----------
    n, e : array_like
        Number of rows that the rule covers, and of those that belong to other classes.
    rows, positives : array_like
        Number of all rows, and of those of the rule's class.

    Examples
    --------
    >>> rule_ratio(10, [0, 5, 8], 40, 20).round(3)
    array([17.261,  0.   ,  0.   ])
    """
    values = (np.asarray(one, float) for one in (n, e, rows, positives))
    n, e, rows, positives = np.broadcast_arrays(*values)
    cells = _expected(n, rows, positives)
    return _ratio(np.maximum(n - e - cells[0], 0.0), cells)


def gumbel_error(
    n: npt.ArrayLike,
    e: npt.ArrayLike,
    rows: npt.ArrayLike,
    positives: npt.ArrayLike,
    mean: npt.ArrayLike,
) -> Floats:
    """Return the error of the best rule of a search, corrected by the best that chance would find.

    The chance that the search finds as large a likelihood ratio on permuted classes follows a
    Gumbel distribution with the given mean and scale 2. A rule that was not searched for reaches a
    smaller ratio with the same chance. The corrected error is that of a rule that covers the same
    number of rows and has this smaller ratio. It lies between the training error and the share of
    other classes.

    Parameters
    ----------
    n, e : array_like
        Number of rows that the rule covers, and of those that belong to other classes.
    rows, positives : array_like
        Number of all rows, and of those of the rule's class.
    mean : array_like
        Mean likelihood ratio (`rule_ratio`) of the best rules found on permuted classes.

    Returns
    -------
    ndarray
        Corrected errors, in the shape of all arguments broadcast together. A rule that covers no
        rows has the share of other classes; a rule that is no better keeps its training error.

    Notes
    -----
    The result is exact to 1e-9 of the root. It never falls as `mean` or `e` grows.

    Examples
    --------
    Half of 200 rows are of the class, and a rule covers 20 without an error. These are its expected
    errors if chance alone finds ratios of 5, 10, 20 or 40:

    >>> gumbel_error(20, 0, 200, 100, [5, 10, 20, 40]).round(3)
    array([0.043, 0.084, 0.203, 0.5  ])
    """
    values = (np.asarray(one, float) for one in (n, e, rows, positives, mean))
    n, e, rows, positives, mean = np.broadcast_arrays(*values)
    cells = _expected(n, rows, positives)
    more = np.maximum(n - e - cells[0], 0.0)
    ratio = _ratio(more, cells)
    due = np.minimum(_ratio_of_one(ratio, mean), ratio)
    hits = cells[0] + _more_than_chance(due, more, cells)
    other = 1.0 - positives / np.maximum(rows, 1.0)
    corrected = np.where(more > 0.0, 1.0 - hits / np.maximum(n, 1.0), e / np.maximum(n, 1.0))
    return np.asarray(np.where(n > 0.0, corrected, other))


def _expected(n: AnyArray, rows: AnyArray, positives: AnyArray) -> Floats:
    """Return the expected counts of the four cells: covered or not, positive or negative.

    One row more than expected in the first cell means one more in the last and one fewer in the
    other two.
    """
    covered, share = np.stack([n, n, rows - n, rows - n]), positives / np.maximum(rows, 1.0)
    return np.asarray(covered * np.stack([share, 1.0 - share, share, 1.0 - share]))


_SIGNS = np.array([1.0, -1.0, -1.0, 1.0])


def _deviations(more: Floats, cells: Floats) -> Floats:
    """Return the relative deviation of each cell from its expected count."""
    signs = _SIGNS.reshape(-1, *[1] * np.ndim(more))
    return np.maximum(signs * more / np.where(cells > 0.0, cells, np.inf), -1.0)


def _ratio(more: Floats, cells: Floats) -> Floats:
    """Return G of a rule from its number of hits beyond the expected number.

    Each cell contributes ``x ln(x / m) - x + m`` for x rows where m are expected. This is never
    negative. It is computed from x / m - 1, so that no digits are lost if x is close to m.
    """
    deviation = _deviations(more, cells)
    parts = cells * (xlog1py(1.0 + deviation, deviation) - deviation)
    return np.asarray(2.0 * np.maximum(parts, 0.0).sum(axis=0))


def _ratio_of_one(ratio: Floats, mean: Floats) -> Floats:
    """Return the ratio that a single rule reaches as rarely as a search's best reaches `ratio`."""
    above = (ratio - (mean - np.euler_gamma * SCALE)) / SCALE
    rate = np.exp(-np.maximum(above, -700.0))
    with np.errstate(divide="ignore"):
        log_tail = np.where(above > 30.0, -above, np.log(-np.expm1(-rate)))
    rare = ndtri_exp(log_tail - np.log(2.0))
    common = np.sqrt(2.0) * erfinv(np.exp(-rate))
    return np.asarray(np.where(above > 0.0, rare, common) ** 2)


def _more_than_chance(due: Floats, high: Floats, cells: Floats) -> Floats:
    """Return the number of hits beyond the expected number that gives the ratio `due`.

    It is between 0 and `high`. The square root of the ratio is nearly linear, so a few Newton steps
    are enough. A step that would leave the range is replaced by a step to its middle.
    """
    wanted, low, more = np.sqrt(due), np.zeros_like(high), high / 2.0
    for _ in range(_STEPS):
        root = np.sqrt(_ratio(more, cells))
        low, high = np.where(root < wanted, more, low), np.where(root < wanted, high, more)
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = (np.log1p(_deviations(more, cells)).T * _SIGNS).T.sum(axis=0)
            new = more - (root - wanted) * root / slope
        new = np.where((new >= low) & (new <= high), new, (low + high) / 2.0)
        is_done = bool(np.all(np.abs(new - more) <= _CLOSE * cells[:2].sum(axis=0)))
        more = new
        if is_done:
            break
    return more
