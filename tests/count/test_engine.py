"""Conditions as arrays, and the numbers of operators."""

from __future__ import annotations

import numpy as np

from conjunct.count import OPERATORS, as_tests, kernels


def test_operators_are_in_the_order_of_their_numbers():
    numbers = (kernels.EQUAL, kernels.UNEQUAL, kernels.AT_MOST, kernels.ABOVE)
    assert [OPERATORS[number] for number in numbers] == ["=", "!=", "<=", ">"]


def test_conditions_become_an_array_of_three_columns():
    tests = as_tests((column, 0, 5) for column in (1, 2))
    assert tests.dtype == np.int64
    assert tests.tolist() == [[1, 0, 5], [2, 0, 5]]


def test_no_conditions_become_an_array_of_no_rows():
    assert as_tests([]).shape == (0, 3)
