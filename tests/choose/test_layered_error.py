"""Laplace error and r_w, the latter against sums of binomial terms in high precision."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.choose import laplace_error, layered_error, length_error
from conjunct.evaluate import laplace

TOLERANCE = mpmath.mpf("1e-9")
HS = (1, 2, 10, 168, 10**6, 10**12)


def log_chance(n: int, e: int, r: mpmath.mpf) -> mpmath.mpf:
    """Return log P(n, e, r), the chance of at most e errors, at 40 digits.

    Terms are added from e downwards. Near the root they fall from the first on, so the sum is
    cut where what is left cannot matter.
    """
    if r <= 0 or r >= 1:
        return mpmath.mpf(0) if r <= 0 else -mpmath.inf
    with mpmath.workdps(40):
        ways = mpmath.loggamma(n + 1) - mpmath.loggamma(e + 1) - mpmath.loggamma(n - e + 1)
        first = ways + e * mpmath.log(r) + (n - e) * mpmath.log1p(-r)
        odds = (1 - r) / r
        term = total = mpmath.mpf(1)
        for errors in range(e, 0, -1):
            term *= odds * errors / (n - errors + 1)
            total += term
            if term < total * mpmath.mpf("1e-20"):
                break
        return first + mpmath.log(total)


def assert_right(n: int, e: int, h: float) -> None:
    """Check that the root of h P(n, e, r) = 0.5 is within 1e-9 of itself from r_w."""
    found = mpmath.mpf(float(layered_error(n, e, h)))
    with mpmath.workdps(40):
        wanted = mpmath.log(mpmath.mpf("0.5") / mpmath.mpf(h))
        assert log_chance(n, e, found * (1 + TOLERANCE)) <= wanted
        assert wanted <= log_chance(n, e, found * (1 - TOLERANCE))


def test_laplace_error_is_one_less_laplace():
    n, e = np.array([10, 10, 0, 3]), np.array([0, 4, 0, 3])
    assert laplace_error(n, e, 3).tolist() == [2 / 13, 6 / 13, 2 / 3, 5 / 6]
    assert np.allclose(laplace_error(n, e, 2), 1 - laplace(n - e, e), rtol=0, atol=1e-15)


def test_laplace_error_takes_numbers_and_arrays_together():
    assert laplace_error(8, [0, 1], 2).tolist() == [0.1, 0.2]
    assert float(laplace_error(8, 1)) == 0.2


@pytest.mark.parametrize(
    ("n", "e", "h", "expected"),
    [
        (10, 0, 168, 0.44105886528501797),
        (17, 0, 330, 0.31743427820140568),
        (39, 7, 500, 0.42681596875270315),
    ],
)
def test_known_roots(n, e, h, expected):
    assert float(layered_error(n, e, h)) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("h", HS)
@pytest.mark.parametrize("n", [1, 2, 3, 7, 40, 1000, 123_457, 10**7])
def test_roots_are_right_from_no_error_to_all_but_one(n, h):
    for e in sorted({0, 1, 2, n // 100, n // 7, n // 2, 9 * n // 10, n - 2, n - 1}):
        if 0 <= e < n:
            assert_right(n, e, h)


@pytest.mark.parametrize("h", [1.3, 2.0, 3.7, 9.0])
@pytest.mark.parametrize("e", [1, 2, 3, 5])
def test_roots_are_right_where_they_are_least_so(e, h):
    for n in (9_239_447, 9_961_439, 10**7):
        assert_right(n, e, h)


@settings(max_examples=min(15, settings().max_examples))  # sums of up to a million terms
@given(st.integers(1, 10**7), st.floats(0, 7), st.floats(0, 12))
def test_roots_are_right_anywhere(n, e, h):
    assert_right(n, min(n - 1, int(10**e) - 1), int(10**h))


@given(st.integers(1, 10**7), st.integers(1, 10**12))
def test_without_errors_the_root_has_a_closed_form(n, h):
    expected = -np.expm1(np.log(0.5 / h) / n)
    assert float(layered_error(n, 0, h)) == pytest.approx(expected, rel=1e-9)


@given(st.integers(1, 10**7), st.integers(1, 10**12))
def test_with_all_errors_but_one_the_root_has_a_closed_form(n, h):
    expected = np.exp(np.log1p(-0.5 / h) / n)
    assert float(layered_error(n, n - 1, h)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("h", HS)
def test_a_rule_that_covers_nothing_or_only_errors_is_always_wrong(h):
    assert layered_error([0, 1, 5, 10**7], [0, 1, 5, 10**7], h).tolist() == [1.0] * 4


def test_the_only_rule_tried_has_the_median_error():
    assert float(layered_error(1, 0, 1)) == 0.5
    assert float(layered_error(9, 4, 1)) == pytest.approx(0.5, rel=1e-14)


def test_arrays_are_broadcast():
    n, e, h = np.array([[10], [39], [4]]), np.array([[0], [7], [4]]), np.array([1.0, 168.0])
    found = layered_error(n, e, h)
    assert found.shape == (3, 2)
    for row in range(3):
        for column in range(2):
            one = layered_error(int(n[row, 0]), int(e[row, 0]), h[column])
            assert found[row, column] == float(one)


small = st.integers(1, 3000)
tried = st.integers(1, 10**12)


@given(small, small, tried)
def test_more_rows_at_as_many_errors_lower_the_error(n, e, h):
    e = min(e, n)
    assert float(layered_error(n + 1, e, h)) <= float(layered_error(n, e, h))


@given(small, small, tried)
def test_more_errors_raise_the_error(n, e, h):
    e = min(e, n)
    assert float(layered_error(n, e - 1, h)) <= float(layered_error(n, e, h))


@given(small, small, tried, tried)
def test_more_rules_tried_raise_the_error(n, e, one, other):
    few, many = sorted((one, other))
    e = min(e, n)
    slack = 1 + 1e-12
    assert float(layered_error(n, e, few)) <= float(layered_error(n, e, many)) * slack


@given(small, small, tried)
def test_the_error_is_a_rate_no_less_than_the_share_of_errors(n, e, h):
    e = min(e, n)
    assert e / n * (1 - 1e-12) <= float(layered_error(n, e, h)) <= 1.0


def test_every_condition_doubles_the_number_of_rules():
    assert (
        length_error(30, 2, 100, [0, 1, 3]).tolist()
        == layered_error(30, 2, [100, 200, 800]).tolist()
    )
