"""The theories of many trials of the noise study as arrays, and averages over them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from conjunct.experiments.long_rows import standard_error
from conjunct.experiments.study import Results, TableFacts
from conjunct.types import AnyArray, Floats


@dataclass(frozen=True, eq=False)
class KnopfTheories:
    """Theories that were learned; a place a theory.

    Parameters
    ----------
    tables : tuple of TableFacts
        Those that have a trial, in the order of the study.
    columns : dict of str to ndarray
        As `conjunct.experiments.knopf_trials.noisy_theories` names them, with ``table`` and
        ``trial``.
    """

    tables: tuple[TableFacts, ...]
    columns: dict[str, AnyArray]

    def __len__(self) -> int:
        """Return the number of theories."""
        return len(self.columns["table"])

    def where(self, **wanted: object) -> KnopfTheories:
        """Return the theories that have the given values."""
        kept = np.ones(len(self), bool)
        for name, value in wanted.items():
            kept &= self.columns[name] == value
        return KnopfTheories(self.tables, {name: all_[kept] for name, all_ in self.columns.items()})

    def values(self, name: str) -> list[Any]:
        """Return the different values of a column, in order."""
        found: list[Any] = np.unique(self.columns[name]).tolist()
        return found

    def by_trial(self, name: str) -> Floats:
        """Return the mean of a column in every trial of every table."""
        pairs = np.stack((self.columns["table"], self.columns["trial"].astype(str)), axis=1)
        _, place = np.unique(pairs, axis=0, return_inverse=True)
        place = place.ravel()
        return np.asarray(np.bincount(place, self.columns[name]) / np.bincount(place))

    def mean(self, name: str) -> float:
        """Return the mean of a column over tables, each of them counting the same."""
        means = [
            float(self.where(table=table).columns[name].mean()) for table in self.values("table")
        ]
        return float(np.mean(means)) if means else math.nan

    def error_bar(self, name: str) -> float:
        """Return the standard error of a mean over the trials of one table."""
        return standard_error(self.by_trial(name))

    def share(self, strategy: str) -> float:
        """Return the share of theories that a strategy gave, tables counting the same."""
        won = (self.columns["strategy"] == strategy).astype(float)
        return KnopfTheories(self.tables, {**self.columns, "won": won}).mean("won")


def gather(results: Results) -> KnopfTheories:
    """Put the rows of all trials into arrays."""
    tables = tuple(table for table in results.tables if results.rows.get(table.name))
    rows = [
        {**row, "table": table.name, "trial": number}
        for table in tables
        for number, trial in enumerate(results.rows[table.name])
        for row in trial
    ]
    names = rows[0] if rows else ("table",)
    return KnopfTheories(tables, {name: np.array([row[name] for row in rows]) for name in names})
