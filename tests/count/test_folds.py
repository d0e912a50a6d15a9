"""Folds share out every class evenly, and depend on nothing but rank and seed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.search.small_tables import Rows, small_rows

from conjunct.count.folds import Fold, permuted_table, scrambled
from conjunct.encode import CodedTable

seeds = st.integers(0, 2**32)
n_folds = st.integers(1, 6)


def folds_of(ranks: np.ndarray, seed: int, n_folds: int) -> np.ndarray:
    """Return a line for every fold: which rows are in it."""
    return np.array([Fold(seed, n_folds, one).has(ranks) for one in range(n_folds)])


@given(sizes=st.lists(st.integers(0, 25), min_size=1, max_size=4), seed=seeds, n_folds=n_folds)
def test_every_row_is_in_one_fold_and_every_class_is_shared_out(sizes, seed, n_folds):
    labels = np.repeat(np.arange(len(sizes)), sizes)
    ranks = np.concatenate([np.arange(size) for size in sizes])
    folds = folds_of(ranks, seed, n_folds)
    assert (folds.sum(axis=0) == 1).all()
    for label, size in enumerate(sizes):
        own = folds[:, labels == label].sum(axis=1)
        assert own.max() - own.min() <= 1
        assert own.sum() == size


@given(seed=seeds, n_folds=n_folds, chosen=st.sets(st.integers(0, 40)))
def test_a_part_of_the_rows_falls_as_it_falls_within_all(seed, n_folds, chosen):
    ranks = np.tile(np.arange(20), 2)
    part = sorted(one for one in chosen if one < 40)
    folds = folds_of(ranks, seed, n_folds)
    assert (folds[:, part] == folds_of(ranks[part], seed, n_folds)).all()


@given(seed=seeds, n_folds=n_folds)
def test_the_rest_is_what_a_fold_leaves_out(seed, n_folds):
    ranks = np.arange(30)
    fold = Fold(seed, n_folds)
    assert (fold.has(ranks) != fold.rest.has(ranks)).all()
    assert fold.rest.rest == fold


def test_seeds_draw_other_folds():
    ranks = np.arange(300)
    assert len({Fold(seed, 3).has(ranks).tobytes() for seed in range(5)}) == 5


@pytest.mark.parametrize(("share", "n_folds", "outside"), [(0.25, 4, False), (2 / 3, 3, True)])
def test_a_share_becomes_folds(share, n_folds, outside):
    fold = Fold.of_share(1, share)
    assert (fold.n_folds, fold.outside) == (n_folds, outside)
    found = fold.has(np.arange(1200)).mean()
    assert found == pytest.approx(share)


def cells(table: CodedTable) -> list[tuple[int, ...]]:
    """Return the codes of every row."""
    columns = [table.codes(column).tolist() for column in range(table.n_columns)]
    return list(zip(*columns, strict=True))


@given(small_rows(max_rows=40), st.integers(0, 5))
def test_rows_stay_whole_and_classes_keep_their_sizes(rows: Rows, seed: int) -> None:
    table = rows.coded()
    chance = permuted_table(table, seed)
    assert sorted(cells(chance)) == sorted(cells(table))
    assert chance.labels.tolist() == table.labels.tolist()
    assert chance.ranks.tolist() == table.ranks.tolist()
    assert cells(permuted_table(table, seed)) == cells(chance)


def test_every_row_can_come_to_every_place() -> None:
    labels = ("x",) * 3 + ("y",) * 3
    table = Rows(("numeric",), tuple((float(i),) for i in range(6)), labels).coded()
    codes = np.array([permuted_table(table, seed).codes(0) for seed in range(600)])
    shares = np.array(
        [[np.mean(codes[:, place] == code) for code in range(6)] for place in range(6)]
    )
    assert np.all(abs(shares - 1 / 6) < 0.06)


@given(words=st.lists(st.integers(0, 2**64 - 1), max_size=5), seed=st.integers(-(2**62), 2**62))
def test_words_are_scrambled_by_splitmix64_twice(words: list[int], seed: int) -> None:
    def once(word: int, salt: int) -> int:
        word ^= salt
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB % 2**64
        return word ^ (word >> 31)

    given_words = np.array(words, np.uint64)
    found = scrambled(given_words, seed)
    assert found.tolist() == [once(once(one, seed % 2**64), 0x9E3779B97F4A7C15) for one in words]
    assert given_words.tolist() == words
