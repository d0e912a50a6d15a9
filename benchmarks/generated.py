"""Generated tables for the benchmarks: fixed seeds, fixed sizes."""

from __future__ import annotations

import numpy as np

from conjunct.data import Column, Table
from conjunct.encode import CodedColumn, CodedTable
from conjunct.encode.cuts import Bins

LEVELS = (2, 3, 4, 5, 8)


def coded_table(n_rows: int, n_columns: int, n_codes: int, seed: int = 0) -> CodedTable:
    """Return random codes of two classes; no column has missing cells."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, n_codes, (n_columns, n_rows)).astype(np.uint8)
    values = np.arange(n_codes, dtype=float)
    columns = tuple(
        CodedColumn(f"x{i}", i, "numeric", n_codes, Bins(values, values)) for i in range(n_columns)
    )
    labels = np.sort(rng.integers(0, 2, n_rows).astype(np.uint8))
    wide = np.empty((0, n_rows), np.uint16)
    place = np.arange(n_columns, dtype=np.int32)
    ranks = np.concatenate([np.arange(n, dtype=np.int32) for n in np.bincount(labels)])
    return CodedTable(columns, codes, wide, place, labels, ("a", "b"), ranks)


def mixed_table(n_rows: int, seed: int = 0) -> Table:
    """Return ten numeric and ten nominal columns, 2 % of the nominal cells missing.

    The class is a disjunction of three conjunctions of two or three conditions, without noise.
    """
    rng = np.random.default_rng(seed)
    numeric = [
        Column(f"num{i}", "numeric", np.round(rng.normal(size=n_rows), 1)) for i in range(10)
    ]
    nominal = []
    for i in range(10):
        n_levels = LEVELS[i % len(LEVELS)]
        values = rng.integers(0, n_levels, n_rows).astype(np.int32)
        values[rng.random(n_rows) < 0.02] = -1
        nominal.append(Column(f"nom{i}", "nominal", values, tuple("abcdefgh"[:n_levels])))
    n, c = [column.values for column in numeric], [column.values for column in nominal]
    positive = (n[0] > 0.5) & (c[1] == 1)
    positive |= (n[1] <= -0.3) & (c[4] == 2) & (n[2] > 0)
    positive |= (c[2] == 0) & (n[3] > 1)
    target = Column("class", "nominal", positive.astype(np.int32), ("no", "yes"))
    return Table((*numeric, *nominal), target, f"generated, {n_rows:,} rows")
