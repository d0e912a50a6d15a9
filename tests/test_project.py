"""The files that a project needs, and none that it must not hold."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from textwrap import indent

import pytest
from typer.testing import CliRunner

import conjunct
from conjunct.cli.app import app

ROOT = Path(__file__).parents[1]
SHIPPED = "src/conjunct/data/shipped/penguins.csv"
LISTS = {"benchmarks/protocol/tables.csv", "docs/guide/peers.csv"}
"""Names of tables and results, not tables to learn from."""
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
    assert set(tables) - LISTS == {SHIPPED}


def test_no_tracked_file_is_large() -> None:
    tracked = [ROOT / name for name in tracked_files()]
    assert [path for path in tracked if path.is_file() and path.stat().st_size > 500_000] == []


def test_the_readme_shows_what_its_first_command_prints() -> None:
    printed = CliRunner().invoke(app, ["learn"]).stdout
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"```\n$ conjunct learn\n{printed}```\n" in readme


def test_the_quick_start_shows_the_card_that_its_command_prints() -> None:
    table, card, scale, *_ = CliRunner().invoke(app, ["learn"]).stdout.split("\n\n")
    page = (ROOT / "docs/quickstart.rst").read_text(encoding="utf-8")
    assert indent(f"{table}\n\n{card}\n\n{scale}\n", "   ") in page
