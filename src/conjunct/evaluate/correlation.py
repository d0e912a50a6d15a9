"""Correlation between being covered and being positive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from conjunct.evaluate.ratio import ratio
from conjunct.types import AnyArray, Floats


def correlation(p: npt.ArrayLike, n: npt.ArrayLike, P: npt.ArrayLike, N: npt.ArrayLike) -> Floats:
    """Return the correlation between two properties of a row: covered, and positive.

    Janssen & Fürnkranz (2007), table 1:
    (p (N - n) - (P - p) n) / √(P N (p + n) (P - p + N - n)). It is 1 if the rule covers the
    positives and nothing else, and 0 if it says nothing about the class. It is also 0 if the rule
    covers no row or all rows, or if all rows are of one class.

    Examples
    --------
    >>> correlation([5, 4, 5, 0], [0, 1, 5, 0], 5, 5)
    array([1. , 0.6, 0. , 0. ])
    """
    p, n, P, N = (np.asarray(one, float) for one in (p, n, P, N))
    covered = p + n
    return ratio(p * N - n * P, np.sqrt(P * N * covered * (P + N - covered)))


@dataclass(frozen=True)
class Correlation:
    """`correlation` as a heuristic.

    Examples
    --------
    >>> Correlation()(np.array([3, 5]), np.array([3, 0]), 5, 5)
    array([0., 1.])
    """

    monotone: ClassVar[bool] = True

    def __call__(self, p: AnyArray, n: AnyArray, P: int, N: int) -> Floats:
        """Return a score for every pair of counts."""
        return correlation(p, n, P, N)
