"""From a draft to rules that people read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from tests.cards.drawn_cards import grower_of, problem_of, repeated_rows
from tests.cards.test_growth import HALVES, draft_with
from tests.search.small_tables import Rows

from conjunct.cards.draft import Draft
from conjunct.cards.estimates import class_probabilities
from conjunct.cards.finished import base_points, points_of, scored_rules
from conjunct.count import LocalEngine, ReferenceEngine
from conjunct.types import Floats


def given_points(draft: Draft) -> list[tuple[tuple[int, ...], Floats]]:
    """Return the channels and weights of every rule."""
    return [(term.channels, draft.weights_of(place)) for place, term in enumerate(draft.terms)]


@given(repeated_rows())
def test_printed_points_are_the_weights_in_hundredths(rows: Rows) -> None:
    problem = problem_of(rows.coded())
    grower = grower_of(problem, 0.02)
    draft = grower.grown(grower.empty())
    rules = scored_rules(problem, draft)
    base = base_points(problem, draft)
    known = sorted(set(problem.labels.tolist()))
    assert min(base[one] for one in known) == 0
    assert np.diff(base) == pytest.approx(np.diff(draft.base), abs=0.0101)
    expected = [points_of(problem, *one) for one in given_points(draft)]
    for rule, points in zip(rules, [one for one in expected if any(one)], strict=True):
        assert rule.points == pytest.approx(points, abs=0.0101)
        assert max(map(abs, rule.points)) == abs(rule.points[rule.head])


@given(repeated_rows())
def test_a_rule_has_the_counts_of_its_rows_and_the_record_of_its_search(rows: Rows) -> None:
    problem = problem_of(rows.coded())
    grower = grower_of(problem, 0.02)
    draft = grower.grown(grower.empty())
    points = [points_of(problem, *one) for one in given_points(draft)]
    kept = [term for term, one in zip(draft.terms, points, strict=True) if any(one)]
    for rule, term in zip(scored_rules(problem, draft), kept, strict=True):
        assert rule.counts == tuple(np.bincount(problem.labels[term.rows], minlength=3).tolist())
        assert rule.search.scored == sum(one.scored for one in term.found.rounds)
        assert (rule.search.covered, rule.search.errors) == (rule.covered, rule.errors)
        assert 0 < rule.error < 1
        assert 0 <= rule.corrected_error <= 1


@given(repeated_rows())
def test_engines_finish_the_same_rules(rows: Rows) -> None:
    finished = []
    for make in (LocalEngine, ReferenceEngine):
        problem = problem_of(rows.coded(), make)
        grower = grower_of(problem, 0.05)
        finished.append(scored_rules(problem, grower.grown(grower.empty())))
    assert finished[0] == finished[1]


@given(repeated_rows())
def test_probabilities_of_all_classes_sum_to_one(rows: Rows) -> None:
    problem = problem_of(rows.coded())
    grower = grower_of(problem, 0.05)
    probabilities = class_probabilities(problem, grower.grown(grower.empty()))
    assert probabilities.shape == (3, problem.n_rows)
    assert probabilities.sum(axis=0) == pytest.approx(1.0)


def test_a_rule_whose_points_round_to_nothing_is_left_out() -> None:
    problem = problem_of(HALVES.coded())
    draft = draft_with(grower_of(problem, 0.5), [(0, 0, 0)], [(1, 0, 0)])
    faint = replace(draft, weights=np.where(np.arange(6) < 3, draft.weights, 0.0049))
    (rule,) = scored_rules(problem, faint)
    assert rule.body == "c0 = a"


def test_of_two_classes_only_the_second_has_points() -> None:
    problem = problem_of(replace(HALVES.coded(), classes=("x", "y")))
    grower = grower_of(problem, 0.5)
    draft = grower.grown(grower.empty())
    (rule,) = scored_rules(problem, draft)
    assert base_points(problem, draft)[0] == rule.points[0] == 0
    assert rule.head == int(rule.points[1] > 0)


def test_classes_with_equal_points_are_told_apart_by_a_hundredth() -> None:
    problem = problem_of(HALVES.coded())
    draft = draft_with(grower_of(problem, 0.5), [(0, 0, 0)])
    for weights, points in (
        ((0.5, 0.5, 0.1), (0.51, 0.5, 0.1)),
        ((-0.5, 0.1, -0.5), (-0.51, 0.1, -0.5)),
        ((-0.5, 0.5, 0.0), (-0.5, 0.5, 0.0)),
    ):
        (rule,) = scored_rules(problem, replace(draft, weights=np.array(weights)))
        assert rule.points == points
        assert rule.head == 0
