"""Made-up results of tables, and what findings say of them, for the tests of all studies."""

from __future__ import annotations

from typing import Any

import numpy as np

from conjunct.data import Table
from conjunct.experiments.findings import Findings, Grid
from conjunct.experiments.study import Results
from conjunct.experiments.tables import TableFacts
from conjunct.experiments.trial import Row


def facts(name: str, n_classes: int = 2, stands_in_for: str | None = None) -> TableFacts:
    """Describe a small table."""
    return TableFacts(name, name, 40, 3, n_classes, stands_in_for)


def results_of(rows: dict[str, list[list[Row]]], **more: Any) -> Results:
    """Return the results of small tables."""
    n_trials = max(map(len, rows.values()))
    return Results(tuple(facts(name) for name in rows), rows, n_trials, **more)


def grid_named(found: Findings, name: str) -> Grid:
    """Return one of the tables."""
    return next(grid for grid in found.grids if grid.name == name)


def data_of(grid: Grid) -> list[dict[str, Any]]:
    """Return the numbers behind a table, by column; each line has all columns."""
    assert {len(line) for line in grid.lines} == {len(grid.columns)}
    return [dict(zip(grid.data_columns, line, strict=True)) for line in grid.data]


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
