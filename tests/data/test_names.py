from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from conjunct.data import column_names
from conjunct.errors import DataError

CSV = "a;b,c;class\n1;x;u\n2;y;v\n"
HEADER = "@relation t\n@attribute 'a b' numeric\n@attribute d date\n@attribute c {u,v}\n@data\n"


def write(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_text(text, encoding=encoding)
    return path


def test_delimited_text_is_asked_for_its_first_line(tmp_path: Path) -> None:
    assert column_names(write(tmp_path, "t.csv", CSV)) == ("a", "b,c", "class")


def test_delimiter_header_and_encoding_can_be_given(tmp_path: Path) -> None:
    path = write(tmp_path, "t.csv", CSV.replace("a;", "ł;"), "latin2")
    assert column_names(path, delimiter=",", encoding="latin2") == ("ł;b", "c;class")
    assert column_names(path, header=False) == ("column1", "column2", "column3")


def test_the_ending_promises_tabs(tmp_path: Path) -> None:
    path = write(tmp_path, "t.tsv", "a,b\tc,d\n1\t2\n")
    assert column_names(str(path)) == ("a,b", "c,d")
    assert column_names(path, delimiter=",") == ("a", "b\tc", "d")


def test_rows_of_arff_are_not_looked_at(tmp_path: Path) -> None:
    path = write(tmp_path, "t.arff", f"{HEADER}this is no row\n")
    assert column_names(path) == ("a b", "d", "c")


@pytest.mark.parametrize("name", ["t", "t.names", "t.data"])
def test_c45_names_end_with_the_class_and_leave_out_the_ignored(tmp_path: Path, name: str) -> None:
    write(tmp_path, "t.names", "u, v.\na: continuous.\nb: ignore.\nc: x, y.\n")
    write(tmp_path, "t.data", "no row\n")
    assert column_names(tmp_path / name) == ("a", "c", "class")


def test_parquet_is_asked_for_its_schema(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    pd.DataFrame({"a": [1], "b": ["x"]}).to_parquet(path)
    assert column_names(path) == ("a", "b")


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("t.csv", "", "t.csv is empty"),
        ("t.arff", "@attribute a real\n", "t.arff has no @data line"),
        ("t.parquet", "x", "t.parquet is not a complete Parquet file"),
        ("t.doc", "x", "files ending in '.doc' are not supported"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, name: str, text: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        column_names(write(tmp_path, name, text))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no file"):
        column_names(tmp_path / "t.csv")


def test_a_file_that_may_not_be_opened_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("conjunct.data.textfile._open_bytes", refuse)
    with pytest.raises(DataError, match="cannot be opened: Permission denied"):
        column_names(write(tmp_path, "t.csv", CSV))
