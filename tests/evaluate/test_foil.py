from __future__ import annotations

from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.evaluate import FoilGain, foil_gain, smoothed_gain


@given(st.integers(1, 50), st.integers(0, 50), st.data())
def test_the_gain_is_what_the_paper_writes(P: int, N: int, data: st.DataObject) -> None:
    p, n = data.draw(st.integers(1, P)), data.draw(st.integers(0, N))
    expected = p * (log2(p / (p + n)) - log2(P / (P + N)))
    assert float(foil_gain(p, n, P, N)) == pytest.approx(expected, abs=1e-9)


def test_nothing_is_gained_without_positives() -> None:
    assert foil_gain([0, 0], [3, 0], 4, 4).tolist() == [0.0, 0.0]
    assert foil_gain([0], [3], 0, 4).tolist() == [0.0]


def test_more_positives_at_the_same_purity_gain_more() -> None:
    gains = FoilGain()(np.array([2, 4, 8]), np.array([1, 2, 4]), 10, 20)
    assert gains.tolist() == sorted(gains.tolist())
    assert gains[0] > 0


@given(st.integers(0, 50), st.integers(0, 50), st.data())
def test_the_smoothed_gain_counts_one_positive_more(P: int, N: int, data: st.DataObject) -> None:
    p, n = data.draw(st.integers(0, P)), data.draw(st.integers(0, N))
    expected = p * (log2((p + 1) / (p + n + 1)) - log2((P + 1) / (P + N + 1)))
    assert float(smoothed_gain(p, n, P, N)) == pytest.approx(expected, abs=1e-9)


def test_the_same_rows_gain_nothing_smoothed_or_not() -> None:
    assert smoothed_gain([5, 0], [3, 3], 5, 3).tolist() == [0.0, 0.0]
