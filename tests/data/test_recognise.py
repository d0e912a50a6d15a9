from __future__ import annotations

import warnings
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

from conjunct.data import Table, read_table
from conjunct.errors import DataError, DataWarning


def write(folder: Path, text: str, name: str = "t.csv") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def quietly(source: object, **how: object) -> Table:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return read_table(source, **how)  # type: ignore[arg-type]


def values(table: Table, name: str) -> list[float]:
    column = table.column(name)
    assert column.kind == "numeric"
    return [float(value) for value in column.values]


def test_decimal_commas_are_read_and_said(tmp_path: Path) -> None:
    path = write(tmp_path, "a;b;c\n3241,07;1,5;x\n12;?;y\n-0,5;2,25;x\n")
    with pytest.warns(DataWarning) as said:
        table = read_table(path)
    assert [str(one.message) for one in said] == [
        "Read 'a', 'b' as numbers with decimal commas: '3241,07' is 3241.07."
    ]
    assert values(table, "a") == [3241.07, 12, -0.5]
    assert np.isnan(values(table, "b")[1])
    assert table.column("a").form == "1.234,5"
    assert table.column("c").kind == "nominal"


def test_one_cell_that_does_not_fit_leaves_the_text(tmp_path: Path) -> None:
    table = read_table(write(tmp_path, "a;b\n3241,07;1\n12,5;2\nabout 5;3\n"))
    assert table.column("a").levels == ("12,5", "3241,07", "about 5")


def test_kinds_keep_the_text(tmp_path: Path) -> None:
    path = write(tmp_path, "a;b\n1,5;1\n2,5;2\n")
    assert read_table(path, kinds={"a": "nominal"}).column("a").levels == ("1,5", "2,5")


def test_an_ambiguous_column_says_what_was_read_and_how_to_say_the_other(tmp_path: Path) -> None:
    path = write(tmp_path, 'a,b\n"1,234",1.5\n"2,500",2.5\n')
    with pytest.warns(DataWarning) as said:
        table = read_table(path)
    assert str(said[0].message) == (
        "Read 'a' as numbers with commas between thousands: '1,234' is 1234; if it is 1.234, "
        "name the form (kinds={'a': '1.234,5'} in Python, --kind a=1.234,5 on the command line)."
    )
    assert values(table, "a") == [1234, 2500]
    assert values(read_table(path, kinds={"a": "1.234,5"}), "a") == [1.234, 2.5]


def test_a_file_with_semicolons_reads_the_ambiguous_comma_as_decimal(tmp_path: Path) -> None:
    path = write(tmp_path, "a;b\n1,234;x\n2,500;y\n")
    assert values(quietly(path), "a") == [1.234, 2.5]


def test_points_are_between_thousands_where_another_column_has_decimal_commas(
    tmp_path: Path,
) -> None:
    path = write(tmp_path, "a;b;c;d\n1.234;0,5;1.5;7\n2.500;1,75;2.25;8\n")
    table = quietly(path)
    assert (
        "'1.234' is 1234; if it is 1.234, name the form (kinds={'a': '1,234.5'}" in table.notes[0]
    )
    assert values(table, "a") == [1234, 2500]
    assert values(table, "c") == [1.5, 2.25]
    assert values(table, "d") == [7, 8]
    assert values(read_table(path, columns=["a"], kinds={"a": "1,234.5"}), "a") == [1.234, 2.5]


def test_plain_points_stay_plain_without_such_a_column(tmp_path: Path) -> None:
    path = write(tmp_path, "a;b\n1.234;x\n2.500;y\n")
    assert values(read_table(path), "a") == [1.234, 2.5]
    assert values(read_table(path, kinds={"a": "1.234,5"}), "a") == [1234, 2500]


def test_a_late_comma_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conjunct.data.delimited._BLOCK_CELLS", 4)
    monkeypatch.setattr("conjunct.data.delimited.SAMPLE", 20)
    path = write(tmp_path, "a;b\n1;x\n2;y\n3;x\n4;y\n5,5;x\n")
    assert values(quietly(path), "a") == [1, 2, 3, 4, 5.5]
    assert values(quietly(path, kinds={"a": "numeric"}), "a") == [1, 2, 3, 4, 5.5]


def test_a_wanted_form_that_does_not_fit_gives_way_to_what_does(tmp_path: Path) -> None:
    plain = write(tmp_path, "a,b\n12.25,x\n3,y\n")
    assert values(read_table(plain, kinds={"a": "1.234,5"}), "a") == [12.25, 3]
    other = write(tmp_path, 'a,b\n"$1,234.50",x\n$3,y\n')
    with pytest.warns(DataWarning, match=r"unit \$"):
        assert values(read_table(other, kinds={"a": "1.234,5"}), "a") == [1234.5, 3]
    words = write(tmp_path, "a,b\nlow,x\n3,y\n")
    with pytest.raises(DataError, match="should be numeric but holds 'low' in line 2"):
        read_table(words, kinds={"a": "1.234,5"})


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_texts_of_frames_are_recognised_but_plain_numerals_stay_text(frame: type) -> None:
    source = frame({"a": ["3241,07", "12,5"], "b": ["1", "2"]})
    table = quietly(source)
    assert values(table, "a") == [3241.07, 12.5]
    assert table.column("b").levels == ("1", "2")


