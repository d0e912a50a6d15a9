"""Weights rounded to whole points, in the coarsest unit that loses next to nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from conjunct.cards.fitted import FittedCard
from conjunct.cards.problem import CardProblem
from conjunct.cards.settings import SETTINGS
from conjunct.cards.weights import ordered_sum
from conjunct.count.engine import LOSS_SCALE, SCALE
from conjunct.types import Floats

UNITS = (*np.arange(1, 5, 0.25).tolist(), *range(5, 10), 10, 15, 20, 30, 50, 100)
"""Units that are tried, in points per nat, coarsest first."""
KEPT_UNIT = 10
"""Finest unit, in points per nat, that is chosen only so that a kept rule has points."""


class PointsOfCard(NamedTuple):
    """The weights of a card as they are printed.

    Parameters
    ----------
    weights, base : ndarray of float
        Points of the rules, and the points that every row starts with, by score.
    unit : float
        Points per nat.
    """

    weights: Floats
    base: Floats
    unit: float


def decimal_points(card: FittedCard, decimals: int = 2) -> PointsOfCard:
    """Return weights with a few decimals, in points of one nat."""
    return PointsOfCard(card.weights.round(decimals), card.base.round(decimals), 1.0)


def scaled_points(card: FittedCard, unit: float) -> PointsOfCard:
    """Return weights as whole numbers in a given unit; the base is rounded later, by the scale."""
    return PointsOfCard(np.rint(card.weights * unit), card.base * unit, unit)


def whole_points(problem: CardProblem, card: FittedCard, ridge: float) -> PointsOfCard:
    """Return weights as whole numbers, in the coarsest unit that loses next to nothing.

    What may hardly rise is what the fit made lowest: the loss with its ridge penalty. The loss
    alone would even fall if rounding made weights larger again that the ridge had made smaller.

    If there are kept rules, the unit is fine enough to give them points, but no finer than
    `KEPT_UNIT` for that purpose.

    Parameters
    ----------
    problem : CardProblem
        The rows on which the loss from rounding is measured.
    card : FittedCard
        The card with fitted weights.
    ridge : float
        The ridge that they were fitted with.
    """
    part = problem.sample(SETTINGS.all_cells, "unused")
    ridge *= part.weight / problem.weight
    most_loss, most_wrong = _loss_and_wrong(part, card, ridge)
    most_loss += SETTINGS.lost * part.weight
    most_wrong += SETTINGS.lost_rows * part.weight
    card = replace(card, base=from_lowest(problem, card.base))
    kept = np.array([term.kept for term in card.terms], bool)
    kept &= np.rint(card.weights * KEPT_UNIT) != 0
    for unit in UNITS:
        points = PointsOfCard(np.rint(card.weights * unit), np.rint(card.base * unit), float(unit))
        rounded = replace(card, weights=points.weights / unit, base=points.base / unit)
        loss, wrong = _loss_and_wrong(part, rounded, ridge)
        if points.weights[kept].all() and loss <= most_loss and wrong <= most_wrong:
            break
    return points


def from_lowest(problem: CardProblem, base: Floats) -> Floats:
    """Return bases minus the lowest one of a class with rows, if there are several.

    Only the differences between several bases matter, so they are what is rounded.
    """
    if len(base) < 2:
        return base
    return np.asarray(base - base[problem.class_weights > 0].min(initial=base.max()))


def _loss_and_wrong(problem: CardProblem, card: FittedCard, ridge: float) -> tuple[float, float]:
    """Return the loss of a card with its ridge penalty, in nats, and the weight of wrong rows.

    A row is wrong if another class has more points; equal points count as right.
    """
    applied = problem.engine.apply(None, problem.cover, card.points)
    penalty = 0.5 * ridge * ordered_sum((card.weights * card.weights).tolist())
    return applied.loss / LOSS_SCALE + penalty, applied.wrong / SCALE
