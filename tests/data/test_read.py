from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from conjunct.data import MISSING_TOKENS, Table, read_table
from conjunct.errors import DataError, DataWarning


def csv(folder: Path, text: str) -> Path:
    path = folder / "t.csv"
    path.write_text(text)
    return path


def many(n_rows: int) -> dict[str, list[object]]:
    return {"a": [i % 3 for i in range(n_rows)], "y": ["no", "yes"] * (n_rows // 2)}


def target_levels(table: Table) -> tuple[str, ...]:
    assert table.target is not None
    return table.target.levels


def test_numbers_make_a_numeric_column_and_anything_else_a_nominal_one(tmp_path: Path) -> None:
    table = read_table(csv(tmp_path, "a,b,c,d\n1,1_000,x,nan\n-2.5e3,2,y,7\n"))
    assert [column.kind for column in table.columns] == ["numeric", "nominal", "nominal", "numeric"]
    assert table.column("a").values.tolist() == [1.0, -2500.0]


def test_missing_tokens_work_in_any_case_and_with_blanks(tmp_path: Path) -> None:
    table = read_table(csv(tmp_path, "a,b\n1,x\n na ,?\n?,NULL\nNaN,\n,y\n"))
    assert table.column("a").n_missing == 4
    assert table.column("b").n_missing == 3
    assert MISSING_TOKENS == ("?", "", "NA", "NaN", "null")


def test_other_missing_tokens_can_be_given_even_numbers(tmp_path: Path) -> None:
    path = csv(tmp_path, "a,b\n1,x\n-999,NA\n3,y\n")
    table = read_table(path, missing=["-999"])
    assert np.isnan(table.column("a").values).tolist() == [False, True, False]
    assert table.column("b").levels == ("NA", "x", "y")
    assert read_table(path, missing="x").column("b").levels == ("NA", "y")


def test_true_and_false_are_written_small(tmp_path: Path) -> None:
    table = read_table(csv(tmp_path, "a,b\nTRUE,1\nFalse,2\ntrue,3\n"))
    assert table.column("a").levels == ("false", "true")
    assert table.column("a").values.tolist() == [1, 0, 1]


def test_kinds_override_what_columns_look_like(tmp_path: Path) -> None:
    table = read_table(csv(tmp_path, "zip,b\n10,1\n9,2\n010,3\n"), kinds={"zip": "nominal"})
    assert table.column("zip").levels == ("9", "010", "10")


def test_wrong_kinds_are_refused(tmp_path: Path) -> None:
    path = csv(tmp_path, "age,b\n10,1\nold,2\n")
    with pytest.raises(
        DataError, match=r"'age' of t\.csv should be numeric but holds 'old' in line 3"
    ):
        read_table(path, kinds={"age": "numeric"})
    with pytest.raises(DataError, match=r"t\.csv has no column 'aged'; did you mean 'age'"):
        read_table(path, kinds={"aged": "numeric"})
    with pytest.raises(
        DataError, match=r"must be 'numeric', 'nominal' or a form such as .*, not 'text'"
    ):
        read_table(path, kinds={"age": "text"})


@pytest.mark.parametrize("cell", ["inf", "-Infinity", "1e999"])
def test_infinite_values_are_refused_with_their_line(tmp_path: Path, cell: str) -> None:
    path = csv(tmp_path, f"a,b\n1,x\n{cell},y\n")
    with pytest.raises(DataError, match=r"'a' of t\.csv holds an infinite value in line 3"):
        read_table(path)


def test_infinite_values_in_memory_are_refused_with_their_row() -> None:
    with pytest.raises(DataError, match="'x1' of the array holds an infinite value in row 2"):
        read_table(np.array([[1.0, 2.0], [3.0, np.inf]]))


def test_the_target_is_nominal_even_when_it_looks_numeric(tmp_path: Path) -> None:
    table = read_table(csv(tmp_path, "a,y\n1,10\n2,9\n3,9\n"), target="y")
    assert target_levels(table) == ("9", "10")
    assert table.names == ("a",)


def test_a_target_that_is_no_column_is_refused(tmp_path: Path) -> None:
    path = csv(tmp_path, "a,species\n1,x\n2,y\n")
    with pytest.raises(DataError, match=r"t\.csv has no column 'speces'; did you mean 'species'"):
        read_table(path, target="speces")


def test_rows_without_a_target_are_dropped_and_noted() -> None:
    source = {"a": ["p", "q", "r"], "y": ["no", None, "yes"]}
    with pytest.warns(DataWarning, match="Dropped 1 row without a value of the target 'y'"):
        table = read_table(source, target="y")
    assert table.n_rows == 2
    assert table.column("a").levels == ("p", "r")
    assert table.notes == ("Dropped 1 row without a value of the target 'y'.",)


@pytest.mark.parametrize(
    ("classes", "words"), [(["x", "x"], "is always 'x'"), ([None, None], "has no values")]
)
def test_fewer_than_two_classes_are_refused(classes: list[str | None], words: str) -> None:
    with pytest.raises(DataError, match=f"target 'y' of the table {words}"):
        read_table({"a": [1, 2], "y": classes}, target="y")


@pytest.mark.parametrize("target", [np.arange(60) / 4, np.arange(60)])
def test_a_target_of_many_numbers_is_regression(target: np.ndarray) -> None:
    source = {"a": np.arange(60) % 7, "y": target}
    with pytest.raises(DataError, match="60 different numbers; regression is not supported"):
        read_table(source, target="y")
    assert len(target_levels(read_table(source, target="y", kinds={"y": "nominal"}))) == 60


def test_a_regression_target_in_text_is_refused_too(tmp_path: Path) -> None:
    rows = "".join(f"{i % 7},{i}.5\n" for i in range(60))
    with pytest.raises(DataError, match="regression is not supported"):
        read_table(csv(tmp_path, "a,y\n" + rows), target="y")


def test_many_whole_numbers_in_a_long_table_are_classes() -> None:
    source = {"a": np.arange(2000) % 7, "y": np.arange(2000) % 28}
    assert len(target_levels(read_table(source, target="y"))) == 28


def test_columns_that_name_rows_are_left_out_when_there_is_a_target() -> None:
    source = many(12) | {"id": [f"n{i}" for i in range(12)]}
    with pytest.warns(DataWarning, match="Left out 'id': every value is different"):
        assert read_table(source, target="y").names == ("a",)
    assert read_table(source).names == ("a", "y", "id")
    assert read_table(source, target="y", kinds={"id": "nominal"}).names == ("a", "id")
    few = {name: values[:8] for name, values in source.items()}
    assert read_table(few, target="y").names == ("a", "id")


def test_columns_without_values_are_left_out() -> None:
    with pytest.warns(DataWarning, match="Left out 'b', 'c': no values"):
        table = read_table(many(4) | {"b": [None] * 4, "c": [np.nan] * 4})
    assert table.names == ("a", "y")


def test_dates_are_left_out(tmp_path: Path) -> None:
    path = csv(tmp_path, "a,day,at\n1,2024-02-29,2024-01-01T10:00\n2,2024-03-01,\n")
    with pytest.warns(DataWarning, match="Left out 'day', 'at': dates or times; --dates days, or"):
        assert read_table(path).names == ("a",)
    assert read_table(path, kinds={"day": "nominal", "at": "nominal"}).n_missing == 1


def test_named_columns_come_alone_in_their_order_and_are_never_left_out() -> None:
    source = many(12) | {"id": [f"n{i}" for i in range(12)], "b": [None] * 12}
    table = read_table(source, columns=["b", "id"])
    assert table.names == ("b", "id")
    table = read_table(source, target="y", columns=["id", "a", "y"])
    assert table.names == ("id", "a")
    assert target_levels(read_table(source, target="y", columns=["a"])) == ("no", "yes")


def test_named_columns_must_exist_once() -> None:
    with pytest.raises(DataError, match="the table has no column 'q'; the columns are 'a', 'y'"):
        read_table(many(4), columns=["a", "q"])
    with pytest.raises(DataError, match="list of columns has more than one column named 'a'"):
        read_table(many(4), columns=["a", "a"])


def test_a_table_without_attributes_is_refused() -> None:
    with pytest.raises(DataError, match="the table has no attribute"):
        read_table({"y": ["a", "b"]}, target="y")
    with pytest.raises(DataError, match="the table has no columns"):
        read_table({})
    with pytest.raises(DataError, match="the array has no rows"):
        read_table(np.empty((0, 3)))


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"there is no file .*gone\.csv"):
        read_table(tmp_path / "gone.csv")
    with pytest.raises(DataError, match="is a folder; name one file in it"):
        read_table(str(tmp_path))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("t.xls", "files ending in '.xls' are not supported"),
        ("t.json", "files ending in '.json' are not supported"),
        ("t.gz", "files ending in '.gz' are not supported"),
        ("t", "files without an ending are not supported"),
        ("t.names", "t.names has no t.data beside it"),
    ],
)
def test_other_endings_are_refused_by_name(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / name).write_text("x")
    with pytest.raises(DataError, match=words):
        read_table(tmp_path / name)


def test_a_file_that_may_not_be_opened_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = csv(tmp_path, "a\n1\n")
    monkeypatch.setattr(Path, "open", forbidden)
    with pytest.raises(DataError, match=r"t\.csv cannot be opened: Permission denied"):
        read_table(path)


def test_every_note_is_a_warning_at_the_caller() -> None:
    with pytest.warns(DataWarning) as caught:
        table = read_table(many(4) | {"b": [None] * 4})
    assert [str(warning.message) for warning in caught] == list(table.notes)
    assert caught[0].filename == __file__
