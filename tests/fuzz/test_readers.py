"""A short run of the fuzzer, and every input that once found a fault."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import pytest
from tests.fuzz import made, readers, samples
from tests.fuzz.readers import READERS, Reader
from tests.fuzz.running import LIMIT, run

from conjunct import load_model, read_table
from conjunct.errors import DataError, ModelError

NEEDS = {"parquet": "pyarrow", "excel": "openpyxl"}
INPUTS = 400


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_reads_or_refuses_in_one_sentence(reader: str) -> None:
    if reader in NEEDS:
        pytest.importorskip(NEEDS[reader])
    found = run(reader, range(INPUTS))
    assert found.faults == {}
    assert found.n_read > INPUTS / 100
    assert found.n_refused > INPUTS / 10
    assert found.slowest[0] < LIMIT


@pytest.mark.parametrize("reader", ["csv", "model", "rule"])
def test_an_input_depends_on_its_number_and_the_seed(reader: str) -> None:
    make = READERS[reader].make
    inputs = [make(reader, seed, number) for seed in (0, 1) for number in range(50)]
    assert inputs == [make(reader, seed, number) for seed in (0, 1) for number in range(50)]
    assert len(set(inputs)) > 90


def test_a_parquet_file_with_a_name_that_is_not_text_is_refused(tmp_path: Path) -> None:
    arrow, files = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "t.parquet"
    files.write_table(arrow.table({"né": [1]}), path, store_schema=False)
    path.write_bytes(path.read_bytes().replace("né".encode(), b"n\xc3("))
    with pytest.raises(DataError, match=r"t\.parquet is not a complete Parquet file"):
        read_table(path)


def test_a_date_that_no_calendar_has_is_refused(tmp_path: Path) -> None:
    arrow, files = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    days = arrow.array([2**31 - 1], arrow.int32()).cast(arrow.date32())
    files.write_table(arrow.table({"when": days}), tmp_path / "t.parquet")
    with pytest.raises(DataError, match=r"'when' of t\.parquet holds a date or time outside"):
        read_table(tmp_path / "t.parquet")


@pytest.mark.parametrize("change", [lambda counts: counts[:-1], lambda counts: [*counts, 0]])
def test_a_tree_with_a_node_that_counts_other_classes_is_refused(change: Any) -> None:
    data = json.loads((samples.MODELS / "version_6_tree.json").read_text(encoding="utf-8"))
    data["nodes"][0]["counts"] = change(data["nodes"][0]["counts"])
    with pytest.raises(ModelError, match=r"node 0 has [13] counts for 2 classes"):
        load_model(json.dumps(data))


def _fails_on_some(content: bytes, folder: Path) -> None:
    raise {b"0": ZeroDivisionError("no"), b"1": DataError("no"), b"2": DataError("a\nb")}[content]


def test_faults_are_found_and_numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counting(Reader):
        def make(self, name: str, seed: int, number: int) -> bytes:
            return str(number).encode()

    monkeypatch.setitem(readers.READERS, "made up", Counting((), _fails_on_some))
    found = run("made up", range(3))
    assert found.faults == {
        0: "ZeroDivisionError: no",
        2: "a message that is not one line: 'a\\nb'",
    }
    assert (found.n_inputs, found.n_refused, found.n_read) == (3, 1, 0)
    assert str(found).startswith("made up, seed 0: 3 inputs, 0 read, 1 refused, 2 at fault; ")


def test_an_input_does_not_depend_on_those_before_it() -> None:
    """Odd values that are put into a document are copies: the next input finds them unchanged."""
    before = repr(made.ODD)
    for number in range(1_200):
        READERS["edits"].make("edits", 3, number)
    assert repr(made.ODD) == before


def test_a_damaged_time_zone_is_one_sentence(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "t.parquet"
    when = pyarrow.array([0, 1], pyarrow.timestamp("us", tz="UTC"))
    parquet.write_table(pyarrow.table({"when": when, "y": ["a", "b"]}), path)
    schema = parquet.read_metadata(path).metadata[b"ARROW:schema"]
    damaged = b64encode(b64decode(schema).replace(b"UTC", b"U\x8aC"))
    content = path.read_bytes()
    assert content.count(schema) == 1
    path.write_bytes(content.replace(schema, damaged))
    with pytest.raises(DataError, match=r"t\.parquet is not a complete Parquet file"):
        read_table(path)
