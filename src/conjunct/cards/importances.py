"""Importances of a card's attributes: the loss that their rules save."""

from __future__ import annotations

import numpy as np

from conjunct.cards.fitted import FittedCard, points_of
from conjunct.cards.problem import CardProblem
from conjunct.cards.rounding import PointsOfCard
from conjunct.cards.settings import SETTINGS
from conjunct.types import Flags, Floats


def attribute_importances(
    problem: CardProblem, card: FittedCard, points: PointsOfCard, n_attributes: int
) -> Floats:
    """Return the nats that the rules of each attribute save, as shares that add up to 1.

    These are the loss of the card without the points of these rules, minus the loss of the card.
    All shares are 0 if no rule saves anything.

    Parameters
    ----------
    problem : CardProblem
        The rows on which losses are computed; a sample of them if there are very many.
    card : FittedCard
        The rules.
    points : PointsOfCard
        Their points.
    n_attributes : int
        Number of attributes.
    """
    part = problem.sample(SETTINGS.all_cells, "unused")
    weights, base = points.weights / points.unit, points.base / points.unit

    def loss(kept: Flags) -> int:
        left = points_of(card.terms, np.where(kept, weights, 0.0), base)
        return part.engine.apply(None, part.cover, left).loss

    columns = problem.engine.columns
    used = [{columns[column].attribute for column in term.body[:, 0]} for term in card.terms]
    saved = np.zeros(n_attributes)
    least = loss(np.ones(len(used), bool))
    for attribute in sorted(set().union(*used)):
        without = loss(np.array([attribute not in own for own in used]))
        saved[attribute] = max(without - least, 0)
    total = saved.sum()
    return saved / total if total else saved
