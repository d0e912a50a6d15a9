"""A card with fitted weights: its rules, the class that each speaks about, and what it costs."""

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
    """When fitting of weights ends.

    Parameters
    ----------
    cycles : int
        Steps at most.
    enough : float
        The end: no step of a weight is worth this many nats.
    """

    cycles: int
    enough: float


FINAL, NEARLY_FINAL, BRIEF, NONE = (
    Effort(30, 1e-6),
    Effort(10, 1e-3),
    Effort(2, 1e-2),
    Effort(0, 0.0),
)
"""Spent on a finished card; on one that is checked or thinned out; while rules come and go; on
weights that must stay as they are."""


class Term(NamedTuple):
    """A rule of a card.

    Parameters
    ----------
    body : Tests
        Its conditions on codes.
    channel : int
        The score that it gives points to.
    sign : int
        What its weight must be: 1 or -1; 0 where it is free.
    found : NewtonSearch
        The search that found it.
    kept : bool
        Whether it was given: it is neither deleted nor replaced.
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
        Negative log-likelihood and ridge, in nats.
    """

    terms: tuple[Term, ...]
    weights: Floats
    base: Floats
    loss: float

    @property
    def n_conditions(self) -> int:
        """Conditions of all rules."""
        return sum(len(term.body) for term in self.terms)

    @property
    def points(self) -> Points:
        """The card as engines take it."""
        return points_of(self.terms, self.weights, self.base)

    def cost(self, prices: Prices) -> float:
        """Return loss and prices of all rules, in nats."""
        return self.loss + sum(prices.of(len(term.body)) for term in self.terms)


def points_of(terms: Sequence[Term], weights: Floats, base: Floats) -> Points:
    """Return rules with weights as engines take them."""
    bodies = [term.body for term in terms]
    return Points(bodies, np.arange(len(terms)), channels_of(terms), weights, base)


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
    """Fit the weights of all rules together, from where they are.

    Parameters
    ----------
    problem : CardProblem
        The rows; their row state is that of the card afterwards.
    terms : sequence of Term
        The rules.
    weights, base : ndarray of float
        Where to start.
    ridge : float
        See `Prices`.
    effort : Effort
        When to end.
    loss : float
        Loss of these weights, if their row state is written already.
    free : ndarray of bool or None
        The weights that may change, and with them the bases of their channels; None for all.
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
    """Return for each channel what a Newton step of a rule saves, from the sums over its rows.

    Parameters
    ----------
    sums : ndarray of int, (rules, 1 + 2 * channels or more)
        Weight, gradients and curvatures of a row state.
    ridge : float
        See `Prices`.
    """
    n_channels = (sums.shape[1] - 1) // 3
    gradients = sums[:, 1 : 1 + n_channels] / SCALE
    curvatures = sums[:, 1 + n_channels : 1 + 2 * n_channels] / SCALE
    return np.asarray(0.5 * gradients**2 / (curvatures + ridge))
