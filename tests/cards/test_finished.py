"""From a fitted card to rules that people read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from tests.cards.drawn_cards import (
    OTHER_ENGINES,
    covers_of,
    grower_of,
    grown,
    problem_of,
    repeated_rows,
    with_two_classes,
)
from tests.cards.test_growth import HALVES, card_with
from tests.search.small_tables import Rows

from conjunct.cards.finished import base_points, n_tried, scored_rules
from conjunct.cards.rounding import PointsOfCard, decimal_points
from conjunct.model import NO_PROMISE


@given(repeated_rows())
def test_every_rule_gives_its_weight_to_one_class(rows: Rows) -> None:
    problem = problem_of(rows.coded())
    card = grown(grower_of(problem, 0.02))
    points = decimal_points(card)
    rules, base = scored_rules(problem, card, points.weights, 2), base_points(problem, points, 2)
    known = sorted(set(rows.coded().labels.tolist()))
    assert min(base[one] for one in known) == 0
    assert np.diff(base) == pytest.approx(np.diff(points.base), abs=0.0101)
    given_points = zip(card.terms, points.weights.tolist(), strict=True)
    kept = [(term.channel, weight) for term, weight in given_points if weight]
    for rule, (channel, weight) in zip(rules, kept, strict=True):
        assert np.flatnonzero(rule.points).tolist() == [channel]
        assert rule.points[channel] == weight
        assert rule.head == channel
        assert rule.against == (weight < 0)


@given(repeated_rows())
def test_of_two_classes_the_one_that_was_asked_for_has_the_points(rows: Rows) -> None:
    problem = problem_of(with_two_classes(rows))
    card = grown(grower_of(problem, 0.02))
    points = decimal_points(card)
    first, second = (scored_rules(problem, card, points.weights, one) for one in (0, 1))
    bases = [base_points(problem, points, one) for one in (0, 1)]
    assert bases[0][1] == bases[1][0] == 0
    assert bases[0][0] == -bases[1][1] == -points.base.round(2)[0]
    for one, other in zip(first, second, strict=True):
        assert one.points[1] == other.points[0] == 0
        assert one.points[0] == -other.points[1]
        assert one.conditions == other.conditions
        assert one.head == other.head == int(other.points[1] > 0)


@given(repeated_rows())
def test_a_rule_has_the_counts_of_its_rows_and_the_record_of_its_search(rows: Rows) -> None:
    coded = rows.coded()
    problem = problem_of(coded)
    card = grown(grower_of(problem, 0.02))
    rules = scored_rules(problem, card, card.weights, 2)
    for rule, term, covered in zip(rules, card.terms, covers_of(coded, card), strict=True):
        counts = np.bincount(coded.labels[sorted(covered)], minlength=3)
        assert rule.counts == tuple(counts.tolist())
        assert rule.search.tried == sum(one.tried for one in term.found.rounds)
        assert rule.search.pruned == sum(one.pruned for one in term.found.rounds)
        assert (rule.search.covered, rule.search.errors) == (rule.covered, rule.errors)
        contrary = rule.counts[rule.head] if rule.against else rule.covered - rule.counts[rule.head]
        assert rule.errors == contrary
        assert rule.promise == NO_PROMISE


@pytest.mark.parametrize("make", OTHER_ENGINES.values(), ids=OTHER_ENGINES)
@settings(max_examples=min(25, settings().max_examples))
@given(rows=repeated_rows())
def test_engines_finish_the_same_rules(make: type, rows: Rows) -> None:
    finished = []
    for how in ({}, {"make": make}):
        problem = problem_of(rows.coded(), **how)
        card = grown(grower_of(problem, 0.05))
        points = decimal_points(card)
        rules = scored_rules(problem, card, points.weights, 2)
        finished.append((rules, base_points(problem, points, 2)))
    assert finished[0] == finished[1]


def test_a_rule_whose_points_round_to_nothing_is_left_out() -> None:
    problem = problem_of(HALVES.coded())
    card = card_with(grower_of(problem, 0.5), [(0, 0, 0)], [(1, 0, 0)])
    points = decimal_points(replace(card, weights=np.array([1.0, 0.0049])))
    (rule,) = scored_rules(problem, card, points.weights, 2)
    assert rule.body == "c0 = a"


def test_the_lowest_base_of_a_class_with_rows_is_0() -> None:
    problem = problem_of(HALVES.coded())  # the third class has no rows
    points = PointsOfCard(np.empty(0), np.array([3.0, 5.0, -9.0]), 1.0)
    assert base_points(problem, points, 2) == (0.0, 2.0, -12.0)


def test_conditions_that_say_nothing_new_are_not_printed() -> None:
    problem = problem_of(HALVES.coded())
    card = card_with(grower_of(problem, 0.5), [(2, 2, 7), (2, 3, 1), (2, 2, 4)])
    (rule,) = scored_rules(problem, card, np.ones(1), 2)
    assert [(one.op, one.value) for one in rule.conditions] == [
        (">", problem.engine.columns[2].threshold(1)),
        ("<=", problem.engine.columns[2].threshold(4)),
    ]


def test_every_search_is_counted_once() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 0.02)
    card = grown(grower)
    each = {id(term.found): sum(one.tried for one in term.found.rounds) for term in card.terms}
    assert n_tried([card, card]) == sum(each.values()) > 0
