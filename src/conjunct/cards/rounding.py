"""Weights as whole points: the coarsest unit that loses nothing that matters."""

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
"""Points to the nat that are tried, coarsest first."""
KEPT_UNIT = 10
"""Points are not made finer than this to give some to a rule that is kept."""


class PointsOfCard(NamedTuple):
    """The weights of a card as they are printed.

    Parameters
    ----------
    weights, base : ndarray of float
        Points of the rules and of every row, by score.
    unit : float
        Points to the nat.
    """

    weights: Floats
    base: Floats
    unit: float


def decimal_points(card: FittedCard, decimals: int = 2) -> PointsOfCard:
    """Return weights with a few decimals, one point to the nat."""
    return PointsOfCard(card.weights.round(decimals), card.base.round(decimals), 1.0)


def scaled_points(card: FittedCard, unit: float) -> PointsOfCard:
    """Return weights as whole numbers in a given unit; the base is rounded with the scale."""
    return PointsOfCard(np.rint(card.weights * unit), card.base * unit, unit)


def whole_points(problem: CardProblem, card: FittedCard) -> PointsOfCard:
    """Return weights as whole numbers, in the coarsest unit that loses next to nothing.

    Where rules are kept it is no coarser than it takes to give them points, up to `KEPT_UNIT`.

    Parameters
    ----------
    problem : CardProblem
        The rows that it may lose next to nothing on.
    card : FittedCard
        With fitted weights.
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
