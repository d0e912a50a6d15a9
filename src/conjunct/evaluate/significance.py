"""Tests of significance."""

from __future__ import annotations

from scipy.special import bdtr


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
