from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from conjunct.data import Table, read_table
from conjunct.errors import DataError, DataWarning


def write(folder: Path, text: str, name: str = "t.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def values(table: Table, name: str) -> list[object]:
    column = table.column(name)
    if column.kind == "numeric":
        return [None if np.isnan(value) else float(value) for value in column.values]
    return [None if code < 0 else column.levels[code] for code in column.values]


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
def test_the_delimiter_is_found_out(tmp_path: Path, delimiter: str) -> None:
    text = "a,b,c\n1,x,2.5\n2,y,3\n".replace(",", delimiter)
    table = read_table(write(tmp_path, text))
    assert table.names == ("a", "b", "c")
    assert values(table, "a") == [1.0, 2.0]
    assert values(table, "b") == ["x", "y"]


def test_decimal_commas_do_not_hide_the_semicolons(tmp_path: Path) -> None:
    table = read_table(write(tmp_path, "a;b\n1,5;x\n2,5;y\n"), kinds={"a": "nominal"})
    assert values(table, "a") == ["1,5", "2,5"]


def test_tsv_files_are_split_at_tabs_only(tmp_path: Path) -> None:
    table = read_table(write(tmp_path, "a,b\tc,d\n1\t2\n", "t.tsv"))
    assert table.names == ("a,b", "c,d")


def test_any_single_character_can_be_the_delimiter(tmp_path: Path) -> None:
    table = read_table(write(tmp_path, "a b\n1 x\n2 y\n", "t.txt"), delimiter=" ")
    assert table.names == ("a", "b")
    with pytest.raises(DataError, match="must be one character, not '::'"):
        read_table(write(tmp_path, "a b\n1 x\n"), delimiter="::")


def test_quotes_protect_delimiters_newlines_and_quotes(tmp_path: Path) -> None:
    text = 'a,b\n"x, y",1\n"line one\nline two",2\n"say ""hi""",3\n'
    table = read_table(write(tmp_path, text))
    assert values(table, "a") == ["x, y", "line one\nline two", 'say "hi"']
    assert values(table, "b") == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_line_ends_of_other_systems_are_understood(tmp_path: Path, newline: str) -> None:
    table = read_table(write(tmp_path, "a,b\n1,x\n2,y\n".replace("\n", newline)))
    assert values(table, "b") == ["x", "y"]


def test_blank_lines_are_passed_over_and_blanks_cut_off(tmp_path: Path) -> None:
    table = read_table(write(tmp_path, "\n a , b\n1, x\n\n   \n2, y \n\n"))
    assert table.names == ("a", "b")
    assert values(table, "b") == ["x", "y"]


def test_without_a_header_columns_are_numbered_and_a_note_says_so(tmp_path: Path) -> None:
    with pytest.warns(DataWarning, match="has no header line"):
        table = read_table(write(tmp_path, "5.1,x\n4.9,y\n"))
    assert table.names == ("column1", "column2")
    assert table.n_rows == 2


def test_values_that_come_again_are_no_header(tmp_path: Path) -> None:
    with pytest.warns(DataWarning, match="has no header line"):
        table = read_table(write(tmp_path, "yes,no\nno,no\nyes,yes\nno,yes\n"))
    assert table.n_rows == 4


def test_the_caller_decides_about_the_header(tmp_path: Path) -> None:
    path = write(tmp_path, "1,2\n3,4\n")
    assert read_table(path, header=True).names == ("1", "2")
    assert read_table(path, header=False).names == ("column1", "column2")


def test_a_first_row_with_the_target_in_it_is_the_header(tmp_path: Path) -> None:
    table = read_table(write(tmp_path, "0,1,class\n5,6,a\n7,8,b\n"), target="class")
    assert table.names == ("0", "1")


def test_an_unnamed_column_gets_its_number_as_name(tmp_path: Path) -> None:
    assert read_table(write(tmp_path, ",a\nx,1\ny,2\n")).names == ("column1", "a")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_encoding_is_found_out(tmp_path: Path, encoding: str) -> None:
    table = read_table(write(tmp_path, "grün,b\nä€,1\nö,2\n", encoding=encoding))
    assert table.names == ("grün", "b")
    assert values(table, "grün") == ["ä€", "ö"]


def test_a_byte_order_mark_is_no_part_of_the_first_name(tmp_path: Path) -> None:
    path = write(tmp_path, "a,b\n1,2\n", encoding="utf-8-sig")
    assert read_table(path, encoding="utf-8").names == ("a", "b")


def test_windows_1252_is_a_guess_with_a_note(tmp_path: Path) -> None:
    path = write(tmp_path, "a,b\nä€,1\nö,2\n", encoding="cp1252")
    with pytest.warns(DataWarning, match=r"t\.csv is not UTF-8"):
        table = read_table(path)
    assert values(table, "a") == ["ä€", "ö"]
    assert values(read_table(path, encoding="cp1252"), "a") == ["ä€", "ö"]


def test_a_wrong_encoding_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "a,b\nä,1\n", encoding="latin-1")
    with pytest.raises(DataError, match=r"t\.csv is not valid utf-8; name the encoding"):
        read_table(path, encoding="utf-8")
    for name in ("latin-99", "hex"):
        with pytest.raises(DataError, match="not a text encoding that Python knows"):
            read_table(path, encoding=name)
    path.write_bytes(b"a,b\n\x81\xff,1\n")
    with pytest.raises(DataError, match="neither UTF-8 nor Windows-1252"):
        read_table(path)


