"""Counts add up, do not depend on the order of rows or columns, and add over blocks of rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.count.twins import same_counts

from conjunct.count import Counts, NumpyEngine, as_tests, each_class
from conjunct.count.local import LocalEngine
from conjunct.encode import CodedTable
from conjunct.types import Ints

coded_tables = st.from_type(CodedTable)
both_engines = pytest.mark.parametrize("engine_type", [LocalEngine, NumpyEngine])


def root_counts(engine_type: type, table: CodedTable) -> Counts:
    engine = engine_type(table)
    return engine.count(np.array([engine.root()]), each_class(len(table.classes)))


def by_class(table: CodedTable, rows: np.ndarray) -> Ints:
    return np.bincount(table.labels[rows], minlength=len(table.classes))


@both_engines
@given(table=coded_tables)
def test_counts_of_a_column_sum_to_the_cover_less_its_missing(engine_type, table):
    counts = root_counts(engine_type, table)
    assert counts.totals.tolist() == [by_class(table, np.arange(table.n_rows)).tolist()]
    for number, column in enumerate(table.columns):
        known = by_class(table, table.codes(number) != column.n_codes)
        assert counts.dense(0, number, column.n_codes).sum(axis=0).tolist() == known.tolist()


@both_engines
@given(table=coded_tables, data=st.data())
def test_a_refinement_covers_what_was_counted(engine_type, table, data):
    engine = engine_type(table)
    channels = each_class(len(table.classes))
    counts = engine.count(np.array([engine.root()]), channels)
    for number, column in enumerate(table.columns):
        if column.n_codes == 0:
            continue
        dense = counts.dense(0, number, column.n_codes)
        code = data.draw(st.integers(0, column.n_codes - 1))
        tests = as_tests((number, op, code) for op in range(4))
        covers = engine.refine(np.full(4, engine.root()), tests)
        found = engine.count(covers, channels).totals
        assert found[0].tolist() == dense[code].tolist()
        assert found[1].tolist() == (dense.sum(axis=0) - dense[code]).tolist()
        assert found[2].tolist() == dense[: code + 1].sum(axis=0).tolist()
        assert found[3].tolist() == dense[code + 1 :].sum(axis=0).tolist()


@both_engines
@given(table=coded_tables, seed=st.integers(0, 99))
def test_the_order_of_rows_within_a_class_does_not_matter(engine_type, table, seed):
    mixed = np.lexsort((np.random.default_rng(seed).random(table.n_rows), table.labels))
    turned = replace(table, narrow=table.narrow[:, mixed], wide=table.wide[:, mixed])
    same_counts(root_counts(engine_type, table), root_counts(engine_type, turned))


@both_engines
@given(table=coded_tables, seed=st.integers(0, 99))
def test_the_order_of_columns_does_not_matter(engine_type, table, seed):
    order = np.random.default_rng(seed).permutation(table.n_columns)
    turned = replace(
        table, columns=tuple(table.columns[at] for at in order), place=table.place[order]
    )
    one, other = root_counts(engine_type, table), root_counts(engine_type, turned)
    for new, old in enumerate(order.tolist()):
        for ours, theirs in zip(one.segment(0, old), other.segment(0, new), strict=True):
            assert ours.tolist() == theirs.tolist()


@both_engines
@given(table=coded_tables, seed=st.integers(0, 99))
def test_counts_of_two_parts_of_the_rows_add_up_to_those_of_all(engine_type, table, seed):
    chosen = np.random.default_rng(seed).random(table.n_rows) < 0.4
    parts = [root_counts(engine_type, table.take(rows)) for rows in (chosen, ~chosen)]
    same_counts(parts[0] + parts[1], root_counts(engine_type, table))


def test_counts_of_other_columns_are_not_added():
    with pytest.raises(ValueError, match="same covers and columns"):
        small_counts(1, 0) + small_counts(2, 0)


def small_counts(n_covers: int, first: int) -> Counts:
    """Two columns: the first with one code, the second with none."""
    offsets = np.repeat(np.arange(n_covers + 1), 2)[1:]
    ones = np.ones((n_covers, 2), np.int64)
    return Counts(offsets, np.arange(first, first + n_covers), ones, ones)


def test_joined_counts_keep_the_covers_in_order():
    joined = Counts.joined([small_counts(2, 0), small_counts(0, 0), small_counts(1, 5)])
    assert (joined.n_covers, joined.n_columns) == (3, 2)
    assert [joined.segment(cover, 0)[0].tolist() for cover in range(3)] == [[0], [1], [5]]
    assert all(joined.segment(cover, 1)[0].size == 0 for cover in range(3))


def test_dense_counts_are_zero_for_codes_that_do_not_occur():
    counts = small_counts(1, 2)
    assert counts.dense(0, 0, 4).tolist() == [[0, 0], [0, 0], [1, 1], [0, 0]]
