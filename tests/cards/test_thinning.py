"""Thinning a card out, against the plain algebra of square forms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cards.drawn_cards import (
    drawn_problem,
    fitted,
    grower_of,
    plain_loss,
    plain_scores,
    problem_of,
    repeated_rows,
    seeds,
)
from tests.cards.test_growth import bodies_of
from tests.search.small_tables import Rows

from conjunct.cards.draft import Draft, flat_terms, joined_covers
from conjunct.cards.growth import Scale
from conjunct.cards.problem import Problem
from conjunct.cards.thinning import thinned, thinned_once
from conjunct.cards.thinning_kernels import BASE_RIDGE, delete_weight, invert, set_inverses
from conjunct.types import Floats

RIDGE = 0.7


def plain_curvatures(problem: Problem, draft: Draft, one: int) -> tuple[list[int], Floats]:
    """Return the weights of a class, and the curvatures of the loss in them and its base."""
    scores = plain_scores(problem, draft.terms, draft.weights, draft.base)
    shares = np.exp(scores - scores.max(axis=0))
    p = (shares / shares.sum(axis=0))[one]
    rules, channels, _ = flat_terms(draft.terms)
    own = np.flatnonzero(channels == one).tolist()
    covers = np.ones((len(own) + 1, problem.n_rows))
    for line, weight in enumerate(own):
        covers[line] = np.isin(np.arange(problem.n_rows), draft.terms[rules[weight]].rows)
    matrix = (covers * (problem.share * p * (1 - p))) @ covers.T
    return own, matrix + np.diag([RIDGE] * len(own) + [BASE_RIDGE])


@given(seeds, st.integers(2, 4))
def test_inverses_are_those_of_the_curvatures(seed: int, n_classes: int) -> None:
    drawn = drawn_problem(seed, n_classes)
    problem, draft = drawn.problem, fitted(drawn, RIDGE)
    rules, channels, _ = flat_terms(draft.terms)
    order = np.argsort(channels, kind="stable")
    sizes = np.bincount(channels, minlength=len(problem.channels)) + 1
    firsts, starts = np.append(0, np.cumsum(sizes)), np.append(0, np.cumsum(sizes**2))
    values, inverses = np.zeros(sizes.sum()), np.empty(starts[-1])
    for one in range(len(sizes)):
        own = draft.weights[channels == one]
        values[firsts[one] : firsts[one + 1]] = np.append(own, draft.base[one])
    before = values.copy()
    set_inverses(
        (problem.labels, problem.share),
        joined_covers(draft.terms),
        rules[order],
        (draft.odds, draft.sums),
        RIDGE,
        firsts,
        starts,
        values,
        inverses,
    )
    assert values == pytest.approx(before, abs=1e-4)  # they were fitted to the end
    for one, size in enumerate(sizes.tolist()):
        _, expected = plain_curvatures(problem, draft, one)
        block = inverses[starts[one] : starts[one + 1]].reshape(size, size)
        assert block @ expected == pytest.approx(np.eye(size), abs=1e-8)


@given(seeds, st.integers(1, 7), st.data())
def test_deleting_a_weight_solves_the_square_form_without_it(
    seed: int, size: int, data: st.DataObject
) -> None:
    random = np.random.default_rng(seed)
    root = random.normal(size=(size, size))
    form, best = root @ root.T + np.eye(size), random.normal(size=size)
    inverse, values = form.copy(), best.copy()
    invert(inverse)
    assert inverse == pytest.approx(np.linalg.inv(form), rel=1e-7, abs=1e-9)
    gone = data.draw(st.integers(0, size - 1))
    cost = 0.5 * values[gone] ** 2 / inverse[gone, gone]
    delete_weight(inverse, values, gone)
    left = np.delete(np.arange(size), gone)
    expected = np.zeros(size)
    slopes = form[np.ix_(left, left)] @ best[left] + form[left, gone] * best[gone]
    expected[left] = np.linalg.solve(form[np.ix_(left, left)], slopes)
    assert values == pytest.approx(expected, abs=1e-7)
    assert cost == pytest.approx(0.5 * (values - best) @ form @ (values - best), abs=1e-7)
    rest = inverse[np.ix_(left, left)]
    assert rest == pytest.approx(np.linalg.inv(form[np.ix_(left, left)]), rel=1e-6, abs=1e-8)
    assert not inverse[gone].any()
    assert not inverse[:, gone].any()


@given(repeated_rows(), st.sampled_from([0.05, 0.4]), st.integers(0, 6))
def test_thinning_only_deletes_and_then_fits(rows: Rows, price: float, most: int) -> None:
    problem = problem_of(rows.coded())
    grower = grower_of(problem, 0.02)
    draft, thinner = grower.grown(grower.empty()), grower_of(problem, price)
    thin, cut = thinned(thinner, draft), thinned(thinner, draft, most=most)
    places = [bodies_of(draft).index(body) for body in bodies_of(thin)]
    assert places == sorted(places)
    assert all(body in bodies_of(thin) for body in bodies_of(cut))
    assert cut.n_conditions <= most
    assert cut.n_conditions == thin.n_conditions or thin.n_conditions > most
    settled = thinner.settled(thin)
    assert thin.loss == pytest.approx(settled.loss, abs=1e-3)


@given(
    seeds,
    st.integers(2, 4),
    st.sampled_from([0.001, 0.02, 0.3]),
    st.sampled_from([0.0, 0.1]),
    st.integers(0, 9),
    st.integers(0, 5),
)
def test_the_rule_that_saves_least_for_its_cost_goes_first(
    seed: int, n_classes: int, price: float, reading: float, most: int, fewest: int
) -> None:
    drawn = drawn_problem(seed, n_classes)
    problem, random = drawn.problem, np.random.default_rng(seed)
    bodies = [np.zeros((random.integers(1, 4), 3), np.int64) for _ in drawn.terms]
    terms = tuple(one._replace(body=body) for one, body in zip(drawn.terms, bodies, strict=True))
    grower = replace(grower_of(problem, price), scale=Scale(RIDGE, 2.0, 0.5))
    draft = replace(fitted(drawn, RIDGE), terms=terms)
    rules, _, _ = flat_terms(terms)
    prices = grower.prices
    costs = [prices.of(len(one.body), len(one.channels)) for one in terms]
    costs = [cost + reading * len(one.body) for cost, one in zip(costs, terms, strict=True)]

    def saved(gone: list[int]) -> float:
        total = 0.0
        for one in range(len(problem.channels)):
            own, form = plain_curvatures(problem, draft, one)
            out = [at for at, weight in enumerate(own) if rules[weight] in gone]
            values, part = draft.weights[own][out], np.linalg.inv(form)[np.ix_(out, out)]
            total += 0.5 * values @ np.linalg.solve(part, values)
        return total

    gone: list[int] = []
    while left := [rule for rule in range(len(terms)) if rule not in gone]:
        n_conditions = sum(len(terms[rule].body) for rule in left)
        if gone and n_conditions <= fewest:
            break
        ratios = [(saved([*gone, rule]) - saved(gone)) / costs[rule] for rule in left]
        if min(ratios) >= 1 and n_conditions <= most:
            break
        gone.append(left[int(np.argmin(ratios))])
    kept = [id(terms[rule].rows) for rule in left]
    thin = thinned_once(grower, draft, reading, most, fewest)
    assert [id(one.rows) for one in thin.terms] == kept


def test_a_rule_that_says_a_thing_twice_goes_and_the_other_takes_its_weight() -> None:
    drawn = drawn_problem(5, 2)
    (first, *_) = drawn.terms
    nearly = first._replace(rows=first.rows[1:])
    both = drawn._replace(terms=(first, nearly), n_weights=2)
    body = np.zeros((1, 3), np.int64)
    terms = tuple(term._replace(body=body) for term in both.terms)
    grower = grower_of(drawn.problem, 1e-9)
    draft = replace(fitted(both, grower.scale.ridge), terms=terms)
    (left,) = thinned(grower, draft, most=1).terms
    alone = fitted(drawn._replace(terms=(left,), n_weights=1), grower.scale.ridge)
    assert alone.weights[0] == pytest.approx(thinned(grower, draft, most=1).weights[0], abs=1e-4)
    assert alone.weights[0] == pytest.approx(draft.weights.sum(), rel=0.3)


@pytest.mark.parametrize("price", [0.1, 0.2])
def test_curvatures_that_are_worked_out_anew_make_cheaper_cards(price: float) -> None:
    random = np.random.default_rng(0)
    cells = tuple(
        ("abc"[random.integers(3)], *map(float, random.integers(9, size=2))) for _ in range(60)
    )
    labels = tuple("x" if a == "a" else "yz"[b > c] for a, b, c in cells)
    problem = problem_of(Rows(("nominal", "numeric", "numeric"), cells, labels).coded())
    grower, thinner = grower_of(problem, 0.01), grower_of(problem, price)
    draft = grower.grown(grower.empty())  # nearly no row is wrong: the loss is flat
    at_once = thinner.settled(thinned_once(thinner, draft, 0.0, None, 0))
    in_stages, prices = thinned(thinner, draft), thinner.prices
    assert in_stages.cost(prices) < at_once.cost(prices) - 5
    assert 0 < in_stages.n_conditions < draft.n_conditions / 2


def test_no_rule_pays_an_endless_price() -> None:
    drawn = drawn_problem(1, 3)
    draft = fitted(drawn, RIDGE)
    grower = grower_of(drawn.problem, 1e9)
    body = np.zeros((1, 3), np.int64)
    terms = tuple(term._replace(body=body) for term in draft.terms)
    empty = thinned(grower, replace(draft, terms=terms))
    assert empty.terms == ()
    expected = plain_loss(drawn._replace(terms=()), 0.0, np.empty(0), empty.base)
    assert empty.loss == pytest.approx(expected)
