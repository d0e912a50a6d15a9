"""Paths of rules through coverage space, against counting row by row."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.data import shipped_table
from conjunct.model import Condition
from conjunct.plots import CoveragePath

from .slow_counts import slow_counts

PENGUINS = shipped_table()


@pytest.mark.parametrize("missing", ["fails", "value"])
def test_each_step_is_counted_right(missing: str) -> None:
    conditions = [
        Condition("sex", "!=", "male"),
        Condition("bill_length_mm", ">", 40.0),
        Condition("bill_length_mm", "<=", 47.5),
        Condition("island", "=", "Biscoe"),
    ]
    positive = PENGUINS.target.values == 2
    path = CoveragePath.of(3, conditions, PENGUINS, positive, missing)
    slow = slow_counts(conditions, PENGUINS, positive.tolist(), missing)
    assert list(zip(path.p.tolist(), path.n.tolist(), strict=True)) == slow
    assert path.number == 3
    assert slow[0] == (124, 220)


def test_the_rule_without_conditions_is_the_corner() -> None:
    path = CoveragePath.of(1, (), PENGUINS, np.arange(344) < 10)
    assert (path.p.tolist(), path.n.tolist()) == ([10], [334])
