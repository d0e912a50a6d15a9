"""The guide runs, and the pages about the code name files that are there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "guide"
PAGES = [page.name for page in sorted(GUIDE.glob("*.rst")) if ">>> " in page.read_text("utf-8")]
FILE = re.compile(r"(?<![\w/])(?:\w+/)+\w+\.(?:py|js)\b")
PLACES = ("src/conjunct", "src", "")


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_print_what_it_says(page: str) -> None:
    failed, tried = doctest.testfile(str(GUIDE / page), module_relative=False, encoding="utf-8")
    assert tried
    assert not failed


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/flow.rst"])
def test_the_files_that_a_page_names_are_there(page: str) -> None:
    named = set(FILE.findall((ROOT / page).read_text(encoding="utf-8")))
    assert len(named) > 20
    there = {name for name in named for place in PLACES if (ROOT / place / name).is_file()}
    assert named - there == set()


def test_every_page_of_the_guide_is_in_its_contents() -> None:
    contents = (GUIDE / "index.rst").read_text(encoding="utf-8").split()
    assert {page.stem for page in GUIDE.glob("*.rst")} - {*contents, "index"} == set()
