"""Folds by what rows hold: the same rows in any order have the same folds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.encode.drawn_tables import tables

from conjunct import rooms
from conjunct.count import Fold, classes_by_content, ranked_by_content
from conjunct.count.content_order import N_STARTS, START_STEP
from conjunct.count.folds import scrambled
from conjunct.data.table import Column, Table
from conjunct.encode import CodedTable, encode


def fold_of(table: CodedTable, fold: Fold) -> Counter[tuple[float, ...]]:
    """Return the rows of a fold, as often as each occurs."""
    cells = [table.codes(column) for column in range(table.n_columns)]
    weights = np.ones(table.n_rows) if table.weights is None else table.weights
    rows = np.stack([*cells, table.labels, weights], axis=1)
    return Counter(map(tuple, rows[fold.has(table.ranks)].tolist()))


@given(table=tables(), random=st.randoms(use_true_random=False), weigh=st.booleans())
def test_the_order_of_rows_does_not_matter(table: Table, random, weigh: bool) -> None:
    if weigh:
        table = replace(table, weights=np.arange(table.n_rows) % 3 + 0.5)
    order = list(range(table.n_rows))
    random.shuffle(order)
    one, two = (ranked_by_content(encode(rows)) for rows in (table, table.take(np.array(order))))
    for number in range(3):
        fold = Fold(5, 3, number)
        assert fold_of(one, fold) == fold_of(two, fold)


@given(table=tables(), n_threads=st.integers(2, 4), at_once=st.integers(1, 9), weigh=st.booleans())
def test_threads_and_chunks_do_not_matter(
    table: Table, n_threads: int, at_once: int, weigh: bool
) -> None:
    if weigh:
        table = replace(table, weights=np.arange(table.n_rows) % 3 + 0.5)
    coded = encode(table)
    one = ranked_by_content(coded)
    with patch("conjunct.count.content_order.ROWS_AT_ONCE", at_once):
        other = ranked_by_content(coded, n_threads)
    assert (one.ranks == other.ranks).all()


@given(table=tables())
def test_the_rows_of_each_class_are_numbered(table: Table) -> None:
    ranked = ranked_by_content(encode(table))
    for label in range(len(ranked.classes)):
        own = sorted(ranked.ranks[ranked.labels == label].tolist())
        assert own == list(range(own[0], own[0] + len(own))) if own else True


@given(table=tables(), times=st.integers(2, 4))
def test_copies_of_a_row_are_dealt_to_different_folds(table: Table, times: int) -> None:
    rows = np.arange(table.n_rows).repeat(times)
    ranked = ranked_by_content(encode(table.take(rows)))
    held = [fold_of(ranked, Fold(1, times, number)) for number in range(times)]
    if len({*map(tuple, held[0])}) == table.n_rows:  # no two rows are equal
        assert held[1:] == held[:1] * (times - 1)


@given(table=tables(), random=st.randoms(use_true_random=False))
def test_the_names_of_classes_do_not_matter(table: Table, random) -> None:
    """Rows are in the same fold when their classes change names, and with them their order."""
    assert table.target is not None
    names = list(table.target.levels)
    random.shuffle(names)
    order = np.argsort(names)
    target = replace(
        table.target, levels=tuple(sorted(names)), values=np.argsort(order)[table.target.values]
    )
    one, two = (ranked_by_content(encode(rows)) for rows in (table, replace(table, target=target)))
    for number in range(3):
        held = [fold_of(coded, Fold(5, 3, number)) for coded in (one, two)]
        assert held[0] == Counter(renamed(held[1], np.argsort(order)))


def renamed(rows: Counter[tuple[float, ...]], labels: np.ndarray) -> dict[tuple[float, ...], int]:
    """Return the rows with the class numbers that they had before."""
    back = np.argsort(labels)
    return {(*row[:-2], float(back[int(row[-2])]), row[-1]): times for row, times in rows.items()}


def test_classes_of_one_row_each_are_spread_over_the_folds() -> None:
    X = Column("a", "numeric", np.arange(30.0))
    classes = tuple(f"c{number:02d}" for number in range(30))
    table = Table((X,), Column("class", "nominal", np.arange(30), classes))
    ranked = ranked_by_content(encode(table))
    held = [int(Fold(1, 3, number).has(ranked.ranks).sum()) for number in range(3)]
    assert min(held) >= 4


def ranked_in_one_go(table: CodedTable) -> list[int]:
    """Return the ranks, all classes sorted together."""
    words = np.zeros(table.n_rows, np.uint64)
    for column in range(table.n_columns):
        words = scrambled(words ^ table.codes(column).astype(np.uint64), column)
    weights = np.ones(table.n_rows) if table.weights is None else table.weights
    order = np.lexsort((weights, words, table.labels))
    first = np.searchsorted(table.labels, table.labels)
    starts = scrambled(words[order[first]], 0) % np.uint64(N_STARTS) * np.uint64(START_STEP)
    ranks = np.empty(table.n_rows, np.int32)
    ranks[order] = np.arange(table.n_rows) - first + starts.astype(np.int64)
    return ranks.tolist()


@given(table=tables(), weigh=st.booleans(), chunk=st.integers(1, 9))
def test_classes_one_by_one_are_ranked_as_all_together(
    table: Table, weigh: bool, chunk: int
) -> None:
    if weigh:
        table = replace(table, weights=np.arange(table.n_rows) % 3 + 0.5)
    coded = encode(table)
    with patch.object(rooms, "CHUNK", chunk):
        assert ranked_by_content(coded).ranks.tolist() == ranked_in_one_go(coded)


def of_classes(*rows: list[int], weights: list[float] | None = None) -> CodedTable:
    """Return a table of one column: the cells of one class after those of the other."""
    labels = np.concatenate([np.full(len(own), place) for place, own in enumerate(rows)])
    cells = Column("a", "numeric", np.concatenate(rows).astype(float))
    target = Column("class", "nominal", labels, tuple(f"c{place}" for place in range(len(rows))))
    given = None if weights is None else np.array(weights)
    return encode(Table((cells,), target, weights=given))


def test_larger_classes_come_first() -> None:
    assert classes_by_content(of_classes([1], [2, 2, 3], [4, 5])) == [1, 2, 0]


def test_classes_that_share_their_first_rows_are_told_apart_by_the_others() -> None:
    """The row with the smallest hash is in both classes, so that all rows must be compared."""
    rows = [[1, 2, 3, 4], [1, 2, 3, 5], [1, 2, 3, 6]]
    for order in permutations(range(3)):
        found = classes_by_content(of_classes(*(rows[one] for one in order)))
        firsts = [order[one] for one in found]
        assert firsts == classes_by_content(of_classes(*rows))


def test_classes_of_the_same_rows_are_told_apart_by_weights() -> None:
    weights = [0.5, 1.5, 1.5, 0.5]
    one = classes_by_content(of_classes([1, 2], [1, 2], weights=weights))
    two = classes_by_content(of_classes([1, 2], [1, 2], weights=weights[2:] + weights[:2]))
    assert one == two[::-1]


def test_classes_of_the_same_rows_go_by_their_names() -> None:
    """Whatever order they were coded in: weights and repeated rows give the same model."""
    coded = of_classes([1, 2], [1, 2])
    assert classes_by_content(coded) == [0, 1]
    assert classes_by_content(coded.with_classes([1, 0])) == [1, 0]


def test_weights_make_a_class_larger() -> None:
    assert classes_by_content(of_classes([1, 2], [3], weights=[0.25, 0.5, 1.0])) == [1, 0]


@given(table=tables(), random=st.randoms(use_true_random=False))
def test_classes_in_another_order_have_the_same_rows(table: Table, random) -> None:
    coded = encode(table)
    order = list(range(len(coded.classes)))
    random.shuffle(order)
    moved = coded.with_classes(order)
    rows = [
        np.stack([one.labels, one.ranks, *map(one.codes, range(one.n_columns))]).T.tolist()
        for one in (coded, moved)
    ]
    assert [[order[label], *more] for label, *more in rows[1]] == sorted(
        rows[0], key=lambda row: order.index(row[0])
    )
    assert moved.classes == tuple(coded.classes[one] for one in order)
