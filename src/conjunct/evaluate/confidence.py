"""Upper confidence limit of a rule's error rate, and the heuristic based on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy.special import betainccinv

from conjunct.types import AnyArray, Floats

MOST_TABLED = 4096
"""Largest number of rows of a problem whose computed limits are kept in a table."""


def error_limit(n: npt.ArrayLike, e: npt.ArrayLike, chance: npt.ArrayLike) -> Floats:
    """Return the error rate at which n trials have at most e errors with the given chance.

    A rule that covers no rows, or gets all of them wrong, has the limit 1.

    Parameters
    ----------
    n, e : array_like
        Number of rows that a rule covers, and of errors among them.
    chance : array_like
        Between 0 and 1; the smaller, the higher the limit.

    Notes
    -----
    The chance of at most e errors at rate r is a regularised incomplete beta function,
    ``1 - I_r(e + 1, n - e)``, and this is its inverse in r.

    Examples
    --------
    With no error in six rows, an error rate of 0.206 is still plausible: one sample in four would
    have no error.

    >>> round(float(error_limit(6, 0, 0.25)), 3), round(float((1 - 0.206) ** 6), 2)
    (0.206, 0.25)
    """
    n, e = np.asarray(n, float), np.asarray(e, float)
    known = e < n
    right = np.where(known, n - e, 1.0)
    limit = betainccinv(np.where(known, e, 0.0) + 1.0, right, np.asarray(chance, float))
    return np.asarray(np.where(known, limit, 1.0))


@dataclass(frozen=True)
class UpperLimit:
    """One minus the upper confidence limit of the error rate, as a heuristic.

    Quinlan & Cameron-Jones (1995), footnote 3, search with it in place of Laplace. The limit is
    U_CF of C4.5, see `conjunct.choose.ucf_error`. It does not depend on the number of classes.
    With many classes, a rule that covers few rows without error scores better than under Laplace.

    Parameters
    ----------
    cf : float
        The confidence factor, between 0 and 1.

    Examples
    --------
    >>> UpperLimit()(np.array([6, 0]), np.array([0, 0]), 10, 10).round(3)
    array([0.794, 0.   ])
    """

    cf: float = 0.25

    def __call__(self, p: AnyArray, n: AnyArray, P: int, N: int) -> Floats:
        """Return a score for every pair of counts.

        A search needs the scores of the same pairs repeatedly: each is computed once and kept.
        """
        p, n = np.asarray(p), np.asarray(n)
        real = "f" in (p.dtype.kind, n.dtype.kind)
        if real or P + N > MOST_TABLED:
            return np.asarray(1.0 - error_limit(p + n, n, self.cf))
        known = _known_scores(self.cf, 1 << (P + N).bit_length())
        scores: Floats = known[p, n]
        new = np.isnan(scores)
        if new.any():
            known[p[new], n[new]] = 1.0 - error_limit(p[new] + n[new], n[new], self.cf)
            scores = known[p, n]
        return scores


@lru_cache(maxsize=8)
def _known_scores(cf: float, size: int) -> Floats:
    """Return the scores by positives and negatives; NaN means not computed yet."""
    return np.full((size, size), np.nan)
