"""Verdicts on synthetic curves, and how often a flat one is called anything else."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.experiments.shape import never_falls, never_rises, shape_of

WIDTHS = 10
FALLING = np.linspace(0.30, 0.20, WIDTHS)
BOWL = 0.2 + 0.1 * np.abs(np.linspace(-1, 1, WIDTHS))


def trials(means: np.ndarray, seed: int = 0, n_trials: int = 60) -> np.ndarray:
    """Add noise that widths share within a trial, and noise of each width."""
    rng = np.random.default_rng(seed)
    shared = rng.normal(0, 0.05, (n_trials, 1))
    return means + shared + rng.normal(0, 0.03, (n_trials, len(means)))


@pytest.mark.parametrize(
    ("means", "verdict"),
    [
        (FALLING, "helps"),
        (FALLING[::-1], "hurts"),
        (BOWL, "U-shaped"),
        (np.full(WIDTHS, 0.2), "no clear change"),
        (np.r_[0.3, np.full(WIDTHS - 1, 0.2)], "helps"),
        (np.r_[np.full(WIDTHS - 1, 0.2), 0.3], "hurts"),
        (np.r_[0.25, 0.2, np.full(WIDTHS - 2, 0.4)], "U-shaped"),
    ],
)
def test_a_clear_curve_gets_its_verdict(means, verdict):
    assert shape_of(trials(means)).verdict == verdict


def test_a_hill_is_not_a_bowl():
    assert shape_of(trials(-BOWL)).verdict == "no clear change"


def test_flat_curves_are_called_anything_else_at_most_at_the_level():
    flat = np.full(WIDTHS, 0.2)
    called = [shape_of(trials(flat, seed, 30)).verdict for seed in range(1000)]
    assert np.mean([verdict != "no clear change" for verdict in called]) < 0.05
    assert np.mean([verdict == "U-shaped" for verdict in called]) < 0.01


def test_a_falling_curve_is_seldom_called_u_shaped():
    called = [shape_of(trials(FALLING, seed)).verdict for seed in range(300)]
    assert np.mean([verdict == "helps" for verdict in called]) > 0.95


def test_p_values_are_those_of_one_paired_test_where_there_are_two_widths():
    errors = np.array([[0.3, 0.1], [0.4, 0.3], [0.2, 0.2], [0.5, 0.2]])
    # Gains 0.2, 0.1, 0, 0.3: mean 0.15, t = 0.15 / (0.129099 / 2) = 2.32379 on 3 degrees.
    shape = shape_of(errors)
    assert shape.fall == pytest.approx(0.05136, abs=1e-5)
    assert shape.rise == pytest.approx(1 - 0.05136, abs=1e-5)


def test_equal_gains_in_every_trial_count_as_a_sign_test():
    assert shape_of(np.tile([0.2, 0.1], (3, 1))).fall == 0.125
    assert shape_of(np.tile([0.2, 0.2], (10, 1))) == ("no clear change", 1.0, 1.0)


def test_trials_without_a_number_and_single_trials_decide_nothing():
    assert shape_of(np.array([[0.2, 0.1], [np.nan, 0.1]])).verdict == "too few trials"
    assert shape_of(np.empty((0, 3))) == ("too few trials", 1.0, 1.0)
    assert shape_of(np.ones((15, 1))) == ("no clear change", 1.0, 1.0)


def test_the_errors_are_left_as_they_are():
    errors = trials(BOWL)
    before = errors.copy()
    shape_of(errors)
    assert np.array_equal(errors, before)


def test_monotone_curves_may_stay_level():
    assert never_falls(np.array([0.1, 0.1, 0.2]))
    assert never_rises(np.array([0.2, 0.1, 0.1]))
    assert not never_falls(np.array([0.1, 0.2, 0.19]))
