from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

from conjunct.data import Table, read_table, table_cache
from conjunct.data.table_cache import FACTS, cached_table
from conjunct.errors import DataError
from conjunct.files import whole_folder

TEXT = "n,c,y\n1,a,u\n2.5,?,v\n?,b,u\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "table.csv"
    path.write_text(TEXT)
    return path


def opened(folder: Path, path: Path, **how: str) -> tuple[Table, str, bool]:
    """Return the table, the sentence, and whether the file was read."""
    was_read = False

    def read() -> Table:
        nonlocal was_read
        was_read = True
        return read_table(path, "y")

    table, sentence = cached_table(folder, path, {"target": "y", **how}, read)
    return table, sentence, was_read


def cells(table: Table) -> list[object]:
    assert table.target is not None
    columns = (*table.columns, table.target)
    found = [(c.name, c.kind, c.levels, c.form, c.values.tobytes()) for c in columns]
    weights = None if table.weights is None else table.weights.tolist()
    return [*found, table.name, table.notes, table.n_rows, weights]


def test_a_table_is_read_once(tmp_path: Path, path: Path) -> None:
    first, kept, read = opened(tmp_path / "cache", path)
    second, taken, read_again = opened(tmp_path / "cache", path)
    assert (read, read_again) == (True, False)
    assert cells(first) == cells(second) == cells(read_table(path, "y"))
    assert "kept in" in kept
    assert "loaded from the cache" in taken


def test_weights_are_kept(tmp_path: Path, path: Path) -> None:
    weighted = Table((), read_table(path, "y").target, weights=np.array([1.0, 2.0, 0.5]))
    for _ in range(2):
        found, _ = cached_table(tmp_path / "cache", path, {}, lambda: weighted)
        assert cells(found) == cells(weighted)


def test_other_files_and_other_settings_are_read_anew(tmp_path: Path, path: Path) -> None:
    cache = tmp_path / "cache"
    opened(cache, path)
    assert opened(cache, path, delimiter=";")[2]
    os.utime(path, ns=(1, 1))
    assert opened(cache, path)[2]
    path.write_text(TEXT + "3,a,v\n")
    assert opened(cache, path)[0].n_rows == 4


def damages(place: Path) -> dict[str, tuple[Path, bytes]]:
    numbers, facts = place / "0.npy", place / FACTS
    cut = numbers.read_bytes()
    turned = bytearray(cut)
    turned[-1] ^= 1
    older = json.loads(facts.read_text())
    older["facts"]["version"] = 0
    return {
        "cut": (numbers, cut[:-8]),
        "one bit": (numbers, bytes(turned)),
        "empty": (numbers, b""),
        "no facts": (facts, b""),
        "strange facts": (facts, b"[1]"),
        "changed facts": (facts, facts.read_bytes().replace(b'"n"', b'"m"')),
        "older": (facts, json.dumps(older).encode()),
    }


@pytest.mark.parametrize(
    "damage", ["cut", "one bit", "empty", "no facts", "strange facts", "changed facts", "older"]
)
def test_what_is_damaged_is_read_again_and_put_right(
    damage: str, tmp_path: Path, path: Path
) -> None:
    cache = tmp_path / "cache"
    opened(cache, path)
    (place,) = cache.iterdir()
    file, content = damages(place)[damage]
    file.write_bytes(content)
    table, sentence, read = opened(cache, path)
    assert read
    assert "damaged" in sentence
    assert cells(table) == cells(read_table(path, "y"))
    assert not opened(cache, path)[2]


def test_what_was_not_written_to_the_end_is_never_taken(tmp_path: Path, path: Path) -> None:
    cache = tmp_path / "cache"
    with (
        patch.object(table_cache.os, "replace", side_effect=OSError(28, "No space left")),
        pytest.raises(DataError, match="cannot keep the table: No space left; name a folder"),
    ):
        opened(cache, path)
    assert list(cache.iterdir()) == []
    assert opened(cache, path)[2]


KILLED = """
import os, signal, sys
from pathlib import Path
from conjunct.data import read_table, table_cache

def kill(*_):
    os.kill(os.getpid(), signal.SIGKILL)

table_cache._sum_of = kill
folder, path = map(Path, sys.argv[1:])
table_cache.cached_table(folder, path, {"target": "y"}, lambda: read_table(path, "y"))
"""


def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path: Path, path: Path) -> None:
    kept = tmp_path / "kept"
    ended = subprocess.run([sys.executable, "-c", KILLED, kept, path], check=False)
    assert ended.returncode == -signal.SIGKILL
    (left,) = kept.iterdir()
    assert left.name.endswith(".tmp")
    _, sentence, was_read = opened(kept, path)
    assert was_read
    assert "kept in" in sentence
    (place,) = kept.iterdir()
    assert not place.name.startswith(".")
    left.mkdir()
    assert not opened(kept, path)[2]
    assert [*kept.iterdir()] == [place]


def test_what_another_run_is_writing_stays(tmp_path: Path, path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "notes.tmp").mkdir()
    with whole_folder(kept / "other") as beside:
        opened(kept, path)
        assert beside.is_dir()
        (beside / "file").write_text("whole")
    assert (kept / "other" / "file").read_text() == "whole"
    assert (kept / "notes.tmp").is_dir()
    with pytest.raises(ZeroDivisionError), whole_folder(kept / "other"):
        raise ZeroDivisionError
    assert (kept / "other" / "file").read_text() == "whole"
    assert not [one for one in kept.iterdir() if one.name.startswith(".")]
