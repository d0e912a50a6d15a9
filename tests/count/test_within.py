"""Some rows of an engine answer as an engine over these rows alone."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count import EngineWithin, Fold, NumpyEngine, class_counts, each_class
from conjunct.encode import CodedTable


@given(table=st.from_type(CodedTable), seed=st.integers(0, 9), n_folds=st.integers(2, 4))
def test_a_fold_answers_as_its_rows_alone(table: CodedTable, seed: int, n_folds: int) -> None:
    fold = Fold(seed, n_folds)
    whole = NumpyEngine(table)
    within = EngineWithin(whole, whole.subset(whole.root(), fold=fold))
    alone = NumpyEngine(table.take(np.flatnonzero(fold.has(table.ranks))))
    channels = each_class(within.n_classes)

    for engine in (within, alone):
        inner = engine.subset(engine.root(), fold=Fold(seed + 1, 2))
        engine.release(np.array([engine.root()]))  # the root stays
        assert class_counts(engine, engine.root()) == class_counts(alone, alone.root())
        assert sum(class_counts(engine, inner)) <= sum(class_counts(engine, engine.root()))
    counts = [one.count(np.array([one.root()]), channels) for one in (within, alone)]
    for column, coded in enumerate(within.columns):
        first, second = (one.dense(0, column, coded.n_codes) for one in counts)
        np.testing.assert_array_equal(first, second)
