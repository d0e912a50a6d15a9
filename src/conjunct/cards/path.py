"""The path of a card: what becomes of it as conditions get cheaper, and which point is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import NamedTuple

import numpy as np

from conjunct.cards.draft import Draft
from conjunct.cards.growth import Grower
from conjunct.cards.pooling import averaged, pooled
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
THINNING = 0.55
"""Share of the price that rules of a pooled card must pay."""
READING, READ_ROWS = 0.0011, 1000
"""Nats that each condition of a pooled card must save besides: so many a row of so many rows."""
POOLED_RIDGE, CLEAN_RIDGE = 2.0, 0.8
"""A pooled card has so many times the ridge; so many where there is little noise."""
CLEARLY = 0.9
"""There is, where cards of a low ridge have so much of the log loss of the others, or less."""


@dataclass(frozen=True, eq=False)
class Point:
    """One point of a path.

    Parameters
    ----------
    price : float
        Nats of loss that a nat of description had to save.
    draft : Draft
        The card.
    error, log_loss : float or None
        What cross-validation says about the price, or about the best prices so far.
    """

    price: float
    draft: Draft
    error: float | None = None
    log_loss: float | None = None


class _Pool(NamedTuple):
    """Cards of one price whose rules are put together."""

    price: float
    checked: Checked


def checked_path(
    grower: Grower,
    prices: Floats,
    checks: Iterable[Sequence[Checked]],
    progress: Callable[[float], None],
) -> list[Point]:
    """Return a card for each price: the mean of pooled and thinned cards.

    The cards of each deal make one pool, those of all deals another. A rule that only some folds
    find is tried on all rows; what the folds average out, chance finds of one of them, has to pay
    for itself there. A pool goes by its own checks: it is the best of all prices so far.
    """

    @cache
    def card_of(pool: _Pool, is_clean: bool) -> Draft:
        thinner = _thinner(grower, pool.price, is_clean)
        return thinned(thinner, pooled(thinner, pool.checked.drafts), _reading(grower))

    points: list[Point] = []
    best: list[_Pool] = []
    for price, deals in zip(prices.tolist(), checks, strict=True):
        pools = _pools_at(price, deals)
        better = list(map(_better, best, pools)) if best else pools
        checked = [pool.checked for pool in better[: len(deals)]]
        if better == best:
            draft = points[-1].draft
        else:
            is_clean = _is_clean(checked)
            cards = [card_of(pool, is_clean) for pool in better]
            draft = averaged(_thinner(grower, price, is_clean), cards)
        best = better
        together = _together(checked)
        points.append(Point(price, draft, together.error, together.log_loss))
        progress(len(points) / len(prices))
    return points


def path_within(
    grower: Grower,
    prices: Floats,
    checks: Iterable[Sequence[Checked]],
    most: int,
    progress: Callable[[float], None],
) -> list[Point]:
    """Return pooled cards from dear to cheap, until one has too many conditions; that one is cut.

    Checks are made as they are asked for. The first card has no rules.
    """
    points = [Point(np.inf, grower.empty())]
    for price, deals in zip(prices.tolist(), checks, strict=False):
        thinner, reading = _thinner(grower, price, _is_clean(deals)), _reading(grower)
        together = _together(deals)
        draft = thinned(thinner, pooled(thinner, together.drafts), reading)
        is_full = draft.n_conditions > most
        if is_full:
            draft = thinned(thinner, draft, reading, most)
        points.append(Point(price, draft, together.error, together.log_loss))
        progress(len(points) / (1 + len(prices)))
        if is_full:
            break
    return points


def _pools_at(price: float, deals: Sequence[Checked]) -> list[_Pool]:
    """Return a pool for each deal, and after several of them one for all of them together."""
    together = [_together(deals)] if len(deals) > 1 else []
    return [_Pool(price, checked) for checked in (*deals, *together)]


def _together(deals: Sequence[Checked]) -> Checked:
    """Return what deals say together; each is about all rows."""
    return Checked(
        float(np.mean([deal.error for deal in deals])),
        float(np.mean([deal.log_loss for deal in deals])),
        tuple(chain.from_iterable(deal.drafts for deal in deals)),
    )


def _better(one: _Pool, other: _Pool) -> _Pool:
    return min(one, other, key=lambda pool: pool.checked.log_loss)


def _is_clean(deals: Sequence[Checked]) -> bool:
    """Tell whether cards of a low ridge do clearly better: there is little noise to average out."""
    return len(deals) > 1 and deals[1].log_loss <= CLEARLY * deals[0].log_loss


def _thinner(grower: Grower, price: float, is_clean: bool) -> Grower:
    """Return what fits a pooled card, and what its rules must pay."""
    stiffer = grower.stiffer(CLEAN_RIDGE if is_clean else POOLED_RIDGE)
    return replace(stiffer, price=THINNING * price)


def _reading(grower: Grower) -> float:
    """Return the nats that each condition must save besides."""
    return READING * min(float(grower.problem.share.sum()), READ_ROWS)
