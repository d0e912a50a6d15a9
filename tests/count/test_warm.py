from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from conjunct.count import kernels, warm

KERNELS = ("pick_refinements", "count_covers", "survey")


def with_cache(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    stats = SimpleNamespace(cache_path=str(folder))
    monkeypatch.setattr(kernels, "pick_refinements", SimpleNamespace(stats=stats))


def test_an_empty_cache_is_not_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with_cache(monkeypatch, tmp_path)
    assert not warm.is_compiled()


def test_a_cache_with_the_kernels_is_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in KERNELS:
        (tmp_path / f"kernels.{name}-1.py311.nbi").touch()
    with_cache(monkeypatch, tmp_path)
    assert warm.is_compiled()


def test_a_cache_of_older_kernels_is_not_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in KERNELS:
        old = tmp_path / f"kernels.{name}-1.py311.nbi"
        old.touch()
        os.utime(old, (0, 0))
    with_cache(monkeypatch, tmp_path)
    assert not warm.is_compiled()


def test_without_the_compiler_there_is_nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "pick_refinements", lambda: None)
    assert warm.is_compiled()
