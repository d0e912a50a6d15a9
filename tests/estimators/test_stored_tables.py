"""Tables from files, in parts of any size and on disk, give the models of tables in memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import dataset, parquet

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
    read_table,
    rooms,
)
from conjunct.data import Table, shipped_table
from conjunct.data import parquet as parquet_reader
from conjunct.errors import DataError, DataWarning

LEARNERS: dict[str, Any] = {
    "card": partial(ScoreCardClassifier, size=6),
    "seco": SeCoClassifier,
    "layered": partial(LayeredRuleClassifier, max_width=4),
    "cn2": CN2Classifier,
    "ripper": partial(RipperClassifier, random_state=0),
    "knopf": KnopfClassifier,
    "tree": RuleTreeClassifier,
}


@contextmanager
def all_on_disk() -> Iterator[None]:
    """Put small arrays into files as well, and work on few entries at a time."""
    with patch.object(rooms, "LEAST_BYTES", 256), patch.object(rooms, "CHUNK", 64):
        yield


def plain(model: Any) -> Any:
    """Return a model as data, without the name of its table."""
    found = json.loads(model.rules_.to_json())
    del found["training"]["source"]
    return found


def shipped_frame() -> pd.DataFrame:
    table = shipped_table()
    assert table.target is not None
    columns = {}
    for column in (*table.columns, table.target):
        cells = [*column.levels, None]
        of_texts = pd.Series([cells[code] for code in column.values] if column.levels else [])
        columns[column.name] = pd.Series(column.values) if not column.levels else of_texts
    return pd.DataFrame(columns)


def odd_frame() -> pd.DataFrame:
    """Return every kind of column, and rows without a target."""
    random = np.random.default_rng(3)
    n_rows = 150
    frame = pd.DataFrame(
        {
            "number": random.normal(size=n_rows).round(1),
            "gaps": pd.array([None, 1, 5] * 50, dtype="Int64"),
            "text": random.choice([" a", "b", None, "c "], n_rows),
            "category": pd.Categorical(random.choice(["q", "p"], n_rows), ["q", "p", "unused"]),
            "flag": random.random(n_rows) > 0.5,
            "capitals": random.choice(["TRUE", "False"], n_rows),
            "price": random.choice(["1,50 €", "2,25 €", "1.234,00 €"], n_rows),
            "row_id": np.arange(n_rows) + 7,
            "name": [f"n{number}" for number in range(n_rows)],
            "day": pd.to_datetime("2026-01-01") + pd.to_timedelta(np.arange(n_rows), "D"),
            "nothing": pd.Series([None] * n_rows, dtype="str"),
        }
    )
    high = (frame["number"] > 0.3) ^ (frame["text"] == "b")
    frame["label"] = pd.Series(np.where(high, "yes", "no")).where(random.random(n_rows) > 0.05)
    frame.loc[frame["label"].isna(), "text"] = "only without a label"
    return frame


FRAMES = {"shipped": shipped_frame, "odd": odd_frame}
TARGETS = {"shipped": "species", "odd": "label"}


def written(frame: pd.DataFrame, folder: Path, ends: list[int]) -> Path:
    """Write rows to Parquet files that end at some rows."""
    folder.mkdir()
    for number, (start, end) in enumerate(zip([0, *ends], [*ends, len(frame)], strict=True)):
        rows = frame.iloc[start:end]
        rows.to_parquet(folder / f"{number}.parquet", row_group_size=13, index=False)
    return folder


def in_memory(frame: pd.DataFrame, name: str) -> Table:
    return read_table(pa.Table.from_pandas(frame, preserve_index=False), TARGETS[name])


@pytest.mark.filterwarnings("ignore::conjunct.errors.DataWarning")
@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize("learner", LEARNERS)
def test_models_are_those_of_rows_in_memory(learner: str, name: str, tmp_path: Path) -> None:
    frame, make = FRAMES[name](), LEARNERS[learner]
    make = partial(make, promises=name == "odd" and learner != "card")
    expected = make(engine="local").fit_table(in_memory(frame, name))
    folder = written(frame, tmp_path / "parts", [40, 41, 90])
    with all_on_disk(), patch.object(parquet_reader, "PART_ROWS", 9):
        found = make(engine="mapped").fit(folder, TARGETS[name])
    assert plain(found) == plain(expected)


@pytest.mark.filterwarnings("ignore::conjunct.errors.DataWarning")
@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize("ends", [[], [1, 149], [10, 20, 100]])
@pytest.mark.parametrize("n_rows", [7, 1000])
def test_tables_are_the_same_however_they_are_divided(
    name: str, ends: list[int], n_rows: int, tmp_path: Path
) -> None:
    frame = FRAMES[name]()
    expected = in_memory(frame, name)
    folder = written(frame, tmp_path / "parts", ends)
    with (
        all_on_disk(),
        patch.object(parquet_reader, "PART_ROWS", n_rows),
        rooms.on_disk(tmp_path),
    ):
        assert_same(read_table(folder, TARGETS[name]), expected)
    with patch.object(parquet_reader, "PART_ROWS", n_rows):
        assert_same(read_table(folder, TARGETS[name]), expected)


def assert_same(found: Table, expected: Table) -> None:
    assert found.notes == expected.notes
    assert found.names == expected.names
    pairs = zip((*found.columns, found.target), (*expected.columns, expected.target), strict=True)
    for one, another in pairs:
        assert one is not None
        assert another is not None
        assert (one.kind, one.levels, one.form) == (another.kind, another.levels, another.form)
        assert one.values.dtype == another.values.dtype
        assert one.values.tobytes() == another.values.tobytes()


@pytest.mark.filterwarnings("ignore::conjunct.errors.DataWarning")
@pytest.mark.parametrize("name", FRAMES)
def test_text_files_on_disk_give_the_same_table(name: str, tmp_path: Path) -> None:
    frame = FRAMES[name]()
    path = tmp_path / "table.csv"
    frame.to_csv(path, index=False, sep=";")
    expected = read_table(path, TARGETS[name])
    with (
        all_on_disk(),
        patch("conjunct.data.delimited._BLOCK_CELLS", 60),
        rooms.on_disk(tmp_path),
    ):
        assert_same(read_table(path, TARGETS[name]), expected)


def sources(path: Path) -> dict[str, Any]:
    return {
        "file": path,
        "name": str(path),
        "dataset": dataset.dataset(path),
        "batches": dataset.dataset(path).to_table().to_batches(max_chunksize=20),
        "one batch after the other": iter(dataset.dataset(path).to_batches(batch_size=20)),
        "reader": dataset.dataset(path).scanner(batch_size=20).to_reader(),
    }


@pytest.mark.parametrize("source", ["file", "name", "dataset", "batches", "reader"])
@pytest.mark.parametrize("engine", ["numpy", "mapped"])
def test_files_datasets_and_batches_can_be_fitted(source: str, engine: str, tmp_path: Path) -> None:
    path = written(shipped_frame(), tmp_path / "parts", []) / "0.parquet"
    given = sources(path)[source]
    model = KnopfClassifier(engine=engine).fit(given, "species")
    expected = KnopfClassifier(engine="numpy").fit_table(shipped_table())
    assert plain(model)["rules"] == plain(expected)["rules"]
    assert model.classes_.tolist() == ["Adelie", "Chinstrap", "Gentoo"]
    assert (
        model.predict(path).tolist()
        == expected.predict(shipped_frame().drop(columns="species")).tolist()
    )


def test_an_iterator_of_batches_is_read_once(tmp_path: Path) -> None:
    path = written(shipped_frame(), tmp_path / "parts", []) / "0.parquet"
    found = read_table(sources(path)["one batch after the other"], "species")
    assert found.n_rows == shipped_table().n_rows


def test_classes_and_weights_are_named(tmp_path: Path) -> None:
    frame = shipped_frame()
    frame["n"] = np.arange(len(frame)) % 3
    path = tmp_path / "birds.parquet"
    frame.to_parquet(path)
    model = KnopfClassifier().fit(path, "species", sample_weight="n")
    assert model.rules_.n_rows == frame["n"].sum()
    with pytest.raises(DataError, match="y must be the name of a column"):
        KnopfClassifier().fit(path, frame["species"])
    with pytest.raises(DataError, match="sample_weight must be the name of a column"):
        KnopfClassifier().fit(path, "species", sample_weight=frame["n"])
    with pytest.raises(DataError, match="no column 'specie'; did you mean 'species'"):
        KnopfClassifier().fit(path, "specie")


def test_columns_are_read_as_nominal_on_request(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("zip,y\n" + "1,a\n2,b\n3,a\n" * 5)
    model = KnopfClassifier(categorical_features=["zip"]).fit(path, "y")
    assert all(kind == "nominal" for kind in model.rules_.kinds.values())
    with pytest.raises(DataError, match="names 'zap'"):
        KnopfClassifier(categorical_features=["zap"]).fit(path, "y")


def test_parts_that_differ_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    parquet.write_table(pa.table({"a": [1, 2], "y": ["u", "v"]}), folder / "0.parquet")
    parquet.write_table(pa.table({"a": ["x", "y"], "y": ["u", "v"]}), folder / "1.parquet")
    with pytest.raises(DataError, match=r"column 'a' of parts holds Int64 values in one part and"):
        read_table(folder, "y")
    parquet.write_table(pa.table({"b": [1, 2], "y": ["u", "v"]}), folder / "1.parquet")
    with pytest.raises(DataError, match=r"1\.parquet has no column 'a', which other files have"):
        read_table(folder, "y")
    with pytest.raises(DataError, match="have different columns: a, y in one, and b in another"):
        read_table([pa.table({"a": [1], "y": ["u"]}), pa.table({"b": [1]})], "y")


def test_whole_and_real_numbers_may_be_mixed(tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    parquet.write_table(pa.table({"a": [1, 2], "y": ["u", "v"]}), folder / "0.parquet")
    parquet.write_table(pa.table({"a": [1.5], "y": ["u"]}), folder / "1.parquet")
    assert read_table(folder, "y").column("a").values.tolist() == [1.0, 2.0, 1.5]


@pytest.mark.parametrize("parts", [0, 1])
def test_a_folder_without_rows_is_refused(parts: int, tmp_path: Path) -> None:
    if parts:
        empty = pa.table({"a": pa.array([], pa.int64()), "y": pa.array([], pa.string())})
        parquet.write_table(empty, tmp_path / "0.parquet")
    with pytest.raises(DataError, match="has no rows" if parts else "is a folder"):
        read_table(tmp_path, "y")


@pytest.mark.filterwarnings("ignore::conjunct.errors.DataWarning")
def test_what_is_left_out_is_warned_about(tmp_path: Path) -> None:
    path = tmp_path / "odd.parquet"
    odd_frame().to_parquet(path)
    with pytest.warns(DataWarning, match="Left out 'row_id'"):
        KnopfClassifier(engine="mapped").fit(path, "label")
