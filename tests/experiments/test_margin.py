"""Intervals of a difference: over tables, over seeds, and how often they hold."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from conjunct.experiments.margin import Margin, margin_over_seeds, margin_over_tables


def test_over_the_tables_it_is_students_interval_of_their_means():
    rng = np.random.default_rng(0)
    differences = [rng.normal(1, 2, size) for size in (3, 1, 5, 2)]
    means = [one.mean() for one in differences]
    low, high = stats.t.interval(0.95, 3, np.mean(means), stats.sem(means))
    assert margin_over_tables(differences) == pytest.approx((np.mean(means), low, high))


def test_over_the_seeds_it_is_students_interval_of_the_means_over_the_tables():
    differences = np.random.default_rng(1).normal(1, 2, (6, 4))
    means = differences.mean(axis=0)
    low, high = stats.t.interval(0.95, 3, means.mean(), stats.sem(means))
    assert margin_over_seeds(list(differences)) == pytest.approx((means.mean(), low, high))


def test_seeds_that_a_table_lacks_do_not_count():
    whole = [np.array([1.0, 2.0, 9.0]), np.array([3.0, 5.0])]
    assert margin_over_seeds(whole) == margin_over_seeds([one[:2] for one in whole])


def test_one_table_or_one_seed_gives_no_interval():
    one = [np.array([1.0])]
    assert margin_over_tables(one) is None
    assert margin_over_tables([]) is None
    assert margin_over_seeds([*one, *one]) is None
    assert margin_over_seeds([]) is None


def test_an_interval_over_tables_holds_about_as_often_as_it_says():
    rng = np.random.default_rng(2)
    held = 0
    for _ in range(1000):
        tables = rng.normal(0.5, 1, (12, 1)) + rng.normal(0, 1, (12, 3))
        found = margin_over_tables(list(tables))
        held += found.low <= 0.5 <= found.high
    assert 930 <= held <= 970


def test_a_sign_is_clear_where_the_interval_leaves_out_zero():
    assert Margin(1.0, 0.1, 1.9).is_clear
    assert Margin(-1.0, -1.9, -0.1).is_clear
    assert not Margin(1.0, -0.1, 2.1).is_clear
