"""Compiled code is never stale, never half, and never needed to be kept."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import conjunct
from conjunct.count.kernel_cache import KEPT, PREFIX, _forget_old, source_digest

pytest.importorskip("numba")

PACKAGE = Path(conjunct.__file__).parent
PROBE = """
from conjunct.count.engine import SCALE
from conjunct.count.jit import njit
from conjunct.count.kernels import ZERO

@njit(cache=True, nogil=True)
def scale(number):
    return SCALE * number + ZERO
"""
ASK = """
from conjunct.count.probe_kernels import scale
print(scale(1), sum(scale._cache_misses.values()) if hasattr(scale, "_cache_misses") else -1)
"""
UNKEPT = "compiled code cannot be kept, because no folder for it can be written"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Copy the package, and add a kernel that is compiled in a moment."""
    copied = tmp_path / "conjunct"
    shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    (copied / "count" / "probe_kernels.py").write_text(PROBE)
    return copied


def asked(package: Path, **environment: str) -> tuple[list[str], str]:
    """Return what a new process computes and how often it compiled; and what it says."""
    inherited = {name: value for name, value in os.environ.items() if "NUMBA" not in name}
    done = subprocess.run(
        [sys.executable, "-B", "-c", ASK],
        env={**inherited, "PYTHONPATH": str(package.parent), **environment},
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    return done.stdout.split(), done.stderr


def test_a_constant_of_another_file_that_is_edited_is_compiled_anew(package: Path) -> None:
    engine = package / "count" / "engine.py"
    (before, misses), _ = asked(package)
    assert misses == "1"
    assert asked(package)[0] == [before, "0"]
    source = engine.read_text()
    engine.write_text(source.replace("SCALE = ", "SCALE = 2 * ", 1))
    assert asked(package)[0] == [str(2 * float(before)), "1"]


def test_cut_off_files_are_made_anew(package: Path) -> None:
    answer = asked(package)[0]
    for ending, size in [("nbi", 0), ("nbc", 40)]:
        (kept,) = package.rglob(f"probe_kernels*.{ending}")
        whole = kept.stat().st_size
        os.truncate(kept, size)
        assert asked(package)[0] == answer
        assert kept.stat().st_size == whole


def test_without_a_folder_it_compiles_each_time_and_says_so_in_one_sentence(
    package: Path, tmp_path: Path
) -> None:
    """Folders cannot be made below a file, not even by an administrator."""
    (tmp_path / "file").write_text("")
    below = str(tmp_path / "file" / "below")
    (_, misses), said = asked(package, NUMBA_CACHE_DIR=below)
    assert misses == "1"
    assert said.startswith(UNKEPT)
    assert said.count("\n") == 1


def test_a_package_that_cannot_be_written_keeps_code_at_home(package: Path, tmp_path: Path) -> None:
    (package / "count" / "__pycache__").write_text("in the way of the folder")
    _, said = asked(package, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert said == ""
    assert list((tmp_path / "cache" / "conjunct").rglob("probe_kernels*.nbc"))


def test_the_folders_of_old_sources_are_removed(tmp_path: Path) -> None:
    folders = [tmp_path / f"{PREFIX}{number}" for number in range(KEPT + 3)]
    for age, folder in enumerate(reversed(folders)):
        folder.mkdir()
        os.utime(folder, (1e9 - age, 1e9 - age))
    (tmp_path / "other").mkdir()
    _forget_old(tmp_path, folders[0])
    left = sorted(folder.name for folder in tmp_path.iterdir())
    assert left == sorted(["other", *(folder.name for folder in [folders[0], *folders[-KEPT:]])])


def test_kernels_use_nothing_that_the_digest_leaves_out() -> None:
    """The digest reads the folder `count`, and all kernels elsewhere."""
    for path in PACKAGE.rglob("*kernels.py"):
        names = {
            node.module
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("conjunct")
        }
        inside = path.parent.name == "count"
        allowed = ("conjunct.count.", "conjunct.types") if inside else ("conjunct.count.jit",)
        other = {name for name in names if not name.endswith("_kernels")}
        assert all(name.startswith(allowed) for name in other), path


def test_kernels_beside_the_folder_are_part_of_the_digest(tmp_path: Path) -> None:
    folder, other = tmp_path / "count", tmp_path / "choose"
    folder.mkdir()
    other.mkdir()
    (folder / "a.py").write_text("ZERO = 0")
    before = source_digest(folder)
    (other / "sums.py").write_text("ONE = 1")
    assert source_digest(folder) == before
    (other / "sum_kernels.py").write_text("ONE = 1")
    assert source_digest(folder) != before
