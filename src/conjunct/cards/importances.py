"""How important the attributes of a card are: the loss that their rules save."""

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
    """Return what the rules of each attribute save, as shares that add up to 1.

    That is the loss of the card without the points of these rules, less the loss of the card. All
    shares are 0 where no rule saves anything.

    Parameters
    ----------
    problem : CardProblem
        The rows to work out losses on; of very many rows a part is taken.
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
