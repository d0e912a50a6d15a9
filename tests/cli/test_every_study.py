"""`conjunct reproduce` of every study, at the smallest settings that it has."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from matplotlib.figure import Figure
from typer.testing import Result

from conjunct.data import shipped
from conjunct.experiments.registry import STUDIES, find_study

Run = Callable[..., Result]

PENGUINS = Path(shipped.__file__).parent / "shipped" / "penguins.csv"
OWN_TABLES = {"poe-curves": "half-wrong-20", "poe-dimensions": "dnf-4"}
"""Tables that a study makes itself; the others run on penguins."""

SMALL = {
    "max_width": 2,
    "n_items": 3,
    "n_train": 60,
    "n_test": 60,
    "iterations": 20,
    "folds": 2,
}
"""Settings, for the studies that have them."""


def slow_if_long(name: str) -> Any:
    """Mark the study that fits every learner six times."""
    return pytest.param(name, marks=pytest.mark.slow) if name == "honesty" else name


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with every fourth penguin, and with every second one; the species is last."""
    folder = tmp_path_factory.mktemp("tables")
    with PENGUINS.open(newline="") as file:
        rows = list(csv.DictReader(file))
    names = [*(name for name in rows[0] if name != "species"), "species"]
    for name, step in (("penguins", 4), ("more-penguins", 2)):
        with (folder / f"{name}.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, names)
            writer.writeheader()
            writer.writerows(rows[::step])
    return folder


def write_blank(figure: Figure, file: BinaryIO, **_: Any) -> None:
    """Write an empty picture, which takes no time."""
    file.write(b"<svg></svg>")


@pytest.mark.parametrize("name", [slow_if_long(name) for name in STUDIES])
def test_a_study_runs_from_end_to_end(
    run: Run, folder: Path, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = OWN_TABLES.get(name)
    table = "more-penguins" if name == "knopf" else "penguins"  # its samples have 30 rows a class
    tables = ("--tables", own) if own else ("--tables", table, "--data-dir", folder)
    study = find_study(name)
    settings = [f"{one}={SMALL[one]}" for one in study.settings if one in SMALL]
    options = [word for one in settings for word in ("--set", one)]
    arguments = (*tables, *options, "--trials", "1", "--jobs", "1", "--out", "studies")
    result = run("reproduce", name, *arguments)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith(f"{name}: {study.title}")
    assert all(one.replace("=", " ") in result.stdout for one in settings)
    monkeypatch.setattr(Figure, "savefig", write_blank)  # the pictures were drawn once
    document = json.loads(run("reproduce", name, *arguments, "--json").stdout)
    (found,) = document["studies"]
    assert found["complete"]
    assert found["grids"]
    written = {path.name for path in (tmp_path / "studies" / name).iterdir()}
    assert {f"{grid['name']}.csv" for grid in found["grids"]} <= written
    page = (tmp_path / "studies" / "index.html").read_text(encoding="utf-8")
    assert study.title in unescape(page)
