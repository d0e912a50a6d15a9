"""Curvature of isometrics: straight lines, circles, and lines that bend either way."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.evaluate import as_heuristic
from conjunct.experiments.isometric_bend import bend_of, curvatures


@pytest.mark.parametrize("name", ["accuracy", "precision", "laplace", "wra", "f_measure"])
def test_lines_of_linear_fractions_are_straight(name):
    assert bend_of(as_heuristic(name), 48, 60) == (0.0, 0.0)


def test_a_circle_has_the_curvature_of_its_radius():
    def circles(p, n, P, N):
        return -((p / P) ** 2) - (n / N) ** 2

    P, N = 30, 40
    up, across = np.meshgrid(np.arange(1, P) / P, np.arange(1, N) / N, indexing="ij")
    np.testing.assert_allclose(curvatures(circles, P, N), 1 / np.hypot(up, across), rtol=1e-6)


@pytest.mark.parametrize(("power", "towards"), [(0.5, "N"), (2.0, "P")])
def test_roots_bend_towards_the_n_axis_and_squares_towards_the_p_axis(power, towards):
    curvature, to_negatives = bend_of(lambda p, n, P, N: p / P - (n / N) ** power, 48, 60)
    assert to_negatives == (1.0 if towards == "N" else 0.0)
    assert (curvature > 0) == (towards == "N")


def test_where_the_score_is_flat_there_is_no_line():
    assert bend_of(lambda p, n, P, N: 0 * p, 5, 5) == (0.0, 0.0)
    assert np.isnan(curvatures(lambda p, n, P, N: 0 * p, 5, 5)).all()
