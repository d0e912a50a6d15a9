"""Single conditions: values, and quantiles against a sort."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cards.drawn_cards import (
    OTHER_ENGINES,
    grower_of,
    holds,
    plain_loss,
    problem_of,
    repeated_rows,
    seeds,
    shares_of,
    with_two_classes,
)
from tests.search.small_tables import Rows

from conjunct.cards.fitted import Effort, fit_card, saved_by_step
from conjunct.cards.problem import CardProblem
from conjunct.cards.settings import SETTINGS
from conjunct.cards.singles import Singles, single_bodies, single_terms
from conjunct.encode import CodedTable
from conjunct.search.language import Language, Limits


def plain_cuts(codes: list[int], n_codes: int, n_bins: int) -> list[int]:
    """Sort the known codes; near each quantile take the cut with the nearest number below it."""
    known = sorted(code for code in codes if code < n_codes)
    between = [at for at in range(1, len(known)) if known[at - 1] < known[at]]
    if not between:
        return []
    ends = {
        min(between, key=lambda at: (abs(at - part * len(known) / n_bins), at))
        for part in range(1, n_bins)
    }
    return [(known[at - 1] + known[at] - 1) // 2 for at in sorted(ends)]


def plain_bodies(coded: CodedTable, least: float, ops: tuple[str, ...]) -> list[list[list[int]]]:
    """List a condition for each value or cut that leaves enough rows on both sides."""
    names = ("=", "!=", "<=", ">")
    bodies = []
    for number, column in enumerate(coded.columns):
        codes = coded.codes(number).tolist()
        nominal = column.kind == "nominal"
        usable = [op for op in (("=", "!=") if nominal else ("<=", ">")) if op in ops]
        if not usable:
            continue
        known = sorted({code for code in codes if code < column.n_codes})
        for code in known if nominal else plain_cuts(codes, column.n_codes, SETTINGS.n_bins):
            body = np.array([[number, names.index(usable[0]), code]])
            held, shares = holds(coded, body), shares_of(coded)
            if shares[held].sum() >= least and shares[~held].sum() >= least:
                bodies.append(body.tolist())
    return bodies


def with_language(problem: CardProblem, coded: CodedTable, ops: tuple[str, ...]) -> CardProblem:
    return replace(problem, language=Language(coded.columns, Limits(ops), reuse="numeric"))


operators = st.sampled_from([("=", "!=", "<=", ">"), ("=", ">"), ("<=",), ("=",), (">",)])


@given(repeated_rows(), operators, st.sampled_from([0.0, 1.0, 3.0]), st.none() | seeds)
def test_single_conditions_are_values_and_quantiles_of_a_sort(
    rows: Rows, ops: tuple[str, ...], least: float, seed: int | None
) -> None:
    coded = rows.coded()
    if seed is not None:
        weights = np.random.default_rng(seed).choice([0.5, 1.0, 2.0], coded.n_rows)
        coded = replace(coded, weights=weights)
    problem = with_language(problem_of(coded), coded, ops)
    found = [body.tolist() for body in single_bodies(problem, least)]
    assert found == plain_bodies(coded, least, ops)


@given(st.lists(st.integers(0, 60), min_size=2, max_size=200))
def test_a_numeric_column_is_cut_into_parts_of_equal_size(numbers: list[int]) -> None:
    cells = tuple((float(one),) for one in numbers)
    coded = Rows(("numeric",), cells, tuple("xy"[at % 2] for at in range(len(cells)))).coded()
    bodies = single_bodies(problem_of(coded), 0.0)
    assert len(bodies) <= SETTINGS.n_bins - 1
    below = [int(holds(coded, body).sum()) for body in bodies]
    largest = max(Counter(numbers).values())
    for part in range(1, SETTINGS.n_bins):
        wanted = part * len(numbers) / SETTINGS.n_bins
        if len(set(numbers)) > 1:
            # No cut is nearer than half of the rows that have the same value.
            assert min(abs(one - wanted) for one in below) <= largest


@given(repeated_rows(), st.integers(0, 12))
def test_of_each_class_the_conditions_that_save_most_are_taken(rows: Rows, most: int) -> None:
    coded = rows.coded()
    grower = grower_of(problem_of(coded), 0.1)
    singles = Singles.of(grower)
    bodies = single_bodies(grower.problem, 2.0)
    assert [body.tolist() for body in singles.bodies] == [body.tolist() for body in bodies]
    terms = single_terms(grower.problem, singles, grower.ridge, most)
    quota = max(1, most // len(grower.problem.channels))
    assert len(terms) == min(quota, len(bodies)) * len(grower.problem.channels)
    if not bodies:
        return
    saved = saved_by_step(grower.sums(grower.empty(), bodies), grower.ridge)
    for channel in range(len(grower.problem.channels)):
        own = [term for term in terms if term.channel == channel]
        order = sorted(range(len(bodies)), key=lambda at: (-saved[at, channel], at))
        expected = [bodies[at].tolist() for at in order[:quota]]
        assert [term.body.tolist() for term in own] == expected


def test_what_a_condition_saves_is_about_what_an_exact_fit_of_it_saves() -> None:
    random = np.random.default_rng(0)
    cells = tuple((float(random.integers(20)), "ab"[random.integers(2)]) for _ in range(200))
    labels = tuple("xy"[int(a + random.normal(0, 5) > 10)] for a, _ in cells)
    coded = with_two_classes(Rows(("numeric", "nominal"), cells, labels))
    grower = grower_of(problem_of(coded), 0.1)
    empty, exact = plain_loss(coded, grower.empty(), 1.0), []
    terms = single_terms(grower.problem, Singles.of(grower), grower.ridge, 100)
    for term in terms:
        effort = Effort(100, 1e-9)
        base = grower.problem.first_base()
        exact.append(empty - fit_card(grower.problem, [term], np.zeros(1), base, 1.0, effort).loss)
    # The best by a Newton step is among the best by an exact fit, and they come in falling order.
    assert exact[0] > 0.9 * max(exact)
    assert exact[-1] < 0.1 * exact[0]


@pytest.mark.parametrize("make", OTHER_ENGINES.values(), ids=OTHER_ENGINES)
@settings(max_examples=min(25, settings().max_examples))
@given(rows=repeated_rows())
def test_every_engine_lists_the_same_conditions(make: type, rows: Rows) -> None:
    found = []
    for how in ({}, {"make": make}):
        grower = grower_of(problem_of(rows.coded(), **how), 0.1)
        terms = single_terms(grower.problem, Singles.of(grower), grower.ridge, 8)
        found.append([(term.body.tolist(), term.channel) for term in terms])
    assert found[0] == found[1]


def test_columns_that_say_nothing_have_no_conditions() -> None:
    constant = Rows(("numeric", "nominal"), ((1.0, "a"),) * 6, ("x", "y") * 3)
    grower = grower_of(problem_of(constant.coded()), 0.1)
    assert single_bodies(grower.problem, 1.0) == []
    assert single_terms(grower.problem, Singles.of(grower), 1.0, 10) == []
