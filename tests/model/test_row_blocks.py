from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings

from conjunct.data.table import Column, Table
from conjunct.model import RuleList, Rules, RuleSet, row_blocks
from conjunct.model.row_blocks import by_blocks

from .random_cards import score_cards
from .random_rules import tables, theories


@settings(max_examples=60)
@given(theories([RuleList, RuleSet]) | score_cards(), tables())
def test_blocks_and_threads_make_no_difference_to_the_last_bit(rules: Rules, table: Table) -> None:
    whole = rules.decide(table), rules.predict_proba(table)
    with (
        patch.object(row_blocks, "BLOCK_ROWS", 3),
        patch.object(row_blocks, "LEAST_ROWS", 1),
        patch.object(row_blocks, "n_cores", lambda: 3),
    ):
        parts = rules.decide(table), rules.predict_proba(table)
    assert [one.tobytes() for one in whole] == [one.tobytes() for one in parts]
    assert [one.shape for one in whole] == [one.shape for one in parts]


@pytest.mark.parametrize(("n_classes", "size"), [(2, 2**15), (1024, 256), (10**6, 256)])
def test_blocks_are_smaller_where_there_are_many_classes(n_classes: int, size: int) -> None:
    sizes = []

    def work(rows: Table) -> np.ndarray:
        sizes.append(rows.n_rows)
        return rows.columns[0].values

    table = Table((Column("x", "numeric", np.arange(70_000.0)),))
    assert (by_blocks(work, table, ["x"], n_classes) == np.arange(70_000)).all()
    assert max(sizes) == size
    assert sum(sizes) == 70_000


def test_rows_without_attributes_are_counted_too() -> None:
    found = by_blocks(lambda rows: np.zeros(rows.n_rows), Table((), n_rows=100_000), [], 2)
    assert len(found) == 100_000