def test_gzipped_text_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"a,b\n1,x\n2,y\n"))
    assert values(read_table(path), "a") == [1.0, 2.0]


@pytest.mark.parametrize("cut", [slice(0, 20), slice(3, None)])
def test_a_broken_gzip_is_refused(tmp_path: Path, cut: slice) -> None:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"a,b\n1,x\n2,y\n")[cut])
    with pytest.raises(DataError, match=r"t\.csv\.gz is not a complete gzip file"):
        read_table(path)


def test_a_ragged_row_is_refused_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path, 'a,b\n1,"x\ny"\n\n2,y,z\n')
    with pytest.raises(DataError, match=r"line 5 of t\.csv has 3 cells where 2 are expected"):
        read_table(path)


def test_broken_quotes_are_refused_with_their_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"t\.csv breaks the quoting rules at line 3"):
        read_table(write(tmp_path, 'a,b\n1,x\n2,"y\n'))
    with pytest.raises(DataError, match=r"first line of t\.csv is not a row"):
        read_table(write(tmp_path, '"a,b\n'))


def test_one_column_keeps_its_quoted_empty_cells(tmp_path: Path) -> None:
    assert values(read_table(write(tmp_path, '\na\n1\n""\n\n3\n')), "a") == [1.0, None, 3.0]


def test_a_first_row_of_empty_cells_is_a_row(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"line 2 of t\.csv has 1 cell where 2 are expected"):
        read_table(write(tmp_path, ",\na\n"))


def test_repeated_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"t\.csv has more than one column named 'a'"):
        read_table(write(tmp_path, "a,b,a\n1,2,3\n"))


@pytest.mark.parametrize("text", ["", "  \n\n \n"])
def test_an_empty_file_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError, match=r"t\.csv is empty"):
        read_table(write(tmp_path, text))


def test_a_header_without_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"t\.csv has a header but no rows"):
        read_table(write(tmp_path, "a,b\n"))


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"a,b\n1,\x01\n", b"a\0b\n"])
def test_binary_data_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"t\.csv (holds binary data|is neither UTF-8)"):
        read_table(path)


def test_an_endless_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    with path.open("wb") as stream:
        for _ in range(20):
            stream.write(b"1," * 2**19)
    with pytest.raises(DataError, match=r"t\.csv has a line longer than 16 MiB"):
        read_table(path)


def test_a_column_that_turns_to_text_late_keeps_its_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conjunct.data.delimited._BLOCK_CELLS", 4)
    table = read_table(write(tmp_path, "a,b\n1.0,1\n02,2\n?,3\n4,4\nlow,5\n"))
    assert values(table, "a") == ["1.0", "02", None, "4", "low"]
    assert values(table, "b") == [1.0, 2.0, 3.0, 4.0, 5.0]


def test_a_late_contradiction_of_the_wanted_kind_has_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conjunct.data.delimited._BLOCK_CELLS", 4)
    path = write(tmp_path, "a,b\n1.0,1\n2,2\n\n3,3\n4,4\nlow,5\n")
    with pytest.raises(DataError, match="should be numeric but holds 'low' in line 7"):
        read_table(path, kinds={"a": "numeric"})
