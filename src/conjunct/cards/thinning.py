"""Thinning a card out: delete the rules that do not pay, and let the others give way.

Near its lowest point the loss is a square form. Its curvatures, inverted, say what deleting a
weight costs after the remaining weights of its class are re-optimised. Each class has a block of
its own: the weights of its rules and, last, its base. What the classes have to do with each other
is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conjunct.cards.fitted import BRIEF, FittedCard, flat_terms
from conjunct.cards.growth import CardGrower
from conjunct.cards.settings import SETTINGS
from conjunct.cards.weights import inverted
from conjunct.count import NO_TESTS
from conjunct.count.engine import SCALE
from conjunct.count.fitting import BASE_RIDGE
from conjunct.types import Flags, Floats, Ints


def thinned(
    grower: CardGrower, card: FittedCard, reading: float = 0.0, most: int | None = None
) -> FittedCard:
    """Delete rules as long as one is worth less than it costs, or there are too many conditions.

    Then fit what is left to the end. Far from the lowest point the square form is wrong, so now and
    then all weights are fitted.

    Parameters
    ----------
    grower : CardGrower
        Its prices are those to pay.
    card : FittedCard
        With fitted weights.
    reading : float
        Nats that each condition must save besides.
    most : int or None
        The largest number of conditions that may be left.
    """
    while card.terms:
        fewest = int(SETTINGS.stage * card.n_conditions)
        card = thinned_once(grower, card, reading, most, fewest)
        if card.n_conditions > fewest:
            break
    return grower.finished(card)


def thinned_once(
    grower: CardGrower, card: FittedCard, reading: float, most: int | None, fewest: int
) -> FittedCard:
    """Delete rules until the rest pays or at most `fewest` conditions are left; then fit a little.

    Parameters
    ----------
    grower, card, reading, most
        See `thinned`.
    fewest : int
        It is over when this many conditions or fewer are left.
    """
    form = SquareForm.of(grower, card)
    sizes = np.array([len(term.body) for term in card.terms], np.int64)
    prices = grower.prices
    costs = np.array([prices.of(len(term.body), len(term.channels)) for term in card.terms])
    limits = (int(sizes.sum()) if most is None else most, fewest)
    kept = delete_rules(form, sizes, costs + reading * sizes, limits)
    terms = tuple(term for term, stays in zip(card.terms, kept, strict=True) if stays)
    weights = form.weights[kept[form.rules]]
    return grower.fitted(terms, weights, form.base, BRIEF)


@dataclass(frozen=True, eq=False)
class SquareForm:
    """The loss of a card near its lowest point, one square form for each class.

    Parameters
    ----------
    rules, channels : ndarray of int
        Rule and channel of every weight.
    weights, base : ndarray of float
        Where the forms are lowest; they give way as weights are deleted.
    inverses : list of ndarray
        The inverted curvatures of each class, with the base in the last line.
    places : list of ndarray
        The weights of each class, in the order of its lines.
    """

    rules: Ints
    channels: Ints
    weights: Floats
    base: Floats
    inverses: list[Floats]
    places: list[Ints]

    @classmethod
    def of(cls, grower: CardGrower, card: FittedCard) -> SquareForm:
        """Work out the forms of a card whose weights are fitted."""
        rules, channels, _ = flat_terms(card.terms)
        bodies = [term.body for term in card.terms]
        problem, ridge = grower.problem, grower.costs.ridge
        sums = grower.sums(card, [*bodies, NO_TESTS])
        slopes = sums[:, 1 : 1 + len(card.base)] / SCALE
        places = [np.flatnonzero(channels == one) for one in range(len(card.base))]
        blocks = problem.engine.curvature(
            problem.state, problem.cover, bodies, [rules[own] for own in places]
        )
        weights, base, inverses = card.weights.copy(), card.base.copy(), []
        for one, (own, block) in enumerate(zip(places, blocks, strict=True)):
            ridges = np.append(np.full(len(own), ridge), BASE_RIDGE)
            inverse = inverted(block / SCALE + np.diag(ridges))
            slope = np.append(slopes[rules[own], one] - ridge * weights[own], slopes[-1, one])
            step = (inverse * slope).cumsum(axis=1)[:, -1]
            weights[own] += step[:-1]
            base[one] += step[-1]
            inverses.append(inverse)
        return cls(rules, channels, weights, base, inverses, places)

    def saved(self) -> Floats:
        """Return what every weight saves: what its deletion costs."""
        saved = np.zeros(len(self.weights))
        for own, inverse in zip(self.places, self.inverses, strict=True):
            saved[own] = 0.5 * self.weights[own] ** 2 / inverse.diagonal()[:-1]
        return saved

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


def delete_rules(form: SquareForm, sizes: Ints, costs: Floats, limits: tuple[int, int]) -> Flags:
    """Delete rules as long as one pays too little or there are too many conditions.

    The one that goes is always the one that saves least for what it costs.

    Parameters
    ----------
    form : SquareForm
        Of the card; it follows the deletions.
    sizes : ndarray of int
        Conditions of each rule.
    costs : ndarray of float
        Nats that each rule must save.
    limits : tuple of int
        The most conditions that may be left; and the number with which it is over in any case.

    Returns
    -------
    ndarray of bool
        The rules that are left.
    """
    most, fewest = limits
    kept = np.ones(len(sizes), bool)
    conditions = int(sizes.sum())
    weights_of = [np.flatnonzero(form.rules == rule) for rule in range(len(sizes))]
    while kept.any():
        saved = np.bincount(form.rules, form.saved(), len(sizes)) / costs
        saved[~kept] = np.inf
        worst = int(saved.argmin())
        if saved[worst] >= 1.0 and conditions <= most:
            break
        kept[worst] = False
        conditions -= int(sizes[worst])
        for weight in weights_of[worst].tolist():
            form.delete(weight)
        if conditions <= fewest:
            break
    return kept
