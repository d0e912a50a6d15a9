"""The compiled loops that counting is made of; each runs as plain Python too."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from conjunct.count import kernels

words = st.integers(0, 2**64 - 1)


@njit
def compiled_ones(word):
    return kernels.ones(word)


@njit
def compiled_lowest(word):
    return kernels.lowest(word)


@given(words)
def test_set_bits_are_counted_alike_compiled_and_plain(word):
    expected = bin(word).count("1")
    assert kernels.ones(np.uint64(word)) == compiled_ones(np.uint64(word)) == expected


@given(words.filter(bool))
def test_the_lowest_bit_is_found_alike_compiled_and_plain(word):
    expected = next(at for at in range(64) if word >> at & 1)
    assert kernels.lowest(np.uint64(word)) == compiled_lowest(np.uint64(word)) == expected


@pytest.mark.parametrize(
    ("op", "passing"), [(0, [2]), (1, [0, 1, 3, 4]), (2, [0, 1, 2]), (3, [3, 4])]
)
def test_missing_passes_no_test(op, passing):
    assert [code for code in range(6) if kernels.passes(code, op, 2, 5)] == passing


@given(st.lists(st.integers(0, 300), max_size=40), st.integers(0, 40))
def test_rows_fewer_than_codes_are_counted_as_a_histogram_would(codes, split):
    n_codes = 300
    column, rows = np.array(codes, np.uint16), np.arange(len(codes), dtype=np.int32)
    bounds = np.array([0, min(split, len(codes)), len(codes)])
    hist = np.zeros((2, n_codes + 1), np.int32)
    seen = np.zeros(n_codes // 64 + 1, np.uint64)
    found = np.empty(len(codes) + 1, np.uint16)
    counts = np.empty((len(codes) + 1, 2), np.int32)
    end = kernels.count_small(column, n_codes, rows, bounds, hist, seen, found, counts, 0)
    assert not hist.any()
    assert not seen.any()
    kernels.gather_column(column, rows, bounds, hist)
    dense = hist[:, :n_codes].T.copy()
    assert found[:end].tolist() == np.flatnonzero(dense.any(axis=1)).tolist()
    assert counts[:end].tolist() == dense[found[:end]].tolist()
    assert kernels.compact_dense(hist, n_codes, found, counts, 0) == end
    assert not hist.any()


@given(st.sets(st.integers(0, 299)), st.integers(0, 300))
def test_masks_are_set_within_their_span_and_cleared_again(chosen, split):
    rows = sorted(chosen)
    first, second = [r for r in rows if r < split], [r for r in rows if r >= split]
    listed = np.array(first + second, np.int32)
    bounds = np.array([0, len(first), len(rows)])
    masks, spans = np.zeros((2, 5), np.uint64), np.zeros((2, 2), np.int64)
    kernels.mask_rows(listed, bounds, masks)
    kernels.find_spans(listed, bounds, spans)
    for channel, own in enumerate((first, second)):
        flags = np.unpackbits(masks[channel].view(np.uint8), bitorder="little")
        assert np.flatnonzero(flags).tolist() == own
        start, stop = spans[channel]
        assert all(start <= row // 64 < stop for row in own)
    kernels.clear_masks(listed, bounds, masks)
    assert not masks.any()
