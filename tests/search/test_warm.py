from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conjunct.choose import poe_kernels
from conjunct.count import kernels as counting
from conjunct.search import bit_kernels, kernels, warm

ASK = """
from conjunct.search.warm import is_compiled
print(is_compiled(4), is_compiled(4, poe=True), is_compiled(10**6))
"""
LEARN = """
from conjunct import LayeredRuleClassifier
LayeredRuleClassifier().fit([[1], [2], [3], [4]], [0, 0, 1, 1])
"""
EVALUATE = """
from conjunct.choose import poe_error
poe_error(4, 1, 3)
"""


def test_without_the_compiler_there_is_nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bit_kernels, "run_beams", lambda: None)
    assert warm.is_compiled(100)
    for module, name in (
        (counting, "count_covers"),
        (kernels, "pick_refinements"),
        (kernels, "survey_beams"),
        (poe_kernels, "mean_rate"),
    ):
        monkeypatch.setattr(module, name, lambda: None)
    assert warm.is_compiled(100_000, poe=True)


class _Cold:
    """A kernel whose cache is empty."""

    def __init__(self) -> None:
        self._cache = self._cache_file = self

    def _load_index(self) -> dict[str, str]:
        return {}


def test_process_oriented_evaluation_is_compiled_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bit_kernels, "run_beams", lambda: None)
    monkeypatch.setattr(poe_kernels, "mean_rate", _Cold())
    assert warm.is_compiled(100)
    assert not warm.is_compiled(100, poe=True)


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

    assert said(ASK) == "False False False\n"
    said(LEARN)
    assert said(ASK) == "True False False\n"
    said(EVALUATE)
    assert said(ASK) == "True True False\n"
