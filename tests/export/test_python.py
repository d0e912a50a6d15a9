"""The Python function returns what the model returns, and is typed."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings

from conjunct.data import shipped_table
from conjunct.export.python import to_python

from .agreement import assert_agrees
from .hostile import models, texts
from .learned import LEARNERS
from .python_function import answers

FORMS = ("list", "set", "card", "tree")


# Tables have no blanks around their categories, and the function cuts them off.
stripped = texts.filter(lambda text: text == text.strip())


@settings(max_examples=80, phases=[Phase.generate])
@given(model=models(FORMS, text=stripped))
def test_hostile_models_agree(model) -> None:
    assert_agrees(*model, answers(*model))


@pytest.mark.parametrize("learner", ["card", "cn2", "tree", "layered"])
def test_the_function_needs_nothing_but_python(learner: str, tmp_path: Path) -> None:
    source = LEARNERS[learner](shipped_table()).to_python("classify")
    (function,) = [one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef)]
    assert function.name == "classify"
    assert function.returns is not None
    modules = {one.module for one in ast.walk(ast.parse(source)) if isinstance(one, ast.ImportFrom)}
    assert modules <= {"math", "typing", "collections.abc"}
    path = tmp_path / "classify.py"
    path.write_text(source, encoding="utf-8")
    subprocess.run([sys.executable, "-I", "-W", "error", path], check=True)


@pytest.mark.parametrize("learner", ["card", "cn2", "tree", "layered"])
def test_the_function_passes_a_strict_type_check(learner: str, tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api", reason="mypy is not installed")
    path = tmp_path / "predict.py"
    path.write_text(to_python(LEARNERS[learner](shipped_table())), encoding="utf-8")
    said, _, fault = api.run(["--strict", "--no-incremental", str(path)])
    assert fault == 0, said
