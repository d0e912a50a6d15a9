"""Codes back to readable conditions."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.data import shipped_table
from conjunct.encode import Bins, CodedColumn, CodedTable, encode


def test_a_nominal_condition_reads_as_its_level():
    colour = CodedColumn("colour", 0, "nominal", 2, levels=("blue", "red"))
    assert colour.read("=", 1) == ("colour", "=", "red")
    assert colour.read("!=", 0) == ("colour", "!=", "blue")


def test_a_level_for_missing_reads_as_none():
    colour = CodedColumn("colour", 0, "nominal", 2, levels=("blue", None))
    assert colour.read("=", 1) == ("colour", "=", None)


def test_a_numeric_condition_reads_as_the_shortest_number_between_two_codes():
    bins = Bins(np.array([1.0, 5.25, 8.0]), np.array([3.0, 6.0, 8.0]))
    size = CodedColumn("size", 0, "numeric", 3, bins)
    assert size.read("<=", 0) == ("size", "<=", 4.0)
    assert size.read(">", 1) == ("size", ">", 7.0)


def test_presence_reads_as_missing_or_not_missing():
    size = CodedColumn("size", 0, "nominal", 2, presence=True)
    assert size.read("=", 0) == ("size", "=", None)
    assert size.read("=", 1) == ("size", "!=", None)
    assert size.read("!=", 0) == ("size", "!=", None)
    assert size.read("!=", 1) == ("size", "=", None)


def small_table(n_ranks: int = 3, weights: list[float] | None = None) -> CodedTable:
    return CodedTable(
        (CodedColumn("a", 0, "nominal", 300), CodedColumn("b", 1, "nominal", 2, levels=("u", "v"))),
        np.array([[0, 1, 2]], np.uint8),
        np.array([[299, 300, 0]], np.uint16),
        np.array([-1, 0], np.int32),
        np.array([0, 0, 1], np.uint8),
        ("x", "y"),
        np.arange(n_ranks, dtype=np.int32),
        None if weights is None else np.array(weights),
    )


def test_a_coded_table_knows_its_size():
    table = small_table()
    assert (table.n_rows, table.n_columns, table.nbytes) == (3, 2, 3 + 6 + 3)
    assert table.codes(0).tolist() == [299, 300, 0]
    assert table.codes(1).tolist() == [0, 1, 2]


def test_rows_that_are_taken_keep_their_ranks_and_weights():
    part = small_table(weights=[0.5, 1.0, 2.0]).take(np.array([True, False, True]))
    assert part.ranks.tolist() == [0, 2]
    assert part.weights is not None
    assert part.weights.tolist() == [0.5, 2.0]
    assert (part.codes(0).tolist(), part.labels.tolist()) == ([299, 0], [0, 1])
    assert small_table().take(np.array([1])).weights is None


def test_ranks_and_weights_of_another_length_are_refused():
    with pytest.raises(ValueError, match="ranks"):
        small_table(n_ranks=2)
    with pytest.raises(ValueError, match="weights"):
        small_table(weights=[1.0] * 4)


def test_rows_in_another_order_than_that_of_their_class_are_refused():
    with pytest.raises(ValueError, match="in the order of their class"):
        small_table().take(np.array([2, 0]))


def test_joined_parts_are_the_rows_in_the_order_of_their_class() -> None:
    table = encode(shipped_table())
    parts = [table.take(np.arange(first, table.n_rows, 3)) for first in range(3)]
    joined = CodedTable.joined(parts)
    order = np.lexsort((np.arange(table.n_rows) % 3, table.labels))
    np.testing.assert_array_equal(joined.ranks, table.ranks[order])
    np.testing.assert_array_equal(joined.narrow, table.narrow[:, order])
    np.testing.assert_array_equal(joined.wide, table.wide[:, order])
    np.testing.assert_array_equal(joined.labels, table.labels)
    assert CodedTable.joined([table]) is table
