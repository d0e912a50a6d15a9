from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from conjunct.cli.spreadsheet import guarded

Run = Callable[..., Result]


@pytest.mark.parametrize("cell", ["=1+1", "+cmd", "-cmd", "@sum", "\t=1", "\r=1", "=", "-"])
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(cell: str) -> None:
    assert guarded(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", "a=b", "-2.5", "+3", "-1e9", 5, -2.5, None, " =1"])
def test_everything_else_stays(cell: object) -> None:
    assert guarded(cell) is cell


def test_predictions_are_guarded_where_that_is_asked_for(
    run: Run, model: Path, tmp_path: Path
) -> None:
    (tmp_path / "new.csv").write_text("income,city,=note\n10,Bonn,=1+1\n")
    lines = {}
    for option in ([], ["--spreadsheet-safe"]):
        result = run("predict", model, "new.csv", "--keep", *option)
        lines[bool(option)] = list(csv.reader(io.StringIO(result.stdout)))
    assert [line[2] for line in lines[False]] == ["=note", "=1+1"]
    assert [line[2] for line in lines[True]] == ["'=note", "'=1+1"]
    assert [line[:2] for line in lines[True]] == [["income", "city"], ["10", "Bonn"]]
