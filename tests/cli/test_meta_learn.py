"""`conjunct meta-learn`: a heuristic from a folder of tables, and what can be wrong with it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from conjunct import SeCoClassifier
from conjunct.data import shipped, shipped_table
from conjunct.evaluate import LearnedHeuristic

Run = Callable[..., Result]

PENGUINS = Path(shipped.__file__).parent / "shipped" / "penguins.csv"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one table whose class is its last column, and something else."""
    folder = tmp_path / "tables"
    folder.mkdir()
    lines = [line.split(",") for line in PENGUINS.read_text().splitlines()]
    at = lines[0].index("species")
    text = "\n".join(",".join([*line[:at], *line[at + 1 :], line[at]]) for line in lines)
    (folder / "penguins.csv").write_text(text)
    (folder / "notes.md").write_text("not a table")
    return folder


def test_a_heuristic_is_learned_and_can_be_used(run: Run, folder: Path) -> None:
    arguments = ("--repeats", 1, "--jobs", 1, "--recipe", "precision-linear", "--out", "mine.json")
    result = run("meta-learn", folder, *arguments)
    assert result.exit_code == 0
    assert result.stdout.startswith("Learned from ")
    assert "rules of 1 table by linear regression, features by AIC; mean absolute" in result.stdout
    assert "\nh = " in result.stdout
    assert "--learner seco --set heuristic=mine.json" in result.stdout
    assert "written to mine.json" in result.stderr
    learned = LearnedHeuristic.load("mine.json")
    assert learned.training is not None
    assert learned.training.tables == ("penguins",)
    rules = SeCoClassifier("mine.json").fit_table(shipped_table()).rules_
    assert len(rules) > 1


def test_the_same_command_again_takes_what_was_recorded(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("meta-learn", folder, "--repeats", 1, "--jobs", 1, "--recipe", "precision-linear")
    first = run(*command, "--json", "--out", "one.json")

    def fail(*_: object) -> None:
        raise AssertionError("recorded again")

    monkeypatch.setattr("conjunct.experiments.runner._attempt", fail)
    second = run(*command, "--json", "--out", "two.json")
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()
    documents = [json.loads(one.stdout) for one in (first, second)]
    assert documents[0]["heuristic"] == documents[1]["heuristic"]
    assert documents[1]["out"] == "two.json"
    assert documents[0]["recipe"] == "precision-linear"


def test_an_unknown_recipe_is_refused_with_the_known_ones(run: Run, folder: Path) -> None:
    result = run("meta-learn", folder, "--recipe", "best", "--out", "mine.json")
    assert result.exit_code == 2
    text = " ".join(result.stderr.split())
    assert "there is no recipe 'best'; the recipes are learned, precision-linear" in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nowhere", "--out", "a.json"), "there is no folder nowhere"),
        (("empty", "--out", "a.json"), "empty holds no table; put files such as loans.csv there"),
        (
            ("tables", "--out", "no/a.json"),
            "cannot write 'no/a.json': there is no folder 'no'; create it first",
        ),
        (("tables", "--tables", "penguins,vote", "--out", "a.json"), "tables does not hold vote"),
        (("small", "--repeats", 1, "--jobs", 1, "--out", "a.json"), "there are only "),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    run: Run, folder: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    (folder.parent / "empty").mkdir()
    (folder.parent / "small").mkdir()
    (folder.parent / "small" / "four.csv").write_text("x,class\n1,a\n2,a\n3,b\n4,b\n")
    result = run("meta-learn", *arguments)
    assert result.exit_code == 1
    assert f"error: {sentence}" in result.stderr
    assert not Path("a.json").exists()


def test_a_table_that_cannot_be_read_is_named(run: Run, folder: Path) -> None:
    shutil.copy(folder / "notes.md", folder / "broken.arff")
    result = run("meta-learn", folder, "--out", "a.json")
    assert result.exit_code == 1
    assert "broken.arff" in result.stderr
