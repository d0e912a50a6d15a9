"""Conditions of rules, looked up in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from conjunct.data import Table


def row_passes(table: Table, row: int, condition: tuple[str, str, Any], missing: str) -> bool:
    """Look at one cell and compare it in plain Python."""
    name, op, value = condition
    column = table.column(name)
    cell = column.values[row]
    if column.kind == "numeric":
        if np.isnan(cell):
            return missing == "value" and op == "=" and value is None
        if value is None:
            return op == "!="
        return bool(cell <= value) if op == "<=" else bool(cell > value)
    word = None if cell < 0 else column.levels[cell]
    if word is None and missing == "fails":
        return False
    return (word == value) if op == "=" else (word != value)
