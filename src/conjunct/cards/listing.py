"""A first-match list under the objective of a card: the rows a rule decides about are its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from conjunct.cards.growth import Grower
from conjunct.cards.problem import Problem
from conjunct.cards.validation import N_FOLDS, deal_folds
from conjunct.count import CountingEngine, Tests
from conjunct.encode import CodedTable
from conjunct.search.newton import Found, find_rule
from conjunct.types import Floats, Ints

SMOOTHING = 1.0
"""Rows of the whole table's classes that are added to those of a rule."""


class Listed(NamedTuple):
    """A rule of a list.

    Parameters
    ----------
    body : Tests
        Its conditions on codes.
    counts : tuple of int
        The rows by class that no rule before it covers.
    weights : ndarray of float
        Their weight by class.
    found : Found
        The search that found it.
    """

    body: Tests
    counts: tuple[int, ...]
    weights: Floats
    found: Found


@dataclass(frozen=True, eq=False)
class ListGrower:
    """Grows a list rule by rule, as long as likelihood pays for the price of the rule.

    Parameters
    ----------
    grower : Grower
        Of a card of the same rows and prices.
    labels : ndarray of int
        Class of every row.
    """

    grower: Grower
    labels: Ints

    def grown(self, price: float, most: int | None = None) -> tuple[list[Listed], int]:
        """Return the rules of a list at a price, and the class of the rows that are left.

        It ends before it would have more than `most` conditions.
        """
        room = np.inf if most is None else most
        problem, labels = self.grower.problem, self.labels
        prior = self._weights(labels, problem.share)
        prior = SMOOTHING * prior / prior.sum()
        rules: list[Listed] = []
        while len(np.unique(labels)) > 1:
            grower = replace(self.grower, problem=problem, price=price)
            found = _found(grower)
            if not len(found.body):
                break
            rows = problem.engine.members(found.body)
            share = problem.share[rows]
            inside = self._weights(labels[rows], share)
            outside = self._weights(labels, problem.share) - inside
            saved = _nats(inside + outside, prior) - _nats(inside, prior) - _nats(outside, prior)
            room -= len(found.body)
            if saved <= grower.prices.of(len(found.body), 0) or room < 0:
                break
            counts = problem.engine.class_counts(found.body)
            rules.append(Listed(found.body, counts, inside, found))
            kept = np.delete(np.arange(len(labels)), rows)
            labels = labels[kept]
            problem = replace(
                problem,
                engine=problem.engine.without(found.body),
                labels=problem.labels[kept],
                share=problem.share[kept],
            )
        return rules, int(self._weights(labels, problem.share).argmax())

    def _weights(self, labels: Ints, share: Floats) -> Floats:
        n_classes = self.grower.problem.engine.n_classes
        return np.bincount(labels, share, n_classes).astype(np.float64)


def _found(grower: Grower) -> Found:
    """Look for the rule whose rows differ most from all that are left."""
    problem = grower.problem
    values = grower.empty().residuals(problem)
    prices = grower.prices._replace(per_class=0.0)
    taken = np.empty((0, values.shape[1]), np.int64)
    return find_rule(
        problem.engine, problem.language, values, prices, grower.beam, problem.signs, taken
    )


def _nats(weights: Floats, prior: Floats) -> float:
    """Return the nats that the classes of some rows need, by their own smoothed shares."""
    seen = weights > 0
    shares = (weights + prior) / (weights.sum() + prior.sum())
    return float(-(weights[seen] * np.log(shares[seen])).sum())


def check_lists(
    lister: ListGrower,
    coded: CodedTable,
    make_engine: Callable[[CodedTable], CountingEngine],
    prices: Floats,
    random: np.random.Generator,
) -> list[float]:
    """Return for each price the share of the rows that a list learned without them gets wrong.

    Parameters
    ----------
    lister : ListGrower
        Of all rows.
    coded : CodedTable
        The rows.
    make_engine : callable
        Makes the engine of some rows.
    prices : ndarray of float
        To be checked.
    random : Generator
        Deals the folds.
    """
    whole = lister.grower.problem
    dealt = deal_folds(lister.labels, min(N_FOLDS, whole.n_rows), random)
    wrong = np.zeros(len(prices))
    for one in np.unique(dealt):
        rest = dealt != one
        engine = make_engine(coded.take(rest))
        part = replace(whole, engine=engine, labels=whole.labels[rest], share=whole.share[rest])
        fold = ListGrower(replace(lister.grower, problem=part), lister.labels[rest])
        for place, price in enumerate(prices.tolist()):
            decided = _decided(whole, *fold.grown(price))
            wrong[place] += whole.share[~rest] @ (decided != lister.labels)[~rest]
    return [float(one) for one in wrong / whole.share.sum()]


def _decided(problem: Problem, rules: Sequence[Listed], default: int) -> Ints:
    """Return for every row the class of the first rule that covers it, else the default."""
    classes = np.full(problem.n_rows, default, np.int64)
    for rule in reversed(rules):
        classes[problem.engine.members(rule.body)] = int(rule.weights.argmax())
    return classes
