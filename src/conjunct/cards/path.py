"""The path of a card: what becomes of it as conditions get cheaper, and which point is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from conjunct.cards.draft import Draft
from conjunct.cards.growth import Grower
from conjunct.cards.pooling import pooled
from conjunct.cards.thinning import thinned
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
THINNING = 0.35
"""Share of the price that rules of a pooled card must pay."""
READING, READ_ROWS = 0.0007, 1000
"""Nats that each condition of a pooled card must save besides: so many a row of so many rows."""
POOLED_RIDGE, CLEAN_RIDGE = 2.0, 0.8
"""A pooled card has so many times the ridge; so many where there is little noise."""


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
        thinner = _thinner(grower, price, checked)
        draft = thinned(thinner, pooled(thinner, checked.drafts), _reading(grower))
        points.append(Point(price, draft, checked))
        progress(len(points) / len(prices))
    return points


def path_within(
    grower: Grower,
    prices: Floats,
    checks: Iterable[Checked],
    most: int,
    progress: Callable[[float], None],
) -> list[Point]:
    """Return pooled cards from dear to cheap, until one has too many conditions; that one is cut.

    Checks are made as they are asked for. The first card has no rules.
    """
    points = [Point(np.inf, grower.empty())]
    for price, checked in zip(prices.tolist(), checks, strict=False):
        thinner, reading = _thinner(grower, price, checked), _reading(grower)
        draft = thinned(thinner, pooled(thinner, checked.drafts), reading)
        is_full = draft.n_conditions > most
        if is_full:
            draft = thinned(thinner, draft, reading, most)
        points.append(Point(price, draft, checked))
        progress(len(points) / (1 + len(prices)))
        if is_full:
            break
    return points


def _thinner(grower: Grower, price: float, checked: Checked) -> Grower:
    """Return what fits a pooled card, and what its rules must pay."""
    stiffer = grower.stiffer(CLEAN_RIDGE if checked.is_clean else POOLED_RIDGE)
    return replace(stiffer, price=THINNING * price)


def _reading(grower: Grower) -> float:
    """Return the nats that each condition must save besides."""
    return READING * min(float(grower.problem.share.sum()), READ_ROWS)
