"""The public surface: every listed name exists, teaches, and stands on an API page."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = (
    *("data", "model", "choose", "evaluate", "count", "search", "cover", "trees"),
    *("estimators", "estimators.instances", "plots", "export", "report"),
)
MODULES = [
    importlib.import_module(name) for name in ("conjunct", *(f"conjunct.{x}" for x in LAYERS))
]
NAMES = [
    pytest.param(module, name, id=f"{module.__name__}.{name}")
    for module in MODULES
    for name in getattr(module, "__all__", ())
]
DOCUMENTED = (
    *("conjunct", "conjunct.data", "conjunct.evaluate", "conjunct.choose", "conjunct.model"),
    *("conjunct.estimators.instances", "conjunct.plots", "conjunct.export", "conjunct.report"),
)


def listed_names() -> set[str]:
    """Return the full names in every autosummary of the API pages."""
    listed = set()
    for page in sorted((ROOT / "docs" / "api").glob("*.rst")):
        module = ""
        for line in page.read_text(encoding="utf-8").splitlines():
            if found := re.match(r"\.\. currentmodule:: (\S+)", line):
                module = found[1]
            elif found := re.match(r"   ([A-Za-z_]\w*)$", line):
                listed.add(f"{module}.{found[1]}")
    return listed


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_package_lists_its_public_names_once(module: ModuleType) -> None:
    names = getattr(module, "__all__", [])  # some packages are imported from file by file
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_a_public_name_is_there_and_has_a_docstring(module: ModuleType, name: str) -> None:
    value = getattr(module, name)
    if inspect.isclass(value) or inspect.isroutine(value):
        text = inspect.getdoc(value) or ""
        assert text, f"{name} has no docstring"
        assert not text.startswith(f"{name}("), f"{name} has only a generated docstring"


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_a_public_name_of_a_documented_package_is_on_an_api_page(
    module: ModuleType, name: str
) -> None:
    value = getattr(module, name)
    if module.__name__ in DOCUMENTED and (inspect.isclass(value) or inspect.isroutine(value)):
        at_top = getattr(MODULES[0], name, None) is value
        assert f"{'conjunct' if at_top else module.__name__}.{name}" in listed_names()


def test_the_api_pages_list_nothing_that_is_gone() -> None:
    for full_name in listed_names():
        module, _, name = full_name.rpartition(".")
        assert hasattr(importlib.import_module(module), name), full_name


@pytest.mark.parametrize("full", sorted(listed_names()))
def test_a_name_on_an_api_page_has_an_example(full: str) -> None:
    module, _, name = full.rpartition(".")
    value = getattr(importlib.import_module(module), name)
    if inspect.isclass(value) or inspect.isroutine(value):
        assert ">>> " in (inspect.getdoc(value) or ""), f"{full} has no example"
