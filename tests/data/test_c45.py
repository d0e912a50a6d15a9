from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from conjunct.data import read_table
from conjunct.errors import DataError, DataWarning

NAMES = """\
| golf, with a comment
play, don't play.   | the classes

outlook: sunny, overcast,
    rain.
temperature: continuous.
note: ignore.
humidity\\: in %: continuous
windy: true, false
code: discrete 5.
"""

ROWS = """\
sunny, 85, n1, 85, false, 7, don't play.
overcast, ?, n2, 78, true, 3, play. | a comment

rain, 70, n3, ?, false, 7, play
"""


def pair(folder: Path, names: str = NAMES, rows: str = ROWS) -> Path:
    (folder / "golf.names").write_text(names)
    (folder / "golf.data").write_text(rows)
    return folder / "golf"


@pytest.mark.parametrize("ending", ["", ".names", ".data"])
def test_either_file_or_the_stem_names_the_pair(tmp_path: Path, ending: str) -> None:
    path = pair(tmp_path)
    table = read_table(path.with_name(f"golf{ending}"), target="class")
    assert table.names == ("outlook", "temperature", "humidity: in %", "windy", "code")
    assert table.n_rows == 3
    assert table.n_missing == 2


def test_kinds_and_levels_are_those_declared(tmp_path: Path) -> None:
    table = read_table(pair(tmp_path), target="class")
    assert table.target is not None
    assert table.target.levels == ("play", "don't play")
    assert table.column("outlook").levels == ("sunny", "overcast", "rain")
    assert table.column("windy").levels == ("true", "false")
    assert table.column("code").levels == ("3", "7")
    assert table.column("temperature").kind == "numeric"


def test_the_rows_may_be_gzipped(tmp_path: Path) -> None:
    pair(tmp_path)
    (tmp_path / "golf.data").unlink()
    (tmp_path / "golf.data.gz").write_bytes(gzip.compress(ROWS.encode()))
    assert read_table(tmp_path / "golf.data.gz").n_rows == 3


def test_a_data_file_alone_is_delimited_text(tmp_path: Path) -> None:
    (tmp_path / "iris.data").write_text("5.1,3.5,a\n4.9,3.0,b\n")
    with pytest.warns(DataWarning, match="no header line"):
        assert read_table(tmp_path / "iris.data").names == ("column1", "column2", "column3")


@pytest.mark.parametrize(
    ("names", "rows", "words"),
    [
        (NAMES, "sunny, 85, play\n", "line 1 of golf.data has 3 cells where 7 are expected"),
        (NAMES, ROWS.replace("rain", "hail"), "'outlook' of golf.data holds 'hail' in line 4"),
        (NAMES, ROWS.replace("70", "hot"), "'temperature' of golf.data should be numeric"),
        (NAMES, "| nothing\n", "golf.data has no rows"),
        ("| nothing\n", ROWS, "golf.names declares nothing"),
        ("1. Title.\nGolf data.\n", ROWS, "golf.names is not a C4.5 names file: 'Golf data'"),
    ],
)
def test_files_that_break_the_declaration_are_refused(
    tmp_path: Path, names: str, rows: str, words: str
) -> None:
    with pytest.raises(DataError, match=words):
        read_table(pair(tmp_path, names, rows), target="class")
