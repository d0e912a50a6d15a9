from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from conjunct.data import Column, Table, read_table
from conjunct.errors import DataError


def small() -> Table:
    return read_table(
        {"age": [31.0, None, 50.0], "town": ["a", "b", None], "play": ["yes", "no", "yes"]},
        target="play",
    )


def test_rows_are_counted_from_the_columns() -> None:
    assert small().n_rows == 3
    assert Table((), Column("t", "nominal", np.array([0, 1]), ("a", "b"))).n_rows == 2
    assert Table(()).n_rows == 0


def test_missing_cells_are_counted() -> None:
    assert small().n_missing == 2


def test_a_table_is_one_line_in_a_session() -> None:
    assert repr(small()) == "<Table 'the table': 3 rows, 2 attributes, target 'play' of 2 classes>"
    assert repr(Table((), name="t")) == "<Table 't': 0 rows, 0 attributes>"


def test_take_keeps_order_repeats_and_levels() -> None:
    part = small().take(np.array([2, 0, 0]))
    assert part.n_rows == 3
    assert part.column("age").values.tolist() == [50.0, 31.0, 31.0]
    assert part.column("town").values.tolist() == [-1, 0, 0]
    assert part.column("town").levels == ("a", "b")
    assert part.target is not None
    assert part.target.values.tolist() == [1, 1, 1]
    assert part.target.levels == ("no", "yes")


def test_take_of_no_rows_has_none() -> None:
    assert small().take(np.array([], dtype=np.int64)).n_rows == 0


def test_an_unknown_column_is_refused_with_the_nearest() -> None:
    with pytest.raises(DataError, match="the table has no column 'agee'; did you mean 'age'"):
        small().column("agee")


def test_rows_count_as_often_as_their_weights_say() -> None:
    table = replace(small(), weights=np.array([2.0, 0.25, 1.0]))
    assert (small().n_counted, table.n_counted) == (3, 3.25)
    part = table.take(np.array([2, 0]))
    assert (part.weights.tolist(), part.n_counted) == ([1.0, 2.0], 3)
    assert isinstance(part.n_counted, int)


def test_a_column_can_weigh_the_rows() -> None:
    table = read_table({"n": [2, 0, 1], "x": [5, 6, 7], "y": ["a", "b", "b"]}, target="y")
    weighted = table.weighted_by("n")
    assert weighted.names == ("x",)
    assert weighted.weights.tolist() == [2.0, 1.0]
    assert weighted.column("x").values.tolist() == [5.0, 7.0]


@pytest.mark.parametrize(
    ("n", "sentence"),
    [
        ([1, -1], "cannot be the weights of rows: every row needs a number from 0 up"),
        ([1, None], "column 'n' of .* cannot be the weights of rows"),
        (["a", "b"], "column 'n' of .* cannot be the weights of rows"),
        ([0, 0], "column 'n' of .* has no number above 0: no row counts"),
    ],
)
def test_a_column_that_cannot_weigh_rows_is_refused(n: list[object], sentence: str) -> None:
    table = read_table({"n": n, "x": [5, 6], "y": ["a", "b"]}, target="y")
    with pytest.raises(DataError, match=sentence):
        table.weighted_by("n")


def test_weights_of_other_rows_are_refused() -> None:
    with pytest.raises(DataError, match="weights must have one number per row: 3, not 2"):
        replace(small(), weights=np.ones(2))
