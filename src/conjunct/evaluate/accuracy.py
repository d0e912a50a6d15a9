"""Accuracy: the share of rows that a rule and its complement get right."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from conjunct.evaluate.heuristic import LinearFraction
from conjunct.evaluate.ratio import ratio
from conjunct.types import Floats


def accuracy(p: npt.ArrayLike, n: npt.ArrayLike, P: npt.ArrayLike, N: npt.ArrayLike) -> Floats:
    """Return (p + N - n) / (P + N), which orders rules as p - n does.

    Janssen & Fürnkranz (2007), table 1. Covered positives and negatives that are not covered count
    as right.

    Examples
    --------
    >>> accuracy([3, 0], [1, 0], 5, 5)
    array([0.7, 0.5])
    """
    p, n, P, N = (np.asarray(one, float) for one in (p, n, P, N))
    return ratio(p - n + N, P + N)


@dataclass(frozen=True)
class Accuracy(LinearFraction):
    """`accuracy` as a heuristic.

    Examples
    --------
    >>> Accuracy()(np.array([3, 0]), np.array([1, 0]), 5, 5)
    array([0.7, 0.5])
    """

    def weights(self, P: int, N: int) -> tuple[float, float, float, float, float, float]:
        """Return the weights of the linear fraction."""
        return (1.0, -1.0, float(N), 0.0, 0.0, float(P + N))
