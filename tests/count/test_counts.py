"""Counts add up, do not depend on the order of rows or columns, and add over blocks of rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count import Counts, LocalEngine, ReferenceEngine, as_tests
from conjunct.encode import CodedTable
from conjunct.types import AnyArray, Ints

coded_tables = st.from_type(CodedTable)
both_engines = pytest.mark.parametrize("engine_type", [LocalEngine, ReferenceEngine])


def root_counts(engine_type: type, table: CodedTable, head: int = 0) -> list[Ints]:
    """Count all rows; return the dense counts of every column, and the totals last."""
    engine = engine_type(table)
    engine.begin(head)
    counts = engine.count(np.array([engine.root()]))
    return [
        *(counts.dense(0, at, column.n_codes) for at, column in enumerate(table.columns)),
        counts.totals,
    ]


def with_rows(table: CodedTable, rows: AnyArray) -> CodedTable:
    return replace(
        table,
        narrow=np.ascontiguousarray(table.narrow[:, rows]),
        wide=np.ascontiguousarray(table.wide[:, rows]),
        labels=table.labels[rows],
    )


def assert_equal(ones: list[Ints], others: list[Ints]) -> None:
    for one, other in zip(ones, others, strict=True):
        assert np.array_equal(one, other)


@both_engines
@given(table=coded_tables)
def test_counts_of_a_column_sum_to_the_cover_less_its_missing(engine_type, table):
    *columns, totals = root_counts(engine_type, table)
    positive = table.labels == 0
    assert totals.tolist() == [[np.sum(~positive), np.sum(positive)]]
    for number, counts in enumerate(columns):
        missing = table.codes(number) == table.columns[number].n_codes
        lost = [np.sum(missing & ~positive), np.sum(missing & positive)]
        assert counts.sum(axis=0).tolist() == (totals[0] - lost).tolist()


@both_engines
@given(table=coded_tables, data=st.data())
def test_equal_unequal_and_missing_make_up_the_cover(engine_type, table, data):
    engine = engine_type(table)
    engine.begin(data.draw(st.integers(0, len(table.classes) - 1)))
    root = engine.root()
    for number, column in enumerate(table.columns):
        missing = int(np.sum(table.codes(number) == column.n_codes))
        for first, second in ((0, 1), (2, 3)) if column.n_codes else ():
            code = data.draw(st.integers(0, column.n_codes - 1))
            tests = as_tests([(number, first, code), (number, second, code)])
            one, other = map(engine.totals, engine.refine(np.array([root, root]), tests).tolist())
            assert sum(one) + sum(other) + missing == sum(engine.totals(root))


@both_engines
@given(table=coded_tables, data=st.data())
def test_a_refinement_covers_what_was_counted(engine_type, table, data):
    engine = engine_type(table)
    engine.begin(0)
    root = engine.root()
    counts = engine.count(np.array([root]))
    for number, column in enumerate(table.columns):
        if column.n_codes == 0:
            continue
        dense = counts.dense(0, number, column.n_codes)
        code = data.draw(st.integers(0, column.n_codes - 1))
        expected = (dense[code], dense.sum(0) - dense[code], dense[: code + 1], dense[code + 1 :])
        tests = as_tests((number, op, code) for op in range(4))
        for cover, part in zip(engine.refine(np.full(4, root), tests), expected, strict=True):
            negatives, positives = part.reshape(-1, 2).sum(axis=0)
            assert engine.totals(int(cover)) == (positives, negatives)


@both_engines
@given(table=coded_tables, seed=st.integers(0, 99))
def test_the_order_of_rows_within_a_class_does_not_matter(engine_type, table, seed):
    rows = np.random.default_rng(seed).permutation(table.n_rows)
    rows = rows[np.argsort(table.labels[rows], kind="stable")]
    assert_equal(root_counts(engine_type, table), root_counts(engine_type, with_rows(table, rows)))


@both_engines
@given(table=coded_tables, seed=st.integers(0, 99))
def test_the_order_of_columns_does_not_matter(engine_type, table, seed):
    order = np.random.default_rng(seed).permutation(table.n_columns)
    turned = replace(
        table, columns=tuple(table.columns[at] for at in order), place=table.place[order]
    )
    *columns, totals = root_counts(engine_type, table)
    assert_equal([*(columns[at] for at in order), totals], root_counts(engine_type, turned))


@both_engines
@given(table=coded_tables, data=st.data())
def test_counts_of_a_union_of_row_blocks_are_the_sum_of_their_counts(engine_type, table, data):
    at = data.draw(st.integers(0, table.n_rows))
    rows = np.arange(table.n_rows)
    blocks = [with_rows(table, rows[:at]), with_rows(table, rows[at:])]
    parts = [root_counts(engine_type, block) for block in blocks]
    added = [one + other for one, other in zip(*parts, strict=True)]
    assert_equal(root_counts(engine_type, table), added)


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
