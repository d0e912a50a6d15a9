"""Examples in the docstrings of `peers` hold; pytest does not look at its folder by itself."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["measures", "report", "picture", "workers.ours"])
def test_examples_hold(name: str) -> None:
    failed, tried = doctest.testmod(import_module(f"peers.{name}"))
    assert tried > 0
    assert failed == 0
