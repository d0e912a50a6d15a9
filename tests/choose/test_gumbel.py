"""Extreme-value correction, against the same steps in high precision and against scipy."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, chi2_contingency, gumbel_r

from conjunct.choose import gumbel_error, rule_ratio

DIGITS = 40


def slow_ratio(hits: mpmath.mpf, n: int, rows: int, positives: int) -> mpmath.mpf:
    """Add up observed · ln(observed / expected) over the four cells."""
    cells = (
        (hits, mpmath.mpf(n) * positives / rows),
        (n - hits, mpmath.mpf(n) * (rows - positives) / rows),
        (positives - hits, mpmath.mpf(rows - n) * positives / rows),
        (rows - n - positives + hits, mpmath.mpf(rows - n) * (rows - positives) / rows),
    )
    return 2 * sum(x * mpmath.log(x / m) for x, m in cells if x > 0)


def halved(is_low, low: mpmath.mpf, high: mpmath.mpf) -> mpmath.mpf:
    """Halve a range until it is a point."""
    for _ in range(150):
        middle = (low + high) / 2
        low, high = (middle, high) if is_low(middle) else (low, middle)
    return low


def slow_error(n: int, e: int, rows: int, positives: int, mean: float) -> mpmath.mpf:
    """Follow the definition: Gumbel tail, chi-square with the same tail, hits with that ratio."""
    with mpmath.workdps(DIGITS):
        hits, chance = mpmath.mpf(n - e), mpmath.mpf(n) * positives / rows
        if hits <= chance:
            return mpmath.mpf(e) / n
        ratio = slow_ratio(hits, n, rows, positives)
        tail = -mpmath.expm1(-mpmath.exp(-(ratio - mpmath.mpf(mean)) / 2 - mpmath.euler))
        root = halved(lambda z: mpmath.erfc(z) > tail, mpmath.mpf(0), mpmath.sqrt(ratio) + 1)
        due = min(2 * root**2, ratio)
        more = halved(lambda s: slow_ratio(s, n, rows, positives) < due, chance, hits)
        return 1 - more / n


@st.composite
def rules(draw: st.DrawFn) -> tuple[int, int, int, int, float]:
    """Draw counts of a rule that can be, and a mean of chance."""
    rows = draw(st.integers(2, 5000))
    positives = draw(st.integers(1, rows - 1))
    n = draw(st.integers(1, rows))
    hits = draw(st.integers(max(0, n + positives - rows), min(n, positives)))
    return n, n - hits, rows, positives, draw(st.floats(0, 60))


@given(rules())
def test_it_is_the_definition_to_nine_digits(rule: tuple[int, int, int, int, float]) -> None:
    assert float(gumbel_error(*rule)) == pytest.approx(float(slow_error(*rule)), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("counts", [(20, 0, 200, 100), (45, 3, 90, 60), (7, 1, 1000, 30)])
def test_the_ratio_is_that_of_scipy(counts: tuple[int, int, int, int]) -> None:
    n, e, rows, positives = counts
    table = [[n - e, e], [positives - n + e, rows - positives - e]]
    g = chi2_contingency(table, correction=False, lambda_="log-likelihood").statistic
    assert float(rule_ratio(n, e, rows, positives)) == pytest.approx(float(g), rel=1e-12)


def test_the_steps_are_those_of_scipy() -> None:
    error = float(gumbel_error(20, 0, 200, 100, 12.0))
    found = float(rule_ratio(20, 20 * error, 200, 100))
    whole = float(rule_ratio(20, 0, 200, 100))
    tail = gumbel_r.sf(whole, loc=12.0 - 2 * np.euler_gamma, scale=2.0)
    assert chi2.sf(found, 1) == pytest.approx(tail, rel=1e-9)


@given(rules(), st.floats(0, 20))
def test_more_to_find_by_chance_never_makes_a_rule_better(
    rule: tuple[int, int, int, int, float], more: float
) -> None:
    n, e, rows, positives, mean = rule
    low, high = gumbel_error(n, e, rows, positives, [mean, mean + more])
    assert low <= high + 1e-12
    assert low >= e / n - 1e-12
    assert high <= max(e / n, 1 - positives / rows) + 1e-12


def test_limits() -> None:
    assert float(gumbel_error(0, 0, 10, 4, 5.0)) == pytest.approx(0.6)
    assert float(gumbel_error(10, 6, 10, 4, 5.0)) == pytest.approx(0.6)
    assert float(gumbel_error(5, 4, 20, 10, 5.0)) == pytest.approx(0.8)
    assert float(gumbel_error(500_000, 0, 10**6, 500_000, 50.0)) == pytest.approx(0.0, abs=1e-4)
    assert gumbel_error([5, 6], 0, 20, 10, 3.0).shape == (2,)
