"""The runner, from options to a run that is kept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import protocol.__main__ as command
from conjunct.data import shipped_table
from conjunct.errors import DataError
from peers.environments import BENCHMARKS
from peers.tables import as_arff
from protocol.divisions import cut, divided


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one table that the design side lists."""
    (tmp_path / "data").mkdir()
    text = as_arff(shipped_table().take(np.arange(0, 344, 4)))
    (tmp_path / "data" / "wine.arff").write_text(text, encoding="utf-8")
    return tmp_path


def run(folder: Path, *options: str) -> int:
    common = ["--data-dir", str(folder / "data"), "--work", str(folder / "work")]
    return command.main([*common, "--tables", "wine", "--seeds", "2", *options])


def test_a_run_is_printed_kept_and_compared(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, "--learner", "tree", "--name", "before") == 0
    before = capsys.readouterr().out.splitlines()
    assert before[0] == "before: 1 table of the design side, 2 seeds, 2 folds"
    assert before[2].startswith("wine")
    assert (folder / "work" / "runs" / "before-design.csv").is_file()
    assert run(folder, "--learner", "tree", "--against", "before") == 0
    out = capsys.readouterr().out
    assert "tree less before, on the tables of both:" in out


def test_the_command_runs_by_the_path_of_its_folder() -> None:
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / "protocol"), "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Choices are made on design tables." in done.stdout


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--learner", "oracle"], "no learner is called 'oracle'; choose of card, ripper"),
        (["--learner", "card", "--params", "colour=red"], "--params of card are wrong: "),
        (["--learner", "random forest", "--params", "size=5"], "random forest runs with its"),
        (["--learner", "card", "--on", "confirm"], "wine is not run on the confirm side"),
        (["--learner", "tree", "--against", "nothing"], "there is no run 'nothing'"),
    ],
)
def test_bad_input_gets_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], options: list[str], sentence: str
) -> None:
    assert run(folder, *options) == 1
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1
    assert sentence in said[0]


def test_ours_makes_no_promises_unless_asked() -> None:
    learner = command.learner_of("card", ["size=5"])
    assert (learner.name, learner.key) == ("card size=5", "card size=5 promises=False")
    assert learner.has_seed
    assert command.learner_of("card", ["promises=True"]).key == "card promises=True"
    assert not command.learner_of("cn2", []).has_seed
    with pytest.raises(DataError, match="no learner"):
        command.learner_of("CARD", [])


def test_divisions_of_two_seeds_differ_and_keep_the_classes_even(tmp_path: Path) -> None:
    table = shipped_table()
    first, second = divided(table, "birds", tmp_path, n_seeds=2)
    assert (first.folds != second.folds).any()
    assert (first.seed, second.seed) == (0, 1)
    for division in (first, second):
        counts = [np.bincount(division.labels[division.folds == fold]) for fold in (0, 1)]
        assert np.abs(counts[0] - counts[1]).max() <= 1
    [again] = divided(table, "birds", tmp_path, n_seeds=1)
    assert again.digest == first.digest


def test_large_tables_are_cut_to_the_same_rows_each_time() -> None:
    table = shipped_table()
    one, other = cut(table, 50), cut(table, 50)
    assert one.n_rows == 50
    assert all(
        np.array_equal(left.values, right.values, equal_nan=left.kind == "numeric")
        for left, right in zip(one.columns, other.columns, strict=True)
    )
