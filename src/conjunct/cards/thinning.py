"""Thinning a card out: delete the rules that do not pay, and let the others give way.

Near its lowest point the loss is a square form. Its curvatures, inverted, say what deleting a
weight costs after the remaining weights of its class are re-optimised. Each class has a block of
its own: the weights of its rules and, last, its base. What the classes have to do with each other
is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
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
        weights, base = card.weights.copy(), card.base.copy()
        inverses: list[Floats] = [np.empty(0)] * len(places)
        sizes = np.array([len(own) for own in places])
        for size in np.unique(sizes).tolist():  # classes with equally many rules at once
            which = np.flatnonzero(sizes == size)
            own = np.stack([places[one] for one in which.tolist()])
            ridges = np.append(np.full(size, ridge), BASE_RIDGE)
            block = np.stack([blocks[one] for one in which.tolist()]) / SCALE + np.diag(ridges)
            inverse = inverted(block)
            slope = slopes[own, which[:, None]] - ridge * weights[own]
            slope = np.concatenate((slope, slopes[-1, which, None]), axis=1)
            step = (inverse * slope[:, None]).cumsum(axis=2)[:, :, -1]
            weights[own] += step[:, :-1]
            base[which] += step[:, -1]
            for one, found in zip(which.tolist(), inverse, strict=True):
                inverses[one] = found
        return cls(channels, weights, base, inverses, places)

    def saved(self, channels: Sequence[int]) -> tuple[Ints, Floats]:
        """Return the rules of some classes and what each saves: what its deletion costs."""
        own = np.concatenate([self.places[one] for one in channels])
        diagonal = np.concatenate([self.inverses[one].diagonal()[:-1] for one in channels])
        return own, np.asarray(0.5 * self.weights[own] ** 2 / diagonal)

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
    worth = np.full(len(sizes), np.inf)
    _set_worth(worth, form, range(len(form.places)), costs)
    while conditions > most:
        worst = int(worth.argmin())
        kept[worst] = False
        conditions -= int(sizes[worst])
        form.delete(worst)
        _set_worth(worth, form, [int(form.channels[worst])], costs)
        worth[~kept] = np.inf
    return kept


def _set_worth(worth: Floats, form: SquareForm, channels: Sequence[int], costs: Floats) -> None:
    """Write what each rule of some classes saves for what it costs."""
    own, saved = form.saved(channels)
    paid = costs[own]
    worth[own] = np.where(paid > 0, saved / np.where(paid > 0, paid, 1.0), np.inf)
