"""Tests of significance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import bdtr, chdtrc, rel_entr


def sign_test(wins: int, losses: int) -> float:
    """Return the two-tailed p-value of a sign test; ties are left out beforehand.

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
    """A likelihood-ratio statistic and how often chance alone gives as large a one."""

    statistic: float
    p_value: float


def likelihood_ratio_test(counts: Sequence[float], shares: Sequence[float]) -> LikelihoodRatio:
    """Return CN2's test of whether a rule's class counts differ from given shares.

    The statistic is twice the sum of ``count * ln(count / expected count)``, chi-square
    distributed with one degree of freedom less than there are classes. Clark & Niblett (1989).

    Parameters
    ----------
    counts : sequence of float
        Rows of each class that the rule covers.
    shares : sequence of float
        Share of each class without the rule; a class of share 0 must have no rows.

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
