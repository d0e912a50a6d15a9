"""Units of entropy: the same for whole numbers of rows and for real ones that are whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.trees.splits import EntropyUnits, entropy_units, units_of


@given(st.integers(0, 5000))
def test_real_numbers_have_the_units_of_whole_ones(n_rows: int) -> None:
    assert (EntropyUnits(n_rows)[np.arange(n_rows + 1.0)] == entropy_units(n_rows)).all()


@given(st.lists(st.floats(0.01, 1e4), min_size=2, max_size=6))
def test_units_add_up_to_the_entropy(counts: list[float]) -> None:
    rows = np.array(counts)
    units = EntropyUnits(float(rows.sum()))
    shares = rows / rows.sum()
    bits = -(rows * np.log2(shares)).sum()
    one = int(EntropyUnits(float(rows.sum()))[np.array([2.0])][0]) / 2
    found = units[rows.sum(keepdims=True)][0] - units[rows].sum()
    assert found / one == pytest.approx(bits, rel=1e-9, abs=1e-6)


def test_the_counts_say_which_units_are_needed() -> None:
    assert isinstance(units_of(np.array([[3, 4]])), np.ndarray)
    assert isinstance(units_of(np.array([[3.0, 4.0]])), EntropyUnits)
