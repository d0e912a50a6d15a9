from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct import read_table
from conjunct.data import shipped_table
from conjunct.data.giveaways import giveaway_note, tells_all
from conjunct.data.table import Column, Table

CLASSES = np.arange(60) % 3
TARGET = Column("class", "nominal", CLASSES.astype(np.int32), ("a", "b", "c"))
NAN = float("nan")


def numeric(values: object) -> Column:
    return Column("x", "numeric", np.asarray(values, float))


def nominal(codes: object) -> Column:
    levels = tuple(str(one) for one in range(60))
    return Column("x", "nominal", np.asarray(codes, np.int32), levels)


@pytest.mark.parametrize(
    "column",
    [
        numeric(CLASSES),
        numeric(-7.5 * CLASSES + np.arange(60) / 100),
        numeric(np.where(np.arange(60) < 30, CLASSES, NAN)),
        nominal(CLASSES),
        nominal(CLASSES + 3 * (np.arange(60) % 2)),
        nominal(np.where(np.arange(60) < 30, CLASSES, -1)),
    ],
)
def test_a_column_with_a_value_or_a_range_for_each_class_tells_all(column: Column) -> None:
    assert tells_all(column, TARGET.values)


@pytest.mark.parametrize(
    "column",
    [
        numeric(np.where(np.arange(60) == 7, 0, CLASSES)),  # one row off
        numeric(np.abs(CLASSES - 1)),  # two classes have the same value
        numeric(np.arange(60)),  # every row has a range of its own
        numeric(np.where(np.arange(60) < 29, CLASSES, NAN)),  # too few known
        nominal(np.where(np.arange(60) == 7, 0, CLASSES)),
        nominal(np.arange(60)),  # a category for each row
        nominal(np.full(60, -1)),
    ],
)
def test_a_column_that_leaves_a_doubt_does_not(column: Column) -> None:
    assert not tells_all(column, TARGET.values)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2)), min_size=20, max_size=40))
def test_numbers_that_tell_all_are_those_that_a_few_cuts_divide(
    rows: list[tuple[int, int]],
) -> None:
    values, labels = np.array(rows).T
    lows, highs = (
        {one: least(values[labels == one]) for one in set(labels.tolist())}
        for least in (np.min, np.max)
    )
    apart = all(
        highs[one] < lows[other] or highs[other] < lows[one]
        for one in lows
        for other in lows
        if one < other
    )
    assert tells_all(numeric(values), labels) == (apart and len(lows) > 1)


def test_the_note_names_the_columns_and_says_what_to_do() -> None:
    codes = CLASSES.astype(np.int32)
    columns = (
        Column("refund", "numeric", np.where(np.arange(60) == 3, NAN, CLASSES)),
        Column("age", "numeric", np.arange(60.0)),
        Column("closed by", "nominal", codes, ("Ann", "Bob", "Cem")),
    )
    assert giveaway_note(Table(columns[1:2], TARGET)) == giveaway_note(Table(columns)) == ""
    assert giveaway_note(Table(columns, TARGET)) == (
        "Each of 'refund' and 'closed by' alone tells the target in all rows where it is known. "
        "Learn without those that are known only later (--forbid)."
    )


def test_large_tables_are_not_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table((nominal(CLASSES),), TARGET)
    assert giveaway_note(table)
    monkeypatch.setattr("conjunct.data.giveaways.MOST_ROWS", 59)
    assert giveaway_note(table) == ""


def test_a_natural_table_gets_no_note() -> None:
    assert giveaway_note(shipped_table()) == ""
    few = {"a": ["x", "y"] * 9, "b": ["u", "v"] * 9}
    assert giveaway_note(read_table(few, target="b")) == ""
