"""Groups of rows that are divided rule by rule against rows one by one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.count.random_points import random_body

from conjunct.count import NO_TESTS, Points
from conjunct.count.fused_fit import GroupedRows
from conjunct.count.local import LocalEngine
from conjunct.encode import CodedTable

seeds = st.integers(0, 2**32 - 1)


def points_of(bodies: list[np.ndarray]) -> Points:
    """Return rules without weights."""
    none = np.empty(0, np.int64)
    return Points(bodies, none, none, np.empty(0), np.zeros(1))


@given(st.from_type(CodedTable), seeds)
def test_groups_divided_by_new_rules_have_the_rows_of_every_rule(
    table: CodedTable, seed: int
) -> None:
    engine, random = LocalEngine(table), np.random.default_rng(seed)
    cover, bodies = engine.root(), [random_body(table, random)]
    grouped = GroupedRows.of(engine, cover, bodies, 1)
    assert grouped is not None
    for _ in range(3):
        bodies.append(random_body(table, random))
        assert grouped.take(engine, cover, points_of(bodies))
    grouped.rows.values[:, 0] = grouped.rows.share
    every = [*bodies, NO_TESTS]
    rows = engine.tally(np.array([cover]), every, np.arange(engine.n_classes))[0]
    assert grouped.tally(grouped.numbers_of(every))[:, 0].tolist() == rows.sum(axis=1).tolist()


@given(st.from_type(CodedTable))
def test_groups_do_not_suit_another_cover_or_other_scores(table: CodedTable) -> None:
    engine = LocalEngine(table)
    cover = engine.root()
    grouped = GroupedRows.of(engine, cover, [], 2)
    assert grouped is not None
    other = engine.subset(cover, classes=[0])
    assert not grouped.take(engine, other, points_of([])._replace(base=np.zeros(2)))
    assert not grouped.take(engine, cover, points_of([]))
