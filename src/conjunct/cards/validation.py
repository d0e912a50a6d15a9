"""Cross-validation along the path of prices: all folds go from dear to cheap, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice

import numpy as np

from conjunct.cards.fitted import FittedCard
from conjunct.cards.growth import CardGrower
from conjunct.cards.settings import SETTINGS
from conjunct.count import Applied, Fold
from conjunct.count.engine import LOSS_SCALE, SCALE
from conjunct.count.threads import in_threads


@dataclass(frozen=True)
class ValidatedPrice:
    """What the folds of one division of the rows say about one price.

    Parameters
    ----------
    error : float
        Share of the rows that a card learned without them gets wrong.
    log_loss : float
        Mean nats that such a card needs for the class of a row.
    cards : tuple of FittedCard
        These cards.
    """

    error: float
    log_loss: float
    cards: tuple[FittedCard, ...]


class FoldCard:
    """A card that grows on some rows, and is checked on others.

    Parameters
    ----------
    grower : CardGrower
        Of the rows to grow on.
    check_cover : int
        The rows to check on.
    """

    def __init__(self, grower: CardGrower, check_cover: int) -> None:
        self.problem = grower.problem
        self.check_cover = check_cover
        self._grower = grower
        self._card = grower.empty()

    def step(self, price: float) -> tuple[Applied, FittedCard]:
        """Go on to a price; return what the card does on the other rows, and the card."""
        grower = replace(self._grower, price=price)
        self._card = grower.extended(self._card)
        engine = grower.problem.engine
        least = SETTINGS.lowest_probability
        return engine.apply(None, self.check_cover, self._card.points, least), self._card


def _step(price: float, fold: FoldCard) -> tuple[Applied, FittedCard]:
    return fold.step(price)


def make_divisions(grower: CardGrower, random: np.random.Generator) -> list[list[FoldCard]]:
    """Divide the rows into folds, twice. Each card is checked on one fold and grows on the others.

    The cards of the second division have a lower ridge. A large table is divided once, and each
    card grows on one fold only.

    Parameters
    ----------
    grower : CardGrower
        Of all rows.
    random : Generator
        Draws the seeds of the folds.
    """
    problem = grower.problem
    ridges = (SETTINGS.strong_ridge, SETTINGS.weak_ridge)
    divisions = []
    for times in ridges[:1] if problem.is_large else ridges:
        n_folds = min(SETTINGS.n_folds, problem.n_rows)
        seed = int(random.integers(2**62))
        division = []
        for one in range(n_folds):
            own = Fold(seed, n_folds, one)
            learned = Fold(seed, n_folds, (one + 1) % n_folds) if problem.is_large else own.rest
            part = problem.within(learned, f"fold {times} {one}")
            check = problem.engine.subset(problem.cover, fold=own)
            division.append(FoldCard(grower.with_ridge(times).on(part), check))
        divisions.append(division)
    return divisions


class CheckedFolds:
    """The cards of all folds, and what each was at each price that was checked.

    Parameters
    ----------
    divisions : sequence of sequence of FoldCard
        See `make_divisions`.
    """

    def __init__(self, divisions: Sequence[Sequence[FoldCard]]) -> None:
        self._divisions = divisions
        self._cards: dict[float, list[FittedCard]] = {}

    def checks(self, prices: Iterable[float], n_threads: int) -> Iterator[list[ValidatedPrice]]:
        """Yield what `check_prices` finds, and remember the cards."""
        prices = list(prices)
        checks = check_prices(self._divisions, prices, n_threads)
        for price, found in zip(prices, checks, strict=True):
            self._cards[price] = [card for checked in found for card in checked.cards]
            yield found

    def at(self, price: float) -> list[tuple[FoldCard, FittedCard]]:
        """Return the fold and the card of each fold at a price; none where it was not checked."""
        folds = chain.from_iterable(self._divisions)
        return list(zip(folds, self._cards.get(price, ()), strict=False))


def check_prices(
    divisions: Sequence[Sequence[FoldCard]], prices: Iterable[float], n_threads: int = 1
) -> Iterator[list[ValidatedPrice]]:
    """Yield what each division says about one price after the other, from dear to cheap.

    Parameters
    ----------
    divisions : sequence of sequence of FoldCard
        The cards of their folds go on from price to price.
    prices : iterable of float
        From dear to cheap.
    n_threads : int
        Folds that go on side by side.
    """
    folds = list(chain.from_iterable(divisions))
    for price in prices:
        done = iter(in_threads(partial(_step, price), folds, n_threads))
        yield [_validated(islice(done, len(division))) for division in divisions]


def _validated(steps: Iterable[tuple[Applied, FittedCard]]) -> ValidatedPrice:
    applied, cards = zip(*steps, strict=True)
    total = Applied(0, 0, 0)
    for one in applied:
        total = total + one
    log_loss = total.loss / LOSS_SCALE / (total.weight / SCALE)
    return ValidatedPrice(total.wrong / total.weight, log_loss, cards)
