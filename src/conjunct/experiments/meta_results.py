"""Accuracy and theory size of every heuristic over the tables of a run."""

from __future__ import annotations

from collections.abc import Sequence
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
    """

    tables: tuple[str, ...]
    accuracy: Floats
    conditions: Floats

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
    lines = np.array([_means(results, name) for name in names])
    return HeuristicComparison(names, 100 * (1 - lines[:, 0]), lines[:, 1])


def _means(results: Results, table: str) -> Floats:
    """Return error and conditions of every heuristic, means over the trials."""
    trials = []
    for trial in results.rows[table]:
        found = {row["heuristic"]: (row["error"], row["conditions"]) for row in trial}
        trials.append([found[name] for name in COMPARED])
    means: Floats = np.array(trials, dtype=np.float64).mean(axis=0).T
    return means
