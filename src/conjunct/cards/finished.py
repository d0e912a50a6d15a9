"""From a draft to rules with points that people read."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from conjunct.cards.draft import Draft, Term
from conjunct.cards.estimates import contradicted_share
from conjunct.cards.listing import Listed
from conjunct.cards.problem import Problem
from conjunct.choose import laplace_error
from conjunct.count import Tests
from conjunct.model import Rule, ScoredRule, SearchRecord
from conjunct.search.body import shortest_body
from conjunct.search.newton import Found
from conjunct.search.outcome import conditions_of
from conjunct.types import Floats

DECIMALS = 2
"""Points are rounded to so many decimals: what is printed is what counts."""


def points_of(problem: Problem, channels: tuple[int, ...], weights: Floats) -> tuple[float, ...]:
    """Return weights of some channels as points by class, rounded."""
    points = np.zeros(problem.engine.n_classes)
    points[[problem.channels[one] for one in channels]] = weights
    return tuple(np.round(points, DECIMALS).tolist())


def base_points(problem: Problem, draft: Draft) -> tuple[float, ...]:
    """Return the points of every row; of several classes the lowest that occurs has 0."""
    base = draft.base
    if len(problem.channels) > 1:
        base = base - base[np.unique(problem.labels)].min()
    return points_of(problem, tuple(range(len(base))), base)


def scored_rules(problem: Problem, draft: Draft) -> list[ScoredRule]:
    """Return the rules of a draft, but for those whose points round to nothing.

    A rule speaks for or against the class that its points change most.
    """
    rules = []
    for place, term in enumerate(draft.terms):
        points = points_of(problem, term.channels, draft.weights_of(place))
        if any(points):
            rules.append(_scored_rule(problem, term, points))
    return rules


def _scored_rule(problem: Problem, term: Term, points: tuple[float, ...]) -> ScoredRule:
    head, points = _with_head(points)
    against = points[head] < max(points)
    body = _shortest(problem, term.body)
    counts = problem.engine.class_counts(body)
    covered = sum(counts)
    errors = counts[head] if against else covered - counts[head]
    return ScoredRule(
        conditions=conditions_of(problem.engine, body),
        head=head,
        counts=counts,
        error=float(laplace_error(covered, errors, 2)),
        corrected_error=contradicted_share(covered, errors),
        search=_record(problem, term.found, covered, errors),
        points=points,
    )


def listed_rules(problem: Problem, listed: Iterable[Listed]) -> list[Rule]:
    """Return the rules of a list; their counts are of the rows that no rule before them covers."""
    return [_listed_rule(problem, one) for one in listed]


def _listed_rule(problem: Problem, listed: Listed) -> Rule:
    head = int(listed.weights.argmax())
    covered = sum(listed.counts)
    errors = covered - listed.counts[head]
    record = _record(problem, listed.found, covered, errors)
    return Rule(
        conditions=conditions_of(problem.engine, _shortest(problem, listed.body)),
        head=head,
        counts=listed.counts,
        error=float(laplace_error(covered, errors, problem.engine.n_classes)),
        corrected_error=contradicted_share(covered, errors),
        search=record,
    )


def _shortest(problem: Problem, body: Tests) -> Tests:
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


def _record(problem: Problem, found: Found, covered: int, errors: int) -> SearchRecord:
    rounds = found.rounds
    return SearchRecord(
        search="newton",
        width=rounds[0].width,
        scored=sum(one.scored for one in rounds),
        pruned=sum(one.pruned for one in rounds),
        combinations=found.combinations(problem.language),
        covered=covered,
        errors=errors,
        rounds=rounds,
    )
