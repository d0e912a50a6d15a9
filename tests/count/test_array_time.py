"""Seconds of array operations are kept from run to run, so that compiling comes when it pays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from conjunct.count import array_time, engines
from conjunct.data import Column, Table
from conjunct.encode import CodedTable, encode


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the time in an empty folder, and forget what this process has spent."""
    monkeypatch.setattr(array_time, "kernel_folder", lambda: tmp_path)
    monkeypatch.setattr(engines._Spent, "seconds", 0.0)
    return tmp_path


@pytest.fixture
def small() -> CodedTable:
    target = Column("class", "nominal", np.arange(20) % 2, ("no", "yes"))
    return encode(Table((Column("a", "numeric", np.arange(20.0)),), target))


def chosen(table: CodedTable, learner: str | None = "Card") -> str:
    return type(engines.make_engine("auto", table, learner=learner)).__name__


def test_fits_of_many_runs_add_up_until_compiling_pays() -> None:
    array_time.add_fit("Card", 0.6 * array_time.COMPILING)
    assert not array_time.is_due("Card")
    array_time.add_fit("Card", 0.6 * array_time.COMPILING)
    assert array_time.is_due("Card")
    assert not array_time.is_due("Tree")


def test_fits_that_end_before_compiled_code_is_loaded_do_not_count() -> None:
    for _ in range(1000):
        array_time.add_fit("Card", array_time.LOADING)
    assert not array_time.is_due("Card")


def test_small_tables_use_compiled_code_that_is_due(small: CodedTable) -> None:
    pytest.importorskip("numba", reason="numba is not installed")
    assert chosen(small) == "NumpyEngine"
    array_time.add_fit("Card", array_time.COMPILING)
    assert chosen(small) == "LocalEngine"
    assert chosen(small, "Tree") == chosen(small, None) == "NumpyEngine"


def test_a_learner_compiled_for_a_large_table_is_compiled_for_small_ones(
    small: CodedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba", reason="numba is not installed")
    with monkeypatch.context() as patch:
        patch.setattr(engines, "SMALL_CELLS", 1)
        assert chosen(small) == "LocalEngine"
    assert chosen(small) == "LocalEngine"


def test_only_fits_that_may_choose_their_engine_are_timed() -> None:
    """A fit as long as compiling, by a clock that the test turns."""
    for engine, due in [("numpy", False), ("auto", True)]:
        clock = iter([0.0, array_time.COMPILING])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(engines, "perf_counter", lambda clock=clock: next(clock))
            with engines.timed_choice(engine, "Card"):
                """Learn."""
        assert array_time.is_due("Card") == due


@pytest.mark.parametrize("text", ["", "many", "1.0 2.0"])
def test_damaged_files_start_again(text: str, folder: Path) -> None:
    (folder / "Card.seconds").write_text(text)
    assert not array_time.is_due("Card")
    array_time.add_fit("Card", array_time.COMPILING)
    assert array_time.is_due("Card")


def test_without_a_folder_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(array_time, "kernel_folder", lambda: None)
    array_time.add_fit("Card", 10 * array_time.COMPILING)
    array_time.add_compiled("Card")
    assert not array_time.is_due("Card")
