"""Commands that are killed, and disks that are full: every file is the old or the new one."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

START = "from conjunct.cli.start import main; main()"
FULL = f"""
import resource, sys
from conjunct.files import write_text
resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
sys.dont_write_bytecode = True
{START}
"""
COMMANDS = [
    ("new.json", ["learn", "loans.csv", "--target", "status", "--save", "new.json"]),
    ("new.csv", ["predict", "model.json", "loans.csv", "--output", "new.csv"]),
    ("new.html", ["report", "model.json", "loans.csv", "--out", "new.html"]),
    ("new.json", ["apply", "model.json", "edits.json", "loans.csv", "--save", "new.json"]),
]


@pytest.fixture
def folder(tmp_path: Path, model: Path, loans: Path) -> Path:
    """Return a folder with a table, a model and edits."""
    (tmp_path / "model.json").write_bytes(model.read_bytes())
    (tmp_path / "edits.json").write_text('{"format": "conjunct-edits", "version": 1, "edits": []}')
    return tmp_path


def started(folder: Path, script: str, words: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *words],
        cwd=folder,
        env={**os.environ, "SOURCE_DATE_EPOCH": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
@pytest.mark.parametrize(("name", "words"), COMMANDS, ids=lambda part: str(part[0]))
def test_a_killed_command_leaves_the_old_file_or_the_new_one(
    folder: Path, name: str, words: list[str]
) -> None:
    """Kill it at the moment when the file is replaced, or at random moments of its run."""
    if words[0] == "report":
        pytest.importorskip("jinja2")
    start = time.monotonic()
    process = started(folder, START, words)
    assert process.wait(60) == 0, process.communicate()
    seconds = time.monotonic() - start
    process.communicate()
    new = (folder / name).read_text()
    moments = random.Random(1)
    for _ in range(4):
        (folder / name).write_text("old")
        process = started(folder, START, words)
        time.sleep(moments.uniform(0.3, 1.0) * seconds)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert (folder / name).read_text() in ("old", new)
    assert started(folder, START, words).communicate()
    assert not [path.name for path in folder.iterdir() if path.name.endswith(".tmp")]


@pytest.mark.skipif(os.name == "nt", reason="limits are POSIX")
@pytest.mark.parametrize(("name", "words"), COMMANDS[1:2])
def test_a_full_disk_is_told_in_one_sentence_and_leaves_the_old_file(
    folder: Path, name: str, words: list[str]
) -> None:
    (folder / "loans.csv").write_text("income,city\n" + "10,Bonn\n" * 200)
    (folder / name).write_text("old")
    process = started(folder, FULL, words)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert said == f"error: cannot write '{name}': File too large; choose another place\n"
    assert (folder / name).read_text() == "old"
    assert not [path for path in folder.iterdir() if path.name.endswith(".tmp")]


def test_a_model_that_is_cut_off_anywhere_is_refused(folder: Path) -> None:
    from conjunct import load_model
    from conjunct.errors import ModelError

    text = (folder / "model.json").read_text()
    assert json.loads(text)
    for size in range(0, len(text) - 2, 97):
        (folder / "cut.json").write_text(text[:size])
        with pytest.raises(ModelError):
            load_model(folder / "cut.json")
