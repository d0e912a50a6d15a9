"""Equations 8 to 10 term by term, against exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.choose import poe_chance, poe_error, poe_error_first_term, poe_terms

from .poe_reference import power, subtract, tail

CLOSE = 1e-9
rates = st.fractions(0, 1, max_denominator=50)


@st.composite
def problems(draw):
    n = draw(st.integers(0, 25))
    return n, draw(st.integers(0, n)), draw(st.integers(1, 8))


def chance_of_more(n: int, e: int, rate: Fraction) -> Fraction:
    """Return B(e), equation 2."""
    return sum(
        (comb(n, i) * rate**i * (1 - rate) ** (n - i) for i in range(e + 1, n + 1)), Fraction(0)
    )


@given(problems(), rates)
def test_the_terms_are_those_of_the_binomial_expansion(problem, rate):
    n, e, m = problem
    exactly = comb(n, e) * rate**e * (1 - rate) ** (n - e)
    more = chance_of_more(n, e, rate)
    exact = [float(comb(m, k) * more ** (m - k) * exactly**k) for k in range(m + 1)]
    found = poe_terms(n, e, m, float(rate))
    assert found == pytest.approx(exact, rel=CLOSE, abs=1e-300)
    assert poe_terms(n, e, m, float(rate), 2) == pytest.approx(exact[:2], rel=CLOSE, abs=1e-300)


@given(problems(), rates)
def test_all_terms_but_the_first_are_equation_8(problem, rate):
    n, e, m = problem
    exact = chance_of_more(n, e - 1, rate) ** m - chance_of_more(n, e, rate) ** m
    assert poe_chance(n, e, m, float(rate)) == pytest.approx(float(exact), rel=CLOSE, abs=1e-300)
    whole = sum(poe_terms(n, e, m, float(rate)))
    assert whole == pytest.approx(float(chance_of_more(n, e - 1, rate) ** m), rel=CLOSE, abs=1e-300)


def first_term_in_fractions(n: int, e: int, m: int) -> Fraction:
    """Return the expected error by equation 10 exactly: the density is a polynomial."""
    exactly, more = subtract(tail(n, e), tail(n, e + 1)), power(tail(n, e + 1), m - 1)
    density = [0] * (len(exactly) + len(more) - 1)
    for i, one in enumerate(exactly):
        for j, other in enumerate(more):
            density[i + j] += one * other
    mass = sum(Fraction(c, k + 1) for k, c in enumerate(density))
    return sum((Fraction(c, k + 2) for k, c in enumerate(density)), Fraction(0)) / mass


@pytest.mark.parametrize("n", [2, 3, 7, 12])
@pytest.mark.parametrize("m", [1, 2, 3, 9])
def test_the_expected_error_by_the_first_term_in_exact_fractions(n, m):
    for e in range(n if m > 1 else n + 1):
        exact = float(first_term_in_fractions(n, e, m))
        assert poe_error_first_term(n, e, m) == pytest.approx(exact, rel=CLOSE)


def test_of_two_rules_the_first_term_is_only_near_the_whole():
    exact = float(first_term_in_fractions(100, 11, 2))
    assert poe_error_first_term(100, 11, 2) == pytest.approx(exact, rel=CLOSE)
    assert (round(exact, 4), float(poe_error(100, 11, 2).round(4))) == (0.1358, 0.1340)


@given(st.integers(0, 60), st.tuples(st.floats(0.5, 20), st.floats(0.5, 20)))
def test_a_single_rule_has_only_one_term(e, prior):
    a, b = prior
    found = poe_error_first_term(60, e, 1, prior)
    assert found == pytest.approx((e + a) / (60 + a + b), rel=CLOSE)


def test_what_cannot_be_is_refused():
    for wrong in ((3, 4, 2, 0.5), (3, -1, 2, 0.5), (3, 1, 0, 0.5), (3, 1, 2, 1.5)):
        with pytest.raises(ValueError, match="Errors e must be from 0 to the rows n"):
            poe_terms(*wrong)
    with pytest.raises(ValueError, match="Equation 10 is 0 at every error rate"):
        poe_error_first_term(5, 5, 2)
    with pytest.raises(ValueError, match="The prior must be two numbers above 0"):
        poe_error_first_term(5, 1, 2, (0, 1))
