"""Codes back to readable conditions."""

from __future__ import annotations

import numpy as np

from conjunct.encode import Bins, CodedColumn, CodedTable


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


def test_a_coded_table_knows_its_size():
    table = CodedTable(
        (CodedColumn("a", 0, "nominal", 300), CodedColumn("b", 1, "nominal", 2, levels=("u", "v"))),
        np.array([[0, 1, 2]], np.uint8),
        np.array([[299, 300, 0]], np.uint16),
        np.array([-1, 0], np.int32),
        np.array([0, 0, 1], np.uint8),
        ("x", "y"),
    )
    assert (table.n_rows, table.n_columns, table.nbytes) == (3, 2, 3 + 6 + 3)
    assert table.codes(0).tolist() == [299, 300, 0]
    assert table.codes(1).tolist() == [0, 1, 2]
