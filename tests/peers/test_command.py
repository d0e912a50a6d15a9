"""The command, from a folder of tables to files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import peers.__main__ as command
from conjunct.data import shipped_table
from peers import measure, parts
from peers.environments import BENCHMARKS, Absent, Ready
from peers.field import FIELD, SCIKIT_LEARN, Environment
from peers.parts import parts_of
from peers.tables import as_arff


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ready: Ready) -> Path:
    """A folder with a table; scikit-learn runs in this Python, all others are absent."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "birds.arff").write_text(as_arff(shipped_table()), encoding="utf-8")
    here = (ready.command[0], "-m", "peers.workers.scikit_learn")
    found = Ready("1.9", "1.9+abc", here, {"PYTHONPATH": str(BENCHMARKS)})

    def prepared(environment: Environment, *_rest: Any) -> Ready | Absent:
        return found if environment is SCIKIT_LEARN else Absent("not today")

    monkeypatch.setattr(measure, "prepared", prepared)
    return tmp_path


def run(folder: Path, *options: str) -> int:
    common = ["--data-dir", str(folder / "data"), "--work", str(folder / "work")]
    return command.main([*common, *options])


def test_the_command_measures_and_writes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--tables", "birds", "--learners", "decision tree", "Weka JRip", "--docs"]
    assert run(folder, *options, str(folder / "docs")) == 0
    out = capsys.readouterr().out
    assert "| decision tree 1.9 |" in out
    assert "- Weka JRip: not installed: not today" in out
    written = {path.name for path in (folder / "work").iterdir()}
    assert {"table.md", "table.csv", "peers.svg", "peers.png", "results.sqlite"} <= written
    assert (folder / "docs" / "images" / "peers.svg").is_file()
    assert "decision tree 1.9" in (folder / "docs" / "guide" / "peers.rst").read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--tables", "fish"], "has no fish.arff; choose other --tables"),
        (["--folds", "nowhere"], "nowhere is no folder; leave --folds out to have folds made"),
        (["--data-dir", "nowhere"], "nowhere is no folder; name one with ARFF tables by"),
    ],
)
def test_bad_input_gets_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], options: list[str], sentence: str
) -> None:
    assert run(folder, *options) == 1
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1
    assert sentence in said[0]


def test_an_interrupt_says_what_is_kept(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_about: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(measure, "run_all", interrupted)
    assert run(folder, "--tables", "birds", "--learners", "decision tree") == 130
    assert "interrupted; 0 of 10 jobs are kept, the same command goes on" in capsys.readouterr().err


def test_all_means_every_table_of_the_folder(folder: Path) -> None:
    args = command.arguments(["--data-dir", str(folder / "data"), "--tables", "all"])
    args.work = folder / "work"
    [part] = parts_of(args)
    assert [dataset.name for dataset in part.datasets] == ["birds"]


def test_without_tables_the_confirm_tables_are_divided_five_times(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "tables_on", lambda side: ["birds"])
    args = command.arguments(["--data-dir", str(folder / "data"), "--work", str(folder / "work")])
    (confirm,) = parts_of(args)
    assert confirm.name == "confirm"
    assert len(confirm.tables) == 1
    assert len({one.digest for one in confirm.datasets}) == 5


def test_slow_peers_wait_until_they_are_named(folder: Path, ready: Ready) -> None:
    bench = measure.Bench(folder / "work", folder / "weka.jar", 60, 1)
    slow = [one for one in FIELD if one.runs == "asked"]
    assert slow
    found = measure.environments(slow, bench, idle=slow)
    assert set(found.values()) == {Absent("it is slow, and runs when --learners names it")}
