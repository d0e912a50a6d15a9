"""Errors and Brier scores of weighted and unweighted rules by table, over the trials."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from conjunct.experiments.study import Results, TableFacts
from conjunct.experiments.weight_trials import LEARNERS
from conjunct.types import Floats

Measure = Literal["error", "brier"]
MEASURES: tuple[Measure, ...] = ("error", "brier")

_SCALE: dict[Measure, float] = {"error": 100.0, "brier": 1.0}


@dataclass(frozen=True, eq=False)
class TableWeights:
    """All trials on one table.

    Parameters
    ----------
    facts : TableFacts
        Of the table.
    trials : mapping of (str, str, bool) to ndarray of shape (n_trials,)
        By measure, learner and whether its rules are weighted; errors in percent.
    rules : mapping of str to ndarray of shape (n_trials,)
        By learner, their number.
    """

    facts: TableFacts
    trials: dict[tuple[Measure, str, bool], Floats]
    rules: dict[str, Floats]

    @property
    def n_trials(self) -> int:
        """How many trials there are."""
        return len(self.rules[LEARNERS[0]])

    def n_rules(self, learner: str) -> float:
        """Return the average number of rules."""
        return float(self.rules[learner].mean())

    def mean(self, measure: Measure, learner: str, weighted: bool) -> float:
        """Return the average over the trials."""
        return float(self.trials[measure, learner, weighted].mean())

    def change(self, measure: Measure, learner: str) -> tuple[float, float | None]:
        """Return weighted less unweighted, and the standard error, None for a single trial."""
        changes = self.trials[measure, learner, True] - self.trials[measure, learner, False]
        if len(changes) < 2:
            return float(changes.mean()), None
        return float(changes.mean()), float(changes.std(ddof=1) / math.sqrt(len(changes)))


def gather(results: Results) -> list[TableWeights]:
    """Return the tables that have at least one trial, in the order of the study."""
    gathered = []
    for facts in results.tables:
        trials = results.rows.get(facts.name, [])
        if not trials:
            continue
        keyed = [{(row["learner"], row["weighted"]): row for row in trial} for trial in trials]
        values = {
            (measure, name, weighted): _SCALE[measure]
            * np.array([trial[name, int(weighted)][measure] for trial in keyed], dtype=np.float64)
            for measure in MEASURES
            for name in LEARNERS
            for weighted in (False, True)
        }
        rules = {
            name: np.array([trial[name, 0]["rules"] for trial in keyed], dtype=np.float64)
            for name in LEARNERS
        }
        gathered.append(TableWeights(facts, values, rules))
    return gathered
