"""Weights rounded to whole points, in the coarsest unit that loses next to nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from conjunct.cards.fitted import FittedCard
from conjunct.cards.problem import CardProblem
from conjunct.cards.settings import SETTINGS
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


def whole_points(problem: CardProblem, card: FittedCard) -> PointsOfCard:
    """Return weights as whole numbers, in the coarsest unit that loses next to nothing.

    If there are kept rules, the unit is fine enough to give them points, but no finer than
    `KEPT_UNIT` for that purpose.

    Parameters
    ----------
    problem : CardProblem
        The rows on which the loss from rounding is measured.
    card : FittedCard
        The card with fitted weights.
    """
    part = problem.sample(SETTINGS.all_cells, "unused")
    exact = part.engine.apply(None, part.cover, card.points)
    most_loss = exact.loss + SETTINGS.lost * LOSS_SCALE * (exact.weight / SCALE)
    most_wrong = exact.wrong + SETTINGS.lost_rows * exact.weight
    kept = np.array([term.kept for term in card.terms], bool)
    kept &= np.rint(card.weights * KEPT_UNIT) != 0
    for unit in UNITS:
        points = PointsOfCard(np.rint(card.weights * unit), np.rint(card.base * unit), float(unit))
        rounded = replace(card, weights=points.weights / unit, base=points.base / unit)
        got = part.engine.apply(None, part.cover, rounded.points)
        if points.weights[kept].all() and got.loss <= most_loss and got.wrong <= most_wrong:
            break
    return points
