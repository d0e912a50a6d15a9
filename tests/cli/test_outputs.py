"""Commands refuse to write over what they read, before they do any work."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]


@pytest.mark.parametrize(
    "words",
    [
        ["learn", "loans.csv", "--target", "status", "--save", "loans.csv"],
        ["learn", "loans.csv", "--target", "status", "--save", "./loans.csv"],
        ["learn", "loans.csv", "--target", "status", "--save", "link.csv"],
        ["learn", "loans.csv", "--target", "status", "--save", "hard.csv"],
        ["predict", "model.json", "loans.csv", "--output", "loans.csv"],
        ["predict", "model.json", "loans.csv", "--output", "model.json"],
        ["export", "model.json", "--to", "sql", "--output", "model.json"],
        ["report", "model.json", "loans.csv", "--out", "loans.csv"],
        ["describe", "model.json", "--out", "model.json"],
        ["edit", "model.json", "loans.csv", "--out", "loans.csv"],
        ["apply", "model.json", "edits.json", "loans.csv", "--save", "edits.json"],
        ["apply", "model.json", "edits.json", "loans.csv", "--save", "model.json"],
    ],
)
def test_what_is_read_is_not_written_over(
    run: Run, loans: Path, model: Path, words: list[str]
) -> None:
    if model.name != "model.json":
        shutil.copy(model, "model.json")
    Path("edits.json").write_text("{}")
    Path("link.csv").symlink_to("loans.csv")
    os.link("loans.csv", "hard.csv")
    before = {path.name: path.read_bytes() for path in Path().iterdir()}
    result = run(*words)
    assert result.exit_code == 2
    assert f"{words[-1].removeprefix('./')!r} is read by this command" in result.stderr
    assert result.stdout == ""
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before


def test_a_target_that_is_called_like_the_file_is_no_file_that_is_read(
    run: Run, loans: Path
) -> None:
    Path("status").write_text("an old model")
    result = run("learn", "loans.csv", "--target", "status", "--save", "status")
    assert result.exit_code == 0
    assert Path("status").read_text().startswith("{")


def test_a_folder_is_refused_before_anything_is_read(run: Run) -> None:
    result = run("predict", "no.json", "no.csv", "--output", ".")
    assert (result.exit_code, result.stderr) == (
        1,
        "error: cannot write '.': it is a folder; name a file in it\n",
    )
