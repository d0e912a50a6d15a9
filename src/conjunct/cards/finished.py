"""From a fitted card to readable rules with points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conjunct.cards.fitted import FittedCard, Term, by_body
from conjunct.cards.problem import CardProblem
from conjunct.cards.rounding import PointsOfCard, from_lowest
from conjunct.count import Tests, class_counts
from conjunct.model import ScoredRule, SearchRecord
from conjunct.model.record import BY_HAND
from conjunct.model.scored_rule import head_of
from conjunct.search.newton import NewtonSearch
from conjunct.search.outcome import conditions_of, shortest_body
from conjunct.types import Floats


def base_points(problem: CardProblem, points: PointsOfCard, positive: int) -> tuple[float, ...]:
    """Return the points that every row starts with, by class.

    With more than two classes they are shifted so that the lowest base of a class with rows is 0.

    Parameters
    ----------
    problem : CardProblem
        The rows.
    points : PointsOfCard
        The printed points of the card.
    positive : int
        With two classes, the class that gets points.
    """
    by_class = np.zeros(problem.engine.n_classes)
    for channel, own in enumerate(from_lowest(problem, points.base).tolist()):
        by_class += _by_class(problem, channel, own, positive)
    return tuple(by_class.round(2).tolist())


def scored_rules(
    problem: CardProblem, card: FittedCard, weights: Floats, positive: int
) -> list[ScoredRule]:
    """Return the rules of a card, except those without points.

    The head of a rule is the class that gets or loses most points by it. With two classes, it is
    the class that the rule makes more probable.

    Parameters
    ----------
    problem : CardProblem
        The rows.
    card : FittedCard
        The rules.
    weights : ndarray of float
        Points of each term.
    positive : int
        With two classes, the class that gets points.
    """
    given = [
        _by_class(problem, term.channel, weight, positive)
        for term, weight in zip(card.terms, weights.tolist(), strict=True)
    ]
    rules = []
    for places in by_body(card.terms).values():
        points = np.sum([given[place] for place in places], axis=0)
        if points.any():
            rules.append(_scored_rule(problem, card.terms[places[0]], points))
    return rules


def _by_class(problem: CardProblem, channel: int, weight: float, positive: int) -> Floats:
    """Return a weight as points by class. With two classes, weights are for the second class."""
    points = np.zeros(problem.engine.n_classes)
    own = problem.channels[channel]
    if len(problem.channels) == 1 and positive != own:
        points[positive] = -weight
    else:
        points[own] = weight
    return points


def _scored_rule(problem: CardProblem, term: Term, points: Floats) -> ScoredRule:
    head = head_of(points.tolist())
    against = points[head] < points.max()
    body = _shortest(problem, term.body)
    counts = class_counts(problem.engine, problem.cover, body)
    covered = sum(counts)
    errors = counts[head] if against else covered - counts[head]
    return ScoredRule(
        conditions=conditions_of(problem.engine, body),
        head=head,
        counts=counts,
        search=BY_HAND if term.kept else _record(problem, term.found, covered, errors),
        points=tuple(points.tolist()),
    )


def _shortest(problem: CardProblem, body: Tests) -> Tests:
    return shortest_body([tuple(test) for test in body.tolist()], problem.engine.columns)


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


def n_tried(cards: Sequence[FittedCard]) -> int:
    """Return the number of candidates tried in all searches for the rules of some cards."""
    searches = {id(term.found): term.found for card in cards for term in card.terms}
    return sum(one.tried for found in searches.values() for one in found.rounds)
