"""Thinning a card out: delete the rules that do not pay, and let the others give way.

Near its lowest point the loss is a square form. Its curvatures, inverted, say what deleting a
weight costs after the remaining weights of its class are re-optimised. Each class has a block of
its own: the weights of its rules and, last, its base. What the classes have to do with each other
is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conjunct.cards.fitted import BRIEF, NEARLY_FINAL, FittedCard, channels_of
from conjunct.cards.growth import CardGrower
from conjunct.cards.settings import SETTINGS
from conjunct.cards.weights import inverted
from conjunct.count import NO_TESTS
from conjunct.count.engine import SCALE
from conjunct.count.fitting import BASE_RIDGE
from conjunct.types import Flags, Floats, Ints


def thinned(grower: CardGrower, card: FittedCard, most: int) -> FittedCard:
    """Delete rules until at most a number of conditions is left; fit the others nearly to the end.

    The rule that goes is always the one that saves least for its price. Far from the lowest point
    the square form is wrong, so all weights are fitted anew when a share of the conditions is gone.

    Parameters
    ----------
    grower : CardGrower
        Its prices say what a longer rule must save.
    card : FittedCard
        With fitted weights.
    most : int
        The largest number of conditions that may be left; rules that are kept stay in any case.
    """
    most = max(most, sum(len(term.body) for term in card.terms if term.kept))
    while card.n_conditions > most:
        n_conditions = card.n_conditions
        share = SETTINGS.first_stage if n_conditions > SETTINGS.many * most else SETTINGS.stage
        card = _thinned_once(grower, card, max(most, int(share * n_conditions)))
    return grower.fitted(card.terms, card.weights, card.base, NEARLY_FINAL)


def _thinned_once(grower: CardGrower, card: FittedCard, most: int) -> FittedCard:
    """Delete rules by one square form, then fit a little."""
    form = SquareForm.of(grower, card)
    sizes = np.array([len(term.body) for term in card.terms], np.int64)
    kept = np.array([term.kept for term in card.terms], bool)
    costs = np.array([grower.prices.of(len(term.body)) for term in card.terms])
    costs[kept] = 0.0
    left = delete_rules(form, sizes, costs, most)
    terms = tuple(term for term, stays in zip(card.terms, left, strict=True) if stays)
    weights = form.weights[left]
    # Square forms know nothing of signs, and no fit starts from a weight of the wrong one.
    wrong = np.array([term.sign for term in terms]) * weights < 0
    return grower.fitted(terms, np.where(wrong, 0.0, weights), form.base, BRIEF)


@dataclass(frozen=True, eq=False)
class SquareForm:
    """The loss of a card near its lowest point, one square form for each class.

    Parameters
    ----------
    channels : ndarray of int
        Channel of every rule.
    weights, base : ndarray of float
        Where the forms are lowest; they give way as weights are deleted.
    inverses : list of ndarray
        The inverted curvatures of each class, with the base in the last line.
    places : list of ndarray
        The weights of each class, in the order of its lines.
    """

    channels: Ints
    weights: Floats
    base: Floats
    inverses: list[Floats]
    places: list[Ints]

    @classmethod
    def of(cls, grower: CardGrower, card: FittedCard) -> SquareForm:
        """Work out the forms of a card whose weights are fitted."""
        channels = channels_of(card.terms)
        bodies = [term.body for term in card.terms]
        problem, ridge = grower.problem, grower.ridge
        sums = grower.sums(card, [*bodies, NO_TESTS])
        slopes = sums[:, 1 : 1 + len(card.base)] / SCALE
        places = [np.flatnonzero(channels == one) for one in range(len(card.base))]
        blocks = problem.engine.curvature(problem.state, problem.cover, bodies, places)
        weights, base, inverses = card.weights.copy(), card.base.copy(), []
        for one, (own, block) in enumerate(zip(places, blocks, strict=True)):
            ridges = np.append(np.full(len(own), ridge), BASE_RIDGE)
            inverse = inverted(block / SCALE + np.diag(ridges))
            slope = np.append(slopes[own, one] - ridge * weights[own], slopes[-1, one])
            step = (inverse * slope).cumsum(axis=1)[:, -1]
            weights[own] += step[:-1]
            base[one] += step[-1]
            inverses.append(inverse)
        return cls(channels, weights, base, inverses, places)

    def saved(self, channel: int) -> Floats:
        """Return what each rule of one class saves: what its deletion costs."""
        own, inverse = self.places[channel], self.inverses[channel]
        return np.asarray(0.5 * self.weights[own] ** 2 / inverse.diagonal()[:-1])

    def delete(self, weight: int) -> None:
        """Set a weight to 0 for good, and let the others of its class give way."""
        one = int(self.channels[weight])
        own, inverse = self.places[one], self.inverses[one]
        place = int(np.flatnonzero(own == weight)[0])
        line = inverse[place].copy()
        pivot = line[place]
        step = line * (self.weights[weight] / pivot)
        self.weights[own] -= step[:-1]
        self.base[one] -= step[-1]
        self.weights[weight] = 0.0
        inverse -= line[:, None] * (line / pivot)
        inverse[place, place] = 1.0


def delete_rules(form: SquareForm, sizes: Ints, costs: Floats, most: int) -> Flags:
    """Delete rules until at most a number of conditions is left; tell which rules are left.

    The one that goes is always the one that saves least for what it costs.

    Parameters
    ----------
    form : SquareForm
        Of the card; it follows the deletions.
    sizes : ndarray of int
        Conditions of each rule.
    costs : ndarray of float
        What each rule costs; one that costs nothing is not deleted.
    most : int
        The largest number of conditions that may be left.
    """
    kept = np.ones(len(sizes), bool)
    conditions = int(sizes.sum())
    worth = np.empty(len(sizes))
    for channel, own in enumerate(form.places):
        worth[own] = _worth(form, channel, costs)
    while conditions > most:
        worst = int(worth.argmin())
        kept[worst] = False
        conditions -= int(sizes[worst])
        form.delete(worst)
        channel = int(form.channels[worst])
        own = form.places[channel]
        worth[own] = np.where(kept[own], _worth(form, channel, costs), np.inf)
    return kept


def _worth(form: SquareForm, channel: int, costs: Floats) -> Floats:
    """Return what each rule of a class saves for what it costs."""
    saved, own = form.saved(channel), costs[form.places[channel]]
    return np.where(own > 0, saved / np.where(own > 0, own, 1.0), np.inf)
