"""Numbers of CN2 and CN2-POE by table: averages, differences, and who is better on how many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, cast

import numpy as np

from conjunct.evaluate import sign_test
from conjunct.experiments.judging import LEAST
from conjunct.experiments.poe_trials import PoeLearner, Reading
from conjunct.experiments.published.domingos1998 import Average, PublishedErrors, compared
from conjunct.experiments.study import Results, Row, TableFacts
from conjunct.types import Floats

Measure = Literal["error", "conditions", "rules"]
MEASURES: tuple[Measure, ...] = ("error", "conditions")
"""Those of which the paper reports both learners'."""


@dataclass(frozen=True, eq=False)
class TableEndings:
    """All trials on one table.

    Parameters
    ----------
    facts : TableFacts
        Of the table.
    trials : mapping of (PoeLearner, str) to ndarray
        What each learner came to in every trial, by measure; errors in percent.
    published : PublishedErrors or None
        The paper's line for the same table.
    """

    facts: TableFacts
    trials: Mapping[tuple[PoeLearner, Measure], Floats]
    published: PublishedErrors | None

    @property
    def n_trials(self) -> int:
        """How many trials there are."""
        return len(next(iter(self.trials.values())))

    def values(self, measure: Measure, learner: PoeLearner) -> Floats:
        """Return what a learner came to in each trial."""
        return self.trials[learner, measure]

    def spread(self, measure: Measure, learner: PoeLearner) -> Average:
        """Return the average over the trials and their standard deviation, 0 for one trial."""
        values = self.values(measure, learner)
        deviation = values.std(ddof=1) if len(values) > 1 else 0.0
        return Average(float(values.mean()), float(deviation))

    def rule_length(self, learner: PoeLearner) -> float:
        """Return the conditions of an average rule, 0 where there is no rule."""
        conditions, rules = (self.values(one, learner).sum() for one in ("conditions", "rules"))
        return float(conditions / max(rules, 1.0))

    def saved(self, ordered: bool, reading: Reading) -> Floats:
        """Return by how many points CN2 errs more than CN2-POE in each trial."""
        cn2, poe = PoeLearner(ordered, None), PoeLearner(ordered, reading)
        return self.values("error", cn2) - self.values("error", poe)

    def size_ratio(self, ordered: bool, reading: Reading) -> float | None:
        """Return the size of CN2-POE relative to that of CN2, None where CN2 learns nothing."""
        cn2 = self.values("conditions", PoeLearner(ordered, None)).sum()
        poe = self.values("conditions", PoeLearner(ordered, reading)).sum()
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

    @property
    def p_text(self) -> str:
        """The p-value in words, or that there are too few tables for one."""
        if self.tables < LEAST:
            return "too few tables for a test"
        return f"p = {self.p_value:.2f}"


def gather(results: Results) -> list[TableEndings]:
    """Return the tables that have at least one trial, in the order of the study."""
    gathered = []
    for facts in results.tables:
        trials = results.rows.get(facts.name, [])
        if trials:
            gathered.append(TableEndings(facts, _by_learner(trials), compared(facts.name)))
    return gathered


def tally(
    tables: Sequence[TableEndings], measure: Measure, ordered: bool, reading: Reading
) -> Tally:
    """Count the tables on which the average of CN2-POE is lower and higher than that of CN2.

    Parameters
    ----------
    tables : sequence of TableEndings
        Of the run.
    measure : {"error", "conditions"}
        Less of either is better.
    ordered : bool
        Whether decision lists are compared.
    reading : str
        Reading of POE.
    """
    cn2, poe = PoeLearner(ordered, None), PoeLearner(ordered, reading)
    differences = [
        float((table.values(measure, cn2) - table.values(measure, poe)).sum()) for table in tables
    ]
    signs = np.sign(np.round(differences, 9))
    return Tally(int(np.sum(signs > 0)), int(np.sum(signs < 0)), len(tables))


def over_tables(tables: Sequence[TableEndings], measure: Measure, learner: PoeLearner) -> float:
    """Return what a learner comes to on average, each table counting alike."""
    return sum(table.spread(measure, learner).mean for table in tables) / len(tables)


def _by_learner(trials: Sequence[Sequence[Row]]) -> dict[tuple[PoeLearner, Measure], Floats]:
    values: dict[tuple[PoeLearner, Measure], list[float]] = defaultdict(list)
    for trial in trials:
        for row in trial:
            learner = PoeLearner(bool(row["ordered"]), cast("Reading | None", row["reading"]))
            values[learner, "error"].append(100.0 * float(row["error"] or 0))
            values[learner, "conditions"].append(float(row["conditions"] or 0))
            values[learner, "rules"].append(float(row["rules"] or 0))
    return {key: np.array(found) for key, found in values.items()}
