"""Numbers of CN2 and CN2-POE by table: averages, differences, and who is better on how many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from conjunct.evaluate import sign_test
from conjunct.experiments.poe_trials import LEARNERS, Learner, Rate
from conjunct.experiments.published.domingos1998 import Compared, Spread, compared
from conjunct.experiments.study import Results, Row, TableFacts
from conjunct.types import Floats

Measure = Literal["error", "conditions"]
MEASURES: tuple[Measure, ...] = ("error", "conditions")


@dataclass(frozen=True, eq=False)
class TableEndings:
    """All trials on one table.

    Parameters
    ----------
    facts : TableFacts
        Of the table.
    trials : mapping of str to ndarray of shape (n_trials, n_learners)
        For each measure a column for each of `LEARNERS`; errors in percent.
    published : Compared or None
        The paper's line for the same table.
    """

    facts: TableFacts
    trials: dict[Measure, Floats]
    published: Compared | None

    @property
    def n_trials(self) -> int:
        """How many trials there are."""
        return len(self.trials["error"])

    def values(self, measure: Measure, learner: Learner) -> Floats:
        """Return what a learner came to in each trial."""
        column: Floats = self.trials[measure][:, LEARNERS.index(learner)]
        return column

    def spread(self, measure: Measure, learner: Learner) -> Spread:
        """Return the average over the trials and their standard deviation, 0 for one trial."""
        values = self.values(measure, learner)
        deviation = values.std(ddof=1) if len(values) > 1 else 0.0
        return Spread(float(values.mean()), float(deviation))

    def saved(self, ordered: bool, rate: Rate) -> Floats:
        """Return by how many points CN2 errs more than CN2-POE in each trial."""
        cn2, poe = Learner(ordered, None), Learner(ordered, rate)
        return self.values("error", cn2) - self.values("error", poe)

    def size_ratio(self, ordered: bool, rate: Rate) -> float | None:
        """Return the size of CN2-POE relative to that of CN2, None where CN2 learns nothing."""
        cn2 = self.values("conditions", Learner(ordered, None)).sum()
        poe = self.values("conditions", Learner(ordered, rate)).sum()
        return float(poe / cn2) if cn2 > 0 else None


class Tally(NamedTuple):
    """On how many of all tables CN2-POE is better than CN2, and on how many worse.

    Examples
    --------
    >>> tally = Tally(better=8, worse=3, tables=11)
    >>> tally.equal, round(tally.p_value, 3)
    (0, 0.227)
    """

    better: int
    worse: int
    tables: int

    @property
    def equal(self) -> int:
        """Tables on which the averages are the same."""
        return self.tables - self.better - self.worse

    @property
    def p_value(self) -> float:
        """Of the two-tailed sign test, equal tables left out."""
        return sign_test(self.better, self.worse)


def gather(results: Results) -> list[TableEndings]:
    """Return the tables that have at least one trial, in the order of the study."""
    gathered = []
    for facts in results.tables:
        trials = results.rows.get(facts.name, [])
        if trials:
            measures = {measure: _lined_up(trials, measure) for measure in MEASURES}
            gathered.append(TableEndings(facts, measures, compared(facts.name)))
    return gathered


def tally(tables: Sequence[TableEndings], measure: Measure, ordered: bool, rate: Rate) -> Tally:
    """Count the tables on which the average of CN2-POE is lower and higher than that of CN2.

    Parameters
    ----------
    tables : sequence of TableEndings
        Of the run.
    measure : {"error", "conditions"}
        Less of either is better.
    ordered : bool
        Whether decision lists are compared.
    rate : {"best", "raw", "m_estimate"}
        Reading of POE.
    """
    cn2, poe = Learner(ordered, None), Learner(ordered, rate)
    differences = [
        float((table.values(measure, cn2) - table.values(measure, poe)).sum()) for table in tables
    ]
    signs = np.sign(np.round(differences, 9))
    return Tally(int(np.sum(signs > 0)), int(np.sum(signs < 0)), len(tables))


def _lined_up(trials: Sequence[Sequence[Row]], measure: Measure) -> Floats:
    scale = 100.0 if measure == "error" else 1.0
    lines = []
    for trial in trials:
        found = {(bool(row["ordered"]), row["rate"]): row[measure] for row in trial}
        lines.append([found[learner] for learner in LEARNERS])
    return scale * np.array(lines, dtype=np.float64)
