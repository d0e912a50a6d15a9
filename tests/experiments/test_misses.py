"""Bias and miss of an estimate, and the share of them that chance explains."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import binom

from conjunct.choose import ESTIMATES
from conjunct.experiments.calibration import binned, calibration_curves
from conjunct.experiments.misses import chance_miss, mean_deviation, miss_of
from conjunct.experiments.rule_results import read_results

from .made_up_rules import TRIALS

RULES = read_results(TRIALS)
NARROW = RULES.take(RULES.width == 1)
WIDE = RULES.take(RULES.width == 2)


def test_the_training_error_promises_too_much():
    miss = miss_of(NARROW, "training")
    # Trial 1: 0 and 0 against 0.1 and 0.5; trial 2: 1/8 and 0 against 0.2 and 0.2.
    assert miss.estimated == pytest.approx((0 + 0.75 / 8) / 2)
    assert miss.error == pytest.approx(0.2)
    assert miss.bias == pytest.approx((-0.2 + 0.75 * (1 / 8 - 0.2) - 0.25 * 0.2) / 2)
    assert miss.size == pytest.approx(-miss.bias)


def test_differences_of_both_signs_cancel_in_the_bias_only():
    miss = miss_of(NARROW, "laplace")
    # L: 1/10 and 1/5 against 0.1 and 0.5; then 2/10 and 1/10 against 0.2 and 0.2.
    assert miss.bias == pytest.approx((0.25 * -0.3 + 0.25 * -0.1) / 2)
    careful = miss_of(NARROW, "layered")
    assert careful.bias > 0
    assert careful.size >= careful.bias


def test_a_rule_without_a_test_row_counts_on_neither_side():
    miss = miss_of(WIDE, "laplace")
    # Trial 1: class a alone, 1/20 against 0.3; trial 2: 1/10 and 1/10 against 0.4 and 0.4.
    assert miss.estimated == pytest.approx((0.05 + 0.1) / 2)
    assert miss.bias == pytest.approx((-0.25 - 0.3) / 2)


@pytest.mark.parametrize("n", [1, 2, 7, 40])
@pytest.mark.parametrize("rate", [0.0, 0.1, 0.5, 0.77, 1.0])
def test_the_mean_deviation_is_the_sum_over_all_outcomes(n, rate):
    k = np.arange(n + 1)
    expected = (binom.pmf(k, n, rate) * np.abs(k / n - rate)).sum()
    assert float(mean_deviation(n, rate)) == pytest.approx(expected, abs=1e-12)


def test_chance_takes_the_mean_error_of_a_class_for_its_rate():
    # Class a errs 0.15 on average, b 0.35.
    trials = [
        0.75 * float(mean_deviation(n_a, 0.15)) + 0.25 * float(mean_deviation(n_b, 0.35))
        for n_a, n_b in ((10, 4), (20, 5))
    ]
    assert chance_miss(NARROW) == pytest.approx(np.mean(trials))


def test_chance_is_not_a_number_where_nothing_was_tested():
    assert math.isnan(chance_miss(RULES.take(RULES.test_covered == 0)))


def test_bins_hold_about_equal_weight_and_keep_equal_estimates_together():
    rng = np.random.default_rng(0)
    estimated, weight = rng.random(1000), rng.random(1000)
    x, y = binned(estimated, 2 * estimated, weight)
    assert len(x) == 10
    assert y == pytest.approx(2 * x)
    assert np.all(np.diff(x) > 0)
    same = binned(np.zeros(50), np.arange(50.0), np.ones(50))
    assert (same[0].tolist(), same[1].tolist()) == ([0.0], [24.5])


def test_the_means_of_bins_are_weighted():
    x, y = binned(np.array([0.1, 0.2]), np.array([0.0, 1.0]), np.array([3.0, 1.0]), n_bins=1)
    assert (x.tolist(), y.tolist()) == ([pytest.approx(0.125)], [0.25])


def test_a_calibration_has_a_curve_an_estimate():
    curves = calibration_curves([RULES, NARROW])
    assert [curve.label for curve in curves] == [one.label for one in ESTIMATES.values()]
    assert len({curve.color for curve in curves}) == len(ESTIMATES)
