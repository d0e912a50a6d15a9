from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from conjunct.errors import StudyError
from conjunct.experiments.store import SCHEMA, RunKey, Store, TrialKey

KEY = RunKey.of("tiny", "0.1.0", 0, {"max_width": 4})
ROWS = ['{"error": 0.25, "search": "greedy"}', '{"error": null, "search": "layered"}']


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "studies" / "results.sqlite"


def test_rows_come_back_in_order_after_closing(path: Path) -> None:
    path.parent.mkdir()
    path.touch()  # an empty file becomes a store
    with Store(path) as store:
        run = store.run(KEY)
        for number, rows in ((2, []), (1, ROWS), (0, ROWS)):
            store.add(TrialKey(run, "vote", "d1", number), 0.5, rows)
    with Store(path) as store:
        run = store.run(KEY)
        trials = store.trials(run, "vote", "d1")
        assert list(trials) == [0, 1, 2]
        assert trials[0] == [json.loads(row) for row in ROWS]
        assert trials[2] == []
        assert store.trials(run, "glass", "d1") == store.trials(run, "vote", "d2") == {}


def test_a_trial_is_written_whole_or_not_at_all(path: Path) -> None:
    with Store(path) as store:
        run = store.run(KEY)
        key = TrialKey(run, "vote", "d1", 0)
        with pytest.raises(StudyError, match=r"results\.sqlite cannot be used"):
            store.add(key, 0.5, [*ROWS, None])  # type: ignore[list-item]
        assert store.trials(run, "vote", "d1") == {}
        store.add(key, 0.5, ROWS)
        with pytest.raises(StudyError, match="UNIQUE"):
            store.add(key, 0.5, ROWS)
        assert store.trials(run, "vote", "d1")[0][0]["error"] == 0.25


def written(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.close()


def newer_version(path: Path) -> None:
    Store(path).close()
    written(path, f"PRAGMA user_version = {SCHEMA + 1}")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: path.write_text("my notes, " * 200), "is no store of results, or a damaged"),
        (
            lambda path: written(path, "CREATE TABLE a (b)"),
            "is no store of results; choose another folder",
        ),
        (newer_version, "was written by a newer version of conjunct"),
    ],
    ids=["text", "other program", "newer version"],
)
def test_a_file_that_is_no_store_of_ours_is_left_alone(
    tmp_path: Path, make: Callable[[Path], object], sentence: str
) -> None:
    path = tmp_path / "results.sqlite"
    make(path)
    before = path.read_bytes()
    with pytest.raises(StudyError, match=sentence):
        Store(path)
    assert path.read_bytes() == before


def test_a_damaged_store_is_refused_or_read(path: Path) -> None:
    """Change bytes anywhere in the file; a changed number goes unnoticed."""
    with Store(path) as store:
        run = store.run(KEY)
        for number in range(12):
            store.add(TrialKey(run, "vote", "8e37", number), 0.5, ['{"error": 0.05}'] * 3)
    whole, chance, refused = path.read_bytes(), random.Random(0), 0
    for _ in range(100):
        damaged = bytearray(whole)
        for _ in range(chance.choice([1, 2, 8, 64])):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        for old in path.parent.glob(f"{path.name}*"):
            old.unlink()
        path.write_bytes(damaged)
        try:
            _use(path)
        except StudyError:
            refused += 1
    assert 15 < refused < 100


def _use(path: Path) -> None:
    with Store(path) as store:
        run = store.run(KEY)
        store.last_run(KEY.study, KEY.version, KEY.seed)
        store.trials(run, "vote", "8e37")
        store.add(TrialKey(run, "glass", "8e37", 0), 0.5, [])


@pytest.mark.parametrize("name", ["folder", "file/results.sqlite"])
def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(StudyError, match="choose another folder"):
        Store(tmp_path / name)
