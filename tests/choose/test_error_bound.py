"""Bounds that hold for all rules at once."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf
from scipy.stats import hypergeom

from conjunct.choose import adjusted_p_value, held_out_bound, occam_bound


@pytest.mark.parametrize(("n", "e"), [(3, 0), (10, 0), (62, 0), (138, 3), (500, 100)])
@pytest.mark.parametrize("log_share", [0.0, -7.3, -40.0])
def test_at_the_bound_this_few_errors_have_exactly_the_chance(
    n: int, e: int, log_share: float
) -> None:
    with mp.workdps(60):
        bound = mpf(float(occam_bound(n, e, log_share, 0.95)))
        chance = sum(comb(n, k) * bound**k * (1 - bound) ** (n - k) for k in range(e + 1))
        assert float(chance / (mpf("0.05") * mp.exp(log_share))) == pytest.approx(1, rel=1e-6)


@pytest.mark.parametrize("log_share", [-300.0, -500.0, -630.0])
def test_the_bound_is_right_for_tiny_shares_too(log_share: float) -> None:
    with mp.workdps(400):
        bound = mpf(float(occam_bound(200, 20, log_share, 0.95)))
        chance = sum(comb(200, k) * bound**k * (1 - bound) ** (200 - k) for k in range(21))
        assert float(chance / (mpf("0.05") * mp.exp(log_share))) == pytest.approx(1, rel=1e-6)


def test_a_rule_that_is_right_once_at_most_is_bounded_by_one() -> None:
    assert occam_bound([0, 1, 3, 3], [0, 0, 2, 3], -2.0).tolist() == [1.0] * 4
    assert held_out_bound(0, 0, 4) == 1.0


@pytest.mark.parametrize("log_share", [-650.0, -740.0, -5000.0])
def test_a_share_that_is_next_to_nothing_bounds_by_one(log_share: float) -> None:
    """The last rules of a long list have such shares."""
    assert occam_bound([10, 200], [1, 20], log_share).tolist() == [1.0, 1.0]


@given(n=st.integers(2, 300), share=st.floats(0, 1), log_share=st.floats(-1000, 0))
def test_every_share_has_a_bound(n: int, share: float, log_share: float) -> None:
    e = round(share * n)
    assert e / n <= float(occam_bound(n, e, log_share)) <= 1.0
    assert float(occam_bound(6, 2, -378.13130634)) == 1.0


@given(n=st.integers(1, 300), share=st.floats(0, 1), n_rules=st.integers(1, 50))
def test_bounds_are_above_what_was_seen_and_rise_with_the_rules(
    n: int, share: float, n_rules: int
) -> None:
    e = round(share * n)
    bound = float(held_out_bound(n, e, n_rules))
    assert e / n <= bound <= 1.0
    assert bound <= float(held_out_bound(n, e, n_rules + 1)) + 1e-12
    assert bound == pytest.approx(float(occam_bound(n, e, -np.log(n_rules))), abs=1e-9)


@pytest.mark.parametrize(
    ("n", "e", "rows", "wrong"), [(5, 1, 20, 12), (20, 0, 100, 50), (7, 7, 9, 8)]
)
def test_the_p_value_is_the_chance_of_drawing_so_few_wrong_rows(
    n: int, e: int, rows: int, wrong: int
) -> None:
    ways = sum(comb(wrong, k) * comb(rows - wrong, n - k) for k in range(e + 1))
    chance = float(Fraction(ways, comb(rows, n)))
    assert adjusted_p_value(n, e, rows, wrong, 0.0) == pytest.approx(chance, abs=1e-12)
    assert adjusted_p_value(n, e, rows, wrong, -3.0) == pytest.approx(
        min(chance * np.exp(3), 1), abs=1e-12
    )


def test_the_bound_of_all_rules_holds_where_the_best_of_many_is_chosen() -> None:
    """Of 200 random bodies the one with fewest errors is chosen, in tables of pure noise."""
    random = np.random.default_rng(7)
    n_bodies, n_rows, n_runs = 200, 60, 400
    broken = wrong_bound = 0
    for _ in range(n_runs):
        errors = random.binomial(n_rows, 0.5, n_bodies).min()
        broken += occam_bound(n_rows, errors, -np.log(n_bodies)) < 0.5
        wrong_bound += occam_bound(n_rows, errors, 0.0) < 0.5
    assert broken <= 0.05 * n_runs
    assert wrong_bound > 0.9 * n_runs


@given(
    usual=st.integers(0, 60), usual_right=st.integers(1, 60), data=st.data(), share=st.floats(-9, 0)
)
def test_p_values_are_those_of_the_hypergeometric_distribution(
    usual: int, usual_right: int, data: st.DataObject, share: float
) -> None:
    e, right = (data.draw(st.integers(0, most)) for most in (usual, usual_right))
    rows = usual + usual_right
    chance = hypergeom.cdf(e, rows, usual, e + right)
    expected = min(chance / np.exp(share), 1.0)
    assert adjusted_p_value(e + right, e, rows, usual, share) == pytest.approx(expected, rel=1e-9)


def test_p_values_of_a_million_rows_are_summed_from_the_rule_outwards() -> None:
    n, e = np.array([5_000, 200_000, 200_000]), np.array([2_300, 99_500, 100_800])
    chance = hypergeom.cdf(e, 1_000_000, 500_000, n)
    p_values = adjusted_p_value(n, e, 1_000_000, 500_000, 0.0)
    assert p_values == pytest.approx(chance, rel=1e-6)


def test_p_values_of_real_counts_are_those_of_the_nearest_whole_ones() -> None:
    share = -np.log(10)
    real = adjusted_p_value(20.3, 1.2, 99.9, 50.1, share)
    assert real == adjusted_p_value(20, 1, 100, 50, share)
    assert np.isfinite(adjusted_p_value([0.0001, 3.5], [0, 3.5], 4.2, 4.1, share)).all()
    # All rows: 31.5 are right, rounded up to 32 by the rule and down to 31 of all.
    assert adjusted_p_value(37.25, 5.75, 37.25, 6.0, share) == 1.0
