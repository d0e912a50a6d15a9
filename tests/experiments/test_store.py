from __future__ import annotations

import random
import sqlite3
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
    with Store(path) as store:
        run = store.run(KEY)
        for number in (1, 0):
            store.add(TrialKey(run, "vote", "d1", number), 0.5, ROWS)
    with Store(path) as store:
        run = store.run(KEY)
        trials = store.trials(run, "vote", "d1")
        assert list(trials) == [0, 1]
        assert trials[0] == [
            {"error": 0.25, "search": "greedy"},
            {"error": None, "search": "layered"},
        ]


@pytest.mark.parametrize(
    "other",
    [
        KEY._replace(study="layered"),
        KEY._replace(version="0.1.1"),
        KEY._replace(seed=1),
        RunKey.of("tiny", "0.1.0", 0, {"max_width": 8}),
    ],
)
def test_another_study_version_seed_or_setting_is_another_run(path: Path, other: RunKey) -> None:
    with Store(path) as store:
        store.add(TrialKey(store.run(KEY), "vote", "d1", 0), 0.5, ROWS)
        assert store.trials(store.run(other), "vote", "d1") == {}
        assert len(store.trials(store.run(KEY), "vote", "d1")) == 1


def test_another_table_or_content_of_it_does_not_mix(path: Path) -> None:
    with Store(path) as store:
        run = store.run(KEY)
        store.add(TrialKey(run, "vote", "d1", 0), 0.5, ROWS)
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


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    path.write_text("my notes, " * 200)
    with pytest.raises(StudyError, match="is no store of results, or a damaged one"):
        Store(path)
    assert path.read_text() == "my notes, " * 200


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StudyError, match="is no store of results; choose another folder"):
        Store(path)
    assert path.read_bytes() == before


def test_a_store_of_a_newer_version_is_left_alone(path: Path) -> None:
    with Store(path) as store:
        store.add(TrialKey(store.run(KEY), "vote", "d1", 0), 0.5, ROWS)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StudyError, match="was written by a newer version of conjunct"):
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


def test_a_trial_without_rows_is_a_trial(path: Path) -> None:
    with Store(path) as store:
        run = store.run(KEY)
        store.add(TrialKey(run, "vote", "d1", 0), 0.5, [])
        assert store.trials(run, "vote", "d1") == {0: []}


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    path.touch()
    with Store(path) as store:
        assert store.run(KEY) == 1
