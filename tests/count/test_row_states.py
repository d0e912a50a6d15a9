"""Sums of row states by matrix products are those of whole numbers, however heavy the rows are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.count.engine import FLAT
from conjunct.count.row_states import exact_sums, pair_sums
from conjunct.types import Floats, Ints

BITS = {True: 45, False: 57}
"""Bits of the numbers of a row: floats can hold the sums of light ones, not those of heavy ones."""
is_light = pytest.mark.parametrize("is_light", BITS)
seeds = st.integers(0, 10**6)


def drawn(seed: int, is_light: bool) -> tuple[Floats, Ints]:
    """Draw which of some rows satisfy which of five rules, and two numbers for each row."""
    random = np.random.default_rng(seed)
    n_rows = int(random.integers(0, 30))
    most = 1 << BITS[is_light]
    values = random.integers(0, most, (n_rows, 2)) >> random.integers(0, 45, (n_rows, 2))
    return (random.random((5, n_rows)) < 0.5) * 1.0, values


@is_light
@settings(max_examples=30)
@given(seeds)
def test_numbers_of_rows_are_added_up_exactly(is_light: bool, seed: int) -> None:
    holds, values = drawn(seed, is_light)
    signed = values * np.array([1, -1])
    expected = holds.astype(np.int64) @ signed
    assert exact_sums(holds, signed, is_light).tolist() == expected.tolist()


@is_light
@settings(max_examples=30)
@given(seeds)
def test_curvatures_of_pairs_are_added_up_exactly(is_light: bool, seed: int) -> None:
    holds, values = drawn(seed, is_light)
    share, blocks = np.ones(len(values)), [np.array([0, 3, 4]), np.array([], np.int64)]
    found = pair_sums(holds, values, share, is_light, blocks)
    for score, (block, sums) in enumerate(zip(blocks, found, strict=True)):
        own, marks = values[:, score], holds[block].astype(np.int64)
        steep = np.where(own > FLAT, own, 0)
        assert sums[:-1, :-1].tolist() == ((marks * steep) @ marks.T).tolist()
        assert sums[-1].tolist() == sums[:, -1].tolist() == [*(marks @ own).tolist(), own.sum()]
