"""Distinct pairs of counts are numbered as a dictionary would number them."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from conjunct.search.climb_kernels import SPREAD, number_pairs

counts = st.integers(0, 40) | st.integers(0, 2**31)


@given(st.lists(st.tuples(counts, counts), max_size=60))
@example([(7, 0), (7, 64), (7, 128), (8, 0), (7, 64)])
@example([(3, 5), (67, 5), (3, 5)])
@example([(0, SPREAD), (1, 0), (0, SPREAD), (1, 0)])
def test_distinct_pairs_are_numbered_in_the_order_of_their_first_place(listed):
    pairs = np.array(listed, np.int64).reshape(-1, 2).T.copy()
    size = pairs.shape[1]
    which, distinct = np.empty(size, np.int64), np.empty_like(pairs)
    room = 2 ** (size + 1).bit_length()
    n_pairs = number_pairs(pairs, size, room, which, distinct)
    expected = list(dict.fromkeys(listed))
    assert [tuple(pair) for pair in distinct[:, :n_pairs].T.tolist()] == expected
    assert [expected[number] for number in which.tolist()] == listed
