"""The compiled loops that counting is made of; each runs as plain Python too."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count import kernels, state_kernels
from conjunct.count.exact import exact_exp, exact_log
from conjunct.count.jit import lowest, njit, ones

words = st.integers(0, 2**64 - 1)


@njit()
def compiled_ones(word):
    return ones(word)


@njit()
def compiled_lowest(word):
    return lowest(word)


@njit()
def compiled_passes(code, op, value, n_codes):
    return kernels.passes(code, op, value, n_codes)


@njit()
def compiled_count_bits(rows, others, low, high):
    sets = np.zeros((2, 5), np.uint64)
    kernels.set_bits(rows, 0, rows.size, sets[0])
    kernels.set_bits(others, 0, others.size, sets[1])
    return kernels.count_bits(sets, 0, sets[1], low, high)


@given(words)
def test_set_bits_are_counted_alike_compiled_and_plain(word):
    expected = bin(word).count("1")
    assert ones(np.uint64(word)) == compiled_ones(np.uint64(word)) == expected


@given(words.filter(bool))
def test_the_lowest_bit_is_found_alike_compiled_and_plain(word):
    expected = next(at for at in range(64) if word >> at & 1)
    assert lowest(np.uint64(word)) == compiled_lowest(np.uint64(word)) == expected


@pytest.mark.parametrize(
    ("op", "passing"), [(0, [2]), (1, [0, 1, 3, 4]), (2, [0, 1, 2]), (3, [3, 4])]
)
def test_missing_passes_no_test(op, passing):
    assert [code for code in range(6) if compiled_passes(code, op, 2, 5)] == passing


@given(rows=st.sets(st.integers(0, 99)), borders=st.lists(st.integers(0, 100), max_size=4))
def test_runs_of_a_cover_are_found(rows, borders):
    listed = np.array(sorted(rows), np.int32)
    edges = np.array([0, *sorted(borders), 100])
    bounds = np.empty(len(edges), np.int64)
    kernels.find_bounds(listed, 0, len(listed), edges, bounds)
    assert bounds.tolist() == np.searchsorted(listed, edges).tolist()


ranges_of_rows = st.tuples(st.integers(0, 299), st.integers(0, 299)).map(
    lambda ends: {*range(*ends)}
)


@given(
    one=st.one_of(st.sets(st.integers(0, 299)), ranges_of_rows),
    two=st.sets(st.integers(0, 299)),
    ends=st.tuples(st.integers(0, 299), st.integers(0, 299)),
)
def test_bits_are_counted_between_two_places(one, two, ends):
    low, high = sorted(ends)
    expected = len({row for row in one & two if low <= row <= high})
    listed = [np.array(sorted(rows), np.int32) for rows in (one, two)]
    assert compiled_count_bits(*listed, low, high) == expected


@njit()
def each_exponential(x, out):
    for i in range(x.size):
        out[i] = state_kernels.exponential(x[i])


@njit()
def each_logarithm(x, out):
    for i in range(x.size):
        out[i] = state_kernels.logarithm(x[i])


@pytest.fixture(scope="module")
def numbers() -> np.ndarray:
    """A million numbers of all sizes from -750 to 0; fewer where loops are not compiled."""
    random = np.random.default_rng(0)
    size = 500_000 if hasattr(each_logarithm, "signatures") else 2_000
    wide, near = random.uniform(-750, 0, size), -np.exp(random.uniform(-40, 3, size))
    return np.concatenate((wide, near, [0.0, -0.0, -700.0]))


def test_the_exponential_is_the_same_to_the_bit(numbers):
    out = np.empty(len(numbers))
    each_exponential(numbers, out)
    expected = exact_exp(numbers)
    assert (out.view(np.int64) == expected.view(np.int64)).all()
    sampled = numbers[::5000]
    assert exact_exp(sampled) == pytest.approx(
        [math.exp(max(x, -700)) for x in sampled.tolist()], rel=1e-15
    )


def test_the_logarithm_is_the_same_to_the_bit(numbers):
    values = np.concatenate((exact_exp(numbers), 1.0 + exact_exp(numbers), -numbers + 1.0))
    out = np.empty(len(values))
    each_logarithm(values, out)
    assert (out.view(np.int64) == exact_log(values).view(np.int64)).all()
    sampled = values[::5000]
    assert exact_log(sampled) == pytest.approx(
        [math.log(x) for x in sampled.tolist()], rel=1e-15, abs=1e-15
    )
