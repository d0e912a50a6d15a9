"""The types of scikit-learn's classes: what the stub file says is there when a program runs."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

from conjunct.estimators import scikit_learn

STUB = Path(scikit_learn.__file__).with_suffix(".pyi")
CLASSES = [
    node
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body
    if isinstance(node, ast.ClassDef)
]
METHODS = [
    (kind.name, method)
    for kind in CLASSES
    for method in kind.body
    if isinstance(method, ast.FunctionDef) and not method.name.endswith("_request")
]


def test_the_stub_file_has_the_same_classes() -> None:
    assert sorted(one.name for one in CLASSES) == scikit_learn.__all__


@pytest.mark.parametrize(("kind", "method"), METHODS, ids=lambda one: getattr(one, "name", one))
def test_a_method_takes_what_the_stub_file_says(kind: str, method: ast.FunctionDef) -> None:
    real = inspect.signature(getattr(getattr(scikit_learn, kind), method.name)).parameters
    given = method.args
    named = {one.arg for one in (*given.args[1:], *given.kwonlyargs)}
    assert named <= real.keys()
    for one, how in ((given.vararg, "VAR_POSITIONAL"), (given.kwarg, "VAR_KEYWORD")):
        assert one is None or real[one.arg].kind.name == how
