"""The path of a card: what becomes of it as conditions get cheaper, and which point is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from conjunct.cards.draft import Draft
from conjunct.cards.growth import Grower
from conjunct.cards.validation import Checked
from conjunct.types import Floats

SMALL_PRICE = 0.2
"""The price of small cards: about as many conditions as RIPPER's rules have."""
PRICES: Floats = np.array([0.8, 0.56, 0.4, 0.28, SMALL_PRICE, 0.14, 0.1, 0.07, 0.05])
"""From dear to cheap."""
PATIENCE = 2
"""Prices that may be no better than the best before the path ends."""
HALVINGS = 4
"""How often a price between two points is tried, to come near a number of conditions."""


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


def cheapest_checked(checks: Iterable[Checked]) -> list[Checked]:
    """Go along a path until it has not got better for `PATIENCE` prices; return what was seen."""
    seen: list[Checked] = []
    for one in checks:
        seen.append(one)
        if len(seen) - 1 - best_place(seen) >= PATIENCE:
            break
    return seen


def best_place(seen: list[Checked]) -> int:
    """Return the place of the lowest log loss, of equal ones the dearest."""
    return min(range(len(seen)), key=lambda place: seen[place].log_loss)


def checked_path(grower: Grower, checks: Iterable[Checked]) -> list[Point]:
    """Return the points up to the best price, and the ones beyond it that were checked."""
    seen = cheapest_checked(checks)
    prices = PRICES[: len(seen)]
    return [
        Point(float(price), draft, checked)
        for price, draft, checked in zip(prices, drafts(grower, prices), seen, strict=True)
    ]


def drafts(grower: Grower, prices: Iterable[float]) -> Iterator[Draft]:
    """Yield a card for each price, from dear to cheap, each begun where the last one ended."""
    draft = grower.empty()
    for price in prices:
        draft = replace(grower, price=float(price)).grown(draft)
        yield draft


def path_within(grower: Grower, most: int, progress: Callable[[float], None]) -> list[Point]:
    """Return the points with at most so many conditions, the largest last.

    Where the next price gives too many, prices between are tried.
    """
    points = [Point(np.inf, grower.empty())]
    dear, cheap = 2 * float(PRICES[0]), 0.0
    for place, price in enumerate(PRICES.tolist(), start=1):
        draft = replace(grower, price=price).grown(points[-1].draft)
        progress(place / (len(PRICES) + HALVINGS))
        if draft.n_conditions > most:
            cheap = price
            break
        points.append(Point(price, draft))
        dear = price
    for _ in range(HALVINGS if cheap else 0):
        price = float(np.sqrt(dear * cheap))
        draft = replace(grower, price=price).grown(points[-1].draft)
        if draft.n_conditions > most:
            cheap = price
        else:
            points.append(Point(price, draft))
            dear = price
    return points
