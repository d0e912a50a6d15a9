"""One card out of several: their rules together, fitted anew, or with their points in the mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from conjunct.cards.fitted import NEARLY_FINAL, NONE, Effort, FittedCard, Term
from conjunct.cards.growth import CardGrower
from conjunct.cards.problem import CardProblem
from conjunct.count import NO_TESTS
from conjunct.count.engine import IDENTITY


class _Mean(NamedTuple):
    """A rule, which side of its rows it covers, and its weights so far by channel."""

    term: Term
    side: int
    weights: dict[int, float]


def pooled(grower: CardGrower, cards: Sequence[FittedCard]) -> FittedCard:
    """Return a card of all different rules of several cards, fitted anew.

    Parameters
    ----------
    grower : CardGrower
        Of the rows that the weights are fitted to.
    cards : sequence of FittedCard
        Learned from some of these rows each.
    """
    return _fitted_mean(grower, cards, NEARLY_FINAL)


def averaged(grower: CardGrower, cards: Sequence[FittedCard]) -> FittedCard:
    """Return the card whose scores are the mean of those of several cards.

    Parameters
    ----------
    grower : CardGrower
        Of the rows; its ridge is part of the loss.
    cards : sequence of FittedCard
        Of these rows.
    """
    return _fitted_mean(grower, cards, NONE)


def _fitted_mean(grower: CardGrower, cards: Sequence[FittedCard], effort: Effort) -> FittedCard:
    """Take the mean of several cards, and fit its weights from there.

    Rules that cover the same rows are one rule. A rule for the rest of the rows says the same: what
    it gives to these rows it could give to all, and take from the others.
    """
    base = np.mean([card.base for card in cards], axis=0)
    terms = [term for card in cards for term in card.terms]
    sides = iter(_rows_and_sides(grower.problem, terms))
    rules: dict[tuple[int, int], _Mean] = {}
    for card in cards:
        weights = iter((card.weights / len(cards)).tolist())
        for term in card.terms:
            key, side = next(sides)
            rule = rules.setdefault((key, side * term.sign), _Mean(term, side, {}))
            for channel, weight in zip(term.channels, weights, strict=False):
                if side != rule.side:
                    base[channel] += weight
                own = weight if side == rule.side else -weight
                rule.weights[channel] = rule.weights.get(channel, 0.0) + own
    merged = [one.term._replace(channels=tuple(sorted(one.weights))) for one in rules.values()]
    flat = [one.weights[channel] for one in rules.values() for channel in sorted(one.weights)]
    return grower.fitted(merged, np.array(flat), base, effort)


def _rows_and_sides(problem: CardProblem, terms: Sequence[Term]) -> list[tuple[int, int]]:
    """Return what rules of the same rows and of the rest have in common, and 1 or -1 for which."""
    bodies = [*(term.body for term in terms), NO_TESTS]
    sums = problem.engine.tally(np.array([problem.cover]), bodies, IDENTITY)[0, :, 0]
    own, rest = sums[:-1].tolist(), (sums[-1] - sums[:-1]).tolist()
    return [
        (min(one, other), 1 if one <= other else -1) for one, other in zip(own, rest, strict=True)
    ]
