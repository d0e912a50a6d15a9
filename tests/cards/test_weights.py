"""Weights of a card: the loss has one minimum, and every engine finds the same one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from tests.cards.drawn_cards import (
    OTHER_ENGINES,
    Drawn,
    drawn_problem,
    fitted,
    holds,
    loss_tolerance,
    plain_loss,
    plain_nats,
    plain_scores,
    seeds,
    shares_of,
)

from conjunct.cards.fitted import Effort, FittedCard, channels_of, fit_card, saved_by_step
from conjunct.cards.weights import inverted, ordered_sum
from conjunct.count import NO_TESTS
from conjunct.count.engine import SCALE
from conjunct.types import Floats

numbers_of_classes = pytest.mark.parametrize("n_classes", [2, 3, 4])
ridges = st.sampled_from([0.1, 1.0, 5.0])


def best_by_scipy(drawn: Drawn, ridge: float) -> FittedCard:
    """Return the minimum that SciPy finds; signs are bounds."""
    n_channels = len(drawn.problem.channels)

    def card(numbers: Floats) -> FittedCard:
        return FittedCard(drawn.terms, numbers[n_channels:], numbers[:n_channels], 0.0)

    bounds: list[tuple[float | None, float | None]] = [(None, None)] * n_channels
    ways: dict[int, tuple[float | None, float | None]]
    ways = {0: (None, None), 1: (0.0, None), -1: (None, 0.0)}
    for term in drawn.terms:
        bounds.append(ways[term.sign])
    found = minimize(
        lambda numbers: plain_loss(drawn.coded, card(numbers), ridge),
        np.zeros(n_channels + len(drawn.terms)),
        bounds=bounds,
        method="L-BFGS-B",
        options={"gtol": 1e-9, "ftol": 1e-15, "maxfun": 100_000},
    )
    return replace(card(found.x), loss=float(found.fun))


def same_minimum(drawn: Drawn, ridge: float) -> None:
    """Compare losses, and scores but for what all classes have in common, with those of SciPy."""
    card, best = fitted(drawn, ridge), best_by_scipy(drawn, ridge)
    assert card.loss == pytest.approx(best.loss, abs=1e-4)
    of_both = [plain_scores(drawn.coded, one) for one in (card, best)]
    ours, scipys = (scores - scores.mean(axis=0) for scores in of_both)
    assert ours == pytest.approx(scipys, abs=1e-3)


@numbers_of_classes
@pytest.mark.parametrize("seed", range(6))
def test_fitted_weights_are_those_that_scipy_finds(n_classes: int, seed: int) -> None:
    same_minimum(drawn_problem(seed, n_classes), (0.1, 1.0, 5.0)[seed % 3])


@pytest.mark.parametrize("seed", range(20))
def test_weights_with_signs_are_those_that_scipy_finds_within_bounds(seed: int) -> None:
    same_minimum(drawn_problem(seed, 2, signed=True), (0.1, 1.0, 5.0)[seed % 3])


@numbers_of_classes
@given(seed=seeds, ridge=ridges, cycles=st.integers(0, 5))
def test_the_loss_is_the_formula(n_classes: int, seed: int, ridge: float, cycles: int) -> None:
    drawn = drawn_problem(seed, n_classes)
    card = fitted(drawn, ridge, Effort(cycles, 0.0))
    expected = plain_loss(drawn.coded, card, ridge)
    assert card.loss == pytest.approx(expected, abs=loss_tolerance(drawn.coded))


@numbers_of_classes
@given(seed=seeds, ridge=ridges)
def test_no_step_from_the_end_saves_anything(n_classes: int, seed: int, ridge: float) -> None:
    drawn = drawn_problem(seed, n_classes)
    card = fitted(drawn, ridge)
    lowest = plain_loss(drawn.coded, card, ridge)
    numbers = np.append(card.weights, card.base)
    for place in range(len(numbers)):
        for step in (-1e-2, 1e-2):
            moved = numbers.copy()
            moved[place] += step
            other = replace(card, weights=moved[: len(card.weights)], base=moved[-len(card.base) :])
            assert plain_loss(drawn.coded, other, ridge) > lowest


@given(seed=seeds, ridge=ridges, cycles=st.integers(0, 30))
def test_a_weight_that_must_have_a_sign_has_it_or_is_0(
    seed: int, ridge: float, cycles: int
) -> None:
    drawn = drawn_problem(seed, 2, signed=True)
    card = fitted(drawn, ridge, Effort(cycles, 0.0))
    for place, term in enumerate(drawn.terms):
        assert card.weights[place] * term.sign >= 0


@numbers_of_classes
@given(seed=seeds, ridge=st.sampled_from([0.01, 1.0]))
def test_cycles_never_raise_the_loss(n_classes: int, seed: int, ridge: float) -> None:
    drawn = drawn_problem(seed, n_classes)
    losses = [fitted(drawn, ridge, Effort(cycles, 0.0)).loss for cycles in range(8)]
    assert (np.diff(losses) <= 0).all()
    assert losses[1] < losses[0] or losses[0] == losses[-1]


@numbers_of_classes
@given(seed=seeds)
def test_a_fit_from_far_away_never_raises_the_loss(n_classes: int, seed: int) -> None:
    drawn = drawn_problem(seed, n_classes)
    random = np.random.default_rng(seed)
    weights = random.normal(0, 6, len(drawn.terms))
    base = random.normal(0, 6, len(drawn.problem.channels))
    losses = [
        fit_card(drawn.problem, drawn.terms, weights, base, 0.5, Effort(cycles, 0.0)).loss
        for cycles in (0, 1, 4, 30)
    ]
    assert (np.diff(losses) <= 0).all()


@numbers_of_classes
@given(seed=seeds)
def test_only_weights_that_are_free_change_and_with_them_their_bases(
    n_classes: int, seed: int
) -> None:
    drawn = drawn_problem(seed, n_classes)
    random = np.random.default_rng(seed)
    start = fitted(drawn, 1.0, Effort(1, 0.0))
    free = random.random(len(start.weights)) < 0.5
    channels = channels_of(drawn.terms)
    card = fit_card(
        drawn.problem, drawn.terms, start.weights, start.base, 3.0, Effort(5, 0.0), free=free
    )
    assert card.weights[~free].tolist() == start.weights[~free].tolist()
    for channel in set(range(len(start.base))) - set(channels[free].tolist()):
        assert card.base[channel] == start.base[channel]
    if free.any():
        assert card.loss < plain_loss(drawn.coded, start, 3.0)


@pytest.mark.parametrize("make", OTHER_ENGINES.values(), ids=OTHER_ENGINES)
@numbers_of_classes
@given(seed=seeds, cycles=st.integers(0, 30))
def test_every_engine_fits_the_same_weights_to_the_bit(
    make: type, n_classes: int, seed: int, cycles: int
) -> None:
    effort = Effort(cycles, 1e-6)
    one, other = (
        fitted(drawn_problem(seed, n_classes, n_classes == 2, **how), 0.7, effort)
        for how in ({}, {"make": make})
    )
    assert one.weights.tolist() == other.weights.tolist()
    assert one.base.tolist() == other.base.tolist()
    assert one.loss == other.loss


@numbers_of_classes
@given(seed=seeds)
def test_a_step_saves_what_the_derivatives_of_the_loss_say(n_classes: int, seed: int) -> None:
    drawn = drawn_problem(seed, n_classes)
    problem, coded, terms = drawn
    card = fitted(drawn, 1.0, Effort(1, 0.0))
    bodies = [*(term.body for term in terms), NO_TESTS]
    sums = problem.engine.tally(np.array([problem.cover]), bodies, problem.state)[0]
    scores, step = plain_scores(coded, card), 1e-4
    for body, own, saved in zip(bodies, sums, saved_by_step(sums, 1.0), strict=True):
        held = holds(coded, body)
        assert own[0] / SCALE == pytest.approx(shares_of(coded)[held].sum())
        for channel, label in enumerate(problem.channels):
            nats = []
            for turn in (-step, 0.0, step):
                moved = scores.copy()
                moved[label, held] += turn
                nats.append(shares_of(coded) @ plain_nats(coded.labels, moved))
            pull, bend = (
                (nats[0] - nats[2]) / (2 * step),
                (nats[0] - 2 * nats[1] + nats[2]) / step**2,
            )
            assert saved[channel] == pytest.approx(0.5 * pull**2 / (bend + 1.0), abs=1e-4)


@given(seeds, st.integers(1, 12))
def test_a_matrix_is_inverted(seed: int, size: int) -> None:
    root = np.random.default_rng(seed).normal(size=(size, size))
    matrix = root @ root.T + np.eye(size)
    before = matrix.copy()
    assert inverted(matrix) == pytest.approx(np.linalg.inv(matrix), abs=1e-9)
    both = np.stack((matrix, 2 * matrix))
    assert inverted(both).tolist() == [inverted(one).tolist() for one in both]
    assert (matrix == before).all()


def test_numbers_are_added_up_from_the_first_to_the_last() -> None:
    assert ordered_sum([1e16, 1.0, -1e16]) == 0.0
    assert ordered_sum([1e16, -1e16, 1.0]) == 1.0
    assert ordered_sum([]) == 0.0
