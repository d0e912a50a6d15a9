from __future__ import annotations

import numpy as np
import pytest

from conjunct import read_table
from conjunct.data.repeated import repeated_note
from conjunct.data.table import Column, Table


def table(n_copies: int, coarse: bool = False, n_rows: int = 100) -> Table:
    """A table whose last rows repeat its first ones, with a missing cell among them."""
    numbers = np.arange(n_rows, dtype=float) / (10 if not coarse else 1)
    numbers = np.where(numbers == 3, np.nan, numbers % 7 if coarse else numbers)
    income = np.concatenate([numbers, numbers[:n_copies]])
    codes = np.arange(len(income)) % n_rows % 2
    paid = Column("paid", "nominal", codes.astype(np.int32), ("no", "yes"))
    return Table((Column("income", "numeric", income),), paid)


def test_copies_of_rows_are_counted() -> None:
    assert repeated_note(table(0)) == ""
    assert repeated_note(table(9)) == ""
    said = "100 of 200 rows repeat an earlier row. Every copy counts as further evidence; "
    assert repeated_note(table(100)).startswith(said)
    assert repeated_note(table(12)).startswith("12 of 112 rows repeat")


def test_rows_that_differ_in_one_cell_or_in_the_class_are_no_copies() -> None:
    rows = table(100)
    assert rows.target is not None
    flipped = Column("paid", "nominal", (1 - rows.target.values).astype(np.int32), ("no", "yes"))
    half = np.arange(200) < 100
    mixed = np.where(half, rows.target.values, flipped.values)
    other = Column("paid", "nominal", mixed.astype(np.int32), ("no", "yes"))
    assert repeated_note(Table(rows.columns, other)) == ""


def test_rows_of_few_values_repeat_naturally() -> None:
    assert repeated_note(table(100, coarse=True)) == ""
    assert repeated_note(read_table({"a": ["x", "y"] * 50, "b": ["u", "v"] * 50}, target="b")) == ""


def test_rows_with_weights_and_large_tables_are_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = table(100)
    weighted = Table(rows.columns, rows.target, weights=np.ones(200))
    assert repeated_note(weighted) == ""
    assert repeated_note(Table(())) == ""
    monkeypatch.setattr("conjunct.data.repeated.MOST_ROWS", 150)
    assert repeated_note(rows) == ""


def test_zero_has_no_sign_and_missing_cells_are_equal() -> None:
    values = np.array([0.0, -0.0, np.nan, -np.nan, 1.5, 2.5, 3.5])
    assert repeated_note(Table((Column("a", "numeric", values),))).startswith("2 of 7 rows")
