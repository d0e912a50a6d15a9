"""What tests ask of a cell, against the conditions themselves and cell by cell."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from types import ModuleType

import numpy as np
import pytest

import conjunct.export
from conjunct.data.table import Column
from conjunct.errors import MissingPackageError
from conjunct.export.cell_test import CellTest
from conjunct.model import Condition, ScoreCard

NUMBERS = Column("a", "numeric", np.array([0.0, 1.0, 1.5, 2.0, 3.0, np.nan]))
TEXTS = Column("a", "nominal", np.array([0, 1, 2, -1], dtype=np.int32), ("x", "y", "new"))
ON_NUMBERS = [
    *(Condition("a", op, cut) for op in ("<=", ">") for cut in (1.0, 1.5, 2.0)),
    *(Condition("a", op, None) for op in ("=", "!=")),
]
ON_TEXTS = [Condition("a", op, value) for op in ("=", "!=") for value in ("x", "y", None)]


@pytest.mark.parametrize("missing", ["fails", "value"])
@pytest.mark.parametrize(("column", "on"), [(NUMBERS, ON_NUMBERS), (TEXTS, ON_TEXTS)])
def test_tests_exclude_each_other_where_no_cell_passes_both(column, on, missing) -> None:
    for one, other in product(on, on):
        passed = one.holds(column, missing) & other.holds(column, missing)
        first, second = (CellTest.of(each, column.kind, missing) for each in (one, other))
        if first.excludes(second):
            assert not passed.any(), (first, second)
        elif not passed.any():
            # Only tests that rarely meet in one split are taken for overlapping without need.
            assert {first.form, second.form} <= {"at most", "above", "differs", "missing", "known"}


@pytest.mark.parametrize(
    ("package", "call"),
    [
        ("sqlglot", lambda card, path: card.to_sql()),
        ("openpyxl", lambda card, path: card.to_excel(path / "card.xlsx")),
    ],
)
def test_a_package_that_is_not_there_is_named(
    package: str, call, monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    card = ScoreCard.of((), ("no", "yes"), (7, 3), {}, base=(0, -1))
    with (
        formats_loaded_anew(monkeypatch),
        pytest.raises(MissingPackageError, match=r"pip install 'conjunct\[export\]'"),
    ):
        call(card, tmp_path)


@contextmanager
def formats_loaded_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget the modules of the layer, and at the end those that were loaded in their place."""

    def forgotten() -> dict[str, ModuleType]:
        names = [name for name in sys.modules if name.startswith("conjunct.export.")]
        return {name: sys.modules.pop(name) for name in names}

    before = forgotten()
    for name in before:
        monkeypatch.delattr(conjunct.export, name.rpartition(".")[2], raising=False)
    try:
        yield
    finally:
        forgotten()
        sys.modules.update(before)
