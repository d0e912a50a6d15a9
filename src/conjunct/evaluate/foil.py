"""FOIL's gain: the information that a further condition adds about the positives it keeps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from conjunct.evaluate.precision import laplace, precision
from conjunct.types import AnyArray, Floats


def foil_gain(p: npt.ArrayLike, n: npt.ArrayLike, P: npt.ArrayLike, N: npt.ArrayLike) -> Floats:
    """Return p (log2 p / (p + n) - log2 P / (P + N)), the bits saved on the positives kept.

    Quinlan & Cameron-Jones (1993), *FOIL: a midterm report*. Unlike in other heuristics, P and N
    count the rows covered by the body that is refined, not all rows. Without positives the gain
    is 0.

    Parameters
    ----------
    p, n : array_like
        Positives and negatives that a refinement covers.
    P, N : array_like
        Positives and negatives that the body covers without the further condition.

    Examples
    --------
    Half of 8 rows are positive. One condition keeps 3 positives and no negative, another 3 and 3:

    >>> foil_gain([3, 3], [0, 3], 4, 4)
    array([3., 0.])
    """
    p = np.asarray(p, float)
    before, after = precision(P, N), precision(p, n)
    known = (p > 0) & (before > 0)
    ratio = np.divide(after, before, out=np.ones(known.shape), where=known)
    return np.asarray(p * np.log2(ratio, out=np.zeros(known.shape), where=known))


def smoothed_gain(p: npt.ArrayLike, n: npt.ArrayLike, P: npt.ArrayLike, N: npt.ArrayLike) -> Floats:
    """Return `foil_gain` with one more positive row before and after, as in Weka's RIPPER.

    p (log2 (p + 1) / (p + n + 1) - log2 (P + 1) / (P + N + 1)): a pure refinement stays pure. An
    impure one counts as purer than it is, the more so the fewer rows it covers.

    Parameters
    ----------
    p, n, P, N : array_like
        As in `foil_gain`.

    Examples
    --------
    >>> smoothed_gain([3, 3], [0, 3], 4, 4).round(3)
    array([2.544, 0.122])
    """
    p = np.asarray(p, float)
    return np.asarray(p * (np.log2(laplace(p, n, k=1)) - np.log2(laplace(P, N, k=1))))


@dataclass(frozen=True)
class FoilGain:
    """`foil_gain` as a heuristic; P and N are those of the body that is refined.

    Examples
    --------
    >>> FoilGain()(np.array([4]), np.array([0]), 4, 4)
    array([4.])
    """

    def __call__(self, p: AnyArray, n: AnyArray, P: int, N: int) -> Floats:
        """Return a score for every pair of counts."""
        return foil_gain(p, n, P, N)
