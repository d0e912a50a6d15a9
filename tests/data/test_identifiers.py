from __future__ import annotations

import numpy as np
import pytest

from conjunct.data import Column, read_table
from conjunct.data.identifiers import is_identifier, names_rows
from conjunct.errors import DataWarning


def numbers(values: object, name: str = "x") -> Column:
    return Column(name, "numeric", np.asarray(values, dtype=np.float64))


def table(**columns: object) -> dict[str, object]:
    return {"a": [1, 2, 3] * 10, **columns, "y": ["no", "yes"] * 15}


def test_numbers_one_after_the_other_name_rows_in_any_order() -> None:
    shuffled = np.random.default_rng(0).permutation(30) + 1000
    with pytest.warns(DataWarning, match="Left out 'n': every value is different"):
        assert read_table(table(n=shuffled), target="y").names == ("a",)
    assert read_table(table(n=shuffled)).names == ("a", "n", "y")
    assert read_table(table(n=shuffled), target="y", kinds={"n": "numeric"}).names == ("a", "n")


def test_a_few_gaps_change_nothing() -> None:
    kept = [number for number in range(100) if number % 25]
    assert is_identifier(numbers(kept))
    assert is_identifier(numbers([*kept, np.nan]))


@pytest.mark.parametrize(
    "values",
    [
        np.arange(30) * 7 + 1200,  # salaries
        np.arange(30) / 2,
        [*range(29), 28],
        np.arange(30) % 10,
        np.arange(9),
        [*range(15), *range(100, 400, 20)],
        [*range(29), 0.5],
    ],
)
def test_measurements_counts_and_short_columns_stay(values: object) -> None:
    assert not is_identifier(numbers(values))


def test_a_name_tells_identifiers_with_gaps_only_if_all_differ() -> None:
    assert is_identifier(numbers(np.arange(30) * 7, "customer_id"))
    assert not is_identifier(numbers([*np.arange(29) * 7, 0], "customer_id"))
    assert not is_identifier(numbers(np.arange(30) * 7 + 0.5, "customer_id"))


@pytest.mark.parametrize("name", ["id", "ID", "PassengerId", "userID", "row_id", "No", "Kunden-Nr"])
def test_names_of_identifiers(name: str) -> None:
    assert names_rows(name)


@pytest.mark.parametrize("name", ["paid", "valid", "nonno", "piano", "id_score", "number", "", "é"])
def test_other_names(name: str) -> None:
    assert not names_rows(name)


def test_numbers_stay_where_nothing_else_is_left() -> None:
    source = {"n": np.arange(20), "y": ["no"] * 10 + ["yes"] * 10}
    assert read_table(source, target="y").names == ("n",)


def test_written_numbers_are_measurements() -> None:
    days = [f"{day:02}.03.2024" for day in range(1, 31)]
    with pytest.warns(DataWarning, match="Read 'day' as days"):
        assert read_table(table(day=days), target="y", dates="days").names == ("a", "day")


def test_a_range_beyond_all_doubles_is_no_identifier() -> None:
    assert not is_identifier(numbers([-1.7e308, 1.7e308, *range(0, 60, 2)]))
