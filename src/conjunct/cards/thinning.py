"""Thinning a card out: delete the rules that save least, and adapt the other weights.

Near its minimum the loss is approximately a quadratic form. The inverse of its curvature matrix
says what deleting a weight costs after the remaining weights of its class are re-optimised. Each
class has a block of its own: the weights of its rules and, last, its base. Interactions between
classes are ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from conjunct.cards.fitted import BRIEF, NEARLY_FINAL, FittedCard, channels_of
from conjunct.cards.growth import CardGrower
from conjunct.cards.settings import SETTINGS
from conjunct.cards.weights import inverse_blocks
from conjunct.count import NO_TESTS
from conjunct.count.engine import SCALE
from conjunct.types import Flags, Floats, Ints


def thinned(grower: CardGrower, card: FittedCard, most: int) -> FittedCard:
    """Delete rules until at most `most` conditions are left, then fit the others almost fully.

    The deleted rule is always the one that saves least relative to its price. Far from the minimum
    the quadratic form is wrong, so all weights are fitted again when a share of the conditions is
    gone.

    Parameters
    ----------
    grower : CardGrower
        Its prices say what a longer rule must save.
    card : FittedCard
        The card with fitted weights.
    most : int
        The largest number of conditions that may be left; kept rules stay in any case.
    """
    most = max(most, sum(len(term.body) for term in card.terms if term.kept))
    while card.n_conditions > most:
        n_conditions = card.n_conditions
        share = SETTINGS.first_stage if n_conditions > SETTINGS.many * most else SETTINGS.stage
        card = _thinned_once(grower, card, max(most, int(share * n_conditions)))
    return grower.fitted_again(card, NEARLY_FINAL)


def _thinned_once(grower: CardGrower, card: FittedCard, most: int) -> FittedCard:
    """Delete rules by one quadratic form, then fit briefly."""
    form = SquareForm.of(grower, card)
    sizes = np.array([len(term.body) for term in card.terms], np.int64)
    kept = np.array([term.kept for term in card.terms], bool)
    prices = grower.prices
    costs = np.array([prices.of(len(term.body)) for term in card.terms])
    costs[kept] = 0.0
    left = delete_rules(form, sizes, costs, most)
    terms = tuple(term for term, stays in zip(card.terms, left, strict=True) if stays)
    weights = form.weights[left]
    # Quadratic forms ignore sign restrictions, but a fit must not start from a wrong sign.
    wrong = np.array([term.sign for term in terms]) * weights < 0
    return grower.fitted(terms, np.where(wrong, 0.0, weights), form.base, BRIEF)


@dataclass(frozen=True, eq=False)
class SquareForm:
    """The loss of a card near its minimum: one quadratic form for each class.

    Parameters
    ----------
    channels : ndarray of int
        Channel of every rule.
    weights, base : ndarray of float
        The minimum of the forms; it moves as weights are deleted.
    inverses : list of ndarray
        The inverse curvature matrix of each class, with the base in the last line.
    places : list of ndarray
        Positions of the weights of each class, in the order of its lines.
    """

    channels: Ints
    weights: Floats
    base: Floats
    inverses: list[Floats]
    places: list[Ints]

    @classmethod
    def of(cls, grower: CardGrower, card: FittedCard) -> SquareForm:
        """Compute the forms of a card whose weights are fitted."""
        channels = channels_of(card.terms)
        bodies = [*(term.body for term in card.terms), NO_TESTS]
        problem, ridge = grower.problem, grower.ridge
        slopes = grower.sums(card, bodies)[:, 1 : 1 + len(card.base)] / SCALE
        places = [np.flatnonzero(channels == one) for one in range(len(card.base))]
        blocks = problem.engine.curvature(problem.state, problem.cover, bodies, places)
        weights, base = card.weights.copy(), card.base.copy()
        inverses = []
        for one, (own, whole) in enumerate(zip(places, inverse_blocks(blocks, ridge), strict=True)):
            inverse = whole[-len(own) - 1 :, -len(own) - 1 :]
            slope = np.append(slopes[own, one] - ridge * weights[own], slopes[-1, one])
            step = (inverse * slope).cumsum(axis=1)[:, -1]
            weights[own] += step[:-1]
            base[one] += step[-1]
            inverses.append(inverse)
        return cls(channels, weights, base, inverses, places)

    def saved(self, channel: int) -> Floats:
        """Return the loss that deleting each rule of a class would cost."""
        diagonal = self.inverses[channel].diagonal()[:-1]
        return np.asarray(0.5 * self.weights[self.places[channel]] ** 2 / diagonal)

    def delete(self, weight: int) -> None:
        """Set a weight to 0 for good, and re-optimise the others of its class."""
        one = int(self.channels[weight])
        own, inverse = self.places[one], self.inverses[one]
        place = int(own.searchsorted(weight))
        line = inverse[place].copy()
        pivot = line[place]
        step = line * (self.weights[weight] / pivot)
        self.weights[own] -= step[:-1]
        self.base[one] -= step[-1]
        self.weights[weight] = 0.0
        inverse -= line[:, None] * (line / pivot)
        inverse[place, place] = 1.0


def delete_rules(form: SquareForm, sizes: Ints, costs: Floats, most: int) -> Flags:
    """Delete rules until at most `most` conditions are left; tell which rules are left.

    The deleted rule is always the one that saves least relative to its cost.

    Parameters
    ----------
    form : SquareForm
        The forms of the card; deletions update them.
    sizes : ndarray of int
        Number of conditions of each rule.
    costs : ndarray of float
        Cost of each rule; a rule that costs nothing is not deleted.
    most : int
        The largest number of conditions that may be left.
    """
    left, conditions = np.ones(len(sizes), bool), int(sizes.sum())
    worth, is_free = np.empty(len(sizes)), costs <= 0
    divisors = np.where(is_free, 1.0, costs)
    changed: Sequence[int] = range(len(form.places))
    while conditions > most:
        for channel in changed:
            own = form.places[channel]
            worth[own] = form.saved(channel) / divisors[own]
        worth[is_free | ~left] = np.inf
        worst = int(worth.argmin())
        left[worst] = False
        conditions -= int(sizes[worst])
        form.delete(worst)
        changed = [int(form.channels[worst])]
    return left
