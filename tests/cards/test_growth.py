"""Growing a card: it gets cheaper with every change, on any engine."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cards.drawn_cards import (
    NOWHERE,
    grower_of,
    loss_of,
    problem_of,
    repeated_rows,
    seeds,
)
from tests.search.small_tables import Rows

from conjunct.cards.draft import FINAL, Draft, Term, fit_draft, fresh_start
from conjunct.cards.growth import Grower
from conjunct.count import LocalEngine, ReferenceEngine, as_tests
from conjunct.search.newton import NewtonBeam

prices = st.sampled_from([0.02, 0.1, 0.4])
HALVES = Rows(
    ("nominal", "nominal", "numeric"),
    tuple(("ab"[row % 2], "cd"[row // 2 % 2], float(row // 4)) for row in range(40)),
    tuple("xy"[(row + (row % 11 == 3)) % 2] for row in range(40)),
)
"""The first attribute says the class of nine rows out of ten; the others say nothing."""


def bodies_of(draft: Draft) -> list[list[list[int]]]:
    return [term.body.tolist() for term in draft.terms]


def draft_with(grower: Grower, *bodies: list[tuple[int, int, int]]) -> Draft:
    """Fit a card of rules that were chosen by hand."""
    problem = grower.problem
    channels = tuple(range(len(problem.channels)))
    terms = tuple(
        Term(as_tests(body), channels, problem.engine.members(as_tests(body)), 0, NOWHERE)
        for body in bodies
    )
    weights = np.zeros(len(terms) * len(channels))
    start = fresh_start(problem, terms, weights, problem.first_base())
    return fit_draft(problem, terms, start, grower.scale.ridge, FINAL)


@given(repeated_rows(), prices)
def test_growing_never_raises_the_cost(rows: Rows, price: float) -> None:
    grower = grower_of(problem_of(rows.coded()), price)
    drafts = [grower.empty()]
    for _ in range(3):
        drafts.append(grower.grown(drafts[-1]))
    costs = [draft.cost(grower.prices) for draft in drafts]
    assert (np.diff(costs) <= 1e-6).all()


@given(repeated_rows(), prices)
def test_the_loss_of_a_grown_card_is_the_formula(rows: Rows, price: float) -> None:
    problem = problem_of(rows.coded())
    grower = grower_of(problem, price)
    draft = grower.grown(grower.empty())
    assert draft.loss == pytest.approx(loss_of(problem, draft, grower.scale.ridge), abs=1e-8)
    for term in draft.terms:
        assert term.rows.tolist() == problem.engine.members(term.body).tolist()
        assert len(term.rows) >= grower.beam.min_weight


@given(repeated_rows(), prices)
def test_no_two_rules_cover_the_same_rows_or_all_others(rows: Rows, price: float) -> None:
    grower = grower_of(problem_of(rows.coded()), price)
    draft = grower.grown(grower.empty())
    covers = [frozenset(term.rows.tolist()) for term in draft.terms]
    everything = frozenset(range(grower.problem.n_rows))
    assert len({*covers, *(everything - one for one in covers)}) == 2 * len(covers)


@given(repeated_rows(), prices)
def test_both_engines_grow_the_same_card(rows: Rows, price: float) -> None:
    local, reference = (
        grower_of(problem_of(rows.coded(), make), price) for make in (LocalEngine, ReferenceEngine)
    )
    one, other = (grower.grown(grower.empty()) for grower in (local, reference))
    assert bodies_of(one) == bodies_of(other)
    assert one.weights.tolist() == other.weights.tolist()
    assert [term.found.rounds for term in one.terms] == [term.found.rounds for term in other.terms]


@given(repeated_rows(), prices, st.integers(2, 3))
def test_a_row_of_weight_k_is_k_rows(rows: Rows, price: float, times: int) -> None:
    once = rows.coded()
    many = replace(rows, cells=rows.cells * times, labels=rows.labels * times).coded()
    weighed = grower_of(problem_of(once, share=np.full(once.n_rows, float(times))), price)
    repeated = grower_of(problem_of(many), price)
    one, other = (grower.grown(grower.empty()) for grower in (weighed, repeated))
    assert one.cost(weighed.prices) == pytest.approx(other.cost(repeated.prices), abs=1e-3)
    if bodies_of(one) == bodies_of(other):
        assert one.weights == pytest.approx(other.weights, abs=1e-3)


@given(repeated_rows(), seeds)
def test_every_rule_obeys_what_is_asked_of_its_columns(rows: Rows, seed: int) -> None:
    two = tuple("x" if label == "x" else "y" for label in rows.labels)
    coded = replace(rows, labels=two).coded()
    coded = replace(coded, classes=("x", "y"))
    random = np.random.default_rng(seed)
    signs = np.array(
        [random.integers(-1, 2) if kind == "numeric" else 0 for kind in rows.kinds], np.int64
    )
    grower = grower_of(problem_of(coded, signs=signs), 0.02)
    draft = grower.grown(grower.empty())
    for place, term in enumerate(draft.terms):
        (weight,) = draft.weights_of(place)
        for column, op, _ in term.body.tolist():
            assert weight * signs[column] * (1 if op == 3 else -1) >= 0


def test_a_price_that_nothing_is_worth_leaves_no_rules() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 100.0)
    assert grower.grown(grower.empty()).terms == ()


def test_the_rule_that_tells_the_classes_apart_is_found() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 0.5)
    (body,) = bodies_of(grower.grown(grower.empty()))
    assert [test[0] for test in body] == [0]


def test_rules_that_are_not_worth_a_dearer_price_are_deleted() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 100.0)
    draft = draft_with(grower, [(0, 0, 0)], [(1, 0, 0)], [(2, 2, 4)])
    assert grower.grown(draft).terms == ()


def test_a_rule_that_says_nothing_is_deleted_and_the_other_kept() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 0.5)
    draft = draft_with(grower, [(1, 0, 0)], [(0, 0, 0)])
    assert bodies_of(grower.grown(draft)) == [[[0, 0, 0]]]


def test_a_condition_that_says_nothing_is_dropped() -> None:
    nothing_found = NewtonBeam(min_weight=1000.0)
    grower = replace(grower_of(problem_of(HALVES.coded()), 0.5), beam=nothing_found)
    draft = draft_with(grower, [(0, 0, 0), (1, 0, 0)])
    (body,) = bodies_of(grower.grown(draft))
    assert [test[0] for test in body] == [0]


def test_without_going_over_rules_again_needless_ones_stay() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 100.0)
    draft = draft_with(grower, [(1, 0, 0)])
    assert bodies_of(grower.extended(draft)) == [[[1, 0, 0]]]
    assert bodies_of(grower.grown(draft)) == []


def test_the_price_of_a_condition_is_the_logarithm_of_the_number_of_tests() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 0.5)
    first = 0.5 * np.log(grower.problem.language.n_tests)
    assert grower.prices.of(1, 0) == pytest.approx(first)
    assert grower.prices.of(3, 0) == pytest.approx(first * (1 + 2 * grower.scale.steepness))


def test_of_several_classes_each_has_its_price() -> None:
    three = replace(HALVES, labels=(*HALVES.labels[:-2], "z", "z"))
    two, many = (
        grower_of(problem_of(replace(rows.coded(), classes=classes)), 0.5).prices
        for rows, classes in ((HALVES, ("x", "y")), (three, ("x", "y", "z")))
    )
    assert two.per_class == 0.0
    assert many.per_class > 0.0


def test_a_class_without_rows_is_no_obstacle() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 0.5)
    assert grower.problem.engine.n_classes == 3
    draft = grower.grown(grower.empty())
    assert np.isfinite(draft.loss)
    shares = draft.odds / draft.sums
    assert (shares[2] < 0.02).all()
