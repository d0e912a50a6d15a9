"""What a heuristic is: a score of counts.

A heuristic takes arrays of covered positives p and negatives n, and the totals P and N of the
problem, and returns scores: larger is better, for p = n = 0 the worst. Any Python function of that
form can be one. A heuristic that is a fraction of two linear forms in p and n may say so by a
method ``weights``; then scoring runs in compiled code, with equal results.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from conjunct.types import AnyArray, Floats


class Heuristic(Protocol):
    """Score of counts; larger is better."""

    def __call__(self, p: AnyArray, n: AnyArray, P: int, N: int) -> Floats:
        """Return a score for every pair of counts."""


@runtime_checkable
class LinearFraction(Protocol):
    """A heuristic of the form ``(w0 p + w1 n + w2) / (w3 p + w4 n + w5)``."""

    def __call__(self, p: AnyArray, n: AnyArray, P: int, N: int) -> Floats:
        """Return a score for every pair of counts."""

    def weights(self, P: int, N: int) -> tuple[float, float, float, float, float, float]:
        """Return the six weights for a problem with P positives and N negatives."""
