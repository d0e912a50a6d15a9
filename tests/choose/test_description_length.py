from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.choose.description_length import (
    Exceptions,
    condition_bits,
    exception_bits,
    subset_bits,
)


@given(st.integers(0, 60), st.data(), st.floats(0.01, 0.99))
def test_a_subset_costs_what_each_of_its_things_costs(n: int, data: st.DataObject, p: float):
    k = data.draw(st.integers(0, n))
    one_by_one = sum(-log2(p) for _ in range(k)) + sum(-log2(1 - p) for _ in range(n - k))
    assert subset_bits(n, k, p) == pytest.approx(one_by_one, abs=1e-9)


def test_a_certain_subset_costs_nothing():
    assert subset_bits(9, 9, 1.0) == subset_bits(9, 0, 0.0) == subset_bits(0, 0, 0.5) == 0.0


def test_conditions_are_half_price():
    # Two of eight: one bit names the two, then two at 2 bits and six at log2 (8 / 6).
    assert condition_bits(2, 8) == pytest.approx((1 + 2 * 2 + 6 * log2(8 / 6)) / 2)
    assert condition_bits(1, 8) == pytest.approx((3 + 7 * log2(8 / 7)) / 2)
    assert condition_bits(8, 8) == pytest.approx((3 + 2 * log2(3)) / 2)


@given(st.integers(1, 6), st.integers(8, 500))
def test_a_longer_body_costs_more_and_so_does_a_richer_language(length: int, n_tests: int):
    assert condition_bits(length + 1, n_tests + 6) > condition_bits(length, n_tests + 6)
    assert condition_bits(length, n_tests + 1) > condition_bits(length, n_tests)


def test_what_is_covered_by_few_is_coded_by_the_expected_misses():
    # 6 of 20 rows covered, 1 wrong; 14 not, 3 of the class: 0.7 * 4 misses are expected in 14.
    bits = exception_bits(Exceptions(6, 1, 14, 3), share=0.3)
    expected = log2(21) + subset_bits(6, 1, 1 / 6) + subset_bits(14, 3, 0.7 * 4 / 14)
    assert bits == pytest.approx(expected)


def test_what_is_covered_by_most_is_coded_by_the_expected_false_alarms():
    bits = exception_bits(Exceptions(14, 3, 6, 1), share=0.3)
    expected = log2(21) + subset_bits(14, 3, 0.3 * 4 / 14) + subset_bits(6, 1, 1 / 6)
    assert bits == pytest.approx(expected)


@given(st.integers(0, 30), st.integers(0, 30), st.data(), st.floats(0.01, 0.5))
def test_any_exceptions_have_finite_bits(covered: int, uncovered: int, data, share: float):
    wrong, missed = data.draw(st.integers(0, covered)), data.draw(st.integers(0, uncovered))
    bits = exception_bits(Exceptions(covered, wrong, uncovered, missed), share)
    assert log2(covered + uncovered + 1) <= bits < 1e4


def test_a_rule_taken_away_gives_its_rows_back():
    rules = Exceptions(covered=10, false_positives=2, uncovered=20, false_negatives=5)
    assert rules.without(positives=3, negatives=1) == Exceptions(6, 1, 24, 8)
