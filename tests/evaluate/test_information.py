"""Entropy, gain and gain ratio against SciPy, the slides and plain sums."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from scipy.stats import entropy as scipy_entropy

from conjunct.evaluate import entropy, gain_ratio, information_gain

tables = npst.arrays(
    np.int64, st.tuples(st.integers(1, 5), st.integers(1, 4)), elements=st.integers(0, 30)
)


def plain_gain(table):
    n = sum(map(sum, table))
    left = sum(sum(row) / n * plain_entropy(row) for row in table) if n else 0.0
    return plain_entropy([sum(column) for column in zip(*table, strict=True)]) - left


def plain_entropy(counts):
    n = sum(counts)
    return -sum(c / n * math.log2(c / n) for c in counts if c)


def test_the_numbers_of_the_slides():
    assert float(entropy([5, 1])) == pytest.approx(0.6500224216483541, rel=1e-12)
    assert float(information_gain([[4, 0], [1, 1]])) == pytest.approx(0.31668908831502085)
    assert float(information_gain([[2, 1], [3, 0]])) == pytest.approx(0.19087450462110933)


def test_the_gain_of_either_input_of_an_exclusive_or_is_nothing():
    assert float(information_gain([[1, 1], [1, 1]])) == 0.0


@given(npst.arrays(np.int64, st.integers(1, 6), elements=st.integers(0, 50)))
def test_entropy_is_that_of_scipy(counts):
    expected = scipy_entropy(counts, base=2) if counts.sum() else 0.0
    assert float(entropy(counts)) == pytest.approx(expected, abs=1e-12)


@given(tables)
def test_gain_is_the_entropy_that_a_split_removes(table):
    gain = float(information_gain(table))
    assert gain == pytest.approx(plain_gain(table.tolist()), abs=1e-12)
    assert gain >= 0.0


@given(tables)
def test_the_ratio_divides_by_the_entropy_of_the_branches(table):
    split = plain_entropy(table.sum(axis=1).tolist())
    expected = float(information_gain(table)) / split if split else 0.0
    assert float(gain_ratio(table)) == pytest.approx(expected, abs=1e-12)


def test_a_stack_of_tables_gives_a_stack_of_numbers():
    stack = np.array([[[4, 0], [1, 1]], [[2, 1], [3, 0]]])
    for formula in (information_gain, gain_ratio):
        assert formula(stack).tolist() == [float(formula(table)) for table in stack]
