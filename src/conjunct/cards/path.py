"""The path of a card: what becomes of it as conditions get cheaper, and which point is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import NamedTuple

import numpy as np

from conjunct.cards.fitted import FittedCard
from conjunct.cards.growth import CardGrower
from conjunct.cards.pooling import averaged, pooled
from conjunct.cards.settings import SETTINGS
from conjunct.cards.thinning import thinned
from conjunct.cards.validation import ValidatedPrice


@dataclass(frozen=True, eq=False)
class Point:
    """One point of a path.

    Parameters
    ----------
    price : float
        Nats of loss that a nat of description had to save.
    card : FittedCard
        The card.
    error, log_loss : float or None
        What cross-validation says about the price, or about the best prices so far.
    """

    price: float
    card: FittedCard
    error: float | None = None
    log_loss: float | None = None


class _Pool(NamedTuple):
    """Cards of one price whose rules are put together."""

    price: float
    checked: ValidatedPrice


def checked_path(
    grower: CardGrower,
    prices: Sequence[float],
    checks: Iterable[Sequence[ValidatedPrice]],
    progress: Callable[[float], None],
) -> list[Point]:
    """Return a card for each price: the mean of pooled and thinned cards.

    The cards of each division make one pool, those of all divisions another. A rule that only some
    folds find is tried on all rows, where it has to pay for itself. Each pool takes the price that
    its own checks find best so far.
    """

    @cache
    def card_of(pool: _Pool, is_clean: bool) -> FittedCard:
        thinner = _thinner(grower, pool.price, is_clean)
        return thinned(thinner, pooled(thinner, pool.checked.cards), _reading(grower))

    points: list[Point] = []
    best: list[_Pool] = []
    for price, divisions in zip(prices, checks, strict=True):
        pools = _pools_at(price, divisions)
        better = list(map(_better, best, pools)) if best else pools
        checked = [pool.checked for pool in better[: len(divisions)]]
        if better == best:
            card = points[-1].card
        else:
            is_clean = _is_clean(checked)
            cards = [card_of(pool, is_clean) for pool in better]
            card = averaged(_thinner(grower, price, is_clean), cards)
        best = better
        together = _together(checked)
        points.append(Point(price, card, together.error, together.log_loss))
        progress(len(points) / len(prices))
    return points


def path_within(
    grower: CardGrower,
    prices: Sequence[float],
    checks: Iterable[Sequence[ValidatedPrice]],
    most: int,
    progress: Callable[[float], None],
) -> list[Point]:
    """Return pooled cards from dear to cheap, until one has too many conditions; that one is cut.

    Checks are made as they are asked for. The first card has no rules.
    """
    points = [Point(np.inf, grower.empty())]
    for price, divisions in zip(prices, checks, strict=False):
        thinner, reading = _thinner(grower, price, _is_clean(divisions)), _reading(grower)
        together = _together(divisions)
        card = thinned(thinner, pooled(thinner, together.cards), reading)
        is_full = card.n_conditions > most
        if is_full:
            card = thinned(thinner, card, reading, most)
        points.append(Point(price, card, together.error, together.log_loss))
        progress(len(points) / (1 + len(prices)))
        if is_full:
            break
    return points


def _pools_at(price: float, divisions: Sequence[ValidatedPrice]) -> list[_Pool]:
    """Return a pool for each division, and after several of them one for all of them together."""
    together = [_together(divisions)] if len(divisions) > 1 else []
    return [_Pool(price, checked) for checked in (*divisions, *together)]


def _together(divisions: Sequence[ValidatedPrice]) -> ValidatedPrice:
    """Return what divisions say together; each is about all rows."""
    return ValidatedPrice(
        float(np.mean([division.error for division in divisions])),
        float(np.mean([division.log_loss for division in divisions])),
        tuple(chain.from_iterable(division.cards for division in divisions)),
    )


def _better(one: _Pool, other: _Pool) -> _Pool:
    return min(one, other, key=lambda pool: pool.checked.log_loss)


def _is_clean(divisions: Sequence[ValidatedPrice]) -> bool:
    """Tell whether cards of a low ridge do clearly better: there is little noise to average out."""
    return len(divisions) > 1 and divisions[1].log_loss <= SETTINGS.clearly * divisions[0].log_loss


def _thinner(grower: CardGrower, price: float, is_clean: bool) -> CardGrower:
    """Return what fits a pooled card, and what its rules must pay."""
    ridge = SETTINGS.clean_ridge if is_clean else SETTINGS.noisy_ridge
    return replace(grower.with_ridge(ridge), price=SETTINGS.thinning * price)


def _reading(grower: CardGrower) -> float:
    """Return the nats that each condition must save besides."""
    return SETTINGS.reading * min(grower.problem.weight, SETTINGS.read_rows)
