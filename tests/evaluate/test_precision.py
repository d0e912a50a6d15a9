"""Precision and Laplace, as NumPy functions and as the weights that compiled code takes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evaluate.fraction import fraction

from conjunct.evaluate import Heuristic, Laplace, LinearFraction, laplace, precision

counts = st.integers(0, 2**31)


def test_precision_is_the_share_of_positives():
    assert precision([3, 0, 5], [1, 4, 0]).tolist() == [0.75, 0.0, 1.0]


def test_precision_of_an_empty_cover_is_the_worst():
    assert precision([0], [0]).tolist() == [0.0]


def test_precision_takes_numbers_and_arrays_together():
    assert precision(1, [1, 3]).tolist() == [0.5, 0.25]
    assert float(precision(1, 3)) == 0.25


def test_laplace_adds_one_row_of_every_class():
    assert float(laplace(9, 0)) == 10 / 11
    assert float(laplace(9, 2, k=3)) == 10 / 14


def test_laplace_of_an_empty_cover_is_one_class_of_k():
    assert laplace(0, 0, k=[2, 4]).tolist() == [0.5, 0.25]


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(2, 300))
def test_laplace_rises_with_positives_and_falls_with_negatives(p, n, k):
    assert laplace(p + 1, n, k) > laplace(p, n, k)
    assert laplace(p, n + 1, k) < laplace(p, n, k)


@pytest.mark.parametrize("heuristic", [Laplace(), Laplace(7)])
def test_laplace_is_a_heuristic_with_weights(heuristic: Heuristic):
    assert isinstance(heuristic, LinearFraction)
    scores = heuristic(np.array([4, 0]), np.array([1, 1]), 10, 10)
    assert scores.tolist() == laplace([4, 0], [1, 1], heuristic.k).tolist()


def test_a_plain_function_has_no_weights():
    assert not isinstance(precision, LinearFraction)


@given(counts, counts, st.integers(2, 300))
def test_weights_give_the_very_bits_of_the_formula(p, n, k):
    weights = np.array(Laplace(k).weights(100, 100))
    assert fraction(weights, p, n) == float(laplace(p, n, k))
    assert fraction(tuple(weights.tolist()), p, n) == float(laplace(p, n, k))
