"""A card with fitted weights: its rules, the class that each gives points to, and its cost."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from conjunct.cards.problem import CardProblem
from conjunct.cards.weights import fit_weights
from conjunct.count import Points, Tests
from conjunct.count.engine import SCALE
from conjunct.count.requests import FitRequest
from conjunct.search.newton import NewtonSearch, Prices
from conjunct.types import Flags, Floats, Ints


class Effort(NamedTuple):
    """When the fitting of weights ends.

    Parameters
    ----------
    cycles : int
        Largest number of steps.
    enough : float
        Fitting ends when no step of a weight saves this many nats.
    """

    cycles: int
    enough: float


FINAL, NEARLY_FINAL, BRIEF, NONE = (
    Effort(30, 1e-6),
    Effort(10, 1e-3),
    Effort(2, 1e-2),
    Effort(0, 0.0),
)
"""The effort for a finished card; for a card that is checked or thinned out; while rules are added
and removed; for weights that must not change."""


class Term(NamedTuple):
    """The points of a rule for one class; terms with the same body are one rule.

    Parameters
    ----------
    body : Tests
        Its conditions on codes.
    channel : int
        The score that it gives points to.
    sign : int
        Required sign of its weight, 1 or -1; 0 if either is allowed.
    found : NewtonSearch
        The search that found it.
    kept : bool
        Whether the rule was given in advance; it is then neither deleted nor replaced.
    """

    body: Tests
    channel: int
    sign: int
    found: NewtonSearch
    kept: bool = False


@dataclass(frozen=True, eq=False)
class FittedCard:
    """Rules with fitted weights.

    Parameters
    ----------
    terms : tuple of Term
        The rules.
    weights : ndarray of float
        One for each term.
    base : ndarray of float
        One for each channel.
    loss : float
        Negative log-likelihood plus ridge penalty, in nats.
    """

    terms: tuple[Term, ...]
    weights: Floats
    base: Floats
    loss: float

    @property
    def n_conditions(self) -> int:
        """Number of conditions of all rules, those of a body once."""
        return n_conditions(self.terms)

    @property
    def points(self) -> Points:
        """The card in the form that engines take."""
        return points_of(self.terms, self.weights, self.base)

    def cost(self, prices: Prices) -> float:
        """Return the loss plus the prices of all rules, in nats."""
        return self.loss + sum(prices.of(len(term.body)) for term in self.terms)


def points_of(terms: Sequence[Term], weights: Floats, base: Floats) -> Points:
    """Return rules with weights in the form that engines take."""
    bodies = [term.body for term in terms]
    return Points(bodies, np.arange(len(terms)), channels_of(terms), weights, base)


def by_body(terms: Sequence[Term]) -> dict[bytes, list[int]]:
    """Return the positions of the terms of each rule."""
    places: dict[bytes, list[int]] = {}
    for place, term in enumerate(terms):
        places.setdefault(term.body.tobytes(), []).append(place)
    return places


def n_conditions(terms: Sequence[Term]) -> int:
    """Return the number of conditions of all rules, those of a body once."""
    return sum({term.body.tobytes(): len(term.body) for term in terms}.values())


def channels_of(terms: Sequence[Term]) -> Ints:
    """Return the score that each rule gives points to."""
    return np.array([term.channel for term in terms], np.int64)


def fit_card(
    problem: CardProblem,
    terms: Sequence[Term],
    weights: Floats,
    base: Floats,
    ridge: float,
    effort: Effort,
    loss: float = math.nan,
    free: Flags | None = None,
) -> FittedCard:
    """Fit the weights of all rules together, starting from given weights.

    Parameters
    ----------
    problem : CardProblem
        The rows; afterwards their row state is that of the fitted card.
    terms : sequence of Term
        The rules.
    weights, base : ndarray of float
        Weights of the rules and base of each channel to start from.
    ridge : float
        See `Prices`.
    effort : Effort
        When to end.
    loss : float
        Loss of the given weights, if their row state is already written; else NaN.
    free : ndarray of bool or None
        Which weights may change; the bases of their channels may change too. None for all.
    """
    points = points_of(terms, weights, base)
    signs = np.array([term.sign for term in terms], np.int64)
    touched = np.full(len(base), free is None)
    if free is None:
        free = np.ones(len(weights), bool)
    touched[points.channels[free]] = True
    request = FitRequest(
        problem.state, problem.cover, points, signs, ridge, *effort, free, touched, loss
    )
    return FittedCard(tuple(terms), *fit_weights(problem.engine, request))


def saved_by_step(sums: Ints, ridge: float) -> Floats:
    """Return the nats that a Newton step of each rule saves in each channel.

    Parameters
    ----------
    sums : ndarray of int, (rules, 1 + 2 * channels or more)
        Weight, gradients and curvatures of a row state, summed over the rows of each rule.
    ridge : float
        See `Prices`.
    """
    n_channels = (sums.shape[1] - 1) // 3
    gradients = sums[:, 1 : 1 + n_channels] / SCALE
    curvatures = sums[:, 1 + n_channels : 1 + 2 * n_channels] / SCALE
    return np.asarray(0.5 * gradients**2 / (curvatures + ridge))
