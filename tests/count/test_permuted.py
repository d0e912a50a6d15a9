from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.search.small_tables import Rows, small_rows

from conjunct.count.folds import permuted_table
from conjunct.encode import CodedTable


def cells(table: CodedTable) -> list[tuple[int, ...]]:
    """Return the codes of every row."""
    columns = [table.codes(column).tolist() for column in range(table.n_columns)]
    return list(zip(*columns, strict=True))


@given(small_rows(max_rows=40), st.integers(0, 5))
def test_rows_stay_whole_and_classes_keep_their_sizes(rows: Rows, seed: int) -> None:
    table = rows.coded()
    chance = permuted_table(table, seed)
    assert sorted(cells(chance)) == sorted(cells(table))
    assert chance.labels.tolist() == table.labels.tolist()
    assert chance.ranks.tolist() == table.ranks.tolist()
    assert cells(permuted_table(table, seed)) == cells(chance)


def test_every_row_can_come_to_every_place() -> None:
    labels = ("x",) * 3 + ("y",) * 3
    table = Rows(("numeric",), tuple((float(i),) for i in range(6)), labels).coded()
    codes = np.array([permuted_table(table, seed).codes(0) for seed in range(600)])
    shares = np.array(
        [[np.mean(codes[:, place] == code) for code in range(6)] for place in range(6)]
    )
    assert np.all(abs(shares - 1 / 6) < 0.06)
