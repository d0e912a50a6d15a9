"""Growing a card: it gets cheaper with every change, on any engine."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cards.drawn_cards import (
    NOWHERE,
    OTHER_ENGINES,
    PLENTY,
    assert_same,
    bodies_of,
    covers_of,
    grower_of,
    grown,
    holds,
    loss_tolerance,
    plain_loss,
    plain_scores,
    problem_of,
    repeated_rows,
    seeds,
    with_two_classes,
)
from tests.search.small_tables import Rows

from conjunct.cards.fitted import FINAL, FittedCard, Term, saved_by_step
from conjunct.cards.growth import CardGrower
from conjunct.cards.pooling import different
from conjunct.cards.settings import SETTINGS
from conjunct.count import as_tests
from conjunct.count.engine import EQUAL, UNEQUAL
from conjunct.search.newton import NewtonBeam

prices = st.sampled_from([0.02, 0.1, 0.4])
HALVES = Rows(
    ("nominal", "nominal", "numeric"),
    tuple(("ab"[row % 2], "cd"[row // 2 % 2], float(row // 4)) for row in range(40)),
    tuple("xy"[(row + (row % 11 == 3)) % 2] for row in range(40)),
)
"""The first attribute says the class of nine rows out of ten; the others say nothing."""


def card_with(grower: CardGrower, *bodies: list[tuple[int, int, int]]) -> FittedCard:
    """Fit a card of rules that were chosen by hand, for the first class that gets points."""
    terms = tuple(Term(as_tests(body), 0, 0, NOWHERE) for body in bodies)
    return grower.fitted(terms, np.zeros(len(terms)), grower.problem.first_base(), FINAL)


@given(repeated_rows(), prices)
def test_growing_never_raises_the_cost(rows: Rows, price: float) -> None:
    grower = grower_of(problem_of(rows.coded()), price)
    cards = [grower.empty()]
    for _ in range(2):
        cards.append(grower.extended(cards[-1], PLENTY))
        cards.append(grower.revised(cards[-1], PLENTY))
    costs = [card.cost(grower.prices) for card in cards]
    assert (np.diff(costs) <= 1e-6).all()


@given(repeated_rows(), prices, st.integers(0, 7))
def test_no_card_is_larger_than_it_may_be(rows: Rows, price: float, most: int) -> None:
    grower = grower_of(problem_of(rows.coded()), price)
    cards = [grower.empty(), *grower.steps(grower.empty(), most)]
    sizes = [card.n_conditions for card in cards]
    assert sizes == sorted(set(sizes))
    assert max(sizes) <= most
    assert grower.revised(cards[-1], most).n_conditions <= most
    assert_same(grower.extended(grower.empty(), most), cards[-1])


@given(repeated_rows(), prices)
def test_the_loss_of_a_grown_card_is_the_formula(rows: Rows, price: float) -> None:
    coded = rows.coded()
    grower = grower_of(problem_of(coded), price)
    card = grown(grower)
    expected = plain_loss(coded, card, grower.ridge)
    assert card.loss == pytest.approx(expected, abs=loss_tolerance(coded))
    for covered in covers_of(coded, card):
        assert len(covered) >= grower.beam.min_weight


@given(repeated_rows(), prices)
def test_no_two_rules_cover_the_same_rows_or_all_others(rows: Rows, price: float) -> None:
    coded = rows.coded()
    grower = grower_of(problem_of(coded), price)
    covers = covers_of(coded, grown(grower))
    everything = frozenset(range(coded.n_rows))
    assert len({*covers, *(everything - one for one in covers)}) == 2 * len(covers)


@pytest.mark.parametrize("make", OTHER_ENGINES.values(), ids=OTHER_ENGINES)
@settings(max_examples=min(40, settings().max_examples))
@given(rows=repeated_rows(), price=prices)
def test_every_engine_grows_the_same_card(make: type, rows: Rows, price: float) -> None:
    growers = [grower_of(problem_of(rows.coded(), **how), price) for how in ({}, {"make": make})]
    one, other = (grown(grower) for grower in growers)
    assert_same(one, other)
    assert [term.found.rounds for term in one.terms] == [term.found.rounds for term in other.terms]


@given(repeated_rows(), prices, st.integers(2, 3))
def test_a_row_of_weight_k_is_k_rows(rows: Rows, price: float, times: int) -> None:
    once = rows.coded()
    many = replace(rows, cells=rows.cells * times, labels=rows.labels * times).coded()
    heavy = replace(once, weights=np.full(once.n_rows, float(times)))
    weighed, repeated = (grower_of(problem_of(coded), price) for coded in (heavy, many))
    one, other = (grown(grower) for grower in (weighed, repeated))
    assert bodies_of(one) == bodies_of(other)
    assert one.weights.tolist() == other.weights.tolist()
    assert one.loss == other.loss


@given(repeated_rows(), seeds)
def test_every_rule_obeys_what_is_asked_of_its_columns(rows: Rows, seed: int) -> None:
    coded = with_two_classes(rows)
    random = np.random.default_rng(seed)
    signs = np.array(
        [[random.integers(-1, 2) if kind == "numeric" else 0] for kind in rows.kinds], np.int64
    )
    grower = grower_of(problem_of(coded, signs=signs), 0.02)
    card = grown(grower)
    for place, term in enumerate(card.terms):
        weight = card.weights[place]
        for column, op, _ in term.body.tolist():
            assert weight * signs[column, 0] * (1 if op == 3 else -1) >= 0


@given(repeated_rows(), prices)
def test_a_card_that_was_grown_can_be_improved_by_no_single_rule(rows: Rows, price: float) -> None:
    grower = grower_of(problem_of(rows.coded()), price)
    card = grower.extended(grower.empty(), PLENTY)
    assert grower.extended(card, PLENTY) is card


@given(repeated_rows())
def test_sums_are_those_of_the_card_that_is_asked_for(rows: Rows) -> None:
    coded = rows.coded()
    grower = grower_of(problem_of(coded), 0.05)
    cards = [grown(grower), grower.empty()]
    everything = [as_tests([])]
    for card in cards:
        sums = grower.sums(card, everything)
        alone = grower.on(problem_of(coded))
        assert sums.tolist() == alone.sums(card, everything).tolist()


def test_a_price_that_nothing_is_worth_leaves_no_rules() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 100.0)
    assert grown(grower).terms == ()


def test_the_rule_that_tells_the_classes_apart_is_found() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 0.5)
    (body,) = bodies_of(grown(grower))
    assert [test[0] for test in body] == [0]


def test_rules_that_are_not_worth_a_dearer_price_are_deleted() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 100.0)
    card = card_with(grower, [(0, 0, 0)], [(1, 0, 0)], [(2, 2, 4)])
    assert bodies_of(grower.extended(card, PLENTY)) == bodies_of(card)
    assert grower.revised(card, PLENTY).terms == ()


def test_a_rule_that_says_nothing_is_deleted_and_the_other_kept() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 0.5)
    card = card_with(grower, [(1, 0, 0)], [(0, 0, 0)])
    assert bodies_of(grower.revised(card, PLENTY)) == [[[0, 0, 0]]]


def test_a_condition_that_says_nothing_is_dropped() -> None:
    nothing_found = NewtonBeam(min_weight=1000.0)
    grower = replace(grower_of(problem_of(HALVES.coded()), 0.5), beam=nothing_found)
    card = card_with(grower, [(0, 0, 0), (1, 0, 0)])
    (body,) = bodies_of(grower.revised(card, PLENTY))
    assert [test[0] for test in body] == [0]


def test_a_rule_is_replaced_by_one_that_says_more() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 0.5)
    card = card_with(grower, [(1, 0, 0)])
    assert [body[0][0] for body in bodies_of(grower.revised(card, 1))] == [0]


def test_a_rule_moves_to_the_class_that_it_says_more_about() -> None:
    coded = replace(HALVES.coded(), labels=np.repeat([0, 1, 2], [20, 10, 10]).astype(np.uint8))
    grower = grower_of(problem_of(coded), 0.02)
    bodies = [[(column, 0, 0)] for column in (0, 1)]
    for body in bodies:
        card = card_with(grower, body)
        saved = saved_by_step(grower.sums(grower.empty(), [as_tests(body)]), grower.ridge)[0]
        alone = replace(grower, beam=NewtonBeam(min_weight=1000.0)).on(grower.problem)
        moved = alone.revised(card, 1)
        assert [term.channel for term in moved.terms] in ([int(saved.argmax())], [])


def test_the_price_of_a_condition_is_the_logarithm_of_the_number_of_tests() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 0.5)
    first = 0.5 * np.log(grower.problem.language.n_tests)
    assert grower.prices.of(1) == pytest.approx(first)
    assert grower.prices.of(3) == pytest.approx(first * (1 + 2 * SETTINGS.steepness))


@given(repeated_rows())
def test_the_first_rule_gives_points_to_the_class_in_which_a_step_saves_most(rows: Rows) -> None:
    grower = grower_of(problem_of(rows.coded()), 0.02)
    for card in grower.steps(grower.empty(), PLENTY):
        (term,) = card.terms
        (saved,) = saved_by_step(grower.sums(grower.empty(), [term.body]), grower.ridge)
        assert term.channel == saved.argmax()
        break


def test_a_class_without_rows_is_no_obstacle() -> None:
    coded = HALVES.coded()
    grower = grower_of(problem_of(coded), 0.5)
    assert grower.problem.engine.n_classes == 3
    card = grown(grower)
    assert np.isfinite(card.loss)
    scores = plain_scores(coded, card)
    shares = np.exp(scores) / np.exp(scores).sum(axis=0)
    assert (shares[2] < 0.02).all()


def test_a_card_never_has_a_condition_and_its_negation() -> None:
    """Missing cells in the first column make the two of them different covers."""
    cells = tuple((None, *row[1:]) if at % 10 == 7 else row for at, row in enumerate(HALVES.cells))
    coded = replace(HALVES, cells=cells).coded()
    single = NewtonBeam(width=3, max_conditions=1, min_weight=2.0)
    problem = problem_of(coded)
    card = grown(replace(grower_of(problem, 0.0), beam=single))
    covers = {holds(coded, term.body).tobytes() for term in card.terms}
    assert len(covers) > 5
    for column in (0, 1):
        body = as_tests([(column, EQUAL, 0)])
        assert problem.negation(body).tolist() == ([[0, UNEQUAL, 0]] if column == 0 else [])
    assert not covers & {holds(coded, problem.negation(term.body)).tobytes() for term in card.terms}


@pytest.mark.parametrize("has_gaps", [False, True])
def test_a_rule_is_not_moved_to_a_class_that_has_its_negation(has_gaps: bool) -> None:
    """A strong ridge leaves something to explain, although a rule for other rows explains it."""
    cells = tuple(("ab"[row % 2], "cd"[row // 2 % 2]) for row in range(60))
    labels = tuple("xyz"[0 if row % 2 == 0 else 1 + row // 2 % 2] for row in range(60))
    if has_gaps:
        cells = tuple(
            (None, own) if row % 12 == 5 else (one, own) for row, (one, own) in enumerate(cells)
        )
    coded = Rows(("nominal", "nominal"), cells, labels).coded()
    problem = problem_of(coded)
    grower = replace(grower_of(problem, 0.0), ridge=30.0)
    negations = as_tests([(0, EQUAL, 0)]), as_tests([(0, EQUAL, 1)])
    for first, second in (negations, negations[::-1]):
        terms = Term(first, 0, 0, NOWHERE), Term(second, 2, 0, NOWHERE)
        card = grower.fitted(terms, np.zeros(2), problem.first_base(), FINAL)
        revised = grower.revised(card, 2)
        assert len(different(problem, revised.terms)) == len(revised.terms)
