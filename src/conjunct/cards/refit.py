"""Points of given rules, fitted to rows while locked points stay fixed."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from conjunct.cards.fitted import FINAL, FittedCard, Term
from conjunct.cards.problem import CardProblem
from conjunct.cards.rounding import PointsOfCard, whole_points
from conjunct.cards.weights import fit_weights
from conjunct.count import NO_TESTS
from conjunct.count.requests import FitRequest
from conjunct.search.newton import NewtonSearch
from conjunct.types import Flags, Floats

USUAL_RIDGE = 2.0
"""Ridge for a card that does not say which ridge its points were fitted with."""
NOT_SEARCHED = NewtonSearch(NO_TESTS, 0.0, (), ())


@dataclass(frozen=True, eq=False)
class GivenRules:
    """Rules whose weights are to be fitted.

    Parameters
    ----------
    terms : tuple of Term
        The rules; a rule that gives points to several classes is several terms.
    weights : ndarray of float
        Weights of the terms, in nats. Only those of locked terms are used.
    locked : ndarray of bool
        Which weights are fixed.
    """

    terms: tuple[Term, ...]
    weights: Floats
    locked: Flags


def refitted(problem: CardProblem, given: GivenRules, ridge: float) -> FittedCard:
    """Fit the weights that are not locked, and all bases, together.

    Parameters
    ----------
    problem : CardProblem
        The rows.
    given : GivenRules
        The rules.
    ridge : float
        Half of it times the square of each weight is part of the loss. It cannot be chosen by
        cross-validation here: rules that were found in these rows look better than they are, even
        on folds of them.
    """
    base = problem.first_base()
    start = FittedCard(given.terms, given.weights.copy(), base, math.nan)
    start.weights[~given.locked] = 0.0
    free = ~given.locked
    request = FitRequest(
        problem.state,
        problem.cover,
        start.points,
        np.array([term.sign for term in given.terms], np.int64),
        ridge,
        *FINAL,
        free,
        np.ones(len(base), bool),
        math.nan,
    )
    weights, base, loss = fit_weights(problem.engine, request)
    return replace(start, weights=weights, base=base, loss=loss)


def refitted_points(
    problem: CardProblem,
    card: FittedCard,
    locked: Flags,
    ridge: float,
    unit: float,
    decimals: int,
) -> PointsOfCard:
    """Return fitted weights as points, in the format that the card had before.

    Whole points get the coarsest unit that loses next to nothing. If some points are locked, the
    unit stays, because locked points would mean something else in another unit.

    Parameters
    ----------
    problem : CardProblem
        The rows.
    card : FittedCard
        The card with fitted weights.
    locked : ndarray of bool
        Which weights are locked.
    ridge : float
        The ridge that the others were fitted with.
    unit : float
        Points per nat of the card before.
    decimals : int
        Number of decimals of its points.
    """
    if not decimals and not locked.any() and card.terms:
        return whole_points(problem, card, ridge)
    base = card.base
    if len(base) > 1:  # only differences matter, and they are lost if each base is rounded alone
        base = base - base.min()
    return PointsOfCard((card.weights * unit).round(decimals), (base * unit).round(decimals), unit)
