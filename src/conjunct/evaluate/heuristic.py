"""What a heuristic is: a score of counts.

A heuristic takes arrays of covered positives p and negatives n, and the totals P and N of the
problem, and returns scores: larger is better. Searches score only rules that cover a positive row;
0 divided by 0 is 0. Any Python function of this form can be a heuristic. If a heuristic is the
quotient of two linear forms in p and n, it may have a method ``weights``; scoring then runs in
compiled code, with equal results.
"""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

import numpy as np

from conjunct.evaluate.ratio import ratio
from conjunct.types import AnyArray, Floats


def is_monotone(heuristic: Heuristic) -> bool:
    """Tell whether a heuristic is known to rise with p and to fall with n.

    Such a heuristic has a true attribute ``monotone``. No refinement of a rule can then score
    higher than the rule would without its negatives, so a search can end early with the same
    result.

    Examples
    --------
    >>> from conjunct.evaluate import Kloesgen, Laplace
    >>> is_monotone(Laplace()), is_monotone(Kloesgen(2.0)), is_monotone(lambda p, n, P, N: p - n)
    (True, False, False)
    """
    return bool(getattr(heuristic, "monotone", False))


def of_length(heuristic: Heuristic, length: int) -> Heuristic:
    """Return the heuristic that scores rules with `length` conditions.

    Only learned heuristics may read the length; they have a method ``of_length``. Every other
    heuristic is returned unchanged.

    Examples
    --------
    >>> from conjunct.evaluate import wra
    >>> of_length(wra, 2) is wra
    True
    """
    if not hasattr(heuristic, "of_length"):
        return heuristic
    fitting: Heuristic = heuristic.of_length(length)
    return fitting


class Heuristic(Protocol):
    """A score of counts; larger is better.

    Examples
    --------
    >>> from conjunct.evaluate import as_heuristic
    >>> score = as_heuristic(lambda p, n, P, N: p - 2 * n)
    >>> score(5, 1, 10, 10)
    3
    """

    def __call__(self, p: AnyArray, n: AnyArray, P: int, N: int) -> Floats:
        """Return a score for every pair of counts."""


@runtime_checkable
class LinearFraction(Protocol):
    """A heuristic of the form ``(w0 p + w1 n + w2) / (w3 p + w4 n + w5)``.

    A class that inherits from this one only needs the method ``weights``.

    Examples
    --------
    >>> from conjunct.evaluate import Laplace
    >>> isinstance(Laplace(), LinearFraction), Laplace().weights(10, 10)
    (True, (1.0, 0.0, 1.0, 1.0, 1.0, 2.0))
    """

    monotone: ClassVar[bool] = True

    def __call__(self, p: AnyArray, n: AnyArray, P: int, N: int) -> Floats:
        """Return a score for every pair of counts."""
        w = self.weights(P, N)
        p, n = np.asarray(p, float), np.asarray(n, float)
        return ratio(w[0] * p + w[1] * n + w[2], w[3] * p + w[4] * n + w[5])

    def weights(self, P: int, N: int) -> tuple[float, float, float, float, float, float]:
        """Return the six weights for a problem with P positives and N negatives."""
