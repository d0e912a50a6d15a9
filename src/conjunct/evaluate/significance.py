"""Tests of significance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import bdtr, chdtrc, rel_entr

from conjunct.types import AnyArray


def sign_test(wins: int, losses: int) -> float:
    """Return the two-tailed p-value of a sign test; do not count ties.

    Examples
    --------
    >>> sign_test(8, 1)
    0.0390625
    >>> sign_test(0, 0)
    1.0
    """
    n = wins + losses
    if n == 0:
        return 1.0
    return min(1.0, 2.0 * float(bdtr(min(wins, losses), n, 0.5)))


class LikelihoodRatio(NamedTuple):
    """A likelihood-ratio statistic and its p-value.

    Examples
    --------
    >>> test = likelihood_ratio_test((8, 2), (0.6, 0.4))
    >>> test.p_value > 0.05
    True
    """

    statistic: float
    p_value: float


def likelihood_ratio_test(counts: Sequence[float], shares: Sequence[float]) -> LikelihoodRatio:
    """Test whether a rule's class counts differ from given shares, as CN2 does.

    The statistic is twice the sum of ``count * ln(count / expected count)``, chi-square
    distributed with one degree of freedom fewer than there are classes. Clark & Niblett (1989).

    Parameters
    ----------
    counts : sequence of float
        Rows of each class that the rule covers.
    shares : sequence of float
        Share of each class without the rule; a class with share 0 must have no rows.

    Examples
    --------
    >>> test = likelihood_ratio_test((8, 2), (0.6, 0.4))
    >>> round(test.statistic, 6), round(test.p_value, 3)
    (1.830324, 0.176)
    """
    observed, expected = np.asarray(counts, float), np.asarray(shares, float)
    statistic = 2.0 * float(rel_entr(observed, observed.sum() * expected).sum())
    classes = int(np.count_nonzero(expected))
    return LikelihoodRatio(statistic, float(chdtrc(max(classes - 1, 1), max(statistic, 0.0))))


class ChiSquare(NamedTuple):
    """Chi-square statistics and their p-values.

    Examples
    --------
    >>> test = chi_square_test([[20, 5], [10, 15]])
    >>> bool(test.p_value < 0.05)
    True
    """

    statistic: AnyArray
    p_value: AnyArray


def chi_square_test(table: npt.ArrayLike) -> ChiSquare:
    """Test whether branches and classes are independent, by Pearson's chi-square test.

    The statistic is the sum of ``(count - expected)**2 / expected``, without a correction for
    continuity. Its degrees of freedom are (branches - 1)(classes - 1), where only branches and
    classes that have rows count. With one branch or one class there is nothing to test: the
    statistic is 0 and the p-value 1.

    Parameters
    ----------
    table : array_like, shape (..., branches, classes)
        Rows of each class in each branch.

    Examples
    --------
    >>> test = chi_square_test([[20, 5], [10, 15]])
    >>> round(float(test.statistic), 4), round(float(test.p_value), 6)
    (8.3333, 0.003892)
    """
    table = np.asarray(table, float)
    branches, classes = table.sum(axis=-1, keepdims=True), table.sum(axis=-2, keepdims=True)
    total = branches.sum(axis=-2, keepdims=True)
    expected = np.divide(branches * classes, total, out=np.zeros(table.shape), where=total > 0)
    parts = np.divide((table - expected) ** 2, expected, out=0.0 * expected, where=expected > 0)
    statistic = parts.sum(axis=(-1, -2))
    freedom = (np.count_nonzero(branches, axis=(-1, -2)) - 1) * (
        np.count_nonzero(classes, axis=(-1, -2)) - 1
    )
    p_value = np.where(freedom > 0, chdtrc(np.maximum(freedom, 1), statistic), 1.0)
    return ChiSquare(np.asarray(np.where(freedom > 0, statistic, 0.0)), p_value)
