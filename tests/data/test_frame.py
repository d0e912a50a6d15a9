from __future__ import annotations

import sys
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import parquet

from conjunct.data import Table, frame, read_table
from conjunct.data.frame import collected
from conjunct.errors import DataError, DataWarning, MissingPackageError

COLUMNS: dict[str, list[Any]] = {
    "n": [1, 2, None],
    "x": [0.5, None, 3.0],
    "c": ["b", None, "a"],
    "f": [True, False, None],
    "y": ["no", "yes", "no"],
}


def frames() -> list[Any]:
    polars = pl.DataFrame(COLUMNS)
    return [
        pd.DataFrame(COLUMNS),
        pd.DataFrame(COLUMNS, dtype=object),
        pd.DataFrame(COLUMNS).convert_dtypes(),
        polars,
        polars.lazy(),
        polars.to_arrow(),
        COLUMNS,
    ]


def cells(table: Table, name: str) -> list[object]:
    column = table.column(name)
    if column.kind == "numeric":
        return [None if np.isnan(value) else value for value in column.values.tolist()]
    return [None if code < 0 else column.levels[code] for code in column.values]


@pytest.mark.parametrize("frame", frames(), ids=lambda frame: type(frame).__module__)
def test_every_library_gives_the_same_table(frame: Any) -> None:
    table = read_table(frame, target="y")
    assert cells(table, "n") == [1.0, 2.0, None]
    assert cells(table, "x") == [0.5, None, 3.0]
    assert cells(table, "c") == ["b", None, "a"]
    assert cells(table, "f") == ["true", "false", None]
    assert table.target is not None
    assert table.target.values.tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    "column",
    [
        pd.Series(["lo", "hi", None], dtype=pd.CategoricalDtype(["mid", "lo", "hi"])),
        pd.Series(["lo", "hi", None], dtype=pd.CategoricalDtype(["mid", "lo", "hi"], ordered=True)),
        pl.Series(["lo", "hi", None], dtype=pl.Enum(["mid", "lo", "hi"])),
    ],
)
def test_categories_keep_their_order_without_those_that_never_occur(column: Any) -> None:
    library = pd if isinstance(column, pd.Series) else pl
    table = read_table(library.DataFrame({"a": column}))
    assert table.column("a").levels == ("lo", "hi")
    assert table.column("a").values.tolist() == [0, 1, -1]


def test_categories_that_are_numbers_become_text() -> None:
    frame = pd.DataFrame({"a": pd.Categorical([3.0, 1.0], categories=[3.0, 2.5, 1.0])})
    assert read_table(frame).column("a").levels == ("3", "1")


def test_text_that_looks_like_numbers_stays_nominal_unless_asked() -> None:
    frame = pl.DataFrame({"a": ["10", "9", None]})
    assert read_table(frame).column("a").levels == ("9", "10")
    table = read_table(frame, kinds={"a": "numeric"})
    assert cells(table, "a") == [10.0, 9.0, None]
    with pytest.raises(DataError, match="should be numeric but holds 'x' in row 2"):
        read_table(pl.DataFrame({"a": ["1", "x"]}), kinds={"a": "numeric"})


def test_numbers_can_be_read_as_nominal() -> None:
    frame = pl.DataFrame({"a": [10, 9, None], "b": [2.0, 2.5, float("nan")]})
    table = read_table(frame, kinds={"a": "nominal", "b": "nominal"})
    assert table.column("a").levels == ("9", "10")
    assert cells(table, "b") == ["2", "2.5", None]


def test_decimals_are_numbers() -> None:
    assert cells(read_table(pl.DataFrame({"a": [Decimal("1.5"), None]})), "a") == [1.5, None]
    assert cells(read_table({"a": [Decimal("1.5"), Decimal("NaN")]}), "a") == [1.5, None]


def test_mixed_objects_are_nominal() -> None:
    frame = pd.DataFrame({"a": pd.Series([1, 2.0, "x", True, pd.NA], dtype=object)})
    assert cells(read_table(frame), "a") == ["1", "2", "x", "true", None]


@pytest.mark.parametrize(
    "dates",
    [
        pl.DataFrame({"d": [date(2024, 1, 1), None], "t": [timedelta(1), None], "a": [1, 2]}),
        pd.DataFrame({"d": pd.to_datetime(["2024-01-01", None]), "t": "2024-01-01", "a": [1, 2]}),
        {
            "d": [date(2024, 1, 1), None],
            "t": np.array(["2024-01-01", "NaT"], "M8[ns]"),
            "a": [1, 2],
        },
    ],
)
def test_dates_and_durations_are_left_out(dates: Any) -> None:
    with pytest.warns(DataWarning, match="Left out 'd', 't': dates or times"):
        assert read_table(dates).names == ("a",)
    assert read_table(dates, columns=["d"]).column("d").levels[0].startswith("2024-01-01")


def test_repeated_names_are_refused() -> None:
    message = "the table has more than one column named 'a'; give each its own name"
    with pytest.raises(DataError, match=message):
        read_table(pd.DataFrame([[1, 2, 3]], columns=["a", "a", "a"]))
    with pytest.raises(DataError, match=message):
        read_table(pa.table([[1], [2]], names=["a", "a"]))
    with pytest.raises(DataError, match="more than one column named '1'"):
        read_table(pd.DataFrame([[1, 2]], columns=[1, "1"]))


