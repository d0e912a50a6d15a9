"""Conditions and channels as arrays, and the small questions made of others."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count import (
    NO_TESTS,
    OPERATORS,
    Applied,
    NumpyEngine,
    Spread,
    as_tests,
    class_counts,
    each_class,
    one_class,
    two_counts,
)
from conjunct.count.engine import ABOVE, AT_MOST, EQUAL, UNEQUAL, n_channels
from conjunct.encode import CodedTable


def test_operators_are_in_the_order_of_their_numbers():
    numbers = (EQUAL, UNEQUAL, AT_MOST, ABOVE)
    assert [OPERATORS[number] for number in numbers] == ["=", "!=", "<=", ">"]


def test_conditions_become_an_array_of_three_columns():
    tests = as_tests((column, 0, 5) for column in (1, 2))
    assert tests.dtype == np.int64
    assert tests.tolist() == [[1, 0, 5], [2, 0, 5]]


def test_no_conditions_become_an_array_of_no_rows():
    assert as_tests([]).shape == NO_TESTS.shape == (0, 3)


def test_channels_name_the_classes():
    assert each_class(3).tolist() == [0, 1, 2]
    assert one_class(1, 3).tolist() == [0, 1, 0]
    assert [n_channels(np.array(one)) for one in ([0, 1], [-1, 0], [-1, 2])] == [2, 1, 3]


def test_sums_of_scored_rows_add_up():
    assert Applied(1, 2, 3) + Applied(10, 20, 30) == Applied(11, 22, 33)


@given(table=st.from_type(CodedTable))
def test_rows_are_counted_by_class_and_against_the_rest(table):
    engine = NumpyEngine(table)
    counts = np.bincount(table.labels, minlength=len(table.classes)).tolist()
    assert class_counts(engine, engine.root()) == tuple(counts)
    if len(counts) > 1:
        found = two_counts(engine, engine.root(), one_class(1, len(counts)))
        assert found == (counts[1], sum(counts) - counts[1])


def test_spreads_of_two_parts_add_up() -> None:
    one = Spread(np.array([-2, 3]), np.array([[1, 0], [2, 5]]))
    other = Spread(np.array([0, 3]), np.array([[4, 4], [1, 1]]))
    none = Spread(np.empty(0, np.int64), np.empty((0, 2), np.int64))
    for added in (one + other, other + one, one + none + other):
        assert added.sums.tolist() == [-2, 0, 3]
        assert added.counts.tolist() == [[1, 0], [4, 4], [3, 6]]


@pytest.mark.parametrize("spacing", [1, 1000, -(2**50)], ids=["dense", "wide", "huge"])
@given(drawn=st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 2)), max_size=60))
def test_a_spread_counts_rows_by_sum_and_class(spacing: int, drawn: list[tuple[int, int]]) -> None:
    rows = [(spacing * points, label) for points, label in drawn]
    sums, labels = (np.array([row[at] for row in rows], np.int64) for at in (0, 1))
    found = Spread.of(sums, labels, 3)
    assert found.sums.tolist() == sorted({one for one, _ in rows})
    expected = [[rows.count((one, label)) for label in range(3)] for one in found.sums.tolist()]
    assert found.counts.tolist() == expected
