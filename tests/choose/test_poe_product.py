"""Equations 14 and 12: rules of different covers, and rules made from one another."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, multivariate_normal

from conjunct.choose import poe_error, poe_error_dependent, poe_error_product
from conjunct.choose.dependence import chance_of_both, log_chance_given_parent
from conjunct.choose.posterior import log_rates, mean_rate

NS = (100, 80, 60, 40, 20)
UNDER_100 = (np.inf, 100, 100, 100, 100)

covers = st.lists(st.integers(1, 300), min_size=1, max_size=8)
share = st.floats(0, 1)
forms = pytest.mark.parametrize(
    "form",
    [poe_error_product, lambda ns, rate, **more: poe_error_dependent(ns, np.inf, rate, **more)],
    ids=["product", "dependent"],
)


def trapezoidal(ns, rate):
    """Return equation 14 for whole numbers of errors by sums over many error rates."""
    rates = np.linspace(0, 1, 200_001)
    least = np.prod([binom.sf(n * rate - 1, n, rates) for n in ns], axis=0)
    more = np.prod([binom.sf(n * rate, n, rates) for n in ns], axis=0)
    return np.trapezoid(rates * (least - more)) / np.trapezoid(least - more)


def test_known_product():
    assert poe_error_product(NS, 0.1) == pytest.approx(0.18377322, abs=5e-9)


@pytest.mark.parametrize(("ns", "rate"), [(NS, 0.1), ((8, 4, 4, 20), 0.25), ((50, 3), 0.0)])
def test_the_product_is_that_of_binomial_tails(ns, rate):
    assert poe_error_product(ns, rate) == pytest.approx(trapezoidal(ns, rate), rel=1e-7)


@forms
@given(ns=covers, rate=share)
def test_rules_counted_together_are_rules_one_by_one(form, ns, rate):
    different, times = np.unique(ns, return_counts=True)
    together = form(different, rate, times=times)
    assert together == pytest.approx(form(ns, rate), rel=1e-12)


@given(covers, share)
def test_rules_without_parents_are_independent(ns, rate):
    alone = poe_error_dependent(ns, np.inf, rate)
    assert alone == pytest.approx(poe_error_product(ns, rate), rel=1e-8)


@given(st.integers(1, 300), st.integers(1, 300), share)
def test_a_refinement_that_covers_the_same_rows_adds_nothing(n, times, rate):
    found = poe_error_dependent([n, n], [np.inf, n], rate, times=[1, times])
    assert found == pytest.approx(float(poe_error(n, n * rate, 1)), rel=1e-8)


@given(st.integers(2, 300), st.integers(1, 299), st.integers(1, 500), st.floats(0.01, 0.99))
def test_dependent_rules_give_a_rate(n, child, times, rate):
    found = poe_error_dependent([n, min(n, child)], [np.inf, n], rate, times=[1, times])
    assert 0 < found < 1


def test_refinements_of_a_rule_are_fewer_tries_the_more_rows_they_share():
    found = [
        poe_error_dependent([100, n], [np.inf, 100], 0.1, times=[1, 30])
        for n in (100, 98, 90, 70, 50)
    ]
    assert np.all(np.diff(found) > 0)
    assert found[1] < poe_error_product([100, 98], 0.1, times=[1, 30])


def test_a_chain_of_refinements_is_fewer_tries_than_refinements_of_one_rule():
    chain = poe_error_dependent(NS, (np.inf, *NS[:-1]), 0.1)
    flat = poe_error_dependent(NS, UNDER_100, 0.1)
    assert chain < flat < poe_error_product(NS, 0.1)


@pytest.mark.parametrize(
    ("n", "child", "rate"),
    [(100, 50, 0.1), (100, 80, 0.25), (100, 10, 0.1), (40, 20, 0.25), (1000, 950, 0.1)],
)
@pytest.mark.parametrize("factor", [0.8, 1.0, 1.3])
def test_the_dependence_is_near_that_of_a_random_part_of_the_rows(n, child, rate, factor):
    error, least, least_child = factor * rate, round(rate * n), round(rate * child)
    errors = np.arange(least_child, child + 1)
    others = binom.sf(least - errors - 1, n - child, error)
    by_parent = binom.sf(least - 1, n, error)
    exact = np.sum(binom.pmf(errors, child, error) * others) / by_parent
    alone = np.array([binom.logsf(least_child - 1, child, error)])
    found = log_chance_given_parent(alone, np.log([by_parent]), np.sqrt(np.array([child / n])))
    assert np.exp(found[0]) == pytest.approx(exact, abs=0.01)


@given(st.floats(-5, 5), st.floats(-5, 5), st.floats(0, 0.99))
def test_both_normal_variables_are_below(x, y, correlation):
    cov = [[1, correlation], [correlation, 1]]
    wanted = multivariate_normal.cdf([x, y], cov=cov, abseps=1e-10, releps=1e-10)
    found = chance_of_both(np.array(x), np.array(y), np.array(correlation))
    assert float(found) == pytest.approx(wanted, abs=1e-8)


@pytest.mark.parametrize("correlation", [0.05, 0.998])
@pytest.mark.parametrize("log_rule", [-0.001, -60.0])
@pytest.mark.parametrize("log_parent", [-10.9, -11.1, -90.0])
def test_rare_errors_of_a_parent_keep_their_digits(log_rule, log_parent, correlation):
    alone, above = np.array([log_rule]), np.array([log_parent])
    found = log_chance_given_parent(alone, above, np.array([correlation]))
    wanted = max(exact_log_chance(log_rule, log_parent, correlation), log_rule)
    assert found[0] == pytest.approx(wanted, rel=1e-7, abs=1e-9)


def exact_log_chance(log_rule, log_parent, correlation):
    """Return the chance given the parent by an integral; 65 of its 80 digits are lost."""
    with mpmath.workdps(80):
        x, y = (
            -mpmath.sqrt(2) * mpmath.erfinv(2 * mpmath.exp(mpmath.mpf(one)) - 1)
            for one in (log_rule, log_parent)
        )
        root = mpmath.sqrt(1 - mpmath.mpf(correlation) ** 2)
        steps = (x / correlation + side * root for side in (-12, -4, -1, 0, 1, 4, 12))
        breaks = sorted(
            {y, y + 3, y + 10, max(x / correlation, y) + 40, *(max(y, u) for u in steps)}
        )
        both = mpmath.quad(
            lambda u: mpmath.npdf(u) * mpmath.ncdf((correlation * u - x) / root), breaks
        )
        return float(mpmath.log(both / mpmath.ncdf(-y)))


def test_many_refinements_of_a_rule_that_hardly_errs():
    alone = poe_error_product([258], 0.03125)
    many = poe_error_dependent([258, 123], [np.inf, 258], 0.03125, times=[1, 1089])
    assert alone < many < poe_error_product([258, 123], 0.03125, times=[1, 1089])


@forms
def test_rules_that_cover_nothing_are_left_out(form):
    assert form([50, 0, 0], 0.1) == form([50], 0.1)
    assert form([0], 0.1, prior=(1, 3)) == 0.25
    assert form([], 0.1) == 0.5


@forms
def test_no_error_and_only_errors_are_rates_too(form):
    assert form([50], 0) == pytest.approx(1 / 52, rel=1e-9)
    assert form([50, 20], 1) == pytest.approx(71 / 72, rel=1e-9)


@forms
@pytest.mark.parametrize(
    ("ns", "rate", "more", "said"),
    [
        ([5], 1.1, {}, "error_rate must be between 0 and 1"),
        ([5], np.nan, {}, "error_rate must be between 0 and 1"),
        ([5, -1], 0.1, {}, "must not be negative"),
        ([5], 0.1, {"times": -1}, "must not be negative"),
        ([5], 0.1, {"prior": (0, 1)}, "The prior must be"),
    ],
)
def test_what_cannot_be_is_refused(form, ns, rate, more, said):
    with pytest.raises(ValueError, match=said):
        form(ns, rate, **more)


def test_a_refinement_larger_than_its_parent_is_refused():
    with pytest.raises(ValueError, match="must not cover more rows than its parent"):
        poe_error_dependent([5], [4], 0.1)


def test_a_density_that_is_noise_is_not_divided_without_end():
    random = np.random.default_rng(0)
    asked = []

    def noise(t):
        asked.append(t.size)
        return -np.abs(t) + random.normal(size=t.size) * 1e-3

    assert mean_rate(noise) == pytest.approx(0.5, abs=0.01)
    assert sum(asked) < 1_000_000


def test_a_smooth_density_is_asked_for_few_points():
    asked = []

    def uniform(t):
        asked.append(t.size)
        return sum(log_rates(t))

    assert mean_rate(uniform) == pytest.approx(0.5, abs=1e-12)
    assert sum(asked) < 600
