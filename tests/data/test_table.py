from __future__ import annotations

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
