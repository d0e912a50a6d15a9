from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from conjunct.data import column_names, read_table
from conjunct.errors import DataError, DataWarning, MissingPackageError

openpyxl = pytest.importorskip("openpyxl")

ROWS: list[list[Any]] = [
    ["age", "city", "member", "since", "paid", "status"],
    [31, "Bonn", True, datetime(2024, 1, 2), "1.234,50", "good"],
    [45.5, "Köln", False, datetime(2024, 1, 3), "2,25", "bad"],
    [None, "NA", True, datetime(2024, 1, 4), "#N/A", "good"],
]


def write(folder: Path, *sheets: list[list[Any]], start: int = 0) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets, 1):
        sheet = book.create_sheet(f"S{number}")
        for at, row in enumerate(rows, 1 + start):
            for column, value in enumerate(row, 1 + start):
                if value is not None:
                    sheet.cell(at, column, value)
    path = folder / "t.xlsx"
    book.save(path)
    return path


@pytest.mark.parametrize("start", [0, 3])
def test_cells_are_read_as_they_are_stored(tmp_path: Path, start: int) -> None:
    path = write(tmp_path, ROWS, start=start)
    with pytest.warns(DataWarning) as said:
        table = read_table(path, target="status", dates="days")
    assert table.names == ("age", "city", "member", "since", "paid")
    assert [column.kind for column in table.columns] == [
        *("numeric", "nominal", "nominal", "numeric", "numeric")
    ]
    assert [column.n_missing for column in table.columns] == [1, 1, 0, 0, 1]
    assert table.column("member").levels == ("false", "true")
    assert table.column("since").values.tolist() == [19724, 19725, 19726]
    assert table.column("paid").values.tolist()[:2] == [1234.5, 2.25]
    assert len(said) == 2
    assert column_names(path) == tuple(ROWS[0])


def test_the_first_filled_sheet_is_read_and_another_can_be_named(tmp_path: Path) -> None:
    path = write(tmp_path, [], [["a"], [1]], [["b"], [2]])
    with pytest.warns(DataWarning, match=r"t\.xlsx: read the sheet 'S2' and left out 2 more"):
        assert read_table(path).names == ("a",)
    assert read_table(path, sheet="S3").names == ("b",)
    assert column_names(path, sheet="S3") == ("b",)
    with pytest.raises(
        DataError, match=r"t\.xlsx has no sheet 'S9'; the sheets are 'S1', 'S2', 'S3'"
    ):
        read_table(path, sheet="S9")


def test_a_column_that_may_be_on_another_sheet_names_the_sheets(tmp_path: Path) -> None:
    path = write(tmp_path, [["Loans of 2024"], ["by year"]], [["a"], [1]], [["b"], [2]])
    with pytest.raises(DataError) as refused:
        read_table(path, target="a")
    assert str(refused.value).startswith("t.xlsx has no column 'a'; ")
    assert str(refused.value).endswith(
        "; this is its sheet 'S1', and --sheet names another: 'S2', 'S3'"
    )
    with pytest.raises(DataError, match=r"has no column 'a'; the columns are 'b'$"):
        read_table(path, target="a", sheet="S3")


def test_sheets_of_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a\n1\n")
    with pytest.raises(DataError, match=r"t\.csv has no sheets; only Excel files"):
        read_table(tmp_path / "t.csv", sheet="S1")


def test_numbers_below_words_have_a_header_and_others_none(tmp_path: Path) -> None:
    path = write(tmp_path, [[1, 2], [3, 4]])
    with pytest.warns(DataWarning, match=r"t\.xlsx has no header line"):
        assert read_table(path).names == ("column1", "column2")
    assert read_table(path, header=True).names == ("1", "2")
    assert read_table(write(tmp_path, [["a", None], [1, 2]])).names == ("a", "column2")


def test_a_wrong_cell_has_the_row_that_excel_shows(tmp_path: Path) -> None:
    path = write(tmp_path, [["a"], [1], [None], ["low"]], start=2)
    with pytest.raises(
        DataError, match=r"'a' of t\.xlsx should be numeric but holds 'low' in row 6"
    ):
        read_table(path, kinds={"a": "numeric"})


@pytest.mark.parametrize(
    ("rows", "words"), [([], "is empty"), ([["a", "b"]], "has a header but no rows")]
)
def test_nothing_to_read_is_refused(tmp_path: Path, rows: list[list[Any]], words: str) -> None:
    with pytest.raises(DataError, match=rf"t\.xlsx {words}"):
        read_table(write(tmp_path, rows))


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 not a workbook", b"a,b\n1,2\n"])
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.xlsx"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"t\.xlsx is not a complete Excel file"):
        read_table(path)


def test_cut_files_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path, ROWS)
    whole = path.read_bytes()
    for length in range(100, len(whole), 700):
        path.write_bytes(whole[:length])
        with pytest.raises(DataError, match="is not a complete Excel file"):
            read_table(path)


def test_a_sheet_that_is_no_xml_is_refused(tmp_path: Path) -> None:
    path, broken = write(tmp_path, ROWS), tmp_path / "broken.xlsx"
    with ZipFile(path) as whole, ZipFile(broken, "w") as damaged:
        for name in whole.namelist():
            content = whole.read(name)
            damaged.writestr(name, content[: len(content) // 2] if "sheet1" in name else content)
    with pytest.raises(DataError, match=r"broken\.xlsx is not a complete Excel file"):
        read_table(broken)


def test_a_style_that_does_not_exist_prints_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, spoilt = write(tmp_path, ROWS), tmp_path / "spoilt.xlsx"
    with ZipFile(whole) as given, ZipFile(spoilt, "w") as made:
        for name in given.namelist():
            text = given.read(name)
            if name == "xl/styles.xml":
                text = text.replace(b'name="Normal" xfId="0"', b'name="Normal" xfId="7"')
                assert text != given.read(name)
            made.writestr(name, text)
    with pytest.raises(DataError, match=r"spoilt.xlsx is not a complete Excel file"):
        read_table(spoilt)
    assert capsys.readouterr() == ("", "")


def test_without_the_package_a_hint_tells_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, ROWS)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'conjunct\[excel\]'"):
        read_table(path)
