"""Cross-validation along the path of prices: all folds go from dear to cheap, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice

import numpy as np

from conjunct.cards.draft import Draft, Term, fresh_start
from conjunct.cards.estimates import class_probabilities
from conjunct.cards.growth import Grower
from conjunct.cards.problem import Problem
from conjunct.count import CountingEngine
from conjunct.count.threads import in_threads
from conjunct.encode import CodedTable
from conjunct.types import Floats, Ints, Rows

N_FOLDS = 5
STIFF, SOFT = 4.0, 1.0
"""The cards of one deal grow with so many times the ridge, those of the other with so many."""
SURE = 1e-3
"""No probability counts as lower: one row must not decide."""


@dataclass(frozen=True)
class Checked:
    """What the folds of a deal say about one price.

    Parameters
    ----------
    error : float
        Share of the rows that a card learned without them gets wrong.
    log_loss : float
        Mean nats that such a card needs for the class of a row.
    drafts : tuple of Draft
        These cards, with the covers of all rows.
    """

    error: float
    log_loss: float
    drafts: tuple[Draft, ...]


def deal_folds(labels: Ints, n_folds: int, random: np.random.Generator) -> Ints:
    """Return a fold for every row; each class is dealt out evenly, in random order."""
    order = random.permutation(len(labels))
    order = order[np.argsort(labels[order], kind="stable")]
    folds = np.empty(len(labels), np.int64)
    folds[order] = np.arange(len(labels)) % n_folds
    return folds


class Fold:
    """A card that grows on some rows, and is checked on others.

    Parameters
    ----------
    grower : Grower
        Of all rows.
    learned : ndarray of bool
        The rows to grow on.
    own : ndarray of bool
        The rows to check on.
    engine : CountingEngine
        Over the rows to grow on.
    stiffness : float
        The card grows with so many times the ridge.
    """

    def __init__(
        self,
        grower: Grower,
        learned: Rows,
        own: Rows,
        engine: CountingEngine,
        stiffness: float,
    ) -> None:
        whole = grower.problem
        self._whole = whole
        self._own = own
        part = replace(
            whole, engine=engine, labels=whole.labels[learned], share=whole.share[learned]
        )
        self._grower = replace(grower.stiffer(stiffness), problem=part)
        self._draft = self._grower.empty()
        self._covers: dict[bytes, Rows] = {}

    @property
    def weight(self) -> float:
        """What the rows to check on weigh together."""
        return float(self._whole.share[self._own].sum())

    def step(self, price: float) -> tuple[float, float, Draft]:
        """Go on to a price; return the wrong rows, the nats and the card."""
        self._draft = replace(self._grower, price=price).extended(self._draft)
        card = self._on_all_rows()
        probabilities = class_probabilities(self._whole, card)[:, self._own]
        labels, share = self._whole.labels[self._own], self._whole.share[self._own]
        if len(self._whole.channels) == 1:
            labels = self._whole.engine.n_classes - 1 - labels
        wrong = probabilities.argmax(axis=0) != labels
        own = probabilities[labels, np.arange(len(labels))]
        nats = -np.log(np.maximum(own, SURE))
        return float(share @ wrong), float(share @ nats), card

    def _on_all_rows(self) -> Draft:
        """Return the card with covers and odds of all rows."""
        terms = [term._replace(rows=self._cover(term)) for term in self._draft.terms]
        start = fresh_start(self._whole, terms, self._draft.weights, self._draft.base)
        return Draft(tuple(terms), start.weights, start.base, 0.0, start.odds, start.sums)

    def _cover(self, term: Term) -> Rows:
        key = term.body.tobytes()
        if key not in self._covers:
            self._covers[key] = self._whole.engine.members(term.body)
        return self._covers[key]


def _step(price: float, fold: Fold) -> tuple[float, float, Draft]:
    return fold.step(price)


def make_deals(
    grower: Grower,
    coded: CodedTable,
    make_engine: Callable[[CodedTable], CountingEngine],
    random: np.random.Generator,
) -> list[list[Fold]]:
    """Deal the rows out, twice. A card is checked on one part of five, and grows on the others.

    The cards of the second deal have a lower ridge. A large table is dealt out once, and each card
    grows on one part only.

    Parameters
    ----------
    grower : Grower
        Of all rows.
    coded : CodedTable
        The rows.
    make_engine : callable
        Makes the engine of some rows.
    random : Generator
        Deals the rows out.
    """
    problem: Problem = grower.problem
    deals = []
    for stiffness in (STIFF,) if problem.is_large else (STIFF, SOFT):
        n_folds = min(N_FOLDS, problem.n_rows)
        dealt = deal_folds(problem.labels, n_folds, random)
        deal = []
        for one in range(n_folds):
            own = dealt == one
            learned = dealt == (one + 1) % n_folds if problem.is_large else ~own
            engine = make_engine(coded.take(learned))
            deal.append(Fold(grower, learned, own, engine, stiffness))
        deals.append(deal)
    return deals


def check_prices(
    deals: Sequence[Sequence[Fold]], prices: Floats, n_threads: int = 1
) -> Iterator[list[Checked]]:
    """Yield what each deal says about one price after the other, from dear to cheap.

    Parameters
    ----------
    deals : sequence of sequence of Fold
        The cards of their folds go on from price to price.
    prices : ndarray of float
        From dear to cheap.
    n_threads : int
        Folds that go on side by side.
    """
    folds = list(chain.from_iterable(deals))
    for price in prices.tolist():
        done = iter(in_threads(partial(_step, price), folds, n_threads))
        yield [_checked(deal, islice(done, len(deal))) for deal in deals]


def _checked(deal: Sequence[Fold], steps: Iterable[tuple[float, float, Draft]]) -> Checked:
    total = sum(fold.weight for fold in deal)
    wrong, nats, drafts = zip(*steps, strict=True)
    return Checked(float(sum(wrong) / total), float(sum(nats) / total), drafts)
