"""A card that may still change: rules, their fitted weights, and what the card costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np

from conjunct.cards.problem import Problem
from conjunct.cards.weight_kernels import (
    fit_weights,
    scale_odds,
    set_odds,
    set_residuals,
    sum_covers,
)
from conjunct.count import Tests
from conjunct.search.newton import Found, Prices
from conjunct.search.newton_kernels import SCALE
from conjunct.types import Floats, Ints, Rows


class Effort(NamedTuple):
    """When fitting of weights ends: after so many cycles, or once no step is worth so many nats.

    Weights before the first one stay as they are.
    """

    cycles: int
    enough: float
    first: int = 0


FINAL, NEARLY_FINAL = Effort(30, 1e-6), Effort(10, 1e-3)
"""Spent on a finished card; on one of a large table, or one that will be thinned out."""


class Term(NamedTuple):
    """A rule of a card.

    Parameters
    ----------
    body : Tests
        Its conditions on codes.
    channels : tuple of int
        Those that it gives points to.
    rows : ndarray of int
        The rows that it covers.
    sign : int
        What its only weight must be: 1 or -1; 0 where it is free.
    found : Found
        The search that found it.
    """

    body: Tests
    channels: tuple[int, ...]
    rows: Rows
    sign: int
    found: Found


class Start(NamedTuple):
    """Weights to start from, and what they make of the rows, see `Draft`."""

    weights: Floats
    base: Floats
    odds: Floats
    sums: Floats


@dataclass(frozen=True, eq=False)
class Draft:
    """Rules with fitted weights.

    Parameters
    ----------
    terms : tuple of Term
        The rules.
    weights : ndarray of float
        One for each channel of each term, one term's after the other's.
    base : ndarray of float
        One for each channel.
    loss : float
        Negative log-likelihood and ridge, in nats.
    odds, sums : ndarray of float
        For every channel and row the exponential of its score; for every row their sum.
    """

    terms: tuple[Term, ...]
    weights: Floats
    base: Floats
    loss: float
    odds: Floats
    sums: Floats

    @property
    def n_conditions(self) -> int:
        """Conditions of all rules."""
        return sum(len(term.body) for term in self.terms)

    def cost(self, prices: Prices) -> float:
        """Return loss and prices of all rules, in nats."""
        return self.loss + sum(prices.of(len(t.body), len(t.channels)) for t in self.terms)

    def residuals(self, problem: Problem) -> Ints:
        """Return weight, gradients and curvatures of every row, see `find_rule`."""
        values = np.empty((problem.n_rows, 1 + 2 * len(problem.channels)), np.int64)
        set_residuals((problem.labels, problem.share), (self.odds, self.sums), values)
        return values

    def with_term(self, term: Term) -> Start:
        """Return the start of a card with one more rule, whose weights are 0."""
        weights = np.append(self.weights, np.zeros(len(term.channels)))
        return Start(weights, self.base.copy(), self.odds.copy(), self.sums.copy())

    def without_term(self, place: int) -> Start:
        """Return the start of a card with one rule less."""
        term = self.terms[place]
        first = sum(len(one.channels) for one in self.terms[:place])
        gone = slice(first, first + len(term.channels))
        odds, sums = self.odds.copy(), self.sums.copy()
        for channel, weight in zip(term.channels, self.weights[gone].tolist(), strict=True):
            scale_odds(term.rows, channel, -weight, odds, sums)
        return Start(np.delete(self.weights, gone), self.base.copy(), odds, sums)

    def weights_of(self, place: int) -> Floats:
        """Return the weights of one term."""
        start = sum(len(term.channels) for term in self.terms[:place])
        return self.weights[start : start + len(self.terms[place].channels)]


def fit_draft(
    problem: Problem,
    terms: Sequence[Term],
    start: Start,
    ridge: float,
    effort: Effort,
) -> Draft:
    """Fit the weights of all rules together, from where they are.

    Parameters
    ----------
    problem : Problem
        The rows.
    terms : sequence of Term
        The rules.
    start : Start
        Where to start; used up.
    ridge : float
        See `Prices`.
    effort : Effort
        When to end.
    """
    loss = fit_weights(
        (problem.labels, problem.share),
        joined_covers(terms),
        flat_terms(terms),
        start.weights,
        start.base,
        (start.odds, start.sums),
        ridge,
        effort,
    )
    return Draft(tuple(terms), start.weights, start.base, loss, start.odds, start.sums)


def fresh_start(problem: Problem, terms: Sequence[Term], weights: Floats, base: Floats) -> Start:
    """Work out where given weights put every row."""
    odds = np.empty((len(problem.channels), problem.n_rows))
    sums = np.empty(problem.n_rows)
    set_odds(joined_covers(terms), flat_terms(terms)[:2], weights, base, odds, sums)
    return Start(weights.copy(), base.copy(), odds, sums)


def flat_terms(terms: Sequence[Term]) -> tuple[Ints, Ints, Ints]:
    """Return rule, channel and sign of every weight."""
    sizes = [len(term.channels) for term in terms]
    rules = np.repeat(np.arange(len(terms)), sizes)
    channels = np.fromiter(chain.from_iterable(term.channels for term in terms), np.int64)
    signs = np.repeat(np.array([term.sign for term in terms], np.int64), sizes)
    return rules, channels, signs


def joined_covers(terms: Sequence[Term]) -> tuple[Rows, Ints]:
    """Return the rows of all covers one after the other, and where each ends."""
    rows = np.concatenate([np.empty(0, np.int32), *(term.rows for term in terms)])
    return rows, np.cumsum([0, *(len(term.rows) for term in terms)])


def paying_channels(values: Ints, rows: Rows, prices: Prices) -> tuple[int, ...]:
    """Return the channels in which a Newton step saves more than their price; at least the best."""
    saved = _saved(values, rows, prices)
    paying = np.flatnonzero(saved > prices.per_class)
    return tuple(paying.tolist()) or (int(saved.argmax()),)


def saving(values: Ints, term: Term, prices: Prices) -> float:
    """Return what a Newton step of the weights of a rule saves, less its price."""
    saved = _saved(values, term.rows, prices)[list(term.channels)]
    return float(saved.sum()) - prices.of(len(term.body), len(term.channels))


def cover_sums(values: Ints, terms: Sequence[Term]) -> Ints:
    """Add up the numbers of the rows that each rule covers."""
    totals = np.empty((len(terms), values.shape[1]), np.int64)
    sum_covers(values, joined_covers(terms), totals)
    return totals


def _saved(values: Ints, rows: Rows, prices: Prices) -> Floats:
    """Return for each channel what a Newton step saves."""
    totals = np.empty((1, values.shape[1]), np.int64)
    sum_covers(values, (rows, np.array([0, len(rows)])), totals)
    n_channels = values.shape[1] // 2
    gradients = totals[0, 1 : 1 + n_channels] / SCALE
    curvatures = totals[0, 1 + n_channels :] / SCALE
    return np.asarray(0.5 * gradients**2 / (curvatures + prices.ridge))
