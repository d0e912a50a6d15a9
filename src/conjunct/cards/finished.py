"""From a fitted card to rules with points that people read."""

from __future__ import annotations

import numpy as np

from conjunct.cards.fitted import FittedCard, Term
from conjunct.cards.problem import CardProblem
from conjunct.count import Tests, class_counts
from conjunct.model import ScoredRule, SearchRecord
from conjunct.search.body import shortest_body
from conjunct.search.newton import NewtonSearch
from conjunct.search.outcome import conditions_of
from conjunct.types import Floats

DECIMALS = 2
"""Decimals of points: what is printed is what counts."""


def points_of(
    problem: CardProblem, channels: tuple[int, ...], weights: Floats
) -> tuple[float, ...]:
    """Return weights of some channels as points by class, rounded."""
    points = np.zeros(problem.engine.n_classes)
    points[[problem.channels[one] for one in channels]] = weights
    return tuple(np.round(points, DECIMALS).tolist())


def base_points(problem: CardProblem, card: FittedCard) -> tuple[float, ...]:
    """Return the points of every row; of several classes the lowest that occurs has 0."""
    base = card.base
    if len(problem.channels) > 1:
        base = base - base[problem.class_weights > 0].min()
    return points_of(problem, tuple(range(len(base))), base)


def scored_rules(problem: CardProblem, card: FittedCard) -> list[ScoredRule]:
    """Return the rules of a card, but for those whose points round to nothing.

    A rule speaks for or against the class that its points change most.
    """
    rules = []
    for place, term in enumerate(card.terms):
        points = points_of(problem, term.channels, card.weights[card.weights_of(place)])
        if any(points):
            rules.append(_scored_rule(problem, term, points))
    return rules


def _scored_rule(problem: CardProblem, term: Term, points: tuple[float, ...]) -> ScoredRule:
    head, points = _with_head(points)
    against = points[head] < max(points)
    body = _shortest(problem, term.body)
    counts = class_counts(problem.engine, problem.cover, body)
    covered = sum(counts)
    errors = counts[head] if against else covered - counts[head]
    return ScoredRule(
        conditions=conditions_of(problem.engine, body),
        head=head,
        counts=counts,
        search=_record(problem, term.found, covered, errors),
        points=points,
    )


def _shortest(problem: CardProblem, body: Tests) -> Tests:
    return shortest_body([tuple(test) for test in body.tolist()], problem.engine.columns)


def _with_head(points: tuple[float, ...]) -> tuple[int, tuple[float, ...]]:
    """Return the class that points change most, and points that leave no doubt about it."""
    if len(points) == 2:
        return int(np.argmax(points)), points
    head = int(np.argmax(np.abs(points)))
    sign = 1 if points[head] > 0 else -1
    if points.count(points[head]) > 1:
        nudged = round(points[head] + sign * 10.0**-DECIMALS, DECIMALS)
        points = (*points[:head], nudged, *points[head + 1 :])
    return head, points


def _record(problem: CardProblem, found: NewtonSearch, covered: int, errors: int) -> SearchRecord:
    rounds = found.rounds
    return SearchRecord(
        search="newton",
        width=rounds[0].width,
        tried=sum(one.tried for one in rounds),
        pruned=sum(one.pruned for one in rounds),
        combinations=problem.language.n_attribute_sets(found.refined),
        covered=covered,
        errors=errors,
        rounds=rounds,
    )
