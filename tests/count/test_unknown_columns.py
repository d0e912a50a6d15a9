"""Conditions on unknown columns are refused by every verb of every engine."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.count import NumpyEngine, Points, Splits, as_tests, each_class
from conjunct.count.local import LocalEngine
from conjunct.count.partitioned import Partitioned
from conjunct.data import shipped_table
from conjunct.encode import encode

TABLE = encode(shipped_table())
WEIGHTS = np.array([0]), np.array([0]), np.array([0.5]), np.zeros(1)
VERBS = {
    "refine": lambda engine, body: engine.refine(np.array([engine.root()]), body),
    "subset": lambda engine, body: engine.subset(engine.root(), without=[body]),
    "part": lambda engine, body: engine.part(
        np.array([engine.root()]), Splits(body[:, 0], np.zeros(2, np.int64), np.array([1]))
    ),
    "tally": lambda engine, body: engine.tally(
        np.array([engine.root()]), [body], each_class(engine.n_classes)
    ),
    "apply": lambda engine, body: engine.apply(None, engine.root(), Points([body], *WEIGHTS)),
}


@pytest.mark.parametrize("make", [NumpyEngine, LocalEngine, Partitioned(2, "numpy")])
@pytest.mark.parametrize("column", [-1, len(TABLE.columns), 1 << 40])
@pytest.mark.parametrize("verb", VERBS)
def test_a_condition_on_an_unknown_column_is_refused(make, column, verb):
    with pytest.raises(ValueError, match=f"about column {column}, but the table has"):
        VERBS[verb](make(TABLE), as_tests([(column, 0, 0)]))
