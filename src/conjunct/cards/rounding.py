"""Weights rounded to whole points, small ones, in the coarsest unit that loses next to nothing."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from conjunct.cards.fitted import FittedCard
from conjunct.cards.problem import CardProblem
from conjunct.cards.settings import SETTINGS
from conjunct.cards.weights import ordered_sum
from conjunct.count import NO_TESTS
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

    def on(self, card: FittedCard) -> FittedCard:
        """Return a card with these points as its weights."""
        return replace(card, weights=self.weights / self.unit, base=self.base / self.unit)

    def moved(self, place: int, step: int) -> PointsOfCard:
        """Return the points with one of them, or one of the bases after them, changed by `step`."""
        numbers = np.append(self.weights, self.base)
        numbers[place] += step
        n_weights = len(self.weights)
        return self._replace(weights=numbers[:n_weights], base=numbers[n_weights:])


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

    But no unit is so fine that a rule has more than `SETTINGS.most_points` points. If all others
    lose too much, the finest of them is taken, and points are moved up and down by one wherever
    that makes the card better. If there are kept rules, the unit is in any case fine enough to give
    them points, but no finer than `KEPT_UNIT` for that purpose.

    Parameters
    ----------
    problem : CardProblem
        The rows on which the loss from rounding is measured.
    card : FittedCard
        The card with fitted weights.
    ridge : float
        The ridge that they were fitted with.
    """
    part = replace(problem.sample(SETTINGS.all_cells, "unused"), state="points")
    ridge *= part.weight / problem.weight
    most_loss, most_wrong = _loss_and_wrong(part, card, ridge)
    most_loss += SETTINGS.lost * part.weight
    most_wrong += SETTINGS.lost_rows * part.weight
    card = replace(card, base=from_lowest(problem, card.base))
    kept = np.array([term.kept for term in card.terms], bool)
    kept &= np.rint(card.weights * KEPT_UNIT) != 0
    largest = float(np.abs(card.weights).max(initial=0.0))
    for unit, finer in pairwise((*UNITS, math.inf)):
        points = PointsOfCard(np.rint(card.weights * unit), np.rint(card.base * unit), float(unit))
        if not points.weights[kept].all():
            continue
        loss, wrong = _loss_and_wrong(part, points.on(card), ridge)
        if loss <= most_loss and wrong <= most_wrong:
            return points
        if np.rint(largest * finer) > SETTINGS.most_points:
            break
    return _moved(part, card, points, ridge)


def _moved(
    problem: CardProblem, card: FittedCard, points: PointsOfCard, ridge: float
) -> PointsOfCard:
    """Move points up and down by one, as long as that makes the card better.

    A card is better if its loss, ridge penalty included, plus `SETTINGS.wrong_row` nats for each
    wrong row is lower. The move that saves most by slope and curvature comes first. No point
    becomes 0, changes its sign or exceeds `SETTINGS.most_points`.
    """
    ahead = _ahead(problem)

    def cost(points: PointsOfCard) -> float:
        whole = points.on(card)
        whole = replace(whole, base=whole.base + ahead)
        loss, wrong = _loss_and_wrong(problem, whole, ridge, problem.state)
        return loss + SETTINGS.wrong_row * wrong

    lowest = cost(points)
    saved = saved_by_moves(problem, card, points, ridge)
    while saved.max(initial=-math.inf) > -SETTINGS.hoped:
        step, place = np.unravel_index(int(saved.argmax()), saved.shape)
        saved[step, place] = -math.inf
        trial = points.moved(int(place), 1 - 2 * int(step))
        trial_cost = cost(trial)
        if trial_cost < lowest - SETTINGS.least:
            points, lowest = trial, trial_cost
            saved = saved_by_moves(problem, card, points, ridge)
    return points


def _ahead(problem: CardProblem) -> Floats:
    """Return small numbers by score that break ties as predictions do: the larger class first."""
    weights = problem.class_weights
    ranks = np.argsort(np.argsort(weights, kind="stable"), kind="stable")
    ahead = np.asarray(1e-9 * ranks, float)
    return ahead if len(problem.channels) > 1 else np.diff(ahead)


def saved_by_moves(
    problem: CardProblem, card: FittedCard, points: PointsOfCard, ridge: float
) -> Floats:
    """Return the nats that each move saves by slope and curvature: a point more, and a point less.

    The weights come first, then the bases. Moves that are not allowed save minus infinity. The row
    state must be that of the points.
    """
    bodies, channels = [*card.points.bodies, NO_TESTS], card.points.channels
    n_scores = len(card.base)
    sums = problem.engine.tally(np.array([problem.cover]), bodies, problem.state)[0] / SCALE
    own = np.arange(len(channels)), channels
    gradients, curvatures = sums[:, 1 : 1 + n_scores], sums[:, 1 + n_scores : 1 + 2 * n_scores]
    slopes = np.append(gradients[own] - ridge * points.weights / points.unit, gradients[-1])
    bends = np.append(curvatures[own] + ridge, curvatures[-1])
    steps = np.array([[1.0], [-1.0]])
    after = points.weights + steps
    free = (after * points.weights > 0) & (np.abs(after) <= SETTINGS.most_points)
    free = np.hstack((free, np.ones((2, n_scores), bool)))
    nats = steps / points.unit
    return np.asarray(np.where(free, nats * slopes - 0.5 * nats * nats * bends, -math.inf))


def from_lowest(problem: CardProblem, base: Floats) -> Floats:
    """Return bases minus the lowest one of a class with rows, if there are several.

    Only the differences between several bases matter, so they are what is rounded.
    """
    if len(base) < 2:
        return base
    return np.asarray(base - base[problem.class_weights > 0].min(initial=base.max()))


def _loss_and_wrong(
    problem: CardProblem, card: FittedCard, ridge: float, state: str | None = None
) -> tuple[float, float]:
    """Return the loss of a card with its ridge penalty, in nats, and the weight of wrong rows.

    A row is wrong if another class has more points; equal points count as right.
    """
    applied = problem.engine.apply(state, problem.cover, card.points)
    penalty = 0.5 * ridge * ordered_sum((card.weights * card.weights).tolist())
    return applied.loss / LOSS_SCALE + penalty, applied.wrong / SCALE
