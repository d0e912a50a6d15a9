"""Weighted relative accuracy: gain in precision over all rows, times coverage."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from conjunct.evaluate.heuristic import LinearFraction
from conjunct.evaluate.ratio import ratio
from conjunct.types import Floats


def wra(p: npt.ArrayLike, n: npt.ArrayLike, P: npt.ArrayLike, N: npt.ArrayLike) -> Floats:
    """Return (p + n) / (P + N) · (p / (p + n) - P / (P + N)); 0 for an empty cover.

    Lavrač, Flach & Zupan (1999); Janssen & Fürnkranz (2007), table 1. It is computed as
    (p N - n P) / (P + N)², so that rules of equal worth have equal scores to the last bit.

    Examples
    --------
    >>> wra([4, 5, 0], [1, 5, 0], 5, 5)
    array([0.15, 0.  , 0.  ])
    """
    p, n, P, N = (np.asarray(one, float) for one in (p, n, P, N))
    return ratio(p * N - n * P, (P + N) ** 2)


@dataclass(frozen=True)
class WRA(LinearFraction):
    """`wra` as a heuristic.

    Examples
    --------
    >>> WRA()(np.array([3, 5]), np.array([1, 0]), 5, 5)
    array([0.1 , 0.25])
    """

    def weights(self, P: int, N: int) -> tuple[float, float, float, float, float, float]:
        """Return the weights of the linear fraction."""
        return (float(N), -float(P), 0.0, 0.0, 0.0, float(P + N) ** 2)
