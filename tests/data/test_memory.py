from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from conjunct.data import read_table
from conjunct.errors import DataError


def test_an_array_of_numbers_has_numbered_columns() -> None:
    table = read_table(np.array([[1, 2], [3, 4]], dtype=np.int32), columns=["x1", "x0"])
    assert table.names == ("x1", "x0")
    assert table.column("x1").values.dtype == np.float64
    assert table.column("x1").values.tolist() == [2.0, 4.0]


def test_the_table_does_not_share_memory_with_the_array() -> None:
    array = np.array([[1.0], [2.0]])
    table = read_table(array)
    array[0, 0] = 9.0
    assert table.column("x0").values.tolist() == [1.0, 2.0]


def test_an_array_of_objects_is_looked_at_column_by_column() -> None:
    array = np.array([[1, "a", None], [2.5, np.nan, "b"]], dtype=object)
    table = read_table(array)
    assert [column.kind for column in table.columns] == ["numeric", "nominal", "nominal"]
    assert table.n_missing == 2


def test_booleans_and_text_are_nominal() -> None:
    assert read_table(np.array([[True], [False]])).column("x0").levels == ("false", "true")
    assert read_table(np.array([["b"], ["a"]])).column("x0").levels == ("a", "b")


@pytest.mark.parametrize(("array", "n"), [(np.arange(3), 1), (np.zeros((2, 2, 2)), 3)])
def test_other_dimensions_are_refused(array: np.ndarray, n: int) -> None:
    with pytest.raises(DataError, match=f"the array has {n} dimensions where 2 are expected"):
        read_table(array)


def test_other_types_are_refused() -> None:
    with pytest.raises(DataError, match="'x0' of the array has the type complex128"):
        read_table(np.array([[1j]]))


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(DataError, match="'b' of the table has 1 rows where 2 are expected"):
        read_table({"a": [1, 2], "b": [1]})


@pytest.mark.parametrize("column", ["text", 5])
def test_a_column_must_be_a_sequence(column: object) -> None:
    with pytest.raises(DataError, match="'a' of the table is not a sequence of values"):
        read_table({"a": column})


def _pandas(dtype: str) -> Callable[[list[Any]], Any]:
    def frame(numbers: list[Any]) -> Any:
        pandas = pytest.importorskip("pandas")
        if "pyarrow" in dtype:
            pytest.importorskip("pyarrow")
        return pandas.DataFrame({"x0": pandas.array(numbers, dtype=dtype)})

    return frame


FRAMES: dict[str, Callable[[list[Any]], Any]] = {
    "frame": _pandas("int64"),
    "nullable": _pandas("Int64"),
    "arrow in pandas": _pandas("int64[pyarrow]"),
    "arrow": lambda numbers: pytest.importorskip("pyarrow").table({"x0": numbers}),
    "polars": lambda numbers: pytest.importorskip("polars").DataFrame({"x0": numbers}),
}


@pytest.mark.parametrize("form", [form for form in FRAMES if form != "frame"])
def test_whole_numbers_that_are_too_large_are_rounded_in_every_frame(form: str) -> None:
    numbers = [2**53 + 1, None, -(2**63)]
    (column,) = read_table(FRAMES[form](numbers)).columns
    np.testing.assert_array_equal(column.values, [2.0**53, np.nan, -(2.0**63)])


@pytest.mark.parametrize("form", ["array", "mapping", "objects", *FRAMES])
def test_whole_numbers_that_real_numbers_round_stay_apart_as_categories(form: str) -> None:
    numbers = [2**53, 2**53 + 1, -(2**53) - 1, 3]
    sources: dict[str, Any] = {
        "array": np.array(numbers).reshape(-1, 1),
        "mapping": {"x0": np.array(numbers)},
        "objects": {"x0": [*numbers]},
    }
    source = FRAMES[form](numbers) if form in FRAMES else sources[form]
    (column,) = read_table(source, kinds={"x0": "nominal"}).columns
    assert [column.levels[code] for code in column.values] == [str(number) for number in numbers]
