"""The path of a card: what becomes of it as conditions get cheaper, and which point is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from conjunct.cards.draft import Draft
from conjunct.cards.growth import Grower
from conjunct.cards.pooling import pooled
from conjunct.cards.validation import Checked
from conjunct.types import Floats

SMALL_PRICE = 0.23
"""The price of small cards: about as many conditions as RIPPER's rules have."""
PRICES: Floats = np.array([1.12, 0.8, 0.56, 0.4, 0.28, 0.2, 0.14, 0.1, 0.07, 0.05])
"""From dear to cheap, for a number of conditions."""
CHECKED_PRICES: Floats = np.array([0.4, 0.28, 0.2, 0.14, 0.1])
"""Those that are cross-validated."""
FEW_PRICES: Floats = np.array([0.4, 0.2])
"""Those of a huge table."""
THINNING = 0.25
"""Share of the price that rules of a pooled card must pay."""


@dataclass(frozen=True, eq=False)
class Point:
    """One point of a path.

    Parameters
    ----------
    price : float
        Nats of loss that a nat of description had to save.
    draft : Draft
        The card.
    checked : Checked or None
        What cross-validation says about the price.
    """

    price: float
    draft: Draft
    checked: Checked | None = None


def checked_path(
    grower: Grower, prices: Floats, checks: Iterable[Checked], progress: Callable[[float], None]
) -> list[Point]:
    """Return a card for each price: the rules of its folds' cards, pooled and thinned.

    A rule that only some folds find is tried on all rows; what the folds average out, chance
    finds of one of them, has to pay for itself there.
    """
    points: list[Point] = []
    for price, checked in zip(prices.tolist(), checks, strict=True):
        thinner = replace(grower, price=THINNING * price)
        draft = thinner.thinned(pooled(thinner, checked.drafts))
        points.append(Point(price, draft, checked))
        progress(len(points) / len(prices))
    return points


def path_within(grower: Grower, most: int, progress: Callable[[float], None]) -> list[Point]:
    """Return cards of at most so many conditions, from dear to cheap, until one is full."""
    grower = replace(grower, most=most)
    points = [Point(np.inf, grower.empty())]
    for place, price in enumerate(PRICES.tolist(), start=1):
        cheaper = replace(grower, price=price)
        points.append(Point(price, cheaper.grown(points[-1].draft)))
        progress(place / len(PRICES))
        if cheaper.is_full(points[-1].draft):
            break
    return points
