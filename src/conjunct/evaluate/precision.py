"""Precision and its smoothed form, Laplace."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from conjunct.evaluate.heuristic import LinearFraction
from conjunct.evaluate.ratio import ratio
from conjunct.types import Floats


def precision(p: npt.ArrayLike, n: npt.ArrayLike) -> Floats:
    """Return p / (p + n), the share of the covered rows that are positive; 0 for an empty cover.

    Examples
    --------
    >>> precision([3, 0], [1, 0])
    array([0.75, 0.  ])
    """
    p, n = np.asarray(p, float), np.asarray(n, float)
    return ratio(p, p + n)


@dataclass(frozen=True)
class Precision(LinearFraction):
    """`precision` as a heuristic.

    Examples
    --------
    >>> Precision()(np.array([3, 4]), np.array([1, 0]), 5, 5)
    array([0.75, 1.  ])
    """

    def weights(self, P: int, N: int) -> tuple[float, float, float, float, float, float]:
        """Return the weights of the linear fraction."""
        return (1.0, 0.0, 0.0, 1.0, 1.0, 0.0)


def laplace(p: npt.ArrayLike, n: npt.ArrayLike, k: float = 2) -> Floats:
    """Return (p + 1) / (p + n + k), one minus the Laplace error with k classes.

    Quinlan & Cameron-Jones (1995), section 2, write the error L(n, e) = (e + k - 1) / (n + k)
    of a rule that covers n rows, e of them of other classes.

    Examples
    --------
    >>> laplace([10, 0], [0, 0], k=2)
    array([0.91666667, 0.5       ])
    """
    p, n = np.asarray(p, float), np.asarray(n, float)
    return np.asarray((p + 1.0) / (p + n + k))


@dataclass(frozen=True)
class Laplace(LinearFraction):
    """`laplace` as a heuristic for a problem with `k` classes.

    Examples
    --------
    >>> Laplace(k=2)(np.array([3, 8]), np.array([1, 0]), 10, 10)
    array([0.66666667, 0.9       ])
    """

    k: float = 2

    def weights(self, P: int, N: int) -> tuple[float, float, float, float, float, float]:
        """Return the weights of the linear fraction."""
        return (1.0, 0.0, 1.0, 1.0, 1.0, float(self.k))
