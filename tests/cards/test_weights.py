"""Weights of a card: the loss has one minimum, and its derivatives are what rules are found by."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from tests.cards.drawn_cards import (
    Drawn,
    drawn_problem,
    fitted,
    plain_loss,
    plain_nats,
    plain_scores,
    seeds,
)

from conjunct.cards.draft import (
    Draft,
    Effort,
    cover_sums,
    fresh_start,
    paying_channels,
    saving,
)
from conjunct.search.newton import Prices
from conjunct.search.newton_kernels import SCALE
from conjunct.types import Floats

numbers_of_classes = pytest.mark.parametrize("n_classes", [2, 3, 4])
ridges = st.sampled_from([0.1, 1.0, 5.0])


def best_by_scipy(drawn: Drawn, ridge: float) -> tuple[float, Floats]:
    """Return loss and weights of the minimum that SciPy finds; signs are bounds."""
    n_channels = len(drawn.problem.channels)

    def loss(numbers: Floats) -> float:
        return plain_loss(drawn, ridge, numbers[n_channels:], numbers[:n_channels])

    bounds: list[tuple[float | None, float | None]] = [(None, None)] * n_channels
    ways: dict[int, tuple[float | None, float | None]]
    ways = {0: (None, None), 1: (0.0, None), -1: (None, 0.0)}
    for term in drawn.terms:
        bounds += [ways[term.sign]] * len(term.channels)
    start = np.zeros(n_channels + drawn.n_weights)
    found = minimize(loss, start, bounds=bounds, method="L-BFGS-B", options={"gtol": 1e-8})
    return float(found.fun), found.x[n_channels:]


@numbers_of_classes
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_fitted_weights_are_those_that_scipy_finds(n_classes: int, signed: bool, seed: int) -> None:
    drawn = drawn_problem(seed, n_classes, signed=signed and n_classes == 2)
    ridge = (0.1, 1.0, 5.0)[seed % 3]
    draft = fitted(drawn, ridge)
    lowest, weights = best_by_scipy(drawn, ridge)
    assert draft.loss == pytest.approx(lowest, rel=1e-6)
    assert draft.weights == pytest.approx(weights, abs=5e-3)


@numbers_of_classes
@given(seed=seeds, ridge=ridges)
def test_the_loss_is_the_formula(n_classes: int, seed: int, ridge: float) -> None:
    drawn = drawn_problem(seed, n_classes)
    for effort in (Effort(0, 0.0), Effort(2, 0.0)):
        draft = fitted(drawn, ridge, effort)
        assert draft.loss == pytest.approx(plain_loss(drawn, ridge, draft.weights, draft.base))


@numbers_of_classes
@given(seed=seeds, ridge=ridges)
def test_no_step_from_the_end_saves_anything(n_classes: int, seed: int, ridge: float) -> None:
    drawn = drawn_problem(seed, n_classes)
    draft = fitted(drawn, ridge)
    for place in range(drawn.n_weights):
        for step in (-1e-2, 1e-2):
            weights = draft.weights.copy()
            weights[place] += step
            assert plain_loss(drawn, ridge, weights, draft.base) > draft.loss
    for channel in range(len(draft.base)):
        for step in (-1e-2, 1e-2):
            base = draft.base.copy()
            base[channel] += step
            assert plain_loss(drawn, ridge, draft.weights, base) >= draft.loss - 1e-9


@given(seed=seeds, ridge=ridges)
def test_a_weight_that_must_have_a_sign_has_it_or_is_0(seed: int, ridge: float) -> None:
    drawn = drawn_problem(seed, 2, signed=True)
    draft = fitted(drawn, ridge)
    for place, term in enumerate(drawn.terms):
        (weight,) = draft.weights_of(place)
        assert weight * term.sign >= 0


@numbers_of_classes
@given(seed=seeds)
def test_cycles_never_raise_the_loss(n_classes: int, seed: int) -> None:
    drawn = drawn_problem(seed, n_classes)
    losses = [fitted(drawn, 1.0, Effort(cycles, 0.0)).loss for cycles in range(6)]
    assert (np.diff(losses) <= 1e-9).all()


def residuals_of(draft: Draft, drawn: Drawn) -> tuple[Floats, Floats, Floats]:
    """Return weights, gradients and curvatures as numbers, the last two by channel and row."""
    values = draft.residuals(drawn.problem) / SCALE
    n_channels = len(drawn.problem.channels)
    return values[:, 0], values[:, 1 : 1 + n_channels].T, values[:, 1 + n_channels :].T


@numbers_of_classes
@given(seed=seeds)
def test_residuals_are_the_derivatives_of_the_loss(n_classes: int, seed: int) -> None:
    drawn = drawn_problem(seed, n_classes)
    problem, terms, _ = drawn
    draft = fitted(drawn, 1.0, Effort(1, 0.0))
    share, gradients, curvatures = residuals_of(draft, drawn)
    scores = plain_scores(problem, terms, draft.weights, draft.base)
    assert share == pytest.approx(problem.share)
    for channel in range(len(problem.channels)):
        step = 1e-4
        nats = []
        for turn in (-step, 0.0, step):
            moved = scores.copy()
            moved[channel] += turn
            nats.append(problem.share * plain_nats(problem.labels, moved))
        low, here, high = nats
        assert gradients[channel] == pytest.approx(-(high - low) / (2 * step), abs=1e-6)
        assert curvatures[channel] == pytest.approx((high - 2 * here + low) / step**2, abs=1e-5)


@numbers_of_classes
@given(seed=seeds, times=st.integers(2, 5))
def test_a_row_of_weight_k_has_k_times_the_residuals_exactly(
    n_classes: int, seed: int, times: int
) -> None:
    drawn = drawn_problem(seed, n_classes)
    draft = fitted(drawn, 1.0, Effort(1, 0.0))
    one, many = (
        draft.residuals(
            drawn.problem.__class__(
                *(getattr(drawn.problem, name) for name in ("engine", "language", "channels")),
                drawn.problem.labels,
                np.full(drawn.problem.n_rows, float(share)),
                drawn.problem.signs,
            )
        )
        for share in (1, times)
    )
    assert (times * one == many).all()


@numbers_of_classes
@given(seed=seeds)
def test_a_rule_put_in_and_taken_out_leaves_the_card_as_it_was(n_classes: int, seed: int) -> None:
    drawn = drawn_problem(seed, n_classes)
    problem, terms, _ = drawn
    draft = fitted(drawn, 1.0)
    for place in range(len(terms)):
        start = draft.without_term(place)
        rest = terms[:place] + terms[place + 1 :]
        expected = fresh_start(problem, rest, start.weights, draft.base)
        shares = start.odds / start.sums
        assert shares == pytest.approx(expected.odds / expected.sums, abs=1e-9)
    longer = draft.with_term(terms[0])
    assert longer.weights[: drawn.n_weights].tolist() == draft.weights.tolist()
    assert not longer.weights[drawn.n_weights :].any()
    assert longer.odds is not draft.odds


@numbers_of_classes
@given(seed=seeds)
def test_what_a_step_saves_is_what_the_rows_of_a_rule_add_up_to(n_classes: int, seed: int) -> None:
    drawn = drawn_problem(seed, n_classes)
    draft = fitted(drawn, 1.0, Effort(1, 0.0))
    values = draft.residuals(drawn.problem)
    prices = Prices(1.0, 0.2, 0.5, 1.0)
    _, gradients, curvatures = residuals_of(draft, drawn)
    for term, sums in zip(drawn.terms, cover_sums(values, drawn.terms), strict=True):
        assert sums.tolist() == values[term.rows].sum(axis=0).tolist()
        pull, bend = gradients[:, term.rows].sum(axis=1), curvatures[:, term.rows].sum(axis=1)
        worth = 0.5 * pull**2 / (bend + prices.ridge)
        paying = [one for one in range(len(worth)) if worth[one] > prices.per_class]
        assert paying_channels(values, term.rows, prices) == tuple(paying or [worth.argmax()])
        expected = worth[list(term.channels)].sum() - prices.of(0, len(term.channels))
        assert saving(values, term, prices) == pytest.approx(expected)
