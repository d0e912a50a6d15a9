"""Growing a card up to a number of conditions: add the best rule, then revise all rules."""

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
    by_body,
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
    """The card whose scores the row state of a problem currently holds."""

    card: FittedCard | None = None


@dataclass(frozen=True, eq=False)
class CardGrower:
    """Adds and changes rules of a card so as to lower its loss plus the prices of its rules.

    Both are in nats. The first condition of a rule costs `price` times the logarithm of the number
    of conditions that could have been chosen.

    Parameters
    ----------
    problem : CardProblem
        The rows.
    ridge : float
        Half of it times the square of each weight is part of the loss.
    beam : NewtonBeam
        How rules are searched for.
    price : float
        Nats of loss that each nat of description must save.
    ridges : tuple of float
        Ridges to choose from.
    deadline : Deadline
        When to end.
    longest : LongestCard
        Remembers the longest card that was grown.
    kept : tuple of Term
        Rules that every card must have.
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
        """The prices of rules, in nats."""
        first = self.price * float(np.log(max(self.problem.language.n_tests, 2)))
        return Prices(self.ridge, first, SETTINGS.steepness * first)

    def on(self, problem: CardProblem) -> CardGrower:
        """Return a grower with the same settings for other rows."""
        return replace(self, problem=problem, _written=_Written())

    def empty(self) -> FittedCard:
        """Return the card that has only the kept rules."""
        weights = np.zeros(len(self.kept))
        return self.fitted(self.kept, weights, self.problem.first_base(), BRIEF)

    def finished(self, card: FittedCard) -> FittedCard:
        """Fit the weights of a card until they converge."""
        return self.fitted_again(card, FINAL)

    def fitted_again(self, card: FittedCard, effort: Effort) -> FittedCard:
        """Fit the weights of a card further."""
        return self.fitted(card.terms, card.weights, card.base, effort, self._known_loss(card))

    def _known_loss(self, card: FittedCard) -> float:
        """Return the loss of a card if the row state is that of the card, else NaN."""
        return card.loss if self._written.card is card else math.nan

    def fitted(
        self,
        terms: Sequence[Term],
        weights: Floats,
        base: Floats,
        effort: Effort,
        loss: float = math.nan,
        free: Flags | None = None,
    ) -> FittedCard:
        """Fit the weights of rules, starting from given weights; see `fit_card`."""
        self.deadline.check()
        card = fit_card(self.problem, terms, weights, base, self.ridge, effort, loss, free)
        self._written.card = card
        return card

    def extended(self, card: FittedCard, most: int) -> FittedCard:
        """Add the rule that saves most, again and again, while one pays and fits."""
        for longer in self.steps(card, most):
            card = longer
            self.longest.offer(card)
        return card

    def steps(self, card: FittedCard, most: int) -> Iterator[FittedCard]:
        """Yield the card with one more rule each time, until no further rule pays or fits."""
        prices = self.prices
        while card.n_conditions < most:
            longer = self._with_best(card, prices, most - card.n_conditions)
            if longer is None or longer.cost(prices) > card.cost(prices) - SETTINGS.least:
                return
            card = longer
            yield card

    def _with_best(self, card: FittedCard, prices: Prices, room: int) -> FittedCard | None:
        """Return the card with one more rule, or None if the search finds none that pays."""
        found = self._found(prices, self._taken(card), room)
        if not len(found.body):
            return None
        return self._with(card, self._terms([(found.body, found)], prices)[0].term)

    def write(self, card: FittedCard) -> None:
        """Write the row state of a card, if it is not there already."""
        if self._written.card is not card:
            self.fitted_again(card, NONE)
            self._written.card = card

    def sums(self, card: FittedCard, bodies: Sequence[Tests]) -> Ints:
        """Return the sums of a card's row state over the rows of some bodies."""
        self.write(card)
        cover = np.array([self.problem.cover])
        return np.asarray(self.problem.engine.tally(cover, bodies, self.problem.state)[0])

    def _taken(self, card: FittedCard, channel: int | None = None) -> Ints:
        """Return the sums of the covers of the card's rules, their complements and negations.

        A new rule must not have one of these covers, and a rule that is given to another class none
        of those of the rules that this class has; only these are returned if `channel` is given.
        """
        terms = [term for term in card.terms if channel in (None, term.channel)]
        bodies = [terms[places[0]].body for places in by_body(terms).values()]
        negations = [one for one in map(self.problem.negation, bodies) if len(one)]
        sums = self.sums(card, [*bodies, *negations, NO_TESTS])
        sums = sums[:, : 1 + 2 * len(self.problem.channels)]
        return np.concatenate((sums[:-1], sums[-1] - sums[: len(bodies)]))

    def _found(self, prices: Prices, taken: Ints, room: int) -> NewtonSearch:
        """Search for a rule whose cover is not among those with the sums `taken`."""
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
        """Return bodies as candidate rules, for the current row state."""
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
        """Return a body as a rule for the class in which a Newton step saves most."""
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
        free = channels_of(terms) == term.channel
        return self.fitted(terms, weights, card.base, BRIEF, self._known_loss(card), free)

    def _without(self, card: FittedCard, place: int) -> FittedCard:
        terms = card.terms[:place] + card.terms[place + 1 :]
        weights = np.delete(card.weights, place)
        free = channels_of(terms) == card.terms[place].channel
        return self.fitted(terms, weights, card.base, BRIEF, math.nan, free)

    def revised(self, card: FittedCard, most: int) -> FittedCard:
        """Replace, shorten or delete one rule after another, wherever that lowers the cost."""
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
        """Return the rule whose Newton step saves most in place of `term`; None if it is `term`."""
        taken = self._taken(rest)
        bodies = [(term.body, term.found)]
        if room > 0:
            found = self._found(prices, taken, room)
            if len(found.body):
                bodies.append((found.body, found))
        if 1 < len(term.body) <= room + 1:
            shorter = [np.delete(term.body, one, axis=0) for one in range(len(term.body))]
            bodies += [(body, term.found) for body in shorter]
        first, *others = self._terms(bodies, prices)
        free = [one for one in others if not one.is_among(taken)]
        stays = first.term.channel == term.channel
        if stays or not first.is_among(self._taken(rest, first.term.channel)):
            free.insert(0, first)
        best = max(free, key=lambda one: one.saves, default=first)
        return None if best is first and (stays or not free) else best.term


class _Candidate(NamedTuple):
    """A rule that could be added, the sums over its rows, and the nats its Newton step saves."""

    term: Term
    sums: Ints
    saves: float

    def is_among(self, sums: Ints) -> bool:
        """Tell whether the rule has one of some covers, given by their sums."""
        return bool((sums == self.sums).all(axis=1).any())
