"""What a type checker sees: `fit` returns the learner itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import conjunct

SOURCE = """\
from conjunct import RipperClassifier, RuleTreeClassifier
from conjunct.choose import ProcessOriented
from conjunct.estimators import CN2Classifier

X, y = [[1.0], [2.0]], ["a", "b"]
reveal_type(RipperClassifier().fit(X, y))
reveal_type(CN2Classifier(stopping=ProcessOriented(rate="raw")).fit(X, y).rules_)
CN2Classifier(stopping=ProcessOriented(rate="least"))
RuleTreeClassifier().fit()
"""


@pytest.mark.slow
def test_a_type_checker_sees_what_fit_returns(tmp_path: Path) -> None:
    pytest.importorskip("mypy.api", reason="mypy is not installed")
    (tmp_path / "use.py").write_text(SOURCE, encoding="utf-8")
    folder = Path(conjunct.__file__).parents[1]
    command = [sys.executable, "-m", "mypy", "--follow-imports=silent", "--no-incremental"]
    ran = subprocess.run(
        [*command, "--ignore-missing-imports", "use.py"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("use.py:6: note: Revealed type is "), ran.stdout + ran.stderr
    assert "conjunct.estimators.ripper.RipperClassifier" in lines[0]
    assert "conjunct.model.rules.Rules" in lines[1]
    assert 'use.py:8: error: Argument "rate" to "ProcessOriented"' in lines[2]
    assert any("use.py:9: error: Missing positional arguments" in line for line in lines)
