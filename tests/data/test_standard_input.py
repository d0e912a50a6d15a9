from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest

from conjunct.data import column_names, read_table
from conjunct.errors import DataError

CSV = b"a;b\n1;x\n2;y\n"
ARFF = b"% made up\n\n@RELATION r\n@attribute a numeric\n@attribute b {x,y}\n@data\n1,x\n2,y\n"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> object:
    def typed(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return typed


@pytest.mark.parametrize(
    "content", [CSV, ARFF, gzip.compress(CSV, mtime=0), gzip.compress(ARFF, mtime=0)]
)
def test_text_is_read_whatever_its_format(typed: object, content: bytes) -> None:
    typed(content)  # type: ignore[operator]
    table = read_table("-")
    assert (table.name, table.names, table.n_rows) == ("standard input", ("a", "b"), 2)
    typed(content)  # type: ignore[operator]
    assert column_names("-") == ("a", "b")


@pytest.mark.parametrize("ending", ["parquet", "xlsx"])
def test_binary_tables_are_told_by_their_beginning(
    typed: object, tmp_path: Path, ending: str
) -> None:
    pd = pytest.importorskip("pandas")
    pytest.importorskip("openpyxl")
    frame, path = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]}), tmp_path / f"t.{ending}"
    frame.to_parquet(path) if ending == "parquet" else frame.to_excel(path, index=False)
    typed(path.read_bytes())  # type: ignore[operator]
    assert read_table("-").column("b").levels == ("x", "y")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "standard input is empty"),
        (b"a,b\n1,2\n3\n", "line 3 of standard input has 1 cell where 2 are expected"),
        (b"a,b\n1,2\n3,low\n", "'b' of standard input should be numeric but holds 'low' in line 3"),
        (gzip.compress(CSV, mtime=0)[:20], "standard input is not a complete gzip file"),
    ],
)
def test_messages_call_it_standard_input(typed: object, content: bytes, words: str) -> None:
    typed(content)  # type: ignore[operator]
    with pytest.raises(DataError, match=words):
        read_table("-", kinds={"b": "numeric"})


def test_names_that_are_no_files_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError, match="the name of the table is empty"):
        read_table(" ")
    with pytest.raises(DataError, match=r"^\. is a folder"):
        read_table(".")
    Path("loop.csv").symlink_to("loop.csv")
    with pytest.raises(DataError, match=r"loop\.csv cannot be opened: Too many levels"):
        read_table("loop.csv")
    with pytest.raises(DataError, match=r"/dev/null is not a regular file"):
        read_table("/dev/null")
    with pytest.raises(DataError, match=r"cannot be opened: embedded null"):
        read_table("a\0b.csv")
