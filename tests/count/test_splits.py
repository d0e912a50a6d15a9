"""Dividing covers by class: the compiled engine answers as the reference engine does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count import LocalEngine, ReferenceEngine, Splits, as_tests
from conjunct.encode import CodedTable

BOTH = pytest.mark.parametrize("engine", [LocalEngine, ReferenceEngine])


def random_splits(table: CodedTable, covers: np.ndarray, rng: np.random.Generator) -> Splits:
    """Divide each cover by some column into one to four parts, "missing" with one of them."""
    columns = rng.integers(0, table.n_columns, len(covers))
    n_parts = rng.integers(1, 5, len(covers))
    parts = [
        rng.integers(0, n, table.columns[column].n_codes + 1)
        for column, n in zip(columns, n_parts, strict=True)
    ]
    return Splits(columns, np.concatenate(parts), n_parts)


@given(st.from_type(CodedTable), st.integers(0, 2**32), st.sampled_from([0, 3, 4096]))
def test_counts_by_class_of_split_covers_are_those_of_the_reference(table, seed, many_rows):
    if not table.n_columns:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("conjunct.count.local.MANY_ROWS", many_rows)
        engines = [LocalEngine(table, 2), ReferenceEngine(table)]
    rng = np.random.default_rng(seed)
    for engine in engines:
        engine.begin_classes()
    covers = np.array([engine.root() for engine in engines][:1])
    for _ in range(3):
        local, reference = (engine.count(covers) for engine in engines)
        for cover in range(len(covers)):
            for number, column in enumerate(table.columns):
                ours, theirs = (
                    counts.dense(cover, number, column.n_codes) for counts in (local, reference)
                )
                assert ours.tolist() == theirs.tolist()
        assert local.totals.tolist() == reference.totals.tolist()
        splits = random_splits(table, covers, rng)
        made, theirs = (engine.split(covers, splits) for engine in engines)
        assert [part.tolist() for part in made] == [part.tolist() for part in theirs]
        covers = made[0]


def small_table() -> CodedTable:
    from conjunct.data.table import Column, Table
    from conjunct.encode import encode

    colour = Column("colour", "nominal", np.array([0, 1, -1, 1]), ("blue", "red"))
    kind = Column("kind", "nominal", np.array([0, 1, 1, 2]), ("a", "b", "c"))
    return encode(Table((colour,), kind, n_rows=4))


@BOTH
def test_a_missing_cell_goes_where_the_last_code_says(engine):
    rows = engine(small_table())
    rows.begin_classes()
    splits = Splits(np.array([0]), np.array([0, 1, 1]), np.array([2]))
    parts, sizes = rows.split(np.array([rows.root()]), splits)
    assert sizes.tolist() == [[1, 0, 0], [0, 2, 1]]
    assert rows.count(parts).totals.tolist() == sizes.tolist()


@BOTH
def test_a_cover_can_be_refined_after_another_was_split(engine):
    rows = engine(small_table())
    rows.begin_classes()
    splits = Splits(np.array([0]), np.array([0, 1, 1]), np.array([2]))
    parts, _ = rows.split(np.array([rows.root()]), splits)
    rows.refine(parts[:1], as_tests([(0, 0, 0)]))
    assert rows.count(parts).totals.tolist() == [[1, 0, 0], [0, 2, 1]]
