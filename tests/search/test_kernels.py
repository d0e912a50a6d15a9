from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from conjunct.search import bit_kernels, kernels

words = st.integers(0, 2**64 - 1)


@given(st.lists(words, max_size=30))
def test_a_key_is_new_once(keys: list[int]) -> None:
    table = np.zeros(64, np.uint64)
    seen: set[int] = set()
    for key in keys:
        stored = key or 1
        assert kernels.add_key(table, np.uint64(key)) == (stored not in seen)
        seen.add(stored)


@given(st.lists(words, max_size=30))
def test_a_doubled_set_holds_the_same_keys(keys: list[int]) -> None:
    table = np.zeros(64, np.uint64)
    for key in keys:
        kernels.add_key(table, np.uint64(key))
    larger = bit_kernels.doubled(table)
    assert larger.size == 2 * table.size
    assert sorted(larger[larger > 0].tolist()) == sorted(table[table > 0].tolist())


@given(
    st.integers(0, 2**14 - 1),
    st.integers(0, 3),
    st.integers(0, 2**16 - 1),
    st.integers(0, 2**16 - 1),
    st.integers(0, 2**15 - 1),
)
def test_a_candidate_comes_back_from_its_word(
    column: int, op: int, code: int, p: int, n: int
) -> None:
    word = bit_kernels.pack_candidate(column, op, code, p, n)
    assert bit_kernels.unpack_test(word) == (column, op, code)
    assert bit_kernels.unpack_counts(word) == (p, n)


scores = st.sampled_from([0.25, 0.5, 0.75])


@given(st.lists(scores, min_size=1, max_size=40), st.integers(1, 10))
def test_the_heap_keeps_the_best_and_sorts_them(found: list[float], width: int) -> None:
    values, ties = np.empty(width), np.empty(width, np.int64)
    size = 0
    for tie, value in enumerate(found):
        if size < width:
            bit_kernels.rise(values, ties, size, value, tie)
            size += 1
        elif value > values[0]:
            bit_kernels.sink(values, ties, size, value, tie)
    kept = sorted(zip(values[:size].tolist(), ties[:size].tolist(), strict=True))
    ranked = sorted((-value, tie) for tie, value in enumerate(found))[:width]
    assert kept == sorted((-value, tie) for value, tie in ranked)
