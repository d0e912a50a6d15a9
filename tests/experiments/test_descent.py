"""The optimisers: all find the same minimum, each in its own manner."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import fmin_cg

from conjunct.experiments.descent import (
    ASTRAY,
    OPTIMISERS,
    DescentEnd,
    conjugate_gradient,
    gradient_descent,
    newton,
    newton_in_one_dimension,
    polak_ribiere,
)
from conjunct.experiments.logistic import LogisticLoss
from conjunct.experiments.parabola import Parabola
from conjunct.types import Floats

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


def test_a_step_of_gradient_descent_leaves_no_slope_in_its_direction() -> None:
    loss = made_loss(15)
    for first, second in pairwise(gradient_descent(loss, START, DescentEnd(iterations=20)).weights):
        slope = loss.gradient(first)
        assert abs(loss.gradient(second) @ slope) <= 1e-12


def test_conjugate_gradients_end_where_scipys_do() -> None:
    loss = made_loss(19)
    ours = conjugate_gradient(loss, START, MANY).weights[-1]
    theirs = fmin_cg(loss.value, START, loss.gradient, gtol=1e-10, disp=False)
    np.testing.assert_allclose(ours, theirs, atol=1e-7)


def exact_conjugate_gradients(
    curvature: list[list[Fraction]], slope: list[Fraction], n_steps: int
) -> list[list[Fraction]]:
    """Return the points from 0 on, by the slides' formulas in fractions, of wHw/2 + gw."""

    def dot(one: list[Fraction], two: list[Fraction]) -> Fraction:
        return sum((a * b for a, b in zip(one, two, strict=True)), Fraction(0))

    points = [[Fraction(0)] * len(slope)]
    direction = [-one for one in slope]
    for _ in range(n_steps):
        if not any(slope):
            break
        bent = [dot(line, direction) for line in curvature]
        step = -dot(slope, direction) / dot(direction, bent)
        points.append([w + step * d for w, d in zip(points[-1], direction, strict=True)])
        after = [g + step * b for g, b in zip(slope, bent, strict=True)]
        beta = dot(after, [a - b for a, b in zip(after, slope, strict=True)]) / dot(slope, slope)
        direction = [-a + beta * d for a, d in zip(after, direction, strict=True)]
        slope = after
    return points


def whole_parabola(seed: int, n: int) -> tuple[list[list[Fraction]], list[Fraction]]:
    """Return a positive definite matrix and a slope of whole numbers."""
    rng = np.random.default_rng(seed)
    root = rng.integers(-3, 4, (n, n))
    curvature = root @ root.T + np.eye(n, dtype=int)
    slope = rng.integers(-5, 6, n)
    return [list(map(Fraction, map(int, line))) for line in curvature], [
        Fraction(int(one)) for one in slope
    ]


def as_floats(numbers: object) -> Floats:
    return np.array(numbers, dtype=object).astype(float)


@given(seed=st.integers(0, 1000), n=st.integers(1, 6))
@settings(max_examples=50, deadline=None)
def test_n_steps_are_exact_for_a_quadratic_of_n_weights(seed: int, n: int) -> None:
    curvature, slope = whole_parabola(seed, n)
    last = exact_conjugate_gradients(curvature, slope, n)[-1]
    left = [sum(h * w for h, w in zip(line, last, strict=True)) for line in curvature]
    assert [a + g for a, g in zip(left, slope, strict=True)] == [0] * n
    bowl = Parabola(np.zeros(n), 0.0, as_floats(slope), as_floats(curvature))
    path = conjugate_gradient(bowl, np.zeros(n), DescentEnd(slope=0.0, iterations=n)).weights
    np.testing.assert_allclose(path[-1], as_floats(last), atol=1e-6)


@given(seed=st.integers(0, 1000))
@settings(max_examples=50, deadline=None)
def test_the_first_steps_are_those_of_the_formulas_in_fractions(seed: int) -> None:
    curvature, slope = whole_parabola(seed, 4)
    exact = exact_conjugate_gradients(curvature, slope, 3)
    bowl = Parabola(np.zeros(4), 0.0, as_floats(slope), as_floats(curvature))
    path = conjugate_gradient(bowl, np.zeros(4), DescentEnd(slope=0.0, iterations=3)).weights
    for ours, theirs in zip(path, exact, strict=False):
        np.testing.assert_allclose(ours, as_floats(theirs), atol=1e-9)


def test_steepest_descent_needs_more_steps_than_weights_on_a_narrow_parabola() -> None:
    bowl = Parabola(np.zeros(2), 0.0, np.array([-1.0, -1.0]), np.diag([1.0, 100.0]))
    assert len(conjugate_gradient(bowl, np.zeros(2), MANY).weights) - 1 == 2
    assert len(gradient_descent(bowl, np.zeros(2), MANY).weights) > 100


def test_polak_and_ribieres_formula_is_that_of_the_slide() -> None:
    after, before = np.array([1.0, -2.0, 0.5]), np.array([3.0, 1.0, -1.0])
    by_hand = (1 * (1 - 3) + -2 * (-2 - 1) + 0.5 * (0.5 + 1)) / (9 + 1 + 1)
    assert polak_ribiere(after, before) == pytest.approx(by_hand, abs=1e-15)


@pytest.mark.parametrize("share", [0.5, 0.7, 0.95])
def test_newton_in_one_dimension_takes_the_steps_of_the_formula(share: float) -> None:
    """The loss of an intercept; its minimum is the log odds."""

    def slope(x: float) -> float:
        return 1 / (1 + math.exp(-x)) - share

    def curvature(x: float) -> float:
        return math.exp(-x) / (1 + math.exp(-x)) ** 2

    path = newton_in_one_dimension(slope, curvature, 0.3, DescentEnd(slope=1e-14))
    with mpmath.workdps(50):
        x, half = mpmath.mpf(0.3), mpmath.mpf(share)
        for ours in path:
            assert ours == pytest.approx(float(x), abs=1e-9)
            p = 1 / (1 + mpmath.exp(-x))
            x -= (p - half) / (p * (1 - p))
    assert path[-1] == pytest.approx(math.log(share / (1 - share)), abs=1e-9)


def test_newton_in_one_dimension_is_newton_with_one_weight() -> None:
    loss = LogisticLoss(np.ones((5, 1)), np.array([1.0, 1, 1, -1, 1]), np.array([0.3]))
    many = newton(loss, np.array([0.4]), MANY).weights
    one = newton_in_one_dimension(
        lambda x: float(loss.gradient(np.array([x]))[0]),
        lambda x: float(loss.hessian(np.array([x]))[0, 0]),
        0.4,
        MANY,
    )
    np.testing.assert_allclose(one, np.concatenate(many), atol=1e-12)


def test_newton_in_one_dimension_stops_without_curvature_and_far_away() -> None:
    assert newton_in_one_dimension(lambda x: 1.0, lambda x: 0.0, 2.0, MANY) == [2.0]
    assert newton_in_one_dimension(lambda x: 1.0, lambda x: 1e-12, 2.0, MANY) == [2.0]
    assert len(newton_in_one_dimension(lambda x: x, lambda x: 2.0, 1.0, MANY)) > 3


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
