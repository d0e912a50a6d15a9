"""The short ways to an expected error against the long one: tails at every point."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from conjunct.choose import poe_kernels as kernels

tried = st.floats(0.31, 12).map(lambda power: 10.0**power)
rows = st.floats(0, 6).map(lambda power: 10.0**power)


@given(rows, tried)
@example(1.0, 2.0)
@example(1e6, 1e12)
@settings(max_examples=30)
def test_the_closed_form_is_the_integral(n, m):
    long = kernels.integrated_rate((n, 0.0, m, 1.0, 1.0))
    assert kernels.rate_without_errors(n, m) == pytest.approx(long, rel=1e-9)


@given(rows, st.floats(1e-4, 1, exclude_max=True), tried)
@example(182.0, 0.2, 300.0)
@example(3.0, 0.35, 2.1)
@settings(max_examples=30)
def test_densities_from_the_slope_are_those_of_the_tails(n, rate, m):
    assume(1 <= n * rate <= n - 1)
    problem, breaks = (n, n * rate, m, 1.0, 1.0), np.empty(kernels.MOST_BREAKS)
    ways = kernels.log_ways(n, n * rate)
    n_panels = kernels.place_breaks(problem, breaks) - 1
    short, long = np.empty((2, n_panels, 4, kernels.N_POINTS))
    smooth = np.zeros(n_panels, bool)
    for i in range(n_panels):
        panel = problem, ways, breaks[i], (breaks[i + 1] - breaks[i]) / 2
        smooth[i] = kernels.fill_by_slope(*panel, short[i])
        kernels.fill_by_tails(*panel, 0.0, long[i])
    assert short[:, 0] == pytest.approx(long[:, 0], rel=1e-15)
    assert short[smooth, 1] == pytest.approx(long[smooth, 1], abs=1e-7 * long[:, 1].max())
    masses = short[smooth, 1] @ kernels.WEIGHTS, long[smooth, 1] @ kernels.WEIGHTS
    assert masses[0] == pytest.approx(masses[1], abs=1e-9 * long[:, 1].max())


def test_the_slope_is_smooth_enough_in_a_usual_search():
    problem, breaks = (182.0, 36.4, 300.0, 1.0, 1.0), np.empty(kernels.MOST_BREAKS)
    ways, points = kernels.log_ways(182.0, 36.4), np.empty((4, kernels.N_POINTS))
    n_panels = kernels.place_breaks(problem, breaks) - 1
    halves = np.diff(breaks[: n_panels + 1]) / 2
    for left, half in zip(breaks, halves, strict=False):
        assert kernels.fill_by_slope(problem, ways, left, half, points)


def test_a_panel_too_wide_for_its_points_is_not_integrated_from_the_slope():
    problem, points = (182.0, 36.4, 300.0, 1.0, 1.0), np.empty((4, kernels.N_POINTS))
    assert not kernels.fill_by_slope(problem, kernels.log_ways(182.0, 36.4), -20.0, 20.0, points)


@pytest.mark.parametrize("degree", range(kernels.N_POINTS))
def test_the_weights_up_to_the_end_integrate_powers(degree):
    values = kernels.POINTS**degree
    exact = (1.0 - kernels.POINTS ** (degree + 1)) / (degree + 1)
    assert values @ kernels.UP_TO_END == pytest.approx(exact, abs=1e-14)


@pytest.mark.parametrize("z", [1.0, 2.5, 31.9, 33.0, 1e6, 1e12])
@pytest.mark.parametrize("x", [1.0, 0.3, 1e-3, 1e-6])
def test_differences_of_log_gamma_lose_no_digits(z, x):
    with mpmath.workdps(60):
        low, middle, high = (mpmath.loggamma(mpmath.mpf(z) + k * mpmath.mpf(x)) for k in range(3))
        exact = float(middle - low), float(high - 2 * middle + low)
    assert kernels.gamma_differences(z, x) == pytest.approx(exact, rel=1e-10)
