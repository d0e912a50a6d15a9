from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.model.probability import class_distribution


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
