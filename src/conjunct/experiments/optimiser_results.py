"""Ways down by table, case and optimiser, over all trials."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from conjunct.experiments.optimiser_trials import CASES, ONE_WEIGHT
from conjunct.experiments.study import Results, Row, TableFacts
from conjunct.types import Floats

NEAR = 1e-6
"""A loss so little above the minimum counts as there: weights no longer change in print."""


@dataclass(frozen=True, eq=False)
class Way:
    """One way down.

    Parameters
    ----------
    iteration, seconds, gap : ndarray of shape (n_points,)
        Number of the iteration, time since the start, and loss above the minimum.
    condition : float
        Condition number of the Hessian at the minimum.
    """

    iteration: Floats
    seconds: Floats
    gap: Floats
    condition: float

    def arrival(self) -> tuple[float, float]:
        """Return iteration and seconds from which on the gap is at most `NEAR`; inf if never.

        Examples
        --------
        >>> gap = np.array([0.5, 1e-7, 1e-3, 1e-8])
        >>> Way(np.arange(4.0), np.arange(4.0) / 10, gap, 9.0).arrival()
        (3.0, 0.3)
        """
        away = np.flatnonzero(self.gap > NEAR)
        first = int(away[-1]) + 1 if len(away) else 0
        if first == len(self.gap):
            return math.inf, math.inf
        return float(self.iteration[first]), float(self.seconds[first])


@dataclass(frozen=True, eq=False)
class Ways:
    """All trials of one optimiser on one table in one case.

    Parameters
    ----------
    facts : TableFacts
        Of the table.
    n_rules : int
        That are weighed.
    case, optimiser : str
        As `conjunct.experiments.optimiser_trials.descend` names them.
    ways : tuple of Way
        One a trial, at least one.
    """

    facts: TableFacts
    n_rules: int
    case: str
    optimiser: str
    ways: tuple[Way, ...]

    @property
    def arrived(self) -> int:
        """Trials in which it gets to the minimum."""
        return sum(math.isfinite(way.arrival()[0]) for way in self.ways)

    @property
    def iterations(self) -> float:
        """Median number of iterations to the minimum; inf where half of the trials fail."""
        return float(np.median([way.arrival()[0] for way in self.ways]))

    @property
    def seconds(self) -> float:
        """Median seconds to the minimum; inf where half of the trials fail."""
        return float(np.median([way.arrival()[1] for way in self.ways]))

    @property
    def condition(self) -> float:
        """Median condition number."""
        return float(np.median([way.condition for way in self.ways]))

    @property
    def last_gap(self) -> float:
        """Median loss above the minimum at the end."""
        return float(np.median([way.gap[-1] for way in self.ways]))


def gather(results: Results) -> list[Ways]:
    """Return all ways, in the order of tables, cases and optimisers."""
    gathered = []
    for facts in results.tables:
        trials = results.rows.get(facts.name, [])
        for case in (*CASES, *ONE_WEIGHT) if trials else ():
            own = [row for row in trials[0] if row["case"] == case]
            for optimiser in dict.fromkeys(str(row["optimiser"]) for row in own):
                ways = tuple(_way(trial, case, optimiser) for trial in trials)
                gathered.append(Ways(facts, int(own[0]["rules"] or 0), case, optimiser, ways))
    return gathered


def _way(trial: Sequence[Row], case: str, optimiser: str) -> Way:
    rows = [row for row in trial if (row["case"], row["optimiser"]) == (case, optimiser)]
    iteration, seconds, gap, condition = (
        np.array([row[name] for row in rows], dtype=np.float64)
        for name in ("iteration", "seconds", "gap", "condition")
    )
    return Way(iteration, seconds, gap, float(condition[0]))
