from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct import read_table
from conjunct.data import Column, Table
from conjunct.estimators.instances import Distance

from .plain_subsets import squared_distance


def numbers(*values: float) -> Table:
    return Table((Column("x", "numeric", np.array(values, float)),))


def words(*values: int, levels: tuple[str, ...] = ("a", "b", "c")) -> Table:
    return Table((Column("x", "nominal", np.array(values, np.int32), levels),))


def test_numbers_are_scaled_by_the_range_of_the_training_rows() -> None:
    distance = Distance.of(numbers(10, 20, 30))
    assert distance.between(numbers(15), numbers(10, 20, 30)).tolist() == [[1 / 16, 1 / 16, 9 / 16]]


def test_a_number_outside_the_range_may_differ_by_more_than_one() -> None:
    distance = Distance.of(numbers(10, 30))
    assert distance.between(numbers(50), numbers(10, 30)).tolist() == [[4, 1]]


def test_categories_are_equal_or_not_and_are_compared_by_name() -> None:
    distance = Distance.of(words(0, 1, 2))
    others = words(1, 0, levels=("c", "b"))
    assert distance.between(others, words(0, 1, 2)).tolist() == [[1, 0, 1], [1, 1, 0]]


def test_a_category_that_was_never_seen_differs_from_all() -> None:
    for missing in ("differs", "value"):
        distance = Distance.of(words(0, 1, -1), missing)
        new = words(0, levels=("z",))
        assert distance.between(new, words(0, 1, -1)).tolist() == [[1, 1, 1]]


@pytest.mark.parametrize(("missing", "both"), [("differs", 1), ("value", 0)])
def test_a_missing_cell_is_one_away_from_every_value(missing: str, both: int) -> None:
    for rows in (numbers(0, 8, np.nan), words(0, 1, -1)):
        apart = Distance.of(rows, missing).between(rows, rows)
        assert apart.tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, both]]


def test_a_column_with_one_value_or_none_adds_nothing_between_known_cells() -> None:
    constant = numbers(3, 3, np.nan)
    assert Distance.of(constant).between(numbers(9), constant).tolist() == [[0, 0, 1]]
    empty = numbers(np.nan, np.nan)
    assert Distance.of(empty).between(numbers(9), empty).tolist() == [[1, 1]]


def test_the_largest_and_the_smallest_numbers_stay_comparable() -> None:
    huge = numbers(-1e308, 0, 1.7e308)
    apart = Distance.of(huge).between(huge, huge)
    assert np.isfinite(apart).all()
    assert apart[0, 2] == 1
    assert apart[0, 1] < apart[1, 2]
    tiny = numbers(0, 5e-324)
    assert not np.isnan(Distance.of(tiny).between(huge, tiny)).any()


def test_a_table_without_attributes_has_no_distances() -> None:
    rows = Table((), n_rows=2)
    assert Distance.of(rows).between(rows, rows).tolist() == [[0, 0], [0, 0]]


CELLS = st.tuples(
    st.one_of(st.none(), st.integers(-8, 8).map(float)), st.sampled_from(["u", "v", "w", None])
)


@given(st.lists(CELLS, min_size=1, max_size=8))
def test_distances_are_those_of_the_plain_formula(cells: list[tuple[float, str]]) -> None:
    table = Table(
        (
            Column("x", "numeric", np.array([np.nan if x is None else x for x, _ in cells])),
            Column(
                "y", "nominal", np.array(["uvw".find(y or "?") for _, y in cells]), ("u", "v", "w")
            ),
        )
    )
    known = [x for x, _ in cells if x is not None]
    ranges = [max(known, default=0) - min(known, default=0), 1]
    expected = [[squared_distance(a, b, ranges) for b in cells] for a in cells]
    assert Distance.of(table).between(table, table).tolist() == expected


def test_the_distance_is_symmetric_on_a_real_table() -> None:
    table = read_table({"a": [1.5, 2.25, None, 9.1], "b": ["x", "y", "x", None]})
    apart = Distance.of(table).between(table, table)
    assert (apart == apart.T).all()
