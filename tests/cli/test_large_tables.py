from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pandas as pd
import pytest
from typer.testing import Result

from conjunct import rooms
from conjunct.data import size
from conjunct.data.size import TableSize, table_size
from conjunct.rooms import is_on_disk

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

ROWS = "income,city,status\n" + "".join(
    f"{number % 40},{'ab'[number % 2]},{'bad' if number % 40 < 15 or number == 199 else 'good'}\n"
    for number in range(200)
)
LEARN = ("--target", "status", "--learner", "seco", "--json")


def model_of(result: Result) -> object:
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)["model"]["rules"]


@pytest.fixture
def folder(write: Write) -> Path:
    frame = pd.read_csv(write("loans.csv", ROWS))
    Path("loans").mkdir()
    for number, start in enumerate((0, 70, 71)):
        end = (70, 71, 200)[number]
        frame.iloc[start:end].to_parquet(f"loans/{number}.parquet")
    return Path("loans")


def test_a_folder_of_parquet_files_is_one_table(run: Run, folder: Path) -> None:
    found = run("learn", "loans", *LEARN)
    assert model_of(found) == model_of(run("learn", "loans.csv", *LEARN))
    assert json.loads(found.stdout)["table"]["rows"] == 200
    assert run("learn", "loans").exit_code == 1


def test_a_table_beyond_the_limit_is_put_into_files(run: Run, folder: Path) -> None:
    mapped = []
    empty = rooms.empty

    def watched(shape: object, dtype: object) -> object:
        mapped.append(is_on_disk())
        return empty(shape, dtype)  # type: ignore[arg-type]

    with patch.object(size, "BASE", 1000), patch.object(rooms, "empty", watched):
        found = run("learn", "loans", *LEARN, "--memory-limit", "20KB")
    assert model_of(found) == model_of(run("learn", "loans.csv", *LEARN))
    assert "loans would take about 0 MB of memory; it is put into temporary files" in found.stderr
    assert mapped
    assert all(mapped)
    assert not is_on_disk()


@pytest.mark.parametrize("table", ["loans", "loans.csv"])
def test_a_table_that_is_too_large_even_so_is_refused(run: Run, folder: Path, table: str) -> None:
    found = run("learn", table, *LEARN, "--memory-limit", "100MB")
    assert found.exit_code == 1
    assert found.stdout == ""
    assert "about 200 rows of 3 columns, for which at least 400 MB of memory are needed" in (
        found.stderr
    )


def test_a_small_table_stays_in_memory(run: Run, folder: Path) -> None:
    assert run("learn", "loans", *LEARN, "--memory-limit", "2GB").stderr == ""
    assert run("learn", "--memory-limit", "2GB", "--json").exit_code == 0


@pytest.mark.parametrize("limit", ["much", "2 miles", "-1GB", "0"])
def test_what_is_no_size_is_refused(run: Run, folder: Path, limit: str) -> None:
    found = run("learn", "loans", *LEARN, f"--memory-limit={limit}")
    assert found.exit_code == 2
    assert "is not a size such as 2GB" in found.stderr


def test_a_kept_table_gives_the_same_model(run: Run, folder: Path) -> None:
    first = run("learn", "loans", *LEARN, "--cache", "kept")
    second = run("learn", "loans", *LEARN, "--cache", "kept")
    assert first.stdout == second.stdout
    assert first.stderr == "note: loans was kept in kept for the next time\n"
    assert second.stderr == "note: loans was loaded from the cache in kept\n"


def test_the_rows_of_a_text_file_are_judged_by_its_beginning(write: Write) -> None:
    path = write("loans.csv", ROWS)
    assert table_size(path) == TableSize(200, 3)
    with patch.object(size, "SAMPLE", 400):
        judged = table_size(path)
    assert judged is not None
    assert 180 < judged.n_rows < 220
    assert table_size(write("a.arff", "@relation a\n@attribute b {c}\n@data\nc\n")) is None


COMMANDS = {
    "evaluate": ("--target", "status", "--learner", "tree", "--cv", "2", "--json"),
    "stability": ("--target", "status", "--learner", "tree", "--samples", "2", "--json"),
}


def without_seconds(found: Result) -> list[str]:
    """Return what was printed, but for how long it took."""
    return [line for line in found.stdout.splitlines() if '"seconds"' not in line]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_learns_keeps_the_limit(run: Run, folder: Path, command: str) -> None:
    words = COMMANDS[command]
    whole = run(command, "loans", *words)
    with patch.object(size, "BASE", 1000):
        found = run(command, "loans", *words, "--jobs", "1", "--memory-limit", "20KB")
    assert found.exit_code == 0, found.stderr
    assert without_seconds(found) == without_seconds(whole)
    assert "it is put into temporary files" in found.stderr
    assert not is_on_disk()
    refused = run(command, "loans", *words, "--memory-limit", "100MB")
    assert refused.exit_code == 1
    assert "at least 400 MB of memory are needed; raise --memory-limit" in refused.stderr
    wrong = run(command, "loans", *words, "--memory-limit", "much")
    assert wrong.exit_code == 2
    assert "'--memory-limit': memory_limit must be a number of bytes, a text such" in wrong.stderr


def test_edits_are_applied_within_the_limit(run: Run, folder: Path) -> None:
    assert run("learn", "loans", *LEARN, "--save", "loans.json").exit_code == 0
    Path("edits.json").write_text('{"format": "conjunct-edits", "version": 1, "edits": []}')
    words = "apply", "loans.json", "edits.json", "loans"
    refused = run(*words, "--memory-limit", "100MB")
    assert refused.exit_code == 1
    assert "at least 400 MB of memory are needed; raise --memory-limit" in refused.stderr
