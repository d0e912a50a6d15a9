"""Equation 8 against the paper, fractions, closed forms and sums in high precision."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conjunct.choose import laplace_error, poe_error, poe_error_mean, poe_error_product

from .poe_reference import KNOWN, poe_in_fractions, poe_reference, poe_without_errors

CLOSE = 1e-9
MS = (2, 3, 10, 1e3, 1e6, 1e9, 1e12)

tried = st.floats(0, 12).map(lambda power: 10.0**power)
rows = st.floats(-0.5, 6).map(lambda power: 10.0**power)
share = st.one_of(st.just(0.0), st.floats(1e-4, 1))
priors = st.tuples(st.floats(0.2, 50), st.floats(0.2, 50))


def test_the_papers_better_of_two_rules_is_worse_than_a_single_one():
    single, better = poe_error(100, [12, 11], [1, 2])
    assert (round(single, 3), round(better, 3)) == (0.127, 0.134)
    assert single == 13 / 102


@pytest.mark.parametrize(
    ("n", "e", "m", "expected"),
    [
        (100, 11, 2, 0.1339758098641384),
        (50, 25, 10, 0.60542617302523305),
        (20, 0, 50, 0.10600581956228977),
    ],
)
def test_known_values(n, e, m, expected):
    assert float(poe_error(n, e, m)) == pytest.approx(expected, rel=CLOSE)


@pytest.mark.parametrize(("n", "e", "m", "prior", "expected"), KNOWN)
def test_values_of_high_precision(n, e, m, prior, expected):
    assert float(poe_error(n, e, m, prior)) == pytest.approx(expected, rel=CLOSE)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 12])
@pytest.mark.parametrize("m", [1, 2, 3, 9])
def test_small_whole_numbers_in_exact_fractions(n, m):
    exact = [float(poe_in_fractions(n, e, m)) for e in range(n + 1)]
    assert poe_error(n, np.arange(n + 1), m) == pytest.approx(exact, rel=CLOSE)


@pytest.mark.parametrize("m", [1.0001, 1.5, *MS])
def test_without_errors_there_is_a_closed_form(m):
    ns = np.array([1, 1.3, 2, 5, 20, 100, 1e3, 1e4, 1e6])
    exact = [poe_without_errors(n, m) for n in ns]
    assert poe_error(ns, 0, m) == pytest.approx(exact, rel=1e-12)


@pytest.mark.parametrize(
    ("n", "e", "m", "prior"),
    [(50, 25, 10, (1, 1)), (12.5, 0.6, 300, (1, 1)), (9, 8.4, 50, (1, 1)), (15, 3, 1e6, (2, 0.7))],
)
def test_sums_in_high_precision(n, e, m, prior):
    assert float(poe_error(n, e, m, prior)) == pytest.approx(
        poe_reference(n, e, m, prior), rel=CLOSE
    )


@given(rows, share, tried)
@example(3.483887360952093, 1e-4, 1505.9)
@example(2.0, 0.0, 11.31)
@example(1.0, 0.9999999999999999, 10.0)
def test_it_is_the_product_of_equal_rules(n, rate, m):
    one = float(poe_error(n, n * rate, m))
    assert one == pytest.approx(poe_error_product(n, rate, times=m), rel=1e-8)


@given(rows, share, tried, priors)
@example(889.0, 0.0, 206717562854.0, (0.1, 3.0))
def test_it_is_the_product_of_equal_rules_under_any_prior(n, rate, m, prior):
    one = float(poe_error(n, n * rate, m, prior))
    assert one == pytest.approx(poe_error_product(n, rate, prior, times=m), rel=1e-8)


@pytest.mark.parametrize("prior", [(1000, 9000), (9000, 1000)])
def test_a_strong_prior_is_integrated_where_tails_underflow(prior):
    for n, e, m in ((5117, 2498, 1.264), (35088, 0, 1.86e11), (50, 3, 1000)):
        one = float(poe_error(n, e, m, prior))
        assert one == pytest.approx(poe_error_product(n, e / n, prior, times=m), rel=1e-8)
    if prior == (1000, 9000):
        assert float(poe_error(5117, 2498, 1.2640928738301875, prior)) == pytest.approx(
            0.252479923662872914512894, rel=CLOSE
        )


@given(rows, share)
def test_a_single_rule_has_the_laplace_error_of_two_classes(n, rate):
    single = float(poe_error(n, n * rate, 1))
    assert single == pytest.approx(float(laplace_error(n, n * rate, 2)), rel=1e-15)


@given(rows, tried)
def test_with_all_rows_wrong_all_tries_count(n, m):
    assert float(poe_error(n, n, m)) == pytest.approx((n * m + 1) / (n * m + 2), rel=1e-15)


@given(tried, priors)
def test_no_rows_leave_the_prior(m, prior):
    a, b = prior
    assert float(poe_error(0, 0, m, prior)) == pytest.approx(a / (a + b), rel=1e-15)


@given(rows, share, tried, tried)
def test_more_rules_tried_never_lower_it(n, rate, one, other):
    few, many = sorted((one, other))
    assert poe_error(n, n * rate, few) <= poe_error(n, n * rate, many) * (1 + CLOSE)


@given(rows, share, share, tried)
def test_more_errors_never_lower_it(n, one, other, m):
    low, high = sorted((one, other))
    assert poe_error(n, n * low, m) <= poe_error(n, n * high, m) * (1 + CLOSE)


def test_errors_too_few_to_matter_count_as_none():
    found = poe_error(3, [0, 5e-324, 1e-200, 1e-10, 1e-8], 1500)
    assert found == pytest.approx(found[0], rel=1e-5)
    assert np.all(np.diff(found) >= 0)


@pytest.mark.parametrize("e", [0, 1, 29, 30])
def test_nothing_jumps_between_whole_numbers_of_errors(e):
    near = np.clip(np.array([e - 1e-9, e, e + 1e-9]), 0, 30)
    assert np.ptp(poe_error(30, near, 100)) < 1e-6


@given(rows, share, tried, priors)
def test_it_is_a_rate_above_that_of_a_single_rule(n, rate, m, prior):
    found = float(poe_error(n, n * rate, m, prior))
    assert float(poe_error(n, n * rate, 1, prior)) * (1 - CLOSE) <= found <= 1


def test_arrays_are_broadcast():
    n, e, m = np.array([[10], [39], [4]]), np.array([[0], [7], [4]]), np.array([1.0, 168.0])
    found = poe_error(n, e, m)
    assert found.shape == (3, 2)
    for row in range(3):
        for column in range(2):
            assert found[row, column] == poe_error(n[row, 0], e[row, 0], m[column])
    assert poe_error([], [], 3).shape == (0,)


@pytest.mark.parametrize(
    ("n", "e", "m"), [(3, 4, 2), (3, -1, 2), (3, 1, 0.5), (np.nan, 1, 2), (np.inf, 1, 2)]
)
def test_what_cannot_be_is_refused(n, e, m):
    with pytest.raises(ValueError, match="Errors e must be from 0 to the rows n"):
        poe_error([10, n], [1, e], m)


@pytest.mark.parametrize("prior", [(0, 1), (1, -2), (np.inf, 1), (np.nan, 1)])
def test_a_prior_that_is_none_is_refused(prior):
    with pytest.raises(ValueError, match="The prior must be two numbers above 0"):
        poe_error(3, 1, 2, prior)


def test_the_mean_form_is_the_power_at_the_mean_cover():
    found = float(poe_error_mean(60, 0.1, 5))
    assert found == pytest.approx(0.15745026, abs=5e-9)
    assert found == float(poe_error(60, 6, 5))


def test_one_number_beside_a_list_of_one_is_no_reason_to_warn():
    assert poe_error([20], [1], 3).tolist() == [float(poe_error(20, 1, 3))]
