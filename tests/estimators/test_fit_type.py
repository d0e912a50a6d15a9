"""What a type checker sees: every parameter with its type, and that `fit` returns the learner."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import conjunct

SOURCE = """\
from conjunct import RipperClassifier, RuleTreeClassifier, ScoreCardClassifier, SeCoClassifier
from conjunct.choose import ProcessOriented
from conjunct.estimators import CN2Classifier

X, y = [[1.0], [2.0]], ["a", "b"]
reveal_type(RipperClassifier().fit(X, y))
reveal_type(CN2Classifier(stopping=ProcessOriented(rate="raw")).fit(X, y).rules_)
reveal_type(SeCoClassifier().max_conditions)
CN2Classifier(stopping=ProcessOriented(rate="least"))
RuleTreeClassifier().fit()
ScoreCardClassifier(size=3, engine="numpy", time_limit=1.5, categorical_features=[0])
ScoreCardClassifier(sizes=3)
ScoreCardClassifier(size="large")
ScoreCardClassifier(time_limit="long")
SeCoClassifier("laplace", conditions=("=",), max_rules="quinlan").score(X, y)
SeCoClassifier("laplace", "wra")
RipperClassifier(min_coverage=1.5)
"""
SEEN = {
    6: "note: Revealed type is .*conjunct.estimators.ripper.RipperClassifier",
    7: "note: Revealed type is .*conjunct.model.rules.Rules",
    8: "note: Revealed type is .*int . None",
    9: 'error: Argument "rate" to "ProcessOriented" has incompatible type',
    10: 'error: Missing positional arguments "X", "y" in call to "fit"',
    12: 'error: Unexpected keyword argument "sizes" for "ScoreCardClassifier"',
    13: 'error: Argument "size" to "ScoreCardClassifier" has incompatible type',
    14: 'error: Argument "time_limit" to "ScoreCardClassifier" has incompatible type',
    16: 'error: Too many positional arguments for "SeCoClassifier"',
    17: 'error: Argument "min_coverage" to "RipperClassifier" has incompatible type',
}
"""What mypy says of each line; of the others nothing."""


@pytest.mark.slow
def test_a_type_checker_sees_parameters_and_what_fit_returns(tmp_path: Path) -> None:
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
    said = re.findall(r"^use\.py:(\d+): ((?:error|note: Revealed).*)$", ran.stdout, re.MULTILINE)
    assert [int(line) for line, _ in said] == list(SEEN), ran.stdout + ran.stderr
    for line, sentence in said:
        assert re.match(SEEN[int(line)], sentence), sentence
