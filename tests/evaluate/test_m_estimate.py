"""The m-estimate, as NumPy function and as the weights that compiled code takes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evaluate.fraction import fraction

from conjunct.evaluate import (
    Heuristic,
    LinearFraction,
    MEstimate,
    laplace,
    m_estimate,
    precision,
)

counts = st.integers(0, 10**6)


def test_it_adds_m_rows_drawn_as_all_rows_are():
    assert float(m_estimate(2, 1, 30, 70, m=10)) == 5 / 13
    assert m_estimate([2, 0], [1, 0], 30, 70, m=10).tolist() == [5 / 13, 0.3]


@given(counts, counts)
def test_without_a_weight_it_is_precision(p, n):
    assert float(m_estimate(p, n, 3, 7, m=0)) == float(precision(p, n))


@given(counts, counts, st.integers(2, 300))
def test_as_cn2_sets_it_it_is_laplace(p, n, k):
    found = MEstimate(k, 1 / k)(np.array(p), np.array(n), 10, 10)
    assert float(found) == pytest.approx(float(laplace(p, n, k)), rel=1e-15)


@given(st.integers(0, 50), st.integers(0, 50), st.integers(1, 9), st.floats(0, 100))
def test_its_error_is_equation_13(p, e, k, m):
    n, prior_error = p + e, (k - 1) / k
    if n + m > 0:
        found = float(MEstimate(m, 1 - prior_error)(np.array(p), np.array(e), 1, 1))
        assert 1 - found == pytest.approx((e + m * prior_error) / (n + m), abs=1e-14)


@pytest.mark.parametrize("heuristic", [MEstimate(), MEstimate(7, 0.2), MEstimate(0)])
def test_it_is_a_heuristic_with_weights(heuristic: Heuristic):
    assert isinstance(heuristic, LinearFraction)


def test_the_prior_is_the_share_of_positives_unless_given():
    p, n = np.array([4, 0]), np.array([1, 1])
    assert MEstimate(5)(p, n, 10, 30).tolist() == m_estimate(p, n, 10, 30, 5).tolist()
    assert MEstimate(5, 0.25)(p, n, 3, 3).tolist() == m_estimate(p, n, 10, 30, 5).tolist()


@given(counts, counts, st.floats(0.01, 100), st.one_of(st.none(), st.floats(0, 1)))
def test_weights_give_the_very_bits_of_the_formula(p, n, m, prior):
    heuristic = MEstimate(m, prior)
    weights = np.array(heuristic.weights(30, 70))
    assert fraction(weights, p, n) == float(heuristic(np.array(p), np.array(n), 30, 70))


@pytest.mark.parametrize(("m", "prior"), [(-1, None), (np.inf, None), (np.nan, 0.5), (2, 1.5)])
def test_what_cannot_be_is_refused(m, prior):
    with pytest.raises(ValueError, match="of MEstimate must be"):
        MEstimate(m, prior)
