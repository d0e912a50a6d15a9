from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.model.probability import LIFT, class_distribution, with_head_first
from conjunct.types import Floats, Ints


def test_probabilities_are_laplace_smoothed() -> None:
    assert class_distribution((0, 34, 0), 1) == pytest.approx([1 / 37, 35 / 37, 1 / 37])


def test_a_head_below_another_class_shares_with_it() -> None:
    shares = class_distribution((9, 4, 0), 1)
    assert shares == pytest.approx([7.5 / 16, 7.5 / 16, 1 / 16])
    assert shares[1] > shares[0]


@given(
    st.lists(st.integers(0, 10**9), min_size=1, max_size=8).flatmap(
        lambda counts: st.tuples(st.just(counts), st.integers(0, len(counts) - 1))
    )
)
def test_shares_sum_to_one_and_only_the_head_is_largest(case: tuple[list[int], int]) -> None:
    counts, head = case
    shares = class_distribution(counts, head)
    assert shares.sum() == pytest.approx(1.0, abs=1e-12)
    assert (shares > 0).all()
    assert np.flatnonzero(shares == shares.max()).tolist() == [head]


def lifted_everywhere(shares: Floats, head: Ints) -> Floats:
    place = head[:, None]
    not_below = shares >= np.take_along_axis(shares, place, axis=-1)
    shared = shares.mean(axis=-1, keepdims=True, where=not_below)
    lifted = np.where(not_below, shared, shares)
    np.put_along_axis(lifted, place, shared + LIFT, axis=-1)
    lifted /= lifted.sum(axis=-1, keepdims=True)
    alone = not_below.sum(axis=-1, keepdims=True) == 1
    return np.asarray(np.where(alone, shares, lifted))


@pytest.mark.parametrize("n_classes", [1, 2, 3, 12])
def test_only_rows_whose_head_is_not_alone_are_lifted(n_classes: int) -> None:
    random = np.random.default_rng(n_classes)
    shares = random.integers(1, 4, (200, n_classes)).astype(float)
    shares /= shares.sum(axis=1, keepdims=True)
    head = random.integers(0, n_classes, 200)
    before = shares.copy()
    assert with_head_first(shares, head).tobytes() == lifted_everywhere(shares, head).tobytes()
    assert (shares == before).all()
