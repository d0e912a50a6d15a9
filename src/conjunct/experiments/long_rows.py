"""The rows of many trials as arrays, grouped by their keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from conjunct.experiments.study import Results
from conjunct.experiments.tables import TableFacts
from conjunct.experiments.trial import Row
from conjunct.types import AnyArray, Floats


@dataclass(frozen=True, eq=False)
class TrialRows:
    """The rows of some trials as columns; the column ``trial`` has the number of each row's trial.

    Trials without a row count in `n_trials`.

    Examples
    --------
    >>> rows = TrialRows.of([[{"width": 1, "error": 0.2}, {"width": 2, "error": 0.1}], []])
    >>> rows.n_trials, len(rows), rows.where(width=2)["error"].tolist()
    (2, 2, [0.1])
    """

    n_trials: int
    columns: Mapping[str, AnyArray]

    @classmethod
    def of(cls, trials: Sequence[Sequence[Row]]) -> Self:
        """Put the rows of all trials into columns."""
        rows = [{**row, "trial": at} for at, trial in enumerate(trials) for row in trial]
        names = rows[0] if rows else ()
        return cls(len(trials), {name: np.array([row[name] for row in rows]) for name in names})

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __getitem__(self, name: str) -> AnyArray:
        return self.columns[name]

    def take(self, places: AnyArray) -> Self:
        """Return some of the rows, by their places or by a flag for each."""
        return replace(self, columns={name: all_[places] for name, all_ in self.columns.items()})

    def where(self, **wanted: object) -> Self:
        """Return the rows that have the given values."""
        kept = [self.columns[name] == value for name, value in wanted.items()]
        return self.take(np.logical_and.reduce(kept)) if kept else self

    def by(self, name: str) -> dict[Any, Self]:
        """Return the rows of each value of a column, values in order."""
        values = np.unique(self.columns[name]).tolist()
        return {value: self.where(**{name: value}) for value in values}


@dataclass(frozen=True, eq=False)
class TableRows:
    """All trials on one table: for each key the numbers of its rows, one per trial."""

    facts: TableFacts
    by: Mapping[Any, Mapping[str, Floats]]

    @property
    def name(self) -> str:
        """Of the table."""
        return self.facts.name

    @property
    def n_trials(self) -> int:
        """How many trials there are."""
        return len(next(iter(next(iter(self.by.values())).values())))

    def values(self, name: str, key: Any) -> Floats:
        """Return the numbers of all trials; errors, which are shares, in per cent."""
        return (100.0 if name.endswith("error") else 1.0) * self.by[key][name]

    def mean(self, name: str, key: Any) -> float:
        """Return the average over the trials."""
        return float(self.values(name, key).mean())

    def change(self, name: str, key: Any, other: Any) -> Floats:
        """Return the numbers of one key less those of another, trial by trial."""
        return self.values(name, key) - self.values(name, other)


def table_rows(results: Results, *keys: str) -> list[TableRows]:
    """Return the tables that have a row, in the order of the study."""
    return [TableRows(one, by_key(results.rows[one.name], *keys)) for one in results.with_rows]


def mean_over(tables: Sequence[TableRows], name: str, key: Any) -> float:
    """Return the average over tables, all of which count the same."""
    return sum(table.mean(name, key) for table in tables) / len(tables)


def by_key(trials: Iterable[Sequence[Row]], *keys: str) -> dict[Any, dict[str, Floats]]:
    """Return the numbers of the rows of each value of a column, or of several, in their order."""
    found: dict[Any, list[Row]] = {}
    for row in (row for trial in trials for row in trial):
        values = tuple(row[key] for key in keys)
        found.setdefault(values if len(keys) > 1 else values[0], []).append(row)
    return {
        key: {
            name: np.array([row[name] for row in rows], float)
            for name, value in rows[0].items()
            if not isinstance(value, str) and name not in keys
        }
        for key, rows in found.items()
    }


def rows_of(columns: Mapping[str, AnyArray]) -> list[dict[str, Any]]:
    """Return columns as rows of plain numbers."""
    lines = zip(*(column.tolist() for column in columns.values()), strict=True)
    return [dict(zip(columns, line, strict=True)) for line in lines]


def standard_error(values: Floats) -> float:
    """Return the standard error of a mean over trials; not a number for a single trial."""
    known = values[~np.isnan(values)]
    return float(known.std(ddof=1) / np.sqrt(len(known))) if len(known) > 1 else float("nan")


def mean_of(values: Floats) -> float:
    """Return the mean of the values that are numbers; not a number if none is."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")
