from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conjunct.choose import poe_kernels
from conjunct.count import kernels as counting
from conjunct.estimators import warm
from conjunct.search import bit_kernels, climb_kernels, gain_kernels, kernels
from conjunct.trees import kernels as splitting

ASK = """
from conjunct.estimators.warm import is_compiled
parts = ("beams", "poe", "climbs", "trees")
print(*(is_compiled(4, [part]) for part in parts), is_compiled(10**6))
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
        (climb_kernels, "list_refinements"),
        (gain_kernels, "best_condition"),
        (splitting, "best_splits"),
    ):
        monkeypatch.setattr(module, name, lambda: None)
    assert warm.is_compiled(100_000, ["beams", "poe", "climbs", "gains", "trees"])


class _Cold:
    """A kernel whose cache is empty."""

    def __init__(self) -> None:
        self._cache = self._cache_file = self

    def _load_index(self) -> dict[str, str]:
        return {}


@pytest.mark.parametrize(
    ("part", "module", "name"),
    [
        ("poe", poe_kernels, "mean_rate"),
        ("climbs", climb_kernels, "list_refinements"),
        ("gains", gain_kernels, "best_condition"),
        ("trees", splitting, "best_splits"),
    ],
)
def test_parts_are_compiled_apart(
    monkeypatch: pytest.MonkeyPatch, part: warm.Part, module: object, name: str
) -> None:
    monkeypatch.setattr(bit_kernels, "run_beams", lambda: None)
    monkeypatch.setattr(counting, "count_covers", lambda: None)
    monkeypatch.setattr(module, name, _Cold())
    assert warm.is_compiled(100)
    assert not warm.is_compiled(100, [part])
    assert not warm.is_compiled(100, ["beams", part])


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

    assert said(ASK) == "False False False False False\n"
    said(LEARN)
    assert said(ASK) == "True False False False False\n"
    said(EVALUATE)
    assert said(ASK) == "True True False False False\n"
