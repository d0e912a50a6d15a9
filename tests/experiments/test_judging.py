"""Verdicts wait for ten trials; curves get their verdict; intervals hold as often as they say."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from conjunct.experiments.judging import (
    LEAST,
    TOO_FEW,
    Margin,
    TrialSigns,
    judged_p,
    margin_over_seeds,
    margin_over_tables,
    never_falls,
    shape_of,
)

CLEAR = np.tile([0.3, 0.2, 0.1], (LEAST, 1)) + np.linspace(0, 0.01, LEAST)[:, None]
WIDTHS = 10
FALLING = np.linspace(0.30, 0.20, WIDTHS)
BOWL = 0.2 + 0.1 * np.abs(np.linspace(-1, 1, WIDTHS))


def test_nine_trials_or_tables_get_no_verdict_however_clear_they_are():
    assert shape_of(CLEAR).verdict == "helps"
    assert shape_of(CLEAR[1:]).verdict == "too few trials"
    without = CLEAR.copy()
    without[0, 0] = np.nan
    assert shape_of(without).verdict == "too few trials"
    assert TrialSigns(LEAST, 0, LEAST).verdict == "better"
    assert TrialSigns(LEAST - 1, 0, LEAST - 1).verdict == ""
    assert (judged_p(0.25, LEAST), judged_p(0.25, LEAST - 1)) == ("0.250", TOO_FEW)


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
        (-BOWL, "no clear change"),
        (np.full(WIDTHS, 0.2), "no clear change"),
        (np.r_[0.3, np.full(WIDTHS - 1, 0.2)], "helps"),
        (np.r_[np.full(WIDTHS - 1, 0.2), 0.3], "hurts"),
    ],
)
def test_a_clear_curve_gets_its_verdict(means, verdict):
    assert shape_of(trials(means)).verdict == verdict


def test_flat_curves_are_called_anything_else_at_most_at_the_level():
    called = [shape_of(trials(np.full(WIDTHS, 0.2), seed, 30)).verdict for seed in range(1000)]
    assert np.mean([verdict != "no clear change" for verdict in called]) < 0.05
    assert np.mean([verdict == "U-shaped" for verdict in called]) < 0.01


def test_p_values_are_those_of_one_paired_test_where_there_are_two_widths():
    errors = np.array([[0.3, 0.1], [0.4, 0.3], [0.2, 0.2], [0.5, 0.2]])
    # Gains 0.2, 0.1, 0, 0.3: mean 0.15, t = 0.15 / (0.129099 / 2) = 2.32379 on 3 degrees.
    shape = shape_of(errors)
    assert shape.fall == pytest.approx(0.05136, abs=1e-5)
    assert shape.rise == pytest.approx(1 - 0.05136, abs=1e-5)
    assert errors[0].tolist() == [0.3, 0.1]


def test_equal_gains_in_every_trial_count_as_a_sign_test():
    assert shape_of(np.tile([0.2, 0.1], (3, 1))).fall == 0.125
    assert shape_of(np.tile([0.2, 0.2], (10, 1))) == ("no clear change", 1.0, 1.0)
    assert shape_of(np.empty((0, 3))) == ("too few trials", 1.0, 1.0)
    assert shape_of(np.ones((15, 1))) == ("no clear change", 1.0, 1.0)
    assert [never_falls(np.array([0.1, one, 0.2])) for one in (0.1, 0.3)] == [True, False]


def test_intervals_are_students_of_means_over_seeds_and_over_tables():
    rng = np.random.default_rng(0)
    differences = [rng.normal(1, 2, size) for size in (3, 1, 5, 2)]
    means = [one.mean() for one in differences]
    low, high = stats.t.interval(0.95, 3, np.mean(means), stats.sem(means))
    assert margin_over_tables(differences) == pytest.approx((np.mean(means), low, high))
    square = rng.normal(1, 2, (6, 4))
    means = square.mean(axis=0)
    low, high = stats.t.interval(0.95, 3, means.mean(), stats.sem(means))
    assert margin_over_seeds(list(square)) == pytest.approx((means.mean(), low, high))


def test_seeds_that_a_table_lacks_do_not_count_and_one_gives_no_interval():
    whole = [np.array([1.0, 2.0, 9.0]), np.array([3.0, 5.0])]
    assert margin_over_seeds(whole) == margin_over_seeds([one[:2] for one in whole])
    one = [np.array([1.0])]
    assert margin_over_tables(one) is margin_over_tables([]) is None
    assert margin_over_seeds([*one, *one]) is margin_over_seeds([]) is None


def test_a_sign_is_clear_where_the_interval_leaves_out_zero():
    ends = ((0.1, 1.9), (-1.9, -0.1), (-0.1, 2.1))
    assert [Margin(1.0, low, high).is_clear for low, high in ends] == [True, True, False]
    assert str(Margin(1.08, -0.14, 2.3)) == "+1.08 points (95 %: −0.14 to +2.30)"
