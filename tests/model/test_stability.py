from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from conjunct.model.stability import (
    chance_index,
    chance_limit,
    stability_index,
    stability_parts,
    verdict_of,
)

cells = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=12).filter(
    lambda pairs: any(a for a, _ in pairs) and any(b for _, b in pairs)
)


def plain_index(before: list[float], after: list[float]) -> float:
    """Add up the formula cell by cell, half a row in a cell that is empty on one side."""
    pairs = [(a or 0.5, b or 0.5) for a, b in zip(before, after, strict=True) if a or b]
    n, m = (sum(side) for side in zip(*pairs, strict=True))
    return sum((b / m - a / n) * math.log((b / m) / (a / n)) for a, b in pairs)


@given(cells)
def test_the_index_is_the_plain_sum(pairs: list[tuple[int, int]]) -> None:
    before, after = map(list, zip(*pairs, strict=True))
    assert stability_index(before, after) == pytest.approx(plain_index(before, after), abs=1e-12)
    parts = stability_parts(before, after)
    assert (parts >= 0).all()
    assert stability_index(after, before) == pytest.approx(parts.sum(), abs=1e-12)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=12).filter(any), st.integers(1, 9))
def test_equal_shares_give_exactly_zero_for_equal_counts(rows: list[int], times: int) -> None:
    assert stability_index(rows, rows) == 0.0
    assert stability_index(rows, [times * one for one in rows]) == pytest.approx(0.0, abs=1e-12)


@given(cells)
def test_the_limit_of_chance_is_a_quantile_of_chi_square(pairs: list[tuple[int, int]]) -> None:
    before, after = map(list, zip(*pairs, strict=True))
    freedom = sum(1 for pair in pairs if any(pair)) - 1
    per_row = 1 / sum(before) + 1 / sum(after)
    assert chance_index(before, after) == pytest.approx(freedom * per_row)
    quantile = float(chi2.ppf(0.95, freedom)) if freedom else 0.0
    assert chance_limit(before, after) == pytest.approx(quantile * per_row)


def test_samples_of_the_same_rows_stay_within_chance() -> None:
    random = np.random.default_rng(0)
    shares = [0.05, 0.1, 0.15, 0.2, 0.5]
    pairs = [
        (random.multinomial(2000, shares), random.multinomial(500, shares)) for _ in range(800)
    ]
    indices = [stability_index(*pair) for pair in pairs]
    beyond = np.mean([stability_index(*pair) > chance_limit(*pair) for pair in pairs])
    assert 0.03 < beyond < 0.07
    assert np.mean(indices) == pytest.approx(chance_index(*pairs[0]), rel=0.1)


@pytest.mark.parametrize(
    ("index", "limit", "verdict"),
    [
        (0.0999, 0.0, "stable"),
        (0.1, 0.0, "moved a little"),
        (0.25, 0.0, "moved a little"),
        (0.2501, 0.0, "moved"),
        (0.9, 0.9, "stable"),
        (0.0, 0.0, "stable"),
    ],
)
def test_the_usual_reading(index: float, limit: float, verdict: str) -> None:
    assert verdict_of(index, limit) == verdict
