"""Klösgen's measures: coverage to a power, times the gain in precision over all rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from conjunct.evaluate.precision import precision
from conjunct.evaluate.ratio import ratio
from conjunct.types import AnyArray, Floats

BEST_OMEGA = 0.4323
"""The best ω over many tables, found by Janssen & Fürnkranz (2010)."""


def kloesgen(
    p: npt.ArrayLike,
    n: npt.ArrayLike,
    P: npt.ArrayLike,
    N: npt.ArrayLike,
    omega: float = BEST_OMEGA,
) -> Floats:
    """Return ((p + n) / (P + N))^ω · (p / (p + n) - P / (P + N)); 0 for an empty cover.

    Klösgen (1992); Janssen & Fürnkranz (2010), "On the quest for optimal rule learning
    heuristics". With ω = 0 it orders rules as precision does; with ω = 1 it is weighted relative
    accuracy; with ω = 0.5 it orders rules that cover few rows as correlation does.

    Parameters
    ----------
    p, n, P, N : array_like
        Positives and negatives: those that a rule covers, and all of them.
    omega : float
        Weight of coverage, at least 0.

    Examples
    --------
    >>> kloesgen([4, 5, 0], [1, 5, 0], 5, 5, omega=1).round(3)
    array([0.15, 0.  , 0.  ])
    """
    p, n, P, N = (np.asarray(one, float) for one in (p, n, P, N))
    gain = np.where(p + n > 0, precision(p, n) - precision(P, N), 0.0)
    return np.asarray(ratio(p + n, P + N) ** omega * gain)


@dataclass(frozen=True)
class Kloesgen:
    """`kloesgen` as a heuristic.

    Parameters
    ----------
    omega : float
        Weight of coverage, at least 0.

    Examples
    --------
    >>> Kloesgen(omega=1)(np.array([5, 3]), np.array([0, 1]), 5, 5)
    array([0.25, 0.1 ])
    """

    omega: float = BEST_OMEGA

    def __post_init__(self) -> None:
        if not 0 <= self.omega < np.inf:
            raise ValueError(
                f"The omega of Kloesgen must be a number from 0 up. Got {self.omega!r}."
            )

    @property
    def monotone(self) -> bool:
        """Whether the score falls with negatives: with `omega` above 1, coverage rewards them."""
        return self.omega <= 1

    def __call__(self, p: AnyArray, n: AnyArray, P: int, N: int) -> Floats:
        """Return a score for every pair of counts."""
        return kloesgen(p, n, P, N, self.omega)
