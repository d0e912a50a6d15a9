"""The commands of the tutorials print what the pages show, where the public tables are at hand.

`UPDATE_TUTORIALS=1 pytest tests/test_tutorials.py` writes what they print into the pages.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from conjunct.cli.app import app

PAGES = Path(__file__).parents[1] / "docs" / "tutorials"
BLOCK = re.compile(r"^\.\. code-block:: console\n\n((?:   .*\n|\n)+)", re.MULTILINE)
PYTHON = re.compile(r"^\.\. code-block:: python\n\n((?:   .*\n|\n)+)", re.MULTILINE)
JSON = re.compile(r"^\.\. code-block:: json\n\n((?:   .*\n|\n)+)", re.MULTILINE)


class Command(NamedTuple):
    """A command and what the page says that it prints."""

    words: str
    shown: str


def commands_of(block: str) -> list[Command]:
    text = re.sub(r"^   ", "", block, flags=re.MULTILINE).rstrip("\n")
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [Command(*part.partition("\n")[::2]) for part in parts]


def printed(command: Command) -> str:
    result = CliRunner().invoke(app, shlex.split(command.words)[1:])
    assert result.exit_code == 0, result.output
    return result.stdout.strip("\n")


def test_a_block_is_read_command_by_command() -> None:
    block = "   $ conjunct a\n   one\n\n     two\n   $ conjunct b\n"
    assert commands_of(block) == [
        Command("conjunct a", "one\n\n  two\n"),
        Command("conjunct b", ""),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["credit", "medicine", "rare_events"])
def test_the_commands_print_what_the_page_shows(
    name: str, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (PAGES / f"{name}.rst").read_text(encoding="utf-8")
    for table in re.findall(r"[\w-]+\.arff", page):
        shutil.copy(tables / table, tmp_path)
    for edits in JSON.findall(page):
        (tmp_path / "edits.json").write_text(edits, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for code in PYTHON.findall(page):
        exec(textwrap.dedent(code), {})
    for block in BLOCK.findall(page):
        text = ""
        for command in commands_of(block):
            found = printed(command)
            if not os.environ.get("UPDATE_TUTORIALS"):
                assert found == command.shown.strip("\n"), command.words
            text += f"$ {command.words}\n{found}\n" + ("\n" if found else "")
        lines = [f"   {line}".rstrip() + "\n" for line in text.rstrip("\n").split("\n")]
        page = page.replace(block, "".join(lines) + "\n")
    if os.environ.get("UPDATE_TUTORIALS"):
        (PAGES / f"{name}.rst").write_text(page, encoding="utf-8")
