"""Counting cell by cell, in plain Python."""

from __future__ import annotations

import math
from collections.abc import Sequence

from conjunct.data import Table
from conjunct.model import Condition


def holds(condition: Condition, table: Table, row: int, missing: str) -> bool:
    """Tell whether one cell passes one test."""
    column = table.column(condition.attribute)
    cell = column.values[row]
    if column.kind == "numeric":
        value = None if math.isnan(cell) else cell
    else:
        value = None if cell < 0 else column.levels[cell]
    if condition.op in ("<=", ">"):
        above = value is not None and value > condition.value
        return above if condition.op == ">" else value is not None and not above
    if value is None and missing == "fails":
        return False
    return (value == condition.value) == (condition.op == "=")


def slow_counts(
    conditions: Sequence[Condition], table: Table, positive: Sequence[bool], missing: str
) -> list[tuple[int, int]]:
    """Return the positives and negatives of every prefix of a body."""
    counts = []
    for length in range(len(conditions) + 1):
        covered = [
            row
            for row in range(table.n_rows)
            if all(holds(one, table, row, missing) for one in conditions[:length])
        ]
        p = sum(positive[row] for row in covered)
        counts.append((p, len(covered) - p))
    return counts
