"""Relative cost: the rates of true and of false positives, weighed against each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from conjunct.evaluate.heuristic import LinearFraction
from conjunct.evaluate.ratio import ratio
from conjunct.types import Floats

BEST_COST = 0.342
"""The best c over many tables, found by Janssen & Fürnkranz (2010)."""


def relative_cost(
    p: npt.ArrayLike,
    n: npt.ArrayLike,
    P: npt.ArrayLike,
    N: npt.ArrayLike,
    c: float = BEST_COST,
) -> Floats:
    """Return c p / P - (1 - c) n / N; the rate of a class without rows is 0.

    Janssen & Fürnkranz (2010), "On the quest for optimal rule learning heuristics". With c = 1/2
    it orders rules as weighted relative accuracy does.

    Parameters
    ----------
    p, n, P, N : array_like
        Positives and negatives: those that a rule covers, and all of them.
    c : float
        Weight of the positives, from 0 to 1.

    Examples
    --------
    >>> relative_cost([4, 2], [1, 0], 5, 10, c=0.5).round(3)
    array([0.35, 0.2 ])
    """
    p, n = np.asarray(p, float), np.asarray(n, float)
    return np.asarray(ratio(c, P) * p - ratio(1.0 - c, N) * n)


@dataclass(frozen=True)
class RelativeCost(LinearFraction):
    """`relative_cost` as a heuristic.

    Parameters
    ----------
    c : float
        Weight of the positives, from 0 to 1.

    Examples
    --------
    >>> RelativeCost(c=0.5)(np.array([5, 3]), np.array([0, 1]), 5, 5)
    array([0.5, 0.2])
    """

    c: float = BEST_COST

    def __post_init__(self) -> None:
        if not 0 <= self.c <= 1:
            raise ValueError(f"The c of RelativeCost must be from 0 to 1. Got {self.c!r}.")

    def weights(self, P: int, N: int) -> tuple[float, float, float, float, float, float]:
        """Return the weights of the linear fraction."""
        return (float(ratio(self.c, P)), -float(ratio(1.0 - self.c, N)), 0.0, 0.0, 0.0, 1.0)
