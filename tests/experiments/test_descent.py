"""The optimisers: all find the same minimum, each in its own manner."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from conjunct.experiments.descent import (
    ASTRAY,
    CURVATURE,
    OPTIMISERS,
    DescentEnd,
    conjugate_gradient,
    gradient_descent,
    newton,
)
from conjunct.experiments.logistic import LogisticLoss

from .test_logistic import made_loss

START = np.zeros(6)
MANY = DescentEnd(iterations=2000)


@pytest.mark.parametrize("name", OPTIMISERS)
def test_every_optimiser_finds_the_minimum(name: str) -> None:
    loss = made_loss(11)
    path = OPTIMISERS[name](loss, START, MANY)
    lowest = newton(loss, START, MANY).weights[-1]
    assert np.abs(loss.gradient(path.weights[-1])).max() < 1e-7
    np.testing.assert_allclose(path.weights[-1], lowest, atol=1e-6)
    assert len(path.weights) == len(path.seconds) < 2000
    assert path.seconds == sorted(path.seconds)
    np.testing.assert_array_equal(path.weights[0], START)


@pytest.mark.parametrize("optimise", [gradient_descent, conjugate_gradient])
def test_line_searches_never_go_up(optimise: object) -> None:
    loss = made_loss(12)
    values = [loss.value(weights) for weights in optimise(loss, START, MANY).weights]
    assert all(after <= before + 1e-14 for before, after in pairwise(values))


@pytest.mark.parametrize("name", OPTIMISERS)
def test_the_number_of_iterations_is_a_limit(name: str) -> None:
    path = OPTIMISERS[name](made_loss(13), START, DescentEnd(iterations=2))
    assert len(path.weights) == 3


@pytest.mark.parametrize("name", OPTIMISERS)
def test_a_start_at_the_minimum_is_the_end(name: str) -> None:
    loss = made_loss(14)
    lowest = newton(loss, START, MANY).weights[-1]
    assert len(OPTIMISERS[name](loss, lowest, DescentEnd(slope=1e-6)).weights) == 1


def test_a_step_of_gradient_descent_is_against_the_slope() -> None:
    loss = made_loss(15)
    first, second = gradient_descent(loss, START, DescentEnd(iterations=1)).weights
    ratios = (second - first) / -loss.gradient(first)
    assert ratios[0] > 0
    np.testing.assert_allclose(ratios, ratios[0])


def test_a_step_of_gradient_descent_leaves_little_slope_in_its_direction() -> None:
    loss = made_loss(15)
    for first, second in pairwise(gradient_descent(loss, START, DescentEnd(iterations=20)).weights):
        slope = loss.gradient(first)
        assert abs(loss.gradient(second) @ slope) <= CURVATURE * (slope @ slope) + 1e-15


def test_a_newton_step_is_the_full_one() -> None:
    loss = made_loss(16)
    first, second = newton(loss, START, DescentEnd(iterations=1)).weights
    back = loss.hessian(first) @ (first - second)
    np.testing.assert_allclose(back, loss.gradient(first), atol=1e-12)


def test_newton_squares_its_distance_near_the_minimum() -> None:
    loss = made_loss(17)
    path = newton(loss, START, DescentEnd(slope=1e-14)).weights
    distances = [float(np.linalg.norm(weights - path[-1])) for weights in path]
    near = [d for d in distances if 1e-7 < d < 0.5]
    digits = [math.log10(d) for d in near]
    assert len(digits) >= 2
    assert digits[-1] < 1.5 * digits[-2]


def test_newton_does_not_care_about_units_and_the_others_do() -> None:
    loss = made_loss(18)
    units = np.array([0.1, 10.0, 1.0, 0.1, 10.0, 1.0])
    mixed = loss.in_units(units)
    steps = {name: len(run(loss, START, MANY).weights) for name, run in OPTIMISERS.items()}
    again = {name: len(run(mixed, START, MANY).weights) for name, run in OPTIMISERS.items()}
    assert again["Newton"] == steps["Newton"]
    assert again["gradient descent"] > 3 * steps["gradient descent"]
    assert again["conjugate gradient"] > 1.2 * steps["conjugate gradient"]


@pytest.mark.parametrize("far", [5.0, 50.0])
def test_newton_goes_astray_from_far_and_stops_there(far: float) -> None:
    loss = LogisticLoss(np.ones((2, 1)), np.array([1.0, -1.0]), np.array([0.0]))
    path = newton(loss, np.array([far]), MANY)
    values = [loss.value(weights) for weights in path.weights]
    assert len(values) < 10
    assert np.isfinite(values).all()
    assert np.abs(path.weights[-1]).max() <= ASTRAY
    assert values[-1] >= values[0]
