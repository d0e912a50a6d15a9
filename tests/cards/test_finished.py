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
    problem_of,
    repeated_rows,
)
from tests.cards.test_growth import HALVES, card_with
from tests.search.small_tables import Rows

from conjunct import ScoreCardClassifier
from conjunct.cards.finished import base_points, points_of, scored_rules
from conjunct.cards.fitted import FittedCard
from conjunct.data import shipped_table
from conjunct.model import NO_PROMISE
from conjunct.types import Floats


def given_points(card: FittedCard) -> list[tuple[tuple[int, ...], Floats]]:
    """Return the channels and weights of every rule."""
    return [
        (term.channels, card.weights[card.weights_of(place)])
        for place, term in enumerate(card.terms)
    ]


@given(repeated_rows())
def test_printed_points_are_the_weights_in_hundredths(rows: Rows) -> None:
    problem = problem_of(rows.coded())
    grower = grower_of(problem, 0.02)
    card = grower.grown(grower.empty())
    rules, base = scored_rules(problem, card), base_points(problem, card)
    known = sorted(set(rows.coded().labels.tolist()))
    assert min(base[one] for one in known) == 0
    assert np.diff(base) == pytest.approx(np.diff(card.base), abs=0.0101)
    expected = [points_of(problem, *one) for one in given_points(card)]
    for rule, points in zip(rules, [one for one in expected if any(one)], strict=True):
        assert rule.points == pytest.approx(points, abs=0.0101)
        assert max(map(abs, rule.points)) == abs(rule.points[rule.head])


@given(repeated_rows())
def test_a_rule_has_the_counts_of_its_rows_and_the_record_of_its_search(rows: Rows) -> None:
    coded = rows.coded()
    problem = problem_of(coded)
    grower = grower_of(problem, 0.02)
    card = grower.grown(grower.empty())
    points = [points_of(problem, *one) for one in given_points(card)]
    terms = zip(card.terms, covers_of(coded, card), points, strict=True)
    kept = [(term, covered) for term, covered, one in terms if any(one)]
    for rule, (term, covered) in zip(scored_rules(problem, card), kept, strict=True):
        counts = np.bincount(coded.labels[sorted(covered)], minlength=3)
        assert rule.counts == tuple(counts.tolist())
        assert rule.search.tried == sum(one.tried for one in term.found.rounds)
        assert rule.search.pruned == sum(one.pruned for one in term.found.rounds)
        assert (rule.search.covered, rule.search.errors) == (rule.covered, rule.errors)
        assert rule.promise == NO_PROMISE


@pytest.mark.parametrize("make", OTHER_ENGINES.values(), ids=OTHER_ENGINES)
@settings(max_examples=min(25, settings().max_examples))
@given(rows=repeated_rows())
def test_engines_finish_the_same_rules(make: type, rows: Rows) -> None:
    finished = []
    for how in ({}, {"make": make}):
        problem = problem_of(rows.coded(), **how)
        grower = grower_of(problem, 0.05)
        card = grower.grown(grower.empty())
        finished.append((scored_rules(problem, card), base_points(problem, card)))
    assert finished[0] == finished[1]


def test_a_rule_whose_points_round_to_nothing_is_left_out() -> None:
    problem = problem_of(HALVES.coded())
    card = card_with(grower_of(problem, 0.5), [(0, 0, 0)], [(1, 0, 0)])
    faint = replace(card, weights=np.where(np.arange(6) < 3, card.weights, 0.0049))
    (rule,) = scored_rules(problem, faint)
    assert rule.body == "c0 = a"


def test_of_two_classes_only_the_second_has_points() -> None:
    problem = problem_of(replace(HALVES.coded(), classes=("x", "y")))
    grower = grower_of(problem, 0.5)
    card = grower.grown(grower.empty())
    (rule,) = scored_rules(problem, card)
    assert base_points(problem, card)[0] == rule.points[0] == 0
    assert rule.head == int(rule.points[1] > 0)


def test_classes_with_equal_points_are_told_apart_by_a_hundredth() -> None:
    problem = problem_of(HALVES.coded())
    card = card_with(grower_of(problem, 0.5), [(0, 0, 0)])
    for weights, points in (
        ((0.5, 0.5, 0.1), (0.51, 0.5, 0.1)),
        ((-0.5, 0.1, -0.5), (-0.51, 0.1, -0.5)),
        ((-0.5, 0.5, 0.0), (-0.5, 0.5, 0.0)),
    ):
        (rule,) = scored_rules(problem, replace(card, weights=np.array(weights)))
        assert rule.points == points
        assert rule.head == 0


def test_conditions_that_say_nothing_new_are_not_printed() -> None:
    problem = problem_of(HALVES.coded())
    card = card_with(grower_of(problem, 0.5), [(2, 2, 7), (2, 3, 1), (2, 2, 4)])
    (rule,) = scored_rules(problem, replace(card, weights=np.ones(3)))
    assert rule.body == "c2 > 1.5 and c2 ≤ 4.5"


def test_wrong_are_the_rows_that_contradict_a_rule() -> None:
    card = ScoreCardClassifier().fit_table(shipped_table()).rules_
    assert {rule.against for rule in card} == {False, True}
    for rule in card:
        contrary = rule.counts[rule.head] if rule.against else rule.covered - rule.counts[rule.head]
        assert rule.errors == contrary
        assert rule.laplace_error == (contrary + 1) / (rule.covered + 2)
