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
from conjunct.cards.thinning import SquareForm, delete_rules, thin_request, thinned
from conjunct.count import as_tests
from conjunct.count.requests import BASE_RIDGE, ThinLimits
from conjunct.types import Floats, Ints

RIDGE = 0.7
MANY = 1000


def form_grower(drawn: Drawn, ridge: float = RIDGE) -> CardGrower:
    """Return a grower with the ridge of these tests."""
    return replace(grower_of(drawn.problem, 1.0), ridge=ridge)


def form_of(drawn: Drawn, card: FittedCard) -> SquareForm:
    """Return the square forms of a card."""
    grower = form_grower(drawn)
    return SquareForm.of(grower.problem.engine, thin_request(grower, card, 0, 0))


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
    form = form_of(drawn, card)
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
    form = form_of(drawn, card)
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


def drawn_rules(random: np.random.Generator, channels: Ints) -> list[list[int]]:
    """Divide weights among rules, each of which has at most one weight for a class."""
    rules: list[list[int]] = []
    for place, channel in enumerate(channels.tolist()):
        free = [own for own in rules if channel not in channels[own]]
        if free and random.random() < 0.6:
            free[random.integers(len(free))].append(place)
        else:
            rules.append([place])
    return rules


@given(seeds, st.integers(1, 3), st.integers(0, 12), st.integers(0, 9))
def test_rules_and_points_are_deleted_in_the_order_of_what_they_save_for_their_cost(
    seed: int, n_classes: int, most: int, points: int
) -> None:
    random = np.random.default_rng(seed)
    form, matrices = square_form(random, n_classes)
    plain = PlainForms(form, matrices)
    rules = drawn_rules(random, form.channels)
    sizes, costs = random.integers(1, 4, len(rules)), random.uniform(0.05, 1.5, len(rules))
    gone: list[int] = []
    left = dict(enumerate(rules))

    def missed(places: list[int]) -> float:
        return plain.cost([*gone, *places]) - plain.cost(gone)

    while sum(sizes[rule] for rule in left) > most:
        worst = min(left, key=lambda rule: missed(left[rule]) / costs[rule])
        gone += left.pop(worst)
    while sum(map(len, left.values())) > max(points, len(left)):
        several = [place for own in left.values() if len(own) > 1 for place in own]
        worst = min(several, key=lambda place: missed([place]))
        gone.append(worst)
        left = {rule: [one for one in own if one != worst] for rule, own in left.items()}
    owner = np.empty(len(form.channels), np.int64)
    for rule, places in enumerate(rules):
        owner[places] = rule
    found = delete_rules(form, ThinLimits(owner, sizes, costs, most, points))
    assert np.flatnonzero(found).tolist() == sorted(place for own in left.values() for place in own)


def test_a_rule_with_points_for_two_classes_counts_its_conditions_once() -> None:
    drawn = drawn_problem(3, 3)
    first, second = (drawn.terms[0]._replace(channel=channel) for channel in (0, 1))
    other = drawn.terms[0]._replace(body=as_tests([(1, 0, 0)]), channel=2)
    both = drawn._replace(terms=(first, second, other))
    card = fitted(both, RIDGE)
    assert card.n_conditions == len(first.body) + 1
    most = card.n_conditions
    assert len(thinned(form_grower(both), card, most, points=3).terms) == 3
    thin = thinned(form_grower(both), card, most, points=2)
    assert [term.channel for term in thin.terms] in ([0, 2], [1, 2])
    assert thin.n_conditions == most
    assert thinned(form_grower(both), card, most, points=0).n_conditions == most


@settings(max_examples=min(40, settings().max_examples))
@given(seeds)
def test_the_rule_that_goes_is_the_one_that_exact_fits_miss_least(seed: int) -> None:
    # The ridge is strong: the loss of two classes is then next to a square form.
    ridge = 20.0
    drawn = drawn_problem(seed, 2)
    assume(len(drawn.terms) > 1)
    grower, card = form_grower(drawn, ridge), fitted(drawn, ridge)
    thin = thinned(grower, card, card.n_conditions - 1, MANY)
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
@given(rows=repeated_rows(), most=st.integers(0, 6), points=st.integers(0, 8))
def test_every_engine_thins_out_alike(make: type, rows: Rows, most: int, points: int) -> None:
    cards = []
    for engine in ({}, {"make": make}):
        grower = grower_of(problem_of(rows.coded(), **engine), 0.02)
        cards.append(thinned(grower, grown(grower), most, points))
    assert_same(*cards)


@given(repeated_rows(), st.integers(0, 6))
def test_thinning_only_deletes_as_little_as_it_must_and_then_fits(rows: Rows, most: int) -> None:
    coded = rows.coded()
    grower = grower_of(problem_of(coded), 0.02)
    card = grown(grower)
    thin = thinned(grower, card, most, MANY)
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
    thin = thinned(form_grower(drawn), fitted(drawn, RIDGE), most, MANY)
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
    thin = thinned(grower, card, most=1, points=MANY)
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
    assert thinned(grower, fitted(both, grower.ridge), 2, MANY).terms == (short,)


def test_nothing_is_left_of_no_conditions() -> None:
    drawn = drawn_problem(1, 3)
    empty = thinned(grower_of(drawn.problem, 1.0), fitted(drawn, RIDGE), 0, MANY)
    assert empty.terms == ()
    assert empty.loss == pytest.approx(
        plain_loss(drawn.coded, empty, 0.0), abs=loss_tolerance(drawn.coded)
    )
