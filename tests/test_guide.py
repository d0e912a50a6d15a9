"""Examples of the guide that run."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[1] / "docs" / "guide"


@pytest.mark.parametrize("page", ["editing.rst"])
def test_the_examples_of_a_page_print_what_it_says(page: str) -> None:
    failed, tried = doctest.testfile(str(GUIDE / page), module_relative=False, encoding="utf-8")
    assert tried
    assert not failed
