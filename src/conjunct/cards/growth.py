"""Growing a card: add the rule that saves most, then go over all rules again."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from conjunct.cards.fitted import (
    BRIEF,
    FINAL,
    NEARLY_FINAL,
    NONE,
    Effort,
    FittedCard,
    Term,
    fit_card,
    flat_terms,
    saved_by_step,
)
from conjunct.cards.problem import CardProblem
from conjunct.cards.settings import SETTINGS
from conjunct.count import NO_TESTS, Tests
from conjunct.count.engine import ABOVE
from conjunct.search.newton import NewtonBeam, NewtonSearch, Prices, find_rule
from conjunct.types import Flags, Floats, Ints


def ignore(share: float) -> None:
    """Take no notice of progress."""


class RelativeCosts(NamedTuple):
    """What weights, conditions and classes cost, but for the price that scales the last two.

    Parameters
    ----------
    ridge : float
        Half of it times the square of each weight, in nats.
    steepness : float
        Price of a further condition, in prices of the first.
    per_class : float
        Nats for each class that gets points, of several.
    """

    ridge: float
    steepness: float
    per_class: float


@dataclass
class _Written:
    """The card that the row state of a problem belongs to, and the loss without rules."""

    card: FittedCard | None = None
    nothing: float | None = None


@dataclass(frozen=True, eq=False)
class CardGrower:
    """Lowers loss + price · (what the conditions could have been), in nats.

    The first condition of a rule costs the logarithm of the number of conditions that could have
    been chosen, times `price`.

    Parameters
    ----------
    problem : CardProblem
        The rows.
    costs : RelativeCosts
        What costs how much.
    beam : NewtonBeam
        How rules are looked for.
    price : float
        Nats of loss that a nat of description must save.
    progress : callable
        Told the share of the loss without rules that the rules save, after each new one.
    """

    problem: CardProblem
    costs: RelativeCosts
    beam: NewtonBeam
    price: float
    progress: Callable[[float], None] = ignore
    _written: _Written = field(default_factory=_Written)

    @property
    def prices(self) -> Prices:
        """What a rule costs, in nats."""
        first = self.price * float(np.log(max(self.problem.language.n_tests, 2)))
        per_class = self.price * self.costs.per_class if len(self.problem.channels) > 1 else 0.0
        return Prices(self.costs.ridge, per_class, first, self.costs.steepness * first)

    def with_ridge(self, times: float) -> CardGrower:
        """Return the same with a multiple of the ridge."""
        return replace(self, costs=self.costs._replace(ridge=times * self.costs.ridge))

    def on(self, problem: CardProblem) -> CardGrower:
        """Return the same for other rows."""
        return replace(self, problem=problem, _written=_Written())

    def empty(self) -> FittedCard:
        """Return the card without rules."""
        card = self.fitted((), np.empty(0), self.problem.first_base(), BRIEF)
        self._written.nothing = card.loss
        return card

    def grown(self, card: FittedCard) -> FittedCard:
        """Add rules, go over them, add more, until nothing saves anything; fit to the end."""
        card = self.extended(card)
        if not self.problem.is_huge:
            revised = self._revised(card)
            if revised is not card:
                card = self.extended(revised)
        return self.finished(card)

    def finished(self, card: FittedCard) -> FittedCard:
        """Fit the weights to the end, those of a large table nearly so."""
        effort = NEARLY_FINAL if self.problem.is_large else FINAL
        return self.fitted(card.terms, card.weights, card.base, effort)

    def fitted(
        self,
        terms: Sequence[Term],
        weights: Floats,
        base: Floats,
        effort: Effort,
        loss: float = math.nan,
        free: Flags | None = None,
    ) -> FittedCard:
        """Fit the weights of rules, from where they are; see `fit_card`."""
        ridge = self.costs.ridge
        card = fit_card(self.problem, terms, weights, base, ridge, effort, loss, free)
        self._written.card = card
        return card

    def extended(self, card: FittedCard) -> FittedCard:
        """Add the rule that saves most, as long as one does."""
        prices = self.prices
        nothing = self._written.nothing
        if nothing is None:
            nothing = self.empty().loss
        while True:
            longer = self._with_best(card, prices)
            if longer is None or longer.cost(prices) > card.cost(prices) - SETTINGS.least:
                return card
            card = longer
            self.progress(max(0.0, 1.0 - card.loss / nothing))

    def _with_best(self, card: FittedCard, prices: Prices) -> FittedCard | None:
        """Return the card with one more rule, None where the search finds none that pays."""
        found = self._found(prices, self._taken(card))
        if not len(found.body):
            return None
        return self._with(card, self._terms([(found.body, found)], prices)[0].term)

    def sums(self, card: FittedCard, bodies: Sequence[Tests]) -> Ints:
        """Add up the row state of a card over the rows of some bodies."""
        if self._written.card is not card:
            self.fitted(card.terms, card.weights, card.base, NONE)
            self._written.card = card
        cover = np.array([self.problem.cover])
        return np.asarray(self.problem.engine.tally(cover, bodies, self.problem.state)[0])

    def _taken(self, card: FittedCard) -> Ints:
        """Return the sums of covers that no other rule may have: the rules' and their rests'."""
        sums = self.sums(card, [*(term.body for term in card.terms), NO_TESTS])
        sums = sums[:, : 1 + 2 * len(self.problem.channels)]
        return np.concatenate((sums[:-1], sums[-1] - sums[:-1]))

    def _found(self, prices: Prices, taken: Ints) -> NewtonSearch:
        """Look for a rule that covers other rows than those of the card do, and than the rest."""
        problem = self.problem
        return find_rule(
            problem.engine,
            problem.language,
            (problem.cover, problem.state),
            prices,
            self.beam,
            problem.signs,
            taken,
        )

    def _terms(
        self, bodies: Sequence[tuple[Tests, NewtonSearch]], prices: Prices
    ) -> list[_Candidate]:
        """Return bodies as rules, for the row state that is written now."""
        cover = np.array([self.problem.cover])
        tests = [body for body, _ in bodies]
        sums = self.problem.engine.tally(cover, tests, self.problem.state)[0]
        saved = saved_by_step(sums, prices.ridge)
        return [
            self._candidate(*body, own, saves, prices)
            for body, own, saves in zip(bodies, sums, saved, strict=True)
        ]

    def _candidate(
        self, body: Tests, found: NewtonSearch, sums: Ints, saved: Floats, prices: Prices
    ) -> _Candidate:
        """Give points to the channels where a step saves more than their price, or to the best."""
        signs = self.problem.signs[body[:, 0]] * np.where(body[:, 1] == ABOVE, 1, -1)
        paying = np.flatnonzero(saved > prices.per_class)
        channels = tuple(paying.tolist()) or (int(saved.argmax()),)
        term = Term(body, channels, int(signs[np.abs(signs).argmax()]), found)
        saves = float(saved[list(channels)].sum()) - prices.of(len(body), len(channels))
        return _Candidate(term, sums[: 1 + 2 * len(self.problem.channels)], saves)

    def _with(self, card: FittedCard, term: Term) -> FittedCard:
        """Add a rule at the end, and fit what it touches, see `_free`."""
        terms = (*card.terms, term)
        weights = np.append(card.weights, np.zeros(len(term.channels)))
        free = self._free(terms, term)
        if self.problem.is_large and len(terms) % (1 + len(terms) // SETTINGS.sweeps):
            free = np.arange(len(weights)) >= len(card.weights)
        known = card.loss if self._written.card is card else math.nan
        return self.fitted(terms, weights, card.base, BRIEF, known, free)

    def _without(self, card: FittedCard, place: int) -> FittedCard:
        terms = card.terms[:place] + card.terms[place + 1 :]
        weights = np.delete(card.weights, card.weights_of(place))
        free = self._free(terms, card.terms[place])
        return self.fitted(terms, weights, card.base, BRIEF, math.nan, free)

    def _free(self, terms: Sequence[Term], term: Term) -> Flags:
        """Tell which weights are added to the same scores as those of a term."""
        own = np.zeros(len(self.problem.channels), bool)
        own[list(term.channels)] = True
        return own[flat_terms(terms)[1]]

    def _revised(self, card: FittedCard) -> FittedCard:
        """Replace, shorten or delete one rule after the other where that saves anything."""
        prices = self.prices
        place, patience = 0, 3 * len(card.terms) + 3
        while place < len(card.terms) and patience:
            patience -= 1
            changed = self._changed(card, place, prices)
            if changed.cost(prices) < card.cost(prices) - SETTINGS.least:
                card = changed
            else:
                place += 1
        return card

    def _changed(self, card: FittedCard, place: int, prices: Prices) -> FittedCard:
        """Return the cheaper of the card without a rule and the card with another in its place."""
        rest = self._without(card, place)
        other = self._instead(card.terms[place], rest, prices)
        if other is None:
            return rest
        replaced = self._with(rest, other)
        return replaced if replaced.cost(prices) < rest.cost(prices) else rest

    def _instead(self, term: Term, rest: FittedCard, prices: Prices) -> Term | None:
        """Return the rule whose Newton step saves most where another was; None if that one does."""
        taken = self._taken(rest)
        found = self._found(prices, taken)
        bodies = [(term.body, term.found)]
        if len(found.body):
            bodies.append((found.body, found))
        if len(term.body) > 1:
            shorter = [np.delete(term.body, one, axis=0) for one in range(len(term.body))]
            bodies += [(body, term.found) for body in shorter]
        first, *others = self._terms(bodies, prices)
        free = [one for one in others if not (taken == one.sums).all(axis=1).any()]
        best = max([first, *free], key=lambda one: one.saves)
        same = best is first and best.term.channels == term.channels
        return None if same else best.term


class _Candidate(NamedTuple):
    """A rule that could be added, the sums over its rows, and what its Newton step saves."""

    term: Term
    sums: Ints
    saves: float
