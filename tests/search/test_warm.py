from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conjunct.count import kernels as counting
from conjunct.search import bit_kernels, kernels, warm

ASK = "from conjunct.search.warm import is_compiled; print(is_compiled(4), is_compiled(10**6))"
LEARN = """
from conjunct import LayeredRuleClassifier
LayeredRuleClassifier().fit([[1], [2], [3], [4]], [0, 0, 1, 1])
"""


def test_without_the_compiler_there_is_nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bit_kernels, "run_beams", lambda: None)
    assert warm.is_compiled(100)
    for module, name in (
        (counting, "count_covers"),
        (kernels, "pick_refinements"),
        (kernels, "survey_beams"),
    ):
        monkeypatch.setattr(module, name, lambda: None)
    assert warm.is_compiled(100_000)


@pytest.mark.slow
@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
def test_a_machine_is_cold_until_it_has_learned_once(tmp_path: Path) -> None:
    def said(code: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert said(ASK) == "False False\n"
    said(LEARN)
    assert said(ASK) == "True False\n"