def test_nested_columns_are_refused_by_name() -> None:
    with pytest.raises(DataError, match=r"'a' of the table holds List\(Int64\) values"):
        read_table(pl.DataFrame({"a": [[1], [2]]}))


@pytest.mark.parametrize("source", [[[1, 2]], 5, pd.Series([1]), None])
def test_what_is_no_table_is_refused(source: object) -> None:
    with pytest.raises(DataError, match=f"{type(source).__name__} objects are not tables"):
        read_table(source)


def test_an_empty_frame_is_refused() -> None:
    with pytest.raises(DataError, match="the table has no rows"):
        read_table(pd.DataFrame({"a": []}))
    with pytest.raises(DataError, match="the table has no columns"):
        read_table(pd.DataFrame())


def test_a_numeric_target_of_whole_floats_has_whole_classes() -> None:
    table = read_table(pl.DataFrame({"a": [1, 2, 3], "y": [2.0, 10.0, 2.0]}), target="y")
    assert table.target is not None
    assert table.target.levels == ("2", "10")


def test_parquet_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    pl.DataFrame(COLUMNS).write_parquet(path)
    table = read_table(path, target="y", columns=["c", "n"])
    assert table.name == "t.parquet"
    assert cells(table, "c") == ["b", None, "a"]
    assert cells(table, "n") == [1.0, 2.0, None]
    with pytest.raises(DataError, match=r"t\.parquet has no column 'z'"):
        read_table(path, target="z")


def test_a_broken_parquet_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    parquet.write_table(pa.table({"a": [1]}), path)
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(DataError, match=r"t\.parquet is not a complete Parquet file"):
        read_table(path)


def test_parquet_without_pyarrow_gives_the_install_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "t.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'conjunct\[parquet\]'"):
        read_table(tmp_path / "t.parquet")


def test_text_of_parquet_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    bad = pa.array([b"ok", b"\xff\xfe"], pa.binary()).view(pa.string())
    parquet.write_table(pa.table({"a": [1, 2], "b": bad}), path)
    with pytest.raises(DataError, match=r"'b' of t\.parquet holds text that is not UTF-8"):
        read_table(path)


def test_lazy_frames_and_queries_are_collected() -> None:
    frame = pl.DataFrame({"a": [1, 2], "b": ["x", "y"]})
    assert read_table(frame.lazy()).column("b").levels == ("x", "y")
    assert collected(frame) is frame
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.connect().sql("select 1 as a, 'x' as b union all select 2, 'y' order by a")
    table = read_table(relation)
    assert cells(table, "a") == [1.0, 2.0]
    assert cells(table, "b") == ["x", "y"]


@pytest.mark.parametrize("number", [10**400, -(10**400)])
def test_whole_numbers_that_are_too_large_are_refused(number: int) -> None:
    for source in ({"a": [1, number]}, pd.DataFrame({"a": [1, number]})):
        with pytest.raises(DataError, match=r"'a' of the table holds a number in row 2 that is"):
            read_table(source)


def read_cells(coded: Any) -> list[str | None]:
    texts, places = coded
    return [None if place < 0 else texts[place] for place in places.tolist()]


TEXTS: dict[str, list[Any]] = {
    "plain": ["b", None, " a", "b "],
    "booleans in capitals": ["TRUE", "False", None, "TRUE"],
    "nothing": [None, None, None, None],
    "odd": ["", "\U0001f600", "a\nb", None],
}


@pytest.mark.parametrize("texts", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("kind", ["text", "objects", "polars", "arrow", "category", "enum"])
def test_codes_of_arrow_give_the_texts_that_lists_give(texts: list[Any], kind: str) -> None:
    known = sorted({text for text in texts if text is not None}, reverse=True)
    made: dict[str, Any] = {
        "text": lambda: pd.Series(texts, dtype="str"),
        "objects": lambda: pd.Series(texts, dtype=object),
        "polars": lambda: pl.Series(texts, dtype=pl.String),
        "arrow": lambda: pa.chunked_array([texts[:1], texts[1:]], pa.string()),
        "category": lambda: pd.Series(texts, dtype=pd.CategoricalDtype(["x", *known])),
        "enum": lambda: pl.Series(texts, dtype=pl.Enum(["x", *known])),
    }
    series = nw.from_native(made[kind](), series_only=True)
    coded = frame._coded(series)
    if kind == "objects" and not any(texts):
        assert coded is None  # Nothing tells that these are texts.
        return
    assert coded is not None
    assert read_cells(coded) == read_cells(frame._listed(series, series.dtype)) == texts
    assert "x" not in coded[0]


@pytest.mark.parametrize(
    "values", [pd.Series([True, None], dtype="boolean"), pd.Series([True, False])], ids=str
)
def test_codes_of_truth_values(values: Any) -> None:
    series = nw.from_native(values, series_only=True)
    coded = frame._coded(series)
    assert coded is not None
    assert read_cells(coded) == read_cells(frame._listed(series, series.dtype))


def test_text_is_read_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(series: object) -> None:
        raise ImportError

    monkeypatch.setattr(nw.Series, "to_arrow", absent)
    table = read_table(pd.DataFrame(COLUMNS), target="y")
    assert cells(table, "c") == ["b", None, "a"]
