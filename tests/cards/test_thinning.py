"""Thinning a card out, against the plain algebra of square forms and against exact fits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.cards.drawn_cards import (
    OTHER_ENGINES,
    Drawn,
    assert_same,
    bodies_of,
    drawn_problem,
    fitted,
    grower_of,
    grown,
    holds,
    loss_tolerance,
    plain_loss,
    plain_scores,
    problem_of,
    repeated_rows,
    seeds,
    shares_of,
)
from tests.search.small_tables import Rows

from conjunct.cards.fitted import NEARLY_FINAL, Effort, FittedCard, channels_of
from conjunct.cards.growth import CardGrower
from conjunct.cards.thinning import SquareForm, delete_rules, thinned
from conjunct.count import as_tests
from conjunct.count.fitting import BASE_RIDGE
from conjunct.types import Floats, Ints

RIDGE = 0.7


def form_grower(drawn: Drawn, ridge: float = RIDGE) -> CardGrower:
    """Return a grower with the ridge of these tests."""
    return replace(grower_of(drawn.problem, 1.0), ridge=ridge)


def plain_curvatures(drawn: Drawn, card: FittedCard, one: int) -> tuple[list[int], Floats]:
    """Return the weights of a channel, and the curvatures of the loss in them and its base."""
    coded = drawn.coded
    scores = plain_scores(coded, card)
    shares = np.exp(scores - scores.max(axis=0))
    p = (shares / shares.sum(axis=0))[drawn.problem.channels[one]]
    own = [place for place, term in enumerate(card.terms) if term.channel == one]
    covers = [holds(coded, card.terms[place].body) for place in own]
    covers = np.array([*covers, np.ones(coded.n_rows)], float)
    matrix = (covers * (shares_of(coded) * p * (1 - p))) @ covers.T
    return own, matrix + np.diag([RIDGE] * len(own) + [BASE_RIDGE])


@given(seeds, st.integers(2, 4))
def test_inverses_are_those_of_the_curvatures(seed: int, n_classes: int) -> None:
    drawn = drawn_problem(seed, n_classes)
    card = fitted(drawn, RIDGE)
    form = SquareForm.of(form_grower(drawn), card)
    assert form.channels.tolist() == channels_of(card.terms).tolist()
    for one, inverse in enumerate(form.inverses):
        own, expected = plain_curvatures(drawn, card, one)
        assert form.places[one].tolist() == own
        # Rows with almost no curvature are left out of pairs of rules.
        assert inverse @ expected == pytest.approx(np.eye(len(own) + 1), abs=1e-4)


@given(seeds, st.integers(2, 4), st.sampled_from([1, 300]))
def test_a_form_is_lowest_one_newton_step_from_the_card(
    seed: int, n_classes: int, cycles: int
) -> None:
    drawn = drawn_problem(seed, n_classes)
    coded, card = drawn.coded, fitted(drawn, RIDGE, Effort(cycles, 0.0))
    form = SquareForm.of(form_grower(drawn), card)
    scores = plain_scores(coded, card)
    shares = np.exp(scores) / np.exp(scores).sum(axis=0)
    for one, label in enumerate(drawn.problem.channels):
        pulls = shares_of(coded) * ((coded.labels == label) - shares[label])
        own, curvatures = plain_curvatures(drawn, card, one)
        covers = [holds(coded, card.terms[place].body) for place in own]
        slopes = [pulls[held].sum() for held in covers] - RIDGE * card.weights[own]
        step = np.linalg.solve(curvatures, np.append(slopes, pulls.sum()))
        assert form.weights[own] == pytest.approx(card.weights[own] + step[:-1], abs=1e-4)
        assert form.base[one] == pytest.approx(card.base[one] + step[-1], abs=1e-4)


def square_form(random: np.random.Generator, n_classes: int) -> tuple[SquareForm, list[Floats]]:
    """Draw square forms; return them, and their matrices."""
    channels = random.integers(n_classes, size=random.integers(1, 8))
    places = [np.flatnonzero(channels == one) for one in range(n_classes)]
    matrices = []
    for own in places:
        root = random.normal(size=(len(own) + 1, len(own) + 1))
        matrices.append(root @ root.T + np.eye(len(own) + 1))
    inverses = [np.linalg.inv(matrix) for matrix in matrices]
    weights, base = random.normal(size=len(channels)), random.normal(size=n_classes)
    return SquareForm(channels, weights, base, inverses, places), matrices


def constrained(matrix: Floats, lowest: Floats, own: Ints, gone: list[int]) -> Floats:
    """Return where a form is lowest if some weights are 0; the base stands last."""
    free = [*(weight not in gone for weight in own.tolist()), True]
    found = np.zeros(len(lowest))
    found[free] = np.linalg.solve(matrix[np.ix_(free, free)], (matrix @ lowest)[free])
    return found


class PlainForms:
    """Square forms that are solved anew for every set of deleted weights."""

    def __init__(self, form: SquareForm, matrices: list[Floats]) -> None:
        self.matrices = matrices
        self.channels, self.places = form.channels, form.places
        self.lowest = [
            np.append(form.weights[own], form.base[one]) for one, own in enumerate(form.places)
        ]

    def at(self, one: int, gone: list[int]) -> Floats:
        return constrained(self.matrices[one], self.lowest[one], self.places[one], gone)

    def cost(self, gone: list[int]) -> float:
        """Return what the deletion of some weights costs."""
        total = 0.0
        for one, matrix in enumerate(self.matrices):
            apart = self.at(one, gone) - self.lowest[one]
            total += 0.5 * apart @ matrix @ apart
        return total


@given(seeds, st.integers(1, 3), st.data())
def test_deleting_weights_solves_the_square_forms_without_them(
    seed: int, n_classes: int, data: st.DataObject
) -> None:
    form, matrices = square_form(np.random.default_rng(seed), n_classes)
    plain = PlainForms(form, matrices)
    gone: list[int] = []
    for _ in range(data.draw(st.integers(1, len(form.weights)))):
        left = [weight for weight in range(len(form.weights)) if weight not in gone]
        weight = data.draw(st.sampled_from(left))
        one = int(form.channels[weight])
        cost = form.saved(one)[form.places[one].tolist().index(weight)]
        before = plain.cost(gone)
        gone.append(weight)
        form.delete(weight)
        found = np.append(form.weights[form.places[one]], form.base[one])
        assert found == pytest.approx(plain.at(one, gone), abs=1e-6)
        assert cost == pytest.approx(plain.cost(gone) - before, abs=1e-6)
    assert form.weights[gone] == pytest.approx(0.0, abs=1e-12)


@given(seeds, st.integers(1, 3), st.integers(0, 12))
def test_rules_are_deleted_in_the_order_of_what_they_save_for_their_cost(
    seed: int, n_classes: int, most: int
) -> None:
    random = np.random.default_rng(seed)
    form, matrices = square_form(random, n_classes)
    plain = PlainForms(form, matrices)
    n_rules = len(form.weights)
    sizes, costs = random.integers(1, 4, n_rules), random.uniform(0.05, 1.5, n_rules)
    gone: list[int] = []
    left = list(range(n_rules))
    while sizes[left].sum() > most:
        before = plain.cost(gone)
        ratios = [(plain.cost([*gone, rule]) - before) / costs[rule] for rule in left]
        gone.append(left[int(np.argmin(ratios))])
        left.remove(gone[-1])
    assert np.flatnonzero(delete_rules(form, sizes, costs, most)).tolist() == left


@settings(max_examples=min(40, settings().max_examples))
@given(seeds)
def test_the_rule_that_goes_is_the_one_that_exact_fits_miss_least(seed: int) -> None:
    # The ridge is strong: the loss of two classes is then next to a square form.
    ridge = 20.0
    drawn = drawn_problem(seed, 2)
    assume(len(drawn.terms) > 1)
    grower, card = form_grower(drawn, ridge), fitted(drawn, ridge)
    thin = thinned(grower, card, card.n_conditions - 1)
    ratios = {}
    for place, term in enumerate(drawn.terms):
        rest = drawn.terms[:place] + drawn.terms[place + 1 :]
        alone = fitted(drawn._replace(terms=rest), ridge)
        ratios[place] = (alone.loss - card.loss) / grower.prices.of(len(term.body))
    kept = bodies_of(thin)
    (gone,) = [at for at, one in enumerate(drawn.terms) if one.body.tolist() not in kept]
    assert ratios[gone] <= 1.1 * min(ratios.values()) + 1e-6


@pytest.mark.parametrize("make", OTHER_ENGINES.values(), ids=OTHER_ENGINES)
@settings(max_examples=min(25, settings().max_examples))
@given(rows=repeated_rows(), most=st.integers(0, 6))
def test_every_engine_thins_out_alike(make: type, rows: Rows, most: int) -> None:
    cards = []
    for engine in ({}, {"make": make}):
        grower = grower_of(problem_of(rows.coded(), **engine), 0.02)
        cards.append(thinned(grower, grown(grower), most))
    assert_same(*cards)


@given(repeated_rows(), st.integers(0, 6))
def test_thinning_only_deletes_as_little_as_it_must_and_then_fits(rows: Rows, most: int) -> None:
    coded = rows.coded()
    grower = grower_of(problem_of(coded), 0.02)
    card = grown(grower)
    thin = thinned(grower, card, most)
    places = [bodies_of(card).index(body) for body in bodies_of(thin)]
    assert places == sorted(places)
    assert thin.n_conditions <= most
    longest = max((len(term.body) for term in card.terms), default=0)
    assert thin.n_conditions > min(most, card.n_conditions) - max(longest, 1)
    assert thin.loss == pytest.approx(
        plain_loss(coded, thin, grower.ridge), abs=loss_tolerance(coded)
    )
    # The next step of no weight would save more than this.
    nearly = NEARLY_FINAL.enough * (len(thin.weights) + len(thin.base))
    assert thin.loss <= grower.finished(thin).loss + nearly


@given(seeds, st.integers(0, 4))
def test_weights_that_must_have_a_sign_have_it_after_thinning(seed: int, most: int) -> None:
    drawn = drawn_problem(seed, 2, signed=True)
    thin = thinned(form_grower(drawn), fitted(drawn, RIDGE), most)
    for term, weight in zip(thin.terms, thin.weights.tolist(), strict=True):
        assert term.sign * weight >= 0


def test_a_rule_that_says_a_thing_twice_goes_and_the_other_takes_its_weight() -> None:
    drawn = drawn_problem(5, 2)
    first = drawn.terms[0]._replace(body=as_tests([(0, 0, 1)]))
    codes = drawn.coded.narrow.copy()
    codes[1] = codes[0]
    codes[1, np.flatnonzero(codes[0])[0]] = 0  # the same rows but for one
    coded = replace(drawn.coded, narrow=codes)
    nearly = first._replace(body=as_tests([(1, 0, 1)]))
    both = Drawn(problem_of(coded), coded, (first, nearly))
    grower = grower_of(both.problem, 1.0)
    card = fitted(both, grower.ridge)
    thin = thinned(grower, card, most=1)
    alone = fitted(both._replace(terms=thin.terms), grower.ridge)
    assert len(thin.terms) == 1
    assert alone.weights[0] == pytest.approx(thin.weights[0], abs=1e-3)
    assert alone.weights[0] == pytest.approx(card.weights.sum(), rel=0.3)


def test_the_longer_of_two_rules_that_save_the_same_goes() -> None:
    drawn = drawn_problem(5, 2)
    codes = drawn.coded.narrow.copy()
    codes[1] = codes[0]
    coded = replace(drawn.coded, narrow=codes)
    term = drawn.terms[0]
    long = term._replace(body=as_tests([(1, 0, 1)] * 2))
    short = term._replace(body=as_tests([(0, 0, 1)]))
    both = Drawn(problem_of(coded), coded, (long, short))
    grower = grower_of(both.problem, 1.0)
    assert thinned(grower, fitted(both, grower.ridge), 2).terms == (short,)


def test_nothing_is_left_of_no_conditions() -> None:
    drawn = drawn_problem(1, 3)
    empty = thinned(grower_of(drawn.problem, 1.0), fitted(drawn, RIDGE), 0)
    assert empty.terms == ()
    assert empty.loss == pytest.approx(
        plain_loss(drawn.coded, empty, 0.0), abs=loss_tolerance(drawn.coded)
    )
