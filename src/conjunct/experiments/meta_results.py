"""Accuracy and theory size of every heuristic over the tables of a run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np

from conjunct.evaluate import sign_test
from conjunct.experiments.meta_heuristics import CLASSIC, COMPARED
from conjunct.experiments.published.janssen2007 import TABLE_3, HeuristicOutcome
from conjunct.experiments.study import Results
from conjunct.types import Floats

Measure = Literal["accuracy", "conditions"]


@dataclass(frozen=True, eq=False)
class HeuristicComparison:
    """Means over the trials of each table.

    Parameters
    ----------
    tables : tuple of str
        Names of those that have a trial.
    accuracy : ndarray of shape (n_tables, n_heuristics)
        In percent, a column for each of `COMPARED`.
    conditions : ndarray of shape (n_tables, n_heuristics)
        Conditions of all rules.
    trials : tuple of ndarray of shape (n_trials, n_heuristics)
        For each table the accuracy in percent, trial by trial.
    misses : mapping of str to float
        For each learned heuristic the mean absolute error of its predictions, over all rules that
        were met on these tables.
    """

    tables: tuple[str, ...]
    accuracy: Floats
    conditions: Floats
    trials: tuple[Floats, ...]
    misses: Mapping[str, float]

    def of(self, heuristic: str) -> HeuristicOutcome:
        """Return the means of a heuristic over the tables."""
        accuracy, conditions = self.by_table(heuristic)
        return HeuristicOutcome(float(accuracy.mean()), float(conditions.mean()))

    def by_table(self, heuristic: str) -> tuple[Floats, Floats]:
        """Return accuracy and conditions of a heuristic on each table."""
        column = COMPARED.index(heuristic)
        return self.accuracy[:, column], self.conditions[:, column]

    def best(self, heuristics: Sequence[str]) -> str:
        """Return that of some heuristics which has the highest mean accuracy."""
        return max(heuristics, key=lambda name: self.of(name).accuracy)

    def order(self) -> list[str]:
        """Return the classic heuristics by falling mean accuracy."""
        return sorted(CLASSIC, key=lambda name: -self.of(name).accuracy)

    def pairs_as_published(self) -> tuple[int, int]:
        """Return how many pairs of classic heuristics come out in the published order, of all."""
        theirs = published_order()
        pairs = list(combinations(theirs, 2))
        right = [self.of(one).accuracy > self.of(other).accuracy for one, other in pairs]
        return sum(right), len(pairs)

    def duel(self, heuristic: str, rival: str) -> Duel:
        """Compare two heuristics table by table."""
        difference = np.round(self.by_table(heuristic)[0] - self.by_table(rival)[0], 9)
        return Duel(int(np.sum(difference > 0)), int(np.sum(difference < 0)))

    def differences(self, heuristic: str, rival: str) -> list[Floats]:
        """Return by how many points one is more accurate than another: by table, trial by trial."""
        one, other = COMPARED.index(heuristic), COMPARED.index(rival)
        return [trials[:, one] - trials[:, other] for trials in self.trials]


class Duel(NamedTuple):
    """On how many tables one heuristic is more accurate than another, and on how many less.

    Examples
    --------
    >>> round(Duel(20, 8).p_value, 3)
    0.036
    """

    wins: int
    losses: int

    @property
    def p_value(self) -> float:
        """Of the two-tailed sign test."""
        return sign_test(self.wins, self.losses)


def published_order() -> list[str]:
    """Return the classic heuristics by falling published accuracy.

    Examples
    --------
    >>> published_order()
    ['correlation', 'laplace', 'precision', 'wra', 'accuracy']
    """
    return sorted(CLASSIC, key=lambda name: -TABLE_3[name][0].accuracy)


def compared(results: Results) -> HeuristicComparison | None:
    """Return the means of a run, None if it has no trial."""
    names = tuple(facts.name for facts in results.tables if results.rows.get(facts.name))
    if not names:
        return None
    found = [_outcomes(results, name) for name in names]
    return HeuristicComparison(
        tables=names,
        accuracy=np.array([100 * (1 - one[:, 0].mean(axis=0)) for one in found]),
        conditions=np.array([one[:, 1].mean(axis=0) for one in found]),
        trials=tuple(100 * (1 - one[:, 0]) for one in found),
        misses=_misses(results, names),
    )


def _outcomes(results: Results, table: str) -> Floats:
    """Return trial by trial the errors of all heuristics, and their conditions."""
    trials = []
    for trial in results.rows[table]:
        found = {row["heuristic"]: (row["error"], row["conditions"]) for row in trial}
        trials.append([found[name] for name in COMPARED])
    return np.array(trials, dtype=np.float64).transpose(0, 2, 1)


def _misses(results: Results, tables: Sequence[str]) -> dict[str, float]:
    """Return the error of predictions by heuristic; each rule that was met counts once."""
    total, met = defaultdict[str, float](float), defaultdict[str, int](int)
    for row in (row for name in tables for trial in results.rows[name] for row in trial):
        if row["miss"] is not None:
            rules = int(row["met"] or 0)
            total[str(row["heuristic"])] += rules * float(row["miss"])
            met[str(row["heuristic"])] += rules
    return {name: total[name] / met[name] for name in total}
