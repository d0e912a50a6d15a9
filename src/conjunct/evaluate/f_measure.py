"""The F-measure: precision and recall in one number."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from conjunct.evaluate.heuristic import LinearFraction
from conjunct.evaluate.ratio import ratio
from conjunct.types import Floats


def f_measure(
    p: npt.ArrayLike, n: npt.ArrayLike, P: npt.ArrayLike, N: npt.ArrayLike, beta: float = 0.5
) -> Floats:
    """Return (1 + β²) p / (p + n + β² P): the weighted harmonic mean of precision and recall.

    Recall is p / P. Janssen & Fürnkranz (2010), "On the quest for optimal rule learning
    heuristics". The larger `beta`, the more recall counts; with 0 it is precision. N is not
    used.

    Parameters
    ----------
    p, n, P, N : array_like
        Positives and negatives: those that a rule covers, and all of them.
    beta : float
        Weight of recall, at least 0.

    Examples
    --------
    Precision 0.75 and recall 0.6, the same weight for both:

    >>> float(f_measure(3, 1, 5, 5, beta=1).round(4))
    0.6667
    """
    p, n, P = (np.asarray(one, float) for one in (p, n, P))
    return ratio((1.0 + beta**2) * p, p + n + beta**2 * P)


@dataclass(frozen=True)
class FMeasure(LinearFraction):
    """`f_measure` as a heuristic.

    Parameters
    ----------
    beta : float
        Weight of recall, at least 0.

    Examples
    --------
    >>> FMeasure(beta=1)(np.array([5, 3]), np.array([0, 1]), 5, 5)
    array([1.        , 0.66666667])
    """

    beta: float = 0.5

    def __post_init__(self) -> None:
        if not 0 <= self.beta < np.inf:
            raise ValueError(f"The beta of FMeasure must be a number from 0 up. Got {self.beta!r}.")

    def weights(self, P: int, N: int) -> tuple[float, float, float, float, float, float]:
        """Return the weights of the linear fraction."""
        return (1.0 + self.beta**2, 0.0, 0.0, 1.0, 1.0, self.beta**2 * P)
