"""C4.5's confidence limit against the book's examples and against sums in high precision."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.choose import layered_error, ucf_error


def program_limit(n: int, e: int) -> float:
    """Approximate the limit as the program C4.5 does for at least one error, at cf = 0.25.

    Its table of normal deviates has 0.84 at 0.20 and 0.25 at 0.40, with a line between them.
    """
    squared = (0.84 + (0.25 - 0.84) * (0.25 - 0.20) / (0.40 - 0.20)) ** 2
    spread = math.sqrt(squared * ((e + 0.5) * (1 - (e + 0.5) / n) + squared / 4))
    return (e + 0.5 + squared / 2 + spread) / (n + squared)


@pytest.mark.parametrize(("n", "expected"), [(6, 0.206), (9, 0.143), (1, 0.75)])
def test_the_books_examples_without_errors_come_out(n, expected):
    assert round(float(ucf_error(n, 0)), 3) == expected


def test_the_books_example_with_an_error_is_the_programs_approximation():
    assert round(program_limit(16, 1), 3) == 0.157
    assert round(float(ucf_error(16, 1)), 3) == 0.160


@given(st.integers(10, 1000), st.integers(1, 500))
def test_the_programs_approximation_is_near(n, e):
    e = min(e, n // 2)
    assert program_limit(n, e) == pytest.approx(float(ucf_error(n, e)), abs=0.01)


@given(st.integers(1, 60), st.integers(0, 59), st.floats(0.01, 0.99))
def test_the_limit_gives_so_few_errors_with_the_chance_asked_for(n, e, cf):
    e = min(e, n - 1)
    with mpmath.workdps(40):
        r = mpmath.mpf(float(ucf_error(n, e, cf)))
        chance = sum(mpmath.binomial(n, i) * r**i * (1 - r) ** (n - i) for i in range(e + 1))
        assert abs(chance - cf) < 1e-9


@pytest.mark.parametrize("e", [0, 3, 250])
def test_the_limit_is_right_for_many_rows(e):
    n = 1000
    with mpmath.workdps(40):
        r = mpmath.mpf(float(ucf_error(n, e)))
        chance = term = (1 - r) ** n
        for errors in range(1, e + 1):
            term *= r / (1 - r) * (n - errors + 1) / errors
            chance += term
        assert abs(chance - 0.25) < 1e-9


def test_a_rule_that_covers_nothing_or_only_errors_is_always_wrong():
    assert ucf_error([0, 1, 7], [0, 1, 7]).tolist() == [1.0, 1.0, 1.0]


def test_a_smaller_confidence_factor_is_more_careful():
    limits = ucf_error(20, 2, [0.5, 0.25, 0.1, 0.01])
    assert np.all(np.diff(limits) > 0)


@given(st.integers(0, 500), st.integers(0, 500))
def test_at_a_quarter_it_is_r_w_of_the_better_of_two_rules(n, e):
    assert float(ucf_error(n, min(e, n))) == float(layered_error(n, min(e, n), 2))
