"""Floats as ordered integers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from conjunct.encode.buckets import find_buckets, ordered_bits, ordered_floats

finite = st.floats(allow_nan=False, allow_infinity=False)
CORNERS = [-1e308, -2.2250738585072014e-308, -5e-324, -0.0, 0.0, 5e-324, 1.0, 1e308]


@given(st.one_of(finite, st.sampled_from(CORNERS)), st.one_of(finite, st.sampled_from(CORNERS)))
def test_the_integers_compare_as_the_floats_do(one, other):
    first, second = ordered_bits(np.array([one, other])).tolist()
    assert (first < second, first == second) == (one < other, one == other)


@given(st.lists(finite))
def test_floats_come_back_from_their_integers(values):
    column = np.array(values, float)
    assert ordered_floats(ordered_bits(column)).tolist() == values


@given(st.lists(st.integers(-(2**63), 2**63 - 1)), st.integers(2, 8))
def test_no_fewer_bits_would_do(numbers, limit):
    bits = np.array(sorted(numbers), np.int64)
    n_dropped, starts = find_buckets(bits, limit)
    buckets = [number >> n_dropped for number in sorted(numbers)]
    assert starts.tolist() == [buckets.index(bucket) for bucket in sorted(set(buckets))]
    assert starts.size <= limit
    if n_dropped:
        assert len({number >> (n_dropped - 1) for number in numbers}) > limit
