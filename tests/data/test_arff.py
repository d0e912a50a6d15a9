from __future__ import annotations

import csv
import gzip
import os
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.data import Table, read_table
from conjunct.data.arff import split_cells
from conjunct.errors import DataError, DataWarning

SHARED = Path(os.environ.get("CONJUNCT_DATA", Path(__file__).parents[2].parent / "shared" / "data"))

SMALL = """\
% a comment
@RELATION 'small one'

@Attribute "the age" REAL  % in years
@attribute 'it\\'s' {'b b', a, "c,c", never}
@attribute name string
@attribute class{yes,no}
@DATA
31, 'b b', x, yes
% another comment
?, a, ' y ', no   % a comment after a row

4e1, "c,c", "?", yes
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "t.arff"
    path.write_text(text)
    return path


def data(folder: Path, rows: str, attribute: str = "@attribute a numeric") -> Path:
    return write(folder, f"@relation r\n{attribute}\n@attribute b {{x,y}}\n@data\n{rows}")


def test_names_kinds_quotes_and_comments_are_understood(tmp_path: Path) -> None:
    table = read_table(write(tmp_path, SMALL), target="class", missing=())
    assert table.names == ("the age", "it's", "name")
    assert [column.kind for column in table.columns] == ["numeric", "nominal", "nominal"]
    assert table.column("the age").values.tolist()[::2] == [31.0, 40.0]
    assert table.n_missing == 1
    assert table.column("name").levels == ("?", "x", "y")


def test_levels_keep_the_declared_order_without_those_that_never_occur(tmp_path: Path) -> None:
    table = read_table(write(tmp_path, SMALL), target="class")
    assert table.column("it's").levels == ("b b", "a", "c,c")
    assert table.target is not None
    assert table.target.levels == ("yes", "no")


def test_a_gzipped_arff_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "t.arff.gz"
    path.write_bytes(gzip.compress(SMALL.encode()))
    assert read_table(path).n_rows == 3


def test_tabs_separate_cells_too(tmp_path: Path) -> None:
    assert read_table(data(tmp_path, "1\tx\n2\t\ty\n")).column("b").levels == ("x", "y")


def test_a_declared_level_is_a_value_even_when_it_is_a_missing_token(tmp_path: Path) -> None:
    table = read_table(data(tmp_path, "NA,x\nb,y\n?,x\n", "@attribute a {NA,b}"))
    assert table.column("a").values.tolist() == [0, 1, -1]


def test_kinds_override_the_declaration(tmp_path: Path) -> None:
    path = data(tmp_path, "1,x\n2,y\n", "@attribute a {1,2}")
    assert read_table(path, kinds={"a": "numeric"}).column("a").values.tolist() == [1.0, 2.0]
    path = data(tmp_path, "10,x\n9,y\n")
    assert read_table(path, kinds={"a": "nominal"}).column("a").levels == ("9", "10")


def test_dates_are_left_out(tmp_path: Path) -> None:
    path = data(tmp_path, "'01.02.2024',x\n?,y\n", "@attribute a date 'dd.MM.yyyy'")
    with pytest.warns(DataWarning, match="Left out 'a': dates"):
        assert read_table(path).names == ("b",)


def test_a_declared_numeric_target_with_many_values_is_regression(tmp_path: Path) -> None:
    rows = "".join(f"{i}.5,{'xy'[i % 2]}\n" for i in range(30))
    with pytest.raises(DataError, match="regression is not supported"):
        read_table(data(tmp_path, rows), target="a")


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("{0 1, 1 x}\n", "line 5 of t.arff is a sparse ARFF row"),
        ("1,x\n1\n", "line 6 of t.arff has 1 cells where 2 are expected"),
        ("1,z\n", "'b' of t.arff holds 'z' in line 5, which is not among its declared values"),
        ("low,x\n", "'a' of t.arff should be numeric but holds 'low' in line 5"),
        ("1,'x\n", 'line 5 of t.arff cannot be split at "\'x"; check its quotes'),
        ("", "t.arff has a header but no rows"),
    ],
)
def test_rows_that_break_the_declaration_are_refused(tmp_path: Path, rows: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        read_table(data(tmp_path, rows))


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("@attribute a relational", "line 1 of t.arff gives 'a' the type 'relational'"),
        ("@attribute a", "line 1 of t.arff gives 'a' the type ''"),
        ("@attribute", "line 1 of t.arff declares no attribute"),
        ("@attribute a {x,y", "line 1 of t.arff does not end its list of values of 'a'"),
        ("@attribute a {'x,y}", "line 1 of t.arff does not end its list of values of 'a'"),
        ("a,b,c", "line 1 of t.arff is not ARFF"),
        ("@attribute a real", "t.arff has no @data line"),
        ("@data\n1", "t.arff has no @attribute line before @data"),
        ("@attribute a real\n@attribute a real\n@data\n1,1", "more than one column named 'a'"),
    ],
)
def test_headers_that_are_no_arff_are_refused(tmp_path: Path, header: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        read_table(write(tmp_path, f"{header}\n"))


def shared_tables() -> list[dict[str, str]]:
    manifest = SHARED / "MANIFEST.csv"
    if not manifest.is_file():
        return []
    with manifest.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def read_quietly(path: Path, target: str) -> Table:
    """Name every attribute, so that none is left out and no note is issued."""
    attributes = re.findall(r"^@attribute (\S+)", path.read_text(), flags=re.MULTILINE)
    target = attributes[-1] if target == "last attribute" else target
    return read_table(path, target, columns=[name for name in attributes if name != target])


@pytest.mark.skipif(not shared_tables(), reason="no folder of ARFF tables (CONJUNCT_DATA)")
@pytest.mark.parametrize("about", shared_tables(), ids=lambda about: about["name"])
def test_the_benchmark_tables_have_the_sizes_of_their_manifest(about: dict[str, str]) -> None:
    target = about["notes"].partition("class=")[2].partition(";")[0]
    table = read_quietly(SHARED / f"{about['name']}.arff", target)
    n_numeric = sum(column.kind == "numeric" for column in table.columns)
    assert table.target is not None
    assert table.n_rows == int(about["items"])
    assert len(table.target.levels) == int(about["classes"])
    assert n_numeric == int(about["numeric"])
    assert len(table.columns) - n_numeric == int(about["nominal"])
    assert table.n_missing == int(about["missing_cells"])


def test_blanks_cost_no_more_than_other_characters(tmp_path: Path) -> None:
    line = "?," + " " * 200_000 + "x,1"
    path = write(
        tmp_path, f"@attribute a real\n@attribute b string\n@attribute c real\n@data\n{line}\n"
    )
    start = time.process_time()
    assert read_table(path, columns=["b"]).column("b").levels == ("x",)
    assert time.process_time() - start < 2


@pytest.mark.parametrize("row", ["1, 'x", '1, "x', "1,'x", "1,\t'x", "1, 'x' y"])
def test_an_unclosed_quote_is_refused_after_blanks_too(tmp_path: Path, row: str) -> None:
    path = write(tmp_path, f"@attribute a real\n@attribute b string\n@data\n{row}\n")
    with pytest.raises(DataError, match=r"line 4 of .* cannot be split at .*; check its quotes"):
        read_table(path)


@given(st.text(alphabet="ab,'\"\\%\t ?", max_size=12))
def test_a_row_is_split_as_the_slow_way_splits_it(line: str) -> None:
    line = line.strip()
    try:
        expected: object = slow_split(line)
    except ValueError:
        expected = None
    try:
        found: object = [cell and cell.strip() for cell in split_cells(line)]
    except ValueError:
        found = None
    assert found == expected


def slow_split(line: str) -> list[str | None]:
    """Split a row character by character."""
    cells: list[str | None] = []
    at: int | None = 0
    while at is not None:
        cell, at = slow_cell(line, past_blanks(line, at))
        cells.append(cell)
        at = slow_end(line, at)
    return cells


def past_blanks(line: str, at: int) -> int:
    while line[at : at + 1].isspace():
        at += 1
    return at


def slow_cell(line: str, at: int) -> tuple[str | None, int]:
    """Return the cell that begins here, and where it ends."""
    if line[at : at + 1] in ("'", '"'):
        return slow_quoted(line, at)
    start = at
    while at < len(line) and line[at] not in ",\t":
        if line[at] == "%" and at and line[at - 1].isspace():
            break
        at += 1
    text = line[start:at].strip()
    return (None if text == "?" else text), at


def slow_quoted(line: str, at: int) -> tuple[str, int]:
    quote, at, text = line[at], at + 1, ""
    while line[at : at + 1] != quote:
        at += line[at : at + 1] == "\\"
        if at >= len(line):
            raise ValueError(line)
        text, at = text + line[at], at + 1
    return text.strip(), at + 1


def slow_end(line: str, at: int) -> int | None:
    """Return where the next cell begins, None at the end of the line."""
    after = past_blanks(line, at)
    if after == len(line) or (line[after] == "%" and line[after - 1].isspace()):
        return None
    if line[after] == ",":
        return after + 1
    while line[at] == " ":
        at += 1
    if line[at] != "\t":
        raise ValueError(line)
    return at + 1
