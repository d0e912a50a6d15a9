"""The score that a `LinearFraction` says it is."""

from __future__ import annotations

from collections.abc import Sequence


def fraction(weights: Sequence[float], p: float, n: float) -> float:
    a, b, c, d, e, f = weights
    return float((a * p + b * n + c) / (d * p + e * n + f))
