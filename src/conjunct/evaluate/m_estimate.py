"""The m-estimate: precision drawn towards a prior, as if m more rows had been seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from conjunct.evaluate.heuristic import LinearFraction
from conjunct.evaluate.precision import precision
from conjunct.evaluate.ratio import ratio
from conjunct.types import Floats


def m_estimate(
    p: npt.ArrayLike, n: npt.ArrayLike, P: npt.ArrayLike, N: npt.ArrayLike, m: float
) -> Floats:
    """Return (p + m P / (P + N)) / (p + n + m): precision with m further rows of average classes.

    The prior is the share of positives among all rows; `MEstimate` takes other priors too. Domingos
    (1998), equation 13, gives the error of a rule, which is one minus this value:
    (e + m ε₀) / (n + m), where n rows are covered and ε₀ is the prior error. With m = 0 it is
    precision, and an empty cover then scores 0.

    Parameters
    ----------
    p, n, P, N : array_like
        Positives and negatives: those that a rule covers, and all of them.
    m : float
        Weight of the prior, in rows; at least 0.

    Examples
    --------
    Three rows in ten are positive. A rule that covers two of them and nothing else:

    >>> float(m_estimate(2, 0, 3, 7, m=2).round(3))
    0.65
    """
    return _drawn(p, n, precision(P, N), m)


@dataclass(frozen=True)
class MEstimate(LinearFraction):
    """`m_estimate` as a heuristic.

    Parameters
    ----------
    m : float
        Weight of the prior, in rows; at least 0.
    prior : float or None
        Chance of the class before any row is seen; None takes the share of positives among all
        rows. CN2 takes 1 / k for k classes (prior error (k - 1) / k): with m = k that is Laplace.

    Examples
    --------
    >>> from conjunct.evaluate import laplace
    >>> float(MEstimate(3, 1 / 3)(np.array(4), np.array(1), 10, 10)), float(laplace(4, 1, k=3))
    (0.625, 0.625)
    """

    m: float = 2.0
    prior: float | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.m < np.inf:
            raise ValueError(f"The m of MEstimate must be a number from 0 up. Got {self.m!r}.")
        if self.prior is not None and not 0 <= self.prior <= 1:
            raise ValueError(f"The prior of MEstimate must be a chance. Got {self.prior!r}.")

    def weights(self, P: int, N: int) -> tuple[float, float, float, float, float, float]:
        """Return the weights of the linear fraction."""
        return (1.0, 0.0, float(self.m * self._prior(P, N)), 1.0, 1.0, float(self.m))

    def _prior(self, P: int, N: int) -> float:
        return float(precision(P, N)) if self.prior is None else self.prior


def _drawn(p: npt.ArrayLike, n: npt.ArrayLike, prior: npt.ArrayLike, m: float) -> Floats:
    """Return precision drawn towards a prior; 0 for an empty cover if m is 0."""
    p, n, prior = (np.asarray(one, float) for one in (p, n, prior))
    return ratio(p + m * prior, p + n + m)
