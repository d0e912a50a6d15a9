"""The optimisers: all find the same minimum, each in its own manner."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.experiments.descent import (
    ASTRAY,
    OPTIMISERS,
    LogisticLoss,
    Parabola,
    Path,
    conjugate_gradient,
    gradient_descent,
    newton,
)

START = np.zeros(6)
MANY = 2000


def made_loss(seed: int, n_rows: int = 40, n_rules: int = 5) -> LogisticLoss:
    rng = np.random.default_rng(seed)
    rules = rng.integers(0, 2, (n_rows, n_rules)).astype(float)
    columns = np.column_stack([np.ones(n_rows), rules])
    signs = np.where(rng.random(n_rows) < 0.4, 1.0, -1.0)
    return LogisticLoss(columns, signs, np.array([0.0, *rng.uniform(0.01, 1.0, n_rules)]))


def made_weights(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(0.0, 2.0, 6)


@given(seed=st.integers(0, 1000))
def test_gradient_and_hessian_are_the_differences_of_what_they_derive(seed: int) -> None:
    loss, weights, h = made_loss(seed), made_weights(seed), 1e-5
    moved = h * np.eye(len(weights))
    slopes = [(loss.value(weights + d) - loss.value(weights - d)) / (2 * h) for d in moved]
    np.testing.assert_allclose(loss.gradient(weights), slopes, atol=1e-9)
    bends = [(loss.gradient(weights + d) - loss.gradient(weights - d)) / (2 * h) for d in moved]
    np.testing.assert_allclose(loss.hessian(weights), bends, atol=1e-9)


@given(seed=st.integers(0, 1000))
def test_other_units_change_neither_values_nor_the_newton_step(seed: int) -> None:
    loss, weights = made_loss(seed), made_weights(seed)
    units = 10.0 ** np.random.default_rng(seed).uniform(-1, 1, 6)
    other = loss.in_units(units)
    assert other.value(weights / units) == pytest.approx(loss.value(weights), rel=1e-12)
    step = np.linalg.solve(loss.hessian(weights), loss.gradient(weights))
    again = np.linalg.solve(other.hessian(weights / units), other.gradient(weights / units))
    np.testing.assert_allclose(again * units, step, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("name", OPTIMISERS)
def test_every_optimiser_finds_the_minimum(name: str) -> None:
    loss = made_loss(11)
    path = Path.of(OPTIMISERS[name](loss, START), MANY)
    lowest = Path.of(newton(loss, START), MANY).weights[-1]
    assert np.abs(loss.gradient(path.weights[-1])).max() < 1e-7
    np.testing.assert_allclose(path.weights[-1], lowest, atol=1e-6)
    assert len(path.weights) == len(path.seconds) < 2000
    assert path.seconds == sorted(path.seconds)
    np.testing.assert_array_equal(path.weights[0], START)
    assert len(Path.of(OPTIMISERS[name](loss, START), 2).weights) == 3


def test_a_step_of_gradient_descent_leaves_no_slope_in_its_direction() -> None:
    loss = made_loss(15)
    for first, second in pairwise(Path.of(gradient_descent(loss, START), 20).weights):
        slope = loss.gradient(first)
        assert abs(loss.gradient(second) @ slope) <= 1e-12


@given(seed=st.integers(0, 1000), n=st.integers(1, 6))
@settings(max_examples=25)
def test_n_steps_are_exact_for_a_quadratic_of_n_weights(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    root, slope = rng.integers(-3, 4, (n, n)), rng.integers(-5, 6, n).astype(float)
    curvature = root @ root.T + np.eye(n)
    bowl = Parabola(np.zeros(n), 0.0, slope, curvature)
    path = Path.of(conjugate_gradient(bowl, np.zeros(n)), n, 0.0).weights
    np.testing.assert_allclose(path[-1], -np.linalg.solve(curvature, slope), atol=1e-6)


def test_steepest_descent_needs_more_steps_than_weights_on_a_narrow_parabola() -> None:
    bowl = Parabola(np.zeros(2), 0.0, np.array([-1.0, -1.0]), np.diag([1.0, 100.0]))
    assert len(Path.of(conjugate_gradient(bowl, np.zeros(2)), MANY).weights) - 1 == 2
    assert len(Path.of(gradient_descent(bowl, np.zeros(2)), MANY).weights) > 100


def test_newton_does_not_care_about_units_and_the_others_do() -> None:
    loss = made_loss(18)
    units = np.array([0.1, 10.0, 1.0, 0.1, 10.0, 1.0])
    mixed = loss.in_units(units)
    steps, again = (
        {name: len(Path.of(run(one, START), MANY).weights) for name, run in OPTIMISERS.items()}
        for one in (loss, mixed)
    )
    assert again["Newton"] == steps["Newton"]
    assert again["gradient descent"] > 3 * steps["gradient descent"]
    assert again["conjugate gradient"] > 1.2 * steps["conjugate gradient"]


@pytest.mark.parametrize("far", [5.0, 50.0])
def test_newton_goes_astray_from_far_and_stops_there(far: float) -> None:
    loss = LogisticLoss(np.ones((2, 1)), np.array([1.0, -1.0]), np.array([0.0]))
    path = Path.of(newton(loss, np.array([far])), MANY)
    values = [loss.value(weights) for weights in path.weights]
    assert len(values) < 10
    assert np.isfinite(values).all()
    assert np.abs(path.weights[-1]).max() <= ASTRAY
    assert values[-1] >= values[0]


def test_newton_stops_where_there_is_no_curvature() -> None:
    slope = Parabola(np.zeros(1), 0.0, np.ones(1), np.zeros((1, 1)))
    assert Path.of(newton(slope, START[:1]), MANY).weights == [np.zeros(1)]
