"""The rows of many trials as arrays, by what tells them apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from conjunct.experiments.study import Results, Row, TableFacts
from conjunct.types import Floats


def by_key(trials: Iterable[Sequence[Row]], *keys: str) -> dict[Any, dict[str, Floats]]:
    """Return for each value of one column, or of several, the numbers of its rows in their order.

    Parameters
    ----------
    trials : iterable of sequence of Row
        All trials on one table.
    keys : str
        Names of columns; of several, the keys of the result are tuples.

    Examples
    --------
    >>> trials = [[{"search": "a", "error": 0.1}], [{"search": "a", "error": 0.3}]]
    >>> by_key(trials, "search")["a"]["error"]
    array([0.1, 0.3])
    """
    found: dict[Any, list[Row]] = {}
    for row in (row for trial in trials for row in trial):
        values = tuple(row[key] for key in keys)
        found.setdefault(values if len(keys) > 1 else values[0], []).append(row)
    return {
        key: {
            name: np.array([row[name] for row in rows], float)
            for name, value in rows[0].items()
            if not isinstance(value, str)
        }
        for key, rows in found.items()
    }


def with_trials(results: Results) -> list[TableFacts]:
    """Return the tables that have a row, in the order of the study."""
    return [table for table in results.tables if any(results.rows.get(table.name, ()))]


def standard_error(values: Floats) -> float:
    """Return the standard error of a mean over trials; not a number for a single trial.

    Examples
    --------
    >>> standard_error(np.array([1.0, 3.0, np.nan]))
    1.0
    """
    known = values[~np.isnan(values)]
    if len(known) < 2:
        return float("nan")
    return float(known.std(ddof=1) / np.sqrt(len(known)))


def mean_of(values: Floats) -> float:
    """Return the mean of the values that are numbers; not a number if none is."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")


def title_of(table: TableFacts) -> str:
    """Name a table, and the table of the paper that it stands in for."""
    return table.name if table.stands_in_for is None else f"{table.name} (for {table.published_as})"


def stand_in_notes(tables: Iterable[TableFacts]) -> tuple[str, ...]:
    """Say in a sentence each which tables stand in for one that is not public."""
    return tuple(
        f"{table.name} stands in for {table.stands_in_for}."
        for table in tables
        if table.stands_in_for is not None
    )
