from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conjunct import read_table
from conjunct.data.table import Column
from conjunct.errors import DataError
from conjunct.model.periods import periods_of


def column(values: list[Any]) -> Column:
    return read_table({"when": values}, columns=["when"], kinds={"when": "nominal"}).column("when")


@pytest.mark.parametrize(
    ("values", "names"),
    [
        (["10.1.2024", "9.2.2023", "9.1.2024"], ("9.2.2023", "9.1.2024", "10.1.2024")),
        (["March 2024", "Jan 2024", "Dec 2023"], ("Dec 2023", "Jan 2024", "March 2024")),
        (["10", "9", "9"], ("9", "10")),
        (["2024-02", "2023-12"], ("2023-12", "2024-02")),
        (["new", "old", "new"], ("new", "old")),
        (["b", None, "a"], ("a", "b", "missing")),
    ],
)
def test_periods_are_in_order(values: list[Any], names: tuple[str, ...]) -> None:
    periods = periods_of(column(values))
    assert periods.names == names
    assert np.sum(periods.rows, axis=0).tolist() == [1] * len(values)
    for name, rows in zip(periods.names, periods.rows, strict=True):
        given = [value or "missing" for value in values]
        assert rows.tolist() == [value == name for value in given]


@pytest.mark.parametrize(
    ("n_days", "unit", "first", "n_periods"),
    [
        (24, "", "2024-01-01", 24),
        (25, "month", "2024-01", 1),
        (700, "month", "2024-01", 23),
        (900, "quarter", "2024-Q1", 10),
        (6000, "year", "2024", 17),
    ],
)
def test_many_dates_are_put_together(n_days: int, unit: str, first: str, n_periods: int) -> None:
    days = np.datetime64("2024-01-01") + np.arange(n_days)
    periods = periods_of(column([str(day) for day in days]))
    assert (periods.names[0], len(periods.names)) == (first, n_periods)
    said = f"The {n_days:,} dates of when are grouped by {unit}." if unit else ""
    assert periods.note == said


def test_times_are_put_together_by_day() -> None:
    times = [f"2024-01-0{1 + hour // 20} {hour % 24:02}:00" for hour in range(30)]
    assert periods_of(column(times)).names == ("2024-01-01", "2024-01-02")


def test_a_column_of_days_is_told_as_dates() -> None:
    days = Column("when", "numeric", np.array([1.0, 0.25, 0.5, np.nan]), form="DD.MM.YYYY")
    periods = periods_of(days, days.form)
    assert periods.names == ("1970-01-01", "1970-01-02", "missing")
    assert periods.rows[0].tolist() == [False, True, True, False]


def test_too_many_values_are_refused() -> None:
    with pytest.raises(
        DataError, match="'when' has 25 values, and there can be at most 24 periods"
    ):
        periods_of(column([f"shop {number}" for number in range(25)]))
