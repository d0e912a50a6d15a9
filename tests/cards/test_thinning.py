"""Thinning a card out, against the plain algebra of square forms."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cards.drawn_cards import (
    OTHER_ENGINES,
    Drawn,
    drawn_problem,
    fitted,
    grower_of,
    holds,
    loss_tolerance,
    plain_loss,
    plain_scores,
    problem_of,
    repeated_rows,
    seeds,
    shares_of,
)
from tests.cards.test_growth import bodies_of
from tests.search.small_tables import Rows

from conjunct.cards.fitted import Effort, FittedCard, flat_terms
from conjunct.cards.growth import CardGrower, RelativeCosts
from conjunct.cards.thinning import SquareForm, delete_rules, thinned, thinned_once
from conjunct.count import as_tests
from conjunct.count.fitting import BASE_RIDGE
from conjunct.types import Floats

RIDGE = 0.7


def form_grower(drawn: Drawn, price: float = 1.0) -> CardGrower:
    """Return a grower with the ridge of these tests."""
    return replace(grower_of(drawn.problem, price), costs=RelativeCosts(RIDGE, 2.0, 0.5))


def plain_curvatures(drawn: Drawn, card: FittedCard, one: int) -> tuple[list[int], Floats]:
    """Return the weights of a channel, and the curvatures of the loss in them and its base."""
    coded = drawn.coded
    scores = plain_scores(coded, card)
    shares = np.exp(scores - scores.max(axis=0))
    p = (shares / shares.sum(axis=0))[drawn.problem.channels[one]]
    rules, channels, _ = flat_terms(card.terms)
    own = np.flatnonzero(channels == one).tolist()
    covers = [holds(coded, card.terms[rules[weight]].body) for weight in own]
    covers = np.array([*covers, np.ones(coded.n_rows)], float)
    matrix = (covers * (shares_of(coded) * p * (1 - p))) @ covers.T
    return own, matrix + np.diag([RIDGE] * len(own) + [BASE_RIDGE])


@given(seeds, st.integers(2, 4))
def test_inverses_are_those_of_the_curvatures(seed: int, n_classes: int) -> None:
    drawn = drawn_problem(seed, n_classes)
    card = fitted(drawn, RIDGE)
    form = SquareForm.of(form_grower(drawn), card)
    for one, inverse in enumerate(form.inverses):
        own, expected = plain_curvatures(drawn, card, one)
        assert form.places[one].tolist() == own
        # A row of next to no curvature is left out of pairs of rules.
        assert inverse @ expected == pytest.approx(np.eye(len(own) + 1), abs=1e-4)


@given(seeds, st.integers(2, 4), st.sampled_from([1, 300]))
def test_a_form_is_lowest_one_newton_step_from_the_card(
    seed: int, n_classes: int, cycles: int
) -> None:
    drawn = drawn_problem(seed, n_classes)
    coded, card = drawn.coded, fitted(drawn, RIDGE, Effort(cycles, 0.0))
    form = SquareForm.of(form_grower(drawn), card)
    rules, _, _ = flat_terms(card.terms)
    scores = plain_scores(coded, card)
    shares = np.exp(scores) / np.exp(scores).sum(axis=0)
    for one, label in enumerate(drawn.problem.channels):
        pulls = shares_of(coded) * ((coded.labels == label) - shares[label])
        own, curvatures = plain_curvatures(drawn, card, one)
        covers = [holds(coded, card.terms[rules[weight]].body) for weight in own]
        slopes = [pulls[held].sum() for held in covers] - RIDGE * card.weights[own]
        step = np.linalg.solve(curvatures, np.append(slopes, pulls.sum()))
        assert form.weights[own] == pytest.approx(card.weights[own] + step[:-1], abs=1e-4)
        assert form.base[one] == pytest.approx(card.base[one] + step[-1], abs=1e-4)


def square_form(random: np.random.Generator, n_classes: int) -> tuple[SquareForm, list[Floats]]:
    """Draw square forms; return them, and their matrices."""
    n_rules = int(random.integers(1, 6))
    pairs = [(rule, one) for rule in range(n_rules) for one in range(n_classes)]
    pairs = [pair for pair in pairs if pair[1] == pair[0] % n_classes or random.random() < 0.6]
    rules, channels = np.array(pairs).T
    places = [np.flatnonzero(channels == one) for one in range(n_classes)]
    matrices = []
    for own in places:
        root = random.normal(size=(len(own) + 1, len(own) + 1))
        matrices.append(root @ root.T + np.eye(len(own) + 1))
    inverses = [np.linalg.inv(matrix) for matrix in matrices]
    weights, base = random.normal(size=len(rules)), random.normal(size=n_classes)
    return SquareForm(rules, channels, weights, base, inverses, places), matrices


@given(seeds, st.integers(1, 3), st.data())
def test_deleting_weights_solves_the_square_forms_without_them(
    seed: int, n_classes: int, data: st.DataObject
) -> None:
    form, matrices = square_form(np.random.default_rng(seed), n_classes)
    lowest = [np.append(form.weights[own], form.base[one]) for one, own in enumerate(form.places)]
    gone: list[int] = []
    for _ in range(data.draw(st.integers(1, len(form.weights)))):
        left = [weight for weight in range(len(form.weights)) if weight not in gone]
        weight = data.draw(st.sampled_from(left))
        one = int(form.channels[weight])
        cost = form.saved()[weight]
        before = constrained(matrices[one], lowest[one], form.places[one], gone)
        gone.append(weight)
        form.delete(weight)
        after = constrained(matrices[one], lowest[one], form.places[one], gone)
        found = np.append(form.weights[form.places[one]], form.base[one])
        assert found == pytest.approx(after, abs=1e-6)
        apart = [at - lowest[one] for at in (before, after)]
        costs = [0.5 * way @ matrices[one] @ way for way in apart]
        assert cost == pytest.approx(costs[1] - costs[0], abs=1e-6)
    assert form.weights[gone] == pytest.approx(0.0, abs=1e-12)
    assert form.saved()[gone] == pytest.approx(0.0, abs=1e-12)


def constrained(matrix: Floats, lowest: Floats, own: Floats, gone: list[int]) -> Floats:
    """Return where a form is lowest if some weights are 0; the base stands last."""
    free = [*(weight not in gone for weight in own.tolist()), True]
    found = np.zeros(len(lowest))
    found[free] = np.linalg.solve(matrix[np.ix_(free, free)], (matrix @ lowest)[free])
    return found


@given(seeds, st.integers(1, 3), st.integers(0, 12), st.integers(0, 8))
def test_rules_are_deleted_in_the_order_of_what_they_save_for_their_cost(
    seed: int, n_classes: int, most: int, fewest: int
) -> None:
    random = np.random.default_rng(seed)
    form, matrices = square_form(random, n_classes)
    lowest = [np.append(form.weights[own], form.base[one]) for one, own in enumerate(form.places)]
    n_rules = int(form.rules.max()) + 1
    sizes, costs = random.integers(1, 4, n_rules), random.uniform(0.05, 1.5, n_rules)

    def saved_without(rules: list[int]) -> float:
        total, gone = 0.0, np.flatnonzero(np.isin(form.rules, rules)).tolist()
        for matrix, best, own in zip(matrices, lowest, form.places, strict=True):
            apart = constrained(matrix, best, own, gone) - best
            total += 0.5 * apart @ matrix @ apart
        return total

    def saved_alone(rule: int, gone: list[int]) -> float:
        """Return what the weights of a rule save, one by one: what one deletion each costs."""
        before, total = np.flatnonzero(np.isin(form.rules, gone)).tolist(), 0.0
        for weight in np.flatnonzero(form.rules == rule).tolist():
            one = int(form.channels[weight])
            ends = [
                constrained(matrices[one], lowest[one], form.places[one], out) - lowest[one]
                for out in (before, [*before, weight])
            ]
            worse = [0.5 * apart @ matrices[one] @ apart for apart in ends]
            total += worse[1] - worse[0]
        assert total == pytest.approx(saved_without([*gone, rule]) - saved_without(gone))
        return total

    gone: list[int] = []
    while left := [rule for rule in range(n_rules) if rule not in gone]:
        n_conditions = int(sizes[left].sum())
        if gone and n_conditions <= fewest:
            break
        ratios = [saved_alone(rule, gone) / costs[rule] for rule in left]
        if min(ratios) >= 1 and n_conditions <= most:
            break
        gone.append(left[int(np.argmin(ratios))])
    kept = delete_rules(form, sizes, costs, (most, fewest))
    assert np.flatnonzero(kept).tolist() == left


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
    problem, terms = drawn.problem, drawn.terms
    grower, card = form_grower(drawn, price), fitted(drawn, RIDGE)
    rules, _, _ = flat_terms(terms)
    prices = grower.prices
    costs = [prices.of(len(one.body), len(one.channels)) for one in terms]
    costs = [cost + reading * len(one.body) for cost, one in zip(costs, terms, strict=True)]
    forms = [plain_curvatures(drawn, card, one) for one in range(len(problem.channels))]

    def saved(gone: list[int]) -> float:
        total = 0.0
        for own, form in forms:
            out = [at for at, weight in enumerate(own) if rules[weight] in gone]
            values, part = card.weights[own][out], np.linalg.inv(form)[np.ix_(out, out)]
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
    thin = thinned_once(grower, card, reading, most, fewest)
    assert bodies_of(thin) == [terms[rule].body.tolist() for rule in left]
    assert thin.loss == pytest.approx(
        plain_loss(drawn.coded, thin, RIDGE), abs=loss_tolerance(drawn.coded)
    )


@pytest.mark.parametrize("make", OTHER_ENGINES.values(), ids=OTHER_ENGINES)
@settings(max_examples=min(25, settings().max_examples))
@given(rows=repeated_rows(), most=st.integers(0, 6))
def test_every_engine_thins_out_alike(make: type, rows: Rows, most: int) -> None:
    cards = []
    for engine in ({}, {"make": make}):
        grower = grower_of(problem_of(rows.coded(), **engine), 0.02)
        card = grower.grown(grower.empty())
        cards.append(thinned(grower_of(grower.problem, 0.1), card, 0.01, most))
    one, other = cards
    assert bodies_of(one) == bodies_of(other)
    assert one.weights.tolist() == other.weights.tolist()


@given(repeated_rows(), st.sampled_from([0.05, 0.4]), st.integers(0, 6))
def test_thinning_only_deletes_and_then_fits(rows: Rows, price: float, most: int) -> None:
    problem = problem_of(rows.coded())
    grower = grower_of(problem, 0.02)
    card, thinner = grower.grown(grower.empty()), grower_of(problem, price)
    thin, cut = thinned(thinner, card), thinned(thinner, card, most=most)
    for smaller, larger in pairwise((thin, card)):
        places = [bodies_of(larger).index(body) for body in bodies_of(smaller)]
        assert places == sorted(places)
    assert all(body in bodies_of(thin) for body in bodies_of(cut))
    assert cut.n_conditions <= most
    assert cut.n_conditions == thin.n_conditions or thin.n_conditions > most
    assert thin.loss == pytest.approx(thinner.finished(thin).loss, abs=1e-3)


def test_a_rule_that_says_a_thing_twice_goes_and_the_other_takes_its_weight() -> None:
    drawn = drawn_problem(5, 2)
    first = drawn.terms[0]._replace(body=as_tests([(0, 0, 1)]))
    codes = drawn.coded.narrow.copy()
    codes[1] = codes[0]
    codes[1, np.flatnonzero(codes[0])[0]] = 0  # the same rows but for one
    coded = replace(drawn.coded, narrow=codes)
    nearly = first._replace(body=as_tests([(1, 0, 1)]))
    both = Drawn(problem_of(coded), coded, (first, nearly))
    grower = grower_of(both.problem, 1e-9)
    card = fitted(both, grower.costs.ridge)
    thin = thinned(grower, card, most=1)
    alone = fitted(both._replace(terms=thin.terms), grower.costs.ridge)
    assert len(thin.terms) == 1
    assert alone.weights[0] == pytest.approx(thin.weights[0], abs=1e-3)
    assert alone.weights[0] == pytest.approx(card.weights.sum(), rel=0.3)


@pytest.mark.parametrize("price", [0.1, 0.2])
def test_curvatures_that_are_worked_out_anew_make_cheaper_cards(price: float) -> None:
    random = np.random.default_rng(0)
    cells = tuple(
        ("abc"[random.integers(3)], *map(float, random.integers(9, size=2))) for _ in range(60)
    )
    labels = tuple("x" if a == "a" else "yz"[b > c] for a, b, c in cells)
    problem = problem_of(Rows(("nominal", "numeric", "numeric"), cells, labels).coded())
    grower, thinner = grower_of(problem, 0.01), grower_of(problem, price)
    card = grower.grown(grower.empty())  # nearly no row is wrong: the loss is flat
    at_once = thinner.finished(thinned_once(thinner, card, 0.0, None, 0))
    in_stages, prices = thinned(thinner, card), thinner.prices
    assert in_stages.cost(prices) < at_once.cost(prices) - 5
    assert 0 < in_stages.n_conditions < card.n_conditions / 2


def test_no_rule_pays_an_endless_price() -> None:
    drawn = drawn_problem(1, 3)
    empty = thinned(grower_of(drawn.problem, 1e9), fitted(drawn, RIDGE))
    assert empty.terms == ()
    assert empty.loss == pytest.approx(
        plain_loss(drawn.coded, empty, 0.0), abs=loss_tolerance(drawn.coded)
    )
