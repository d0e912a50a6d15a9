"""From values to codes: what each code means, how wide it is, and where the rows go."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.data.table import Column, Table
from conjunct.encode import MAX_CODES, MAX_LEVELS, NumericSummary, encode, find_bins
from conjunct.errors import DataError

from .drawn_tables import nominal, numeric, tables, target_of

TARGET = Column("kind", "nominal", np.array([1, 0, 1, 0], np.int32), ("a", "b"))


def readable_cells(table: Table) -> list[tuple[object, ...]]:
    """List the rows in readable form, the class first; None where a cell is missing."""
    assert table.target is not None
    rows = []
    for row in range(table.n_rows):
        cells: list[object] = [int(table.target.values[row])]
        for column in table.columns:
            value = column.values[row]
            if column.kind == "numeric":
                cells.append(None if np.isnan(value) else float(value))
            else:
                cells.append(None if value < 0 else column.levels[value])
        rows.append(tuple(cells))
    return rows


def decoded_cells(table: Table) -> list[tuple[object, ...]]:
    """List the rows as their codes say they are."""
    coded = encode(table)
    rows = []
    for row in range(coded.n_rows):
        cells: list[object] = [int(coded.labels[row])]
        for number, column in enumerate(coded.columns):
            code = int(coded.codes(number)[row])
            if code == column.n_codes:
                cells.append(None)
            elif column.bins is not None:
                cells.append(float(column.bins.high[code]))
            else:
                cells.append(column.levels[code])
        rows.append(tuple(cells))
    return rows


def test_a_table_without_a_target_is_refused_by_name():
    with pytest.raises(DataError, match=r"^flowers has no target to learn; name one with target="):
        encode(Table((numeric("x", [1.0]),), name="flowers"))


def test_missing_cells_fail_every_condition_by_default():
    coded = encode(
        Table((nominal("c", [0, -1, 1, -1], 2), numeric("x", [1, 2, np.nan, 1])), TARGET)
    )
    assert [column.n_codes for column in coded.columns] == [2, 2]
    assert coded.codes(0).tolist() == [2, 2, 0, 1]
    assert coded.codes(1).tolist() == [1, 0, 0, 2]


def test_missing_as_a_value_is_the_last_level_of_a_nominal_column():
    coded = encode(Table((nominal("c", [0, -1, 1, -1], 2),), TARGET), missing="value")
    assert coded.columns[0].levels == ("v0", "v1", None)
    assert coded.columns[0].n_codes == 3
    assert coded.codes(0).tolist() == [2, 2, 0, 1]


def test_missing_as_a_value_gives_a_numeric_column_a_second_column_that_says_known():
    first, second = numeric("x", [1, 2, np.nan, 1]), numeric("y", [1, 2, 3, 4])
    coded = encode(Table((first, second), TARGET), missing="value")
    assert [(c.name, c.attribute, c.kind, c.presence) for c in coded.columns] == [
        ("x", 0, "numeric", False),
        ("x", 0, "nominal", True),
        ("y", 1, "numeric", False),
    ]
    assert coded.codes(0).tolist() == [1, 0, 0, 2]
    assert coded.codes(1).tolist() == [1, 1, 1, 0]


def test_missing_as_a_value_changes_nothing_where_nothing_is_missing():
    table = Table((nominal("c", [0, 1, 1, 0], 2), numeric("x", [1, 2, 3, 4])), TARGET)
    plain, valued = encode(table), encode(table, missing="value")
    assert [c.n_codes for c in plain.columns] == [c.n_codes for c in valued.columns]
    assert plain.columns[0].levels == valued.columns[0].levels
    assert np.array_equal(plain.narrow, valued.narrow)


def test_levels_that_never_occur_are_dropped():
    coded = encode(Table((nominal("c", [3, 1, 3, -1], 5),), TARGET))
    assert coded.columns[0].levels == ("v1", "v3")
    assert coded.codes(0).tolist() == [0, 2, 1, 1]


@pytest.mark.parametrize("missing", ["fails", "value"])
def test_columns_without_any_known_value_are_coded(missing):
    empty = (nominal("c", [-1] * 4, 2), numeric("x", [np.nan] * 4))
    coded = encode(Table(empty, TARGET), missing=missing)
    known = {column.name: column.n_codes for column in coded.columns if not column.presence}
    assert known == {"c": 1 if missing == "value" else 0, "x": 0}


def test_a_table_without_attributes_is_coded():
    coded = encode(Table((), TARGET))
    assert (coded.n_rows, coded.n_columns) == (4, 0)


@pytest.mark.parametrize(("n_codes", "dtype"), [(255, np.uint8), (256, np.uint16)])
def test_codes_and_missing_take_one_byte_up_to_255_codes(n_codes, dtype):
    places = [*range(n_codes), -1]
    values = [*map(float, range(n_codes)), float("nan")]
    target = target_of([0] * (n_codes + 1))
    coded = encode(Table((nominal("c", places, n_codes), numeric("x", values)), target))
    for column in range(2):
        assert coded.codes(column).dtype == dtype
        assert coded.codes(column).tolist() == list(range(n_codes + 1))


def test_missing_as_a_value_counts_as_a_level_at_the_boundary_of_one_byte():
    target = target_of([0] * 256)
    column = nominal("c", [*range(255), -1], 255)
    assert encode(Table((column,), target)).codes(0).dtype == np.uint8
    assert encode(Table((column,), target), missing="value").codes(0).dtype == np.uint16


def test_narrow_and_wide_columns_are_found_in_the_order_of_the_attributes():
    values = np.arange(300.0)
    columns = (
        numeric("wide", list(values)),
        numeric("narrow", list(values % 7)),
        numeric("wider", list(-values)),
        numeric("narrower", list(values % 3)),
    )
    coded = encode(Table(columns, target_of([0] * 300)))
    assert coded.place.tolist() == [-1, 0, -2, 1]
    assert coded.codes(0).tolist() == list(range(300))
    assert coded.codes(2).tolist() == list(range(299, -1, -1))
    assert coded.codes(3).tolist() == (np.arange(300) % 3).tolist()


def test_too_many_levels_are_refused_with_the_name_of_the_column():
    n_levels = MAX_LEVELS + 1
    column = nominal("customer", list(range(n_levels)), n_levels)
    with pytest.raises(DataError, match=r"'customer' has 65,535 different values.*leave it out"):
        encode(Table((column,), target_of([0] * n_levels)))


def test_the_most_levels_allowed_are_coded_with_room_for_missing():
    column = nominal("customer", [*range(MAX_LEVELS), -1], MAX_LEVELS)
    coded = encode(Table((column,), target_of([0] * (MAX_LEVELS + 1))))
    assert coded.codes(0)[-1] == coded.columns[0].n_codes == MAX_LEVELS


def test_a_numeric_column_with_many_values_keeps_to_the_most_codes():
    values = np.random.default_rng(0).normal(size=5000)
    coded = encode(Table((numeric("x", list(values)),), target_of([0] * 5000)))
    assert coded.columns[0].n_codes <= MAX_CODES


@pytest.mark.parametrize(("n_classes", "size"), [(2, 1), (255, 1), (256, 4)])
def test_classes_take_one_byte_a_row_up_to_255_of_them(n_classes, size):
    coded = encode(Table((), target_of([0, n_classes - 1], n_classes)))
    assert coded.labels.itemsize == size
    assert coded.labels.tolist() == [0, n_classes - 1]


@given(tables())
def test_codes_take_at_most_two_bytes_a_cell_and_one_a_row(table):
    coded = encode(table)
    assert coded.nbytes <= 2 * table.n_rows * len(table.columns) + table.n_rows


def test_wide_columns_take_two_bytes_a_cell():
    values = list(np.arange(2000.0))
    coded = encode(Table((numeric("x", values), numeric("y", values)), target_of([0] * 2000)))
    assert coded.nbytes == 2000 * (2 * 2 + 1)


@given(tables())
def test_rows_are_sorted_by_class_and_otherwise_keep_their_order(table):
    by_class = sorted(readable_cells(table), key=lambda cells: int(str(cells[0])))
    assert decoded_cells(table) == by_class


@given(tables(), st.sampled_from([3, MAX_CODES]))
def test_a_printed_threshold_separates_the_rows_that_its_code_separates(table, max_codes):
    coded = encode(table, max_codes=max_codes)
    order = np.argsort(table.target.values, kind="stable")
    for number, column in enumerate(coded.columns):
        if column.kind == "nominal":
            continue
        values, codes = table.columns[column.attribute].values[order], coded.codes(number)
        known = codes != column.n_codes
        for code in range(column.n_codes - 1):
            threshold = column.threshold(code)
            assert np.array_equal(values[known] <= threshold, codes[known] <= code)
            assert np.array_equal(values[known] > threshold, codes[known] > code)


def test_thresholds_of_quantile_codes_separate_the_same_rows():
    values = np.random.default_rng(1).lognormal(size=4000)
    coded = encode(Table((numeric("x", list(values)),), target_of([0] * 4000)))
    column, codes = coded.columns[0], coded.codes(0)
    for code in range(column.n_codes - 1):
        assert np.array_equal(values <= column.threshold(code), codes <= code)


@given(tables(), st.integers(1, 8))
def test_numeric_columns_get_no_more_codes_than_asked_for(table: Table, most: int) -> None:
    usual, coarse = encode(table), encode(table, max_codes=most)
    for column, before, after in zip(table.columns, usual.columns, coarse.columns, strict=True):
        if column.kind == "nominal":
            assert after == before or after.levels == before.levels
            continue
        bins = find_bins(NumericSummary.of(column.values), most)
        assert after.n_codes == len(bins.high) <= most
        assert after.bins is not None
        assert after.bins.high.tolist() == bins.high.tolist()


@given(tables(), st.integers(1, 8))
def test_coarse_codes_join_neighbouring_codes(table: Table, most: int) -> None:
    usual, coarse = encode(table), encode(table, max_codes=most)
    for number, column in enumerate(usual.columns):
        fine, joined = usual.codes(number).astype(int), coarse.codes(number).astype(int)
        known = fine < column.n_codes
        assert (known == (joined < coarse.columns[number].n_codes)).all()
        order = np.argsort(fine[known], kind="stable")
        if column.kind == "numeric":
            assert (np.diff(joined[known][order]) >= 0).all()
        else:
            assert (fine == joined).all()


def test_few_distinct_values_keep_their_codes_whatever_is_asked_for() -> None:
    table = Table((numeric("size", [3.0, 1.0, 2.0, 2.0]),), TARGET)
    assert encode(table, max_codes=3).codes(0).tolist() == encode(table).codes(0).tolist()
    assert encode(table, max_codes=2).columns[0].n_codes == 2


def test_presence_is_told_apart_also_where_codes_are_few() -> None:
    table = Table((numeric("size", [3.0, 1.0, float("nan"), 2.0]),), TARGET)
    size, presence = encode(table, "value", max_codes=1).columns
    assert (size.n_codes, presence.n_codes, presence.presence) == (1, 2, True)
