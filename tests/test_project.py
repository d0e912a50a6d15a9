"""The files that a project needs, and none that it must not hold."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import conjunct
from conjunct.data import shipped_table

ROOT = Path(__file__).parents[1]
SHIPPED = "src/conjunct/data/shipped/penguins.csv"
TABLE_ENDINGS = (".csv", ".tsv", ".arff", ".parquet", ".data", ".names", ".xlsx", ".gz")


def tracked_files() -> list[str]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip(f"git cannot list the files: {listed.stderr.strip()}")
    return [name for name in listed.stdout.split("\0") if name]


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"])
def test_the_project_has(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8").strip()


def test_the_changelog_has_a_section_for_this_version() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    assert any(line.startswith(f"## [{conjunct.__version__}]") for line in lines)


def test_the_shipped_table_is_the_only_tracked_table() -> None:
    tables = [name for name in tracked_files() if name.lower().endswith(TABLE_ENDINGS)]
    assert tables == [SHIPPED]


def test_no_tracked_file_is_large() -> None:
    tracked = [ROOT / name for name in tracked_files()]
    assert [path for path in tracked if path.is_file() and path.stat().st_size > 500_000] == []


def test_the_readme_shows_what_the_package_prints() -> None:
    rules = conjunct.LayeredRuleClassifier().fit_table(shipped_table()).rules_
    assert str(rules) in (ROOT / "README.md").read_text(encoding="utf-8")
