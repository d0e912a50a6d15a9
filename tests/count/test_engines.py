"""Which engine "auto" takes."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.count import engines
from conjunct.data import Column, Table
from conjunct.encode import encode


@pytest.mark.parametrize(("n_classes", "kind"), [(2, "NumpyEngine"), (100, "LocalEngine")])
def test_many_classes_are_worth_compiling_for(
    n_classes: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card has a score for every row and class."""
    pytest.importorskip("numba", reason="numba is not installed")
    monkeypatch.setattr(engines._Spent, "seconds", 0.0)
    monkeypatch.setattr(engines, "SMALL_CELLS", 1_000)
    levels = tuple(f"c{place:03d}" for place in range(n_classes))
    target = Column("class", "nominal", np.arange(200) % n_classes, levels)
    table = Table((Column("a", "numeric", np.arange(200.0)),), target)
    assert type(engines.make_engine("auto", encode(table))).__name__ == kind
