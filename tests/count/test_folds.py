from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count.folds import in_last_fold

sizes = st.lists(st.integers(0, 12), min_size=2, max_size=4)


def rows_of(sizes: list[int]) -> tuple[np.ndarray, int]:
    """Return classes with so many rows each, those of class 0 last: they are positive."""
    labels = np.repeat([*range(1, len(sizes)), 0], [*sizes[1:], sizes[0]])
    return labels, sum(sizes[1:])


@given(sizes, st.integers(2, 5), st.integers(0, 99))
def test_every_class_is_shared_out_evenly(sizes: list[int], folds: int, seed: int):
    labels, n_negatives = rows_of(sizes)
    chosen = in_last_fold(labels, n_negatives, folds, np.random.default_rng(seed))
    assert chosen.sum() == len(labels) // folds
    for label, size in enumerate(sizes):
        assert abs(chosen[labels == label].sum() - size / folds) < 1


def test_positives_fewer_than_folds_are_all_grown_on():
    labels, n_negatives = rows_of([2, 9])
    for seed in range(20):
        chosen = in_last_fold(labels, n_negatives, 3, np.random.default_rng(seed))
        assert not chosen[n_negatives:].any()


def test_every_row_gets_its_turn():
    labels, n_negatives = rows_of([5, 4, 3])
    random = np.random.default_rng(0)
    ever = sum(in_last_fold(labels, n_negatives, 3, random) for _ in range(60))
    assert (ever > 0).all()
