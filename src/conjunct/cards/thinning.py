"""Thinning a card out: delete the rules and points that save least, and adapt the other weights.

Near its minimum the loss is approximately a quadratic form. The inverse of its curvature matrix
says what deleting a weight costs after the remaining weights of its class are re-optimised. Each
class has a block of its own: the weights of its rules and, last, its base. Interactions between
classes are ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from conjunct.cards.fitted import BRIEF, NEARLY_FINAL, FittedCard, by_body, n_conditions
from conjunct.cards.growth import CardGrower
from conjunct.cards.settings import SETTINGS
from conjunct.cards.weights import inverse_blocks
from conjunct.count import NO_TESTS, CountingEngine
from conjunct.count.engine import SCALE
from conjunct.count.requests import ThinLimits, ThinnedWeights, ThinRequest
from conjunct.types import Flags, Floats, Ints


def thinned(grower: CardGrower, card: FittedCard, most: int, points: int) -> FittedCard:
    """Delete rules and points until few enough are left, then fit the others almost fully.

    The deleted rule is always the one that saves least relative to its price. If no condition is
    too many, but points are, those points of a rule with several are deleted that save least. Far
    from the minimum the quadratic form is wrong, so all weights are fitted again when a share of
    the conditions is gone.

    Parameters
    ----------
    grower : CardGrower
        Its prices say what a longer rule must save.
    card : FittedCard
        The card with fitted weights.
    most : int
        The largest number of conditions that may be left; kept rules stay in any case.
    points : int
        The largest number of points that may be left; but every rule that is left has points.
    """
    most = max(most, n_conditions([term for term in card.terms if term.kept]))
    while card.n_conditions > most or len(card.terms) > max(points, len(by_body(card.terms))):
        now = card.n_conditions
        share = SETTINGS.first_stage if now > SETTINGS.many * most else SETTINGS.stage
        stage = max(most, int(share * now))
        card = _thinned_once(grower, card, stage, points * stage // max(most, 1))
    return grower.fitted_again(card, NEARLY_FINAL)


def _thinned_once(grower: CardGrower, card: FittedCard, most: int, points: int) -> FittedCard:
    """Delete rules and points by one quadratic form, then fit briefly."""
    left, weights, base = thin(grower.problem.engine, thin_request(grower, card, most, points))
    terms = tuple(term for term, stays in zip(card.terms, left, strict=True) if stays)
    weights = weights[left]
    # Quadratic forms ignore sign restrictions, but a fit must not start from a wrong sign.
    wrong = np.array([term.sign for term in terms]) * weights < 0
    return grower.fitted(terms, np.where(wrong, 0.0, weights), base, BRIEF)


def thin_request(grower: CardGrower, card: FittedCard, most: int, points: int) -> ThinRequest:
    """Return the request to thin out a card, whose row state is written."""
    grower.write(card)
    rules, prices, problem = list(by_body(card.terms).values()), grower.prices, grower.problem
    owner = np.empty(len(card.terms), np.int64)
    for rule, places in enumerate(rules):
        owner[places] = rule
    firsts = [card.terms[places[0]] for places in rules]
    sizes = np.array([len(term.body) for term in firsts], np.int64)
    costs = np.array([0.0 if term.kept else prices.of(len(term.body)) for term in firsts])
    limits = ThinLimits(owner, sizes, costs, most, points)
    return ThinRequest(problem.state, problem.cover, card.points, grower.ridge, limits)


def thin(engine: CountingEngine, request: ThinRequest) -> ThinnedWeights:
    """Delete rules and points of a card by its quadratic form, within the limits of the request."""
    fused = engine.search(request)
    if fused is not None:
        found: ThinnedWeights = fused
        return found
    form = SquareForm.of(engine, request)
    left = delete_rules(form, request.limits)
    return ThinnedWeights(left, form.weights, form.base)


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
    def of(cls, engine: CountingEngine, request: ThinRequest) -> SquareForm:
        """Compute the forms of a card whose weights are fitted."""
        state, cover, points, ridge, _ = request
        channels, n_scores, bodies = points.channels, len(points.base), [*points.bodies, NO_TESTS]
        slopes = engine.tally(np.array([cover]), bodies, state)[0, :, 1 : 1 + n_scores] / SCALE
        places = [np.flatnonzero(channels == one) for one in range(n_scores)]
        blocks = engine.curvature(state, cover, bodies, [points.rules[own] for own in places])
        weights, base = points.weights.copy(), points.base.copy()
        inverses = []
        for one, (own, whole) in enumerate(zip(places, inverse_blocks(blocks, ridge), strict=True)):
            inverse = whole[-len(own) - 1 :, -len(own) - 1 :]
            pulls = slopes[points.rules[own], one] - ridge * weights[own]
            slope = np.append(pulls, slopes[-1, one])
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


def delete_rules(form: SquareForm, limits: ThinLimits) -> Flags:
    """Delete rules, then points of rules that have several; tell which weights are left.

    The deleted rule is always the one whose weights save least relative to its cost, and the
    deleted points are always those that save least. Deletions update the form.
    """
    owner, sizes, costs, most, points = limits
    n_rules, conditions = len(sizes), int(sizes.sum())
    left, saved, may_go = np.ones(len(owner), bool), np.empty(len(owner)), costs > 0
    divisors = np.where(may_go, costs, 1.0)
    changed: Sequence[int] = range(len(form.places))
    while True:
        for channel in changed:
            saved[form.places[channel]] = form.saved(channel)
        if conditions > most:
            worth = np.bincount(owner, saved * left, n_rules) / divisors
            worst = int(np.where(may_go, worth, np.inf).argmin())
            may_go[worst] = False
            conditions -= int(sizes[worst])
            gone = np.flatnonzero(left & (owner == worst)).tolist()
        else:
            several = left & (np.bincount(owner, left, n_rules)[owner] > 1)
            if left.sum() <= points or not several.any():
                return left
            gone = [int(np.where(several, saved, np.inf).argmin())]
        for place in gone:
            left[place] = False
            form.delete(place)
        changed = sorted({int(form.channels[place]) for place in gone})