def test_categories_stay_categories() -> None:
    source = pd.DataFrame({"a": pd.Categorical(["10 %", "20 %"])})
    assert read_table(source).column("a").levels == ("10 %", "20 %")
    assert values(quietly(source, kinds={"a": "numeric"}), "a") == [10, 20]


def test_declared_values_of_arff_stay_and_strings_are_recognised(tmp_path: Path) -> None:
    head = "@relation r\n@attribute a {'1,5','2,5'}\n@attribute b string\n@attribute c numeric\n"
    path = write(tmp_path, f"{head}@data\n'1,5','1,5','2,5'\n'2,5','7','3'\n", "t.arff")
    table = quietly(path)
    assert table.column("a").levels == ("1,5", "2,5")
    assert values(table, "b") == [1.5, 7]
    assert values(table, "c") == [2.5, 3]


def test_a_target_of_decimal_commas_is_regression(tmp_path: Path) -> None:
    rows = "".join(f"{i % 7};{i},5\n" for i in range(60))
    with pytest.raises(DataError, match="60 different numbers; regression is not supported"):
        read_table(write(tmp_path, "a;y\n" + rows), target="y")


def test_classes_that_look_like_numbers_stay_classes(tmp_path: Path) -> None:
    table = read_table(write(tmp_path, "a;y\n1;1,5\n2;2,5\n1;1,5\n"), target="y")
    assert table.target is not None
    assert table.target.levels == ("1,5", "2,5")


def test_a_file_of_decimal_commas_without_a_header_has_none(tmp_path: Path) -> None:
    path = write(tmp_path, "1,5\tx\n2,5\ty\n3,5\tx\n", "t.tsv")
    assert quietly(path).names == ("column1", "column2")


DATES = {
    "ISO": "%Y-%m-%d",
    "German": "%d.%m.%Y",
    "American": "%m/%d/%Y",
    "British": "%d %b %Y",
    "short": "%d.%m.%y",
}


@pytest.mark.parametrize("how", DATES)
def test_dates_of_any_form_are_left_out_or_become_days(tmp_path: Path, how: str) -> None:
    days = [date(2024, 1, 1) + timedelta(days=9 * n) for n in range(12)]
    rows = "".join(f"{n % 3},{day.strftime(DATES[how])}\n" for n, day in enumerate(days))
    path = write(tmp_path, f"a,day\n{rows}")
    with pytest.warns(DataWarning, match="Left out 'day': dates or times; --dates days, or"):
        assert read_table(path).names == ("a",)
    with pytest.warns(DataWarning, match="Read 'day' as days since 1970-01-01"):
        table = read_table(path, dates="days")
    assert values(table, "day") == [19723 + 9 * n for n in range(12)]
    assert values(quietly(path, kinds={"day": "numeric"}), "day") == values(table, "day")
    assert values(read_table(path, kinds={"day": table.column("day").form}), "day")


def test_typed_dates_become_days_and_times_of_day_stay_out() -> None:
    frame = pl.DataFrame(
        {
            "a": [1, 2],
            "day": [date(1970, 1, 2), None],
            "at": pl.Series([0, 129_600_000]).cast(pl.Datetime("ms")),
            "long": [timedelta(days=1), timedelta(days=2)],
        }
    )
    table = quietly(frame, dates="days")
    assert table.names == ("a", "day", "at")
    assert values(table, "day")[0] == 1
    assert values(table, "at") == [0, 1.5]
    pandas = pd.DataFrame({"a": [1], "at": pd.to_datetime(["1970-01-02 12:00"])})
    assert values(quietly(pandas, dates="days"), "at") == [1.5]


def test_dates_that_could_be_either_say_so_and_follow_a_column_that_tells() -> None:
    source = {"a": ["03/04/2024", "05/06/2024"]}
    with pytest.warns(DataWarning) as said:
        read_table(source, dates="days")
    assert str(said[0].message) == (
        "Read 'a' as days since 1970-01-01, from dates written MM/DD/YYYY: '03/04/2024' is day "
        "19786, 2024-03-04; if it is day 19816, 2024-04-03, name the form (kinds={'a': "
        "'DD/MM/YYYY'} in Python, --kind a=DD/MM/YYYY on the command line)."
    )
    told = source | {"b": ["13/04/2024", "01/06/2024"]}
    assert values(quietly(told, dates="days"), "a") == [19816, 19879]


def test_other_words_for_dates_are_refused() -> None:
    with pytest.raises(DataError, match="dates must be 'days' or None, not 'years'"):
        read_table({"a": [1]}, dates="years")  # type: ignore[arg-type]


def test_long_cells_are_cut_in_messages(tmp_path: Path) -> None:
    path = write(tmp_path, f"a,b\n{'x' * 5000},1\ny,2\n")
    with pytest.raises(DataError) as refused:
        read_table(path, kinds={"a": "numeric"})
    assert len(str(refused.value)) < 400
