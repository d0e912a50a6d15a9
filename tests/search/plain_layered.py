"""Layered search by the words of Quinlan & Cameron-Jones (1995), sections 3 and 4.

"Layered search with beam widths w = 1, 2, 4, 8 and so on to a maximum […] the overall best rule
being the one of these with lowest r_w. The layered search is terminated whenever two successive
values of w fail to improve on the best value of r_w found so far." `patience` stands for two.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from .plain_beam import Found, PlainSearch


@dataclass(frozen=True)
class Tried:
    """One width, what it found, and its r_w."""

    width: int
    found: Found
    error: float


def plain_error(covered: int, errors: int, combinations: int) -> float:
    """Halve the range of r until h P(n, e, r) = 0.5."""
    low, high = 0.0, 1.0
    for _ in range(80):
        r = (low + high) / 2
        chance = sum(
            comb(covered, wrong) * r**wrong * (1 - r) ** (covered - wrong)
            for wrong in range(errors + 1)
        )
        low, high = (r, high) if combinations * chance > 0.5 else (low, r)
    return low


def plain_layered(search: PlainSearch, max_width: int, patience: int) -> list[Tried]:
    """Return every width that is tried, in order; none if no condition can be tried."""
    tried: list[Tried] = []
    lowest, failed, width = 2.0, 0, 1
    while width <= max_width and failed < patience:
        found = search.run(width)
        if found is None:
            return []
        best = found.best
        error = plain_error(len(best.cover), best.negatives, found.combinations)
        tried.append(Tried(width, found, error))
        if error < lowest:
            lowest, failed = error, 0
        else:
            failed += 1
        width *= 2
    return tried
