"""Folds by what rows hold: the same rows in any order have the same folds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.encode.drawn_tables import tables

from conjunct.count import Fold, ranked_by_content
from conjunct.data.table import Table
from conjunct.encode import CodedTable, encode


def fold_of(table: CodedTable, fold: Fold) -> Counter[tuple[float, ...]]:
    """Return the rows of a fold, as often as each occurs."""
    cells = [table.codes(column) for column in range(table.n_columns)]
    weights = np.ones(table.n_rows) if table.weights is None else table.weights
    rows = np.stack([*cells, table.labels, weights], axis=1)
    return Counter(map(tuple, rows[fold.has(table.labels, table.ranks)].tolist()))


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


@given(table=tables())
def test_the_rows_of_each_class_are_numbered(table: Table) -> None:
    ranked = ranked_by_content(encode(table))
    for label in range(len(ranked.classes)):
        own = ranked.ranks[ranked.labels == label]
        assert sorted(own.tolist()) == list(range(len(own)))


@given(table=tables(), times=st.integers(2, 4))
def test_copies_of_a_row_are_dealt_to_different_folds(table: Table, times: int) -> None:
    rows = np.arange(table.n_rows).repeat(times)
    ranked = ranked_by_content(encode(table.take(rows)))
    held = [fold_of(ranked, Fold(1, times, number)) for number in range(times)]
    if len({*map(tuple, held[0])}) == table.n_rows:  # no two rows are equal
        assert held[1:] == held[:1] * (times - 1)
