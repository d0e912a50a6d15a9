"""Growing a card within a number of conditions: add the best rule, then go over all rules."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from conjunct.cards.fitted import (
    BRIEF,
    FINAL,
    NONE,
    Effort,
    FittedCard,
    Term,
    channels_of,
    fit_card,
    saved_by_step,
)
from conjunct.cards.longest import LongestCard
from conjunct.cards.problem import CardProblem
from conjunct.cards.settings import SETTINGS
from conjunct.count import NO_TESTS, Tests
from conjunct.count.deadline import Deadline
from conjunct.search.newton import NewtonBeam, NewtonSearch, Prices, find_rule
from conjunct.types import Flags, Floats, Ints


@dataclass
class _Written:
    """The card that the row state of a problem belongs to."""

    card: FittedCard | None = None


@dataclass(frozen=True, eq=False)
class CardGrower:
    """Lowers loss + price · (what the conditions could have been), in nats.

    The first condition of a rule costs the logarithm of the number of conditions that could have
    been chosen, times `price`.

    Parameters
    ----------
    problem : CardProblem
        The rows.
    ridge : float
        Half of it times the square of each weight is part of the loss.
    beam : NewtonBeam
        How rules are looked for.
    price : float
        Nats of loss that a nat of description must save.
    ridges : tuple of float
        Ridges to choose from.
    deadline : Deadline
        When to end.
    longest : LongestCard
        Remembers what was grown.
    kept : tuple of Term
        Rules that every card has.
    """

    problem: CardProblem
    ridge: float
    beam: NewtonBeam
    price: float = SETTINGS.price
    ridges: tuple[float, ...] = SETTINGS.ridges
    deadline: Deadline = field(default_factory=Deadline)
    longest: LongestCard = field(default_factory=LongestCard)
    kept: tuple[Term, ...] = ()
    _written: _Written = field(default_factory=_Written)

    @property
    def prices(self) -> Prices:
        """What a rule costs, in nats."""
        first = self.price * float(np.log(max(self.problem.language.n_tests, 2)))
        return Prices(self.ridge, first, SETTINGS.steepness * first)

    def on(self, problem: CardProblem) -> CardGrower:
        """Return the same for other rows."""
        return replace(self, problem=problem, _written=_Written())

    def empty(self) -> FittedCard:
        """Return the card without rules, but for those that are kept."""
        weights = np.zeros(len(self.kept))
        return self.fitted(self.kept, weights, self.problem.first_base(), BRIEF)

    def finished(self, card: FittedCard) -> FittedCard:
        """Fit the weights to the end."""
        return self.fitted(card.terms, card.weights, card.base, FINAL)

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
        self.deadline.check()
        card = fit_card(self.problem, terms, weights, base, self.ridge, effort, loss, free)
        self._written.card = card
        return card

    def extended(self, card: FittedCard, most: int) -> FittedCard:
        """Add the rule that saves most, as long as one does and fits in."""
        for longer in self.steps(card, most):
            card = longer
            self.longest.offer(card)
        return card

    def steps(self, card: FittedCard, most: int) -> Iterator[FittedCard]:
        """Yield the card with one more rule after the other, until none pays or fits in."""
        prices = self.prices
        while card.n_conditions < most:
            longer = self._with_best(card, prices, most - card.n_conditions)
            if longer is None or longer.cost(prices) > card.cost(prices) - SETTINGS.least:
                return
            card = longer
            yield card

    def _with_best(self, card: FittedCard, prices: Prices, room: int) -> FittedCard | None:
        """Return the card with one more rule, None where the search finds none that pays."""
        found = self._found(prices, self._taken(card), room)
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

    def _found(self, prices: Prices, taken: Ints, room: int) -> NewtonSearch:
        """Look for a rule that covers other rows than those of the card do, and than the rest."""
        problem = self.problem
        longest = min(room, self.beam.max_conditions)
        return find_rule(
            problem.engine,
            problem.language,
            (problem.cover, problem.state),
            prices,
            replace(self.beam, max_conditions=longest),
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
        """Give points to the class in which a step saves most."""
        up, down = self.problem.may(body)
        n_channels = len(self.problem.channels)
        saved = np.where(np.where(sums[1 : 1 + n_channels] >= 0, up, down), saved, 0.0)
        channel = int(saved.argmax())
        term = Term(body, channel, self.problem.sign_of(body, channel), found)
        saves = float(saved[channel]) - prices.of(len(body))
        return _Candidate(term, sums[: 1 + 2 * n_channels], saves)

    def _with(self, card: FittedCard, term: Term) -> FittedCard:
        """Add a rule at the end, and fit the weights of its class."""
        terms = (*card.terms, term)
        weights = np.append(card.weights, 0.0)
        known = card.loss if self._written.card is card else math.nan
        free = channels_of(terms) == term.channel
        return self.fitted(terms, weights, card.base, BRIEF, known, free)

    def _without(self, card: FittedCard, place: int) -> FittedCard:
        terms = card.terms[:place] + card.terms[place + 1 :]
        weights = np.delete(card.weights, place)
        free = channels_of(terms) == card.terms[place].channel
        return self.fitted(terms, weights, card.base, BRIEF, math.nan, free)

    def revised(self, card: FittedCard, most: int) -> FittedCard:
        """Replace, shorten or delete one rule after the other where that saves anything."""
        prices = self.prices
        place, patience = 0, 3 * len(card.terms) + 3
        while place < len(card.terms) and patience:
            patience -= 1
            if card.terms[place].kept:
                place += 1
                continue
            changed = self._changed(card, place, prices, most)
            if changed.cost(prices) < card.cost(prices) - SETTINGS.least:
                card = changed
            else:
                place += 1
        return card

    def _changed(self, card: FittedCard, place: int, prices: Prices, most: int) -> FittedCard:
        """Return the cheaper of the card without a rule and the card with another in its place."""
        rest = self._without(card, place)
        other = self._instead(card.terms[place], rest, prices, most - rest.n_conditions)
        if other is None:
            return rest
        replaced = self._with(rest, other)
        return replaced if replaced.cost(prices) < rest.cost(prices) else rest

    def _instead(self, term: Term, rest: FittedCard, prices: Prices, room: int) -> Term | None:
        """Return the rule whose Newton step saves most where another was; None if that one does."""
        taken = self._taken(rest)
        found = self._found(prices, taken, room)
        bodies = [(term.body, term.found)]
        if len(found.body):
            bodies.append((found.body, found))
        if len(term.body) > 1:
            shorter = [np.delete(term.body, one, axis=0) for one in range(len(term.body))]
            bodies += [(body, term.found) for body in shorter]
        first, *others = self._terms(bodies, prices)
        free = [one for one in others if not (taken == one.sums).all(axis=1).any()]
        best = max([first, *free], key=lambda one: one.saves)
        same = best is first and best.term.channel == term.channel
        return None if same else best.term


class _Candidate(NamedTuple):
    """A rule that could be added, the sums over its rows, and what its Newton step saves."""

    term: Term
    sums: Ints
    saves: float
