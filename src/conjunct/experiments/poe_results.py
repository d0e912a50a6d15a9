"""Numbers of CN2 and CN2-POE by table: averages, differences, and who is better on how many."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from conjunct.evaluate import sign_test
from conjunct.experiments.judging import LEAST
from conjunct.experiments.long_rows import by_key, with_trials
from conjunct.experiments.poe_trials import PoeLearner, Reading
from conjunct.experiments.published import paper
from conjunct.experiments.study import Results, TableFacts
from conjunct.types import Floats

PAPER = paper("domingos1998")
KINDS = {False: "unordered", True: "ordered"}
MEASURES = ("error", "conditions")
"""Those of which the paper reports both learners'."""


class TableEndings(NamedTuple):
    """All trials on one table: by learner and measure a number a trial; errors are shares."""

    facts: TableFacts
    trials: Mapping[tuple[int, Reading | None], Mapping[str, Floats]]

    @property
    def n_trials(self) -> int:
        """How many trials there are."""
        return len(self.trials[0, None]["error"])

    @property
    def published(self) -> list[float] | None:
        """The paper's line for the same table: four averages, each with its ±."""
        line: list[float] | None = PAPER["table_1"].get(self.facts.name)
        return line

    def values(self, measure: str, learner: PoeLearner) -> Floats:
        """Return what a learner came to in each trial; errors in percent."""
        scale = 100.0 if measure == "error" else 1.0
        return scale * self.trials[int(learner.ordered), learner.reading][measure]

    def mean(self, measure: str, learner: PoeLearner) -> float:
        """Return the average over the trials."""
        return float(self.values(measure, learner).mean())

    def deviation(self, measure: str, learner: PoeLearner) -> float:
        """Return the standard deviation over the trials, 0 for one trial."""
        values = self.values(measure, learner)
        return float(values.std(ddof=1)) if len(values) > 1 else 0.0

    def rule_length(self, learner: PoeLearner) -> float:
        """Return the conditions of an average rule, 0 where there is no rule."""
        conditions, rules = (self.values(one, learner).sum() for one in ("conditions", "rules"))
        return float(conditions / max(rules, 1.0))

    def saved(self, ordered: bool, reading: Reading, measure: str = "error") -> Floats:
        """Return by how much CN2 comes to more than CN2-POE in each trial."""
        cn2, poe = PoeLearner(ordered, None), PoeLearner(ordered, reading)
        return self.values(measure, cn2) - self.values(measure, poe)

    def size_ratio(self, ordered: bool, reading: Reading) -> float | None:
        """Return the size of CN2-POE relative to that of CN2, None where CN2 learns nothing."""
        cn2 = self.values("conditions", PoeLearner(ordered, None)).sum()
        poe = self.values("conditions", PoeLearner(ordered, reading)).sum()
        return float(poe / cn2) if cn2 > 0 else None


class Tally(NamedTuple):
    """On how many of all tables CN2-POE is better than CN2, and on how many worse.

    Examples
    --------
    >>> round(Tally(better=8, worse=3, tables=11).p_value, 3)
    0.227
    """

    better: int
    worse: int
    tables: int

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
    return [
        TableEndings(facts, by_key(results.rows[facts.name], "ordered", "reading"))
        for facts in with_trials(results)
    ]


def tally(tables: Sequence[TableEndings], measure: str, ordered: bool, reading: Reading) -> Tally:
    """Count the tables on which the average of CN2-POE is lower and higher than that of CN2."""
    saved = [float(table.saved(ordered, reading, measure).sum()) for table in tables]
    signs = np.sign(np.round(saved, 9))
    return Tally(int(np.sum(signs > 0)), int(np.sum(signs < 0)), len(tables))


def mean_or_none(numbers: Sequence[float]) -> float | None:
    """Return the average of numbers, None where there are none."""
    return sum(numbers) / len(numbers) if numbers else None


def correlation(x: Floats, y: Floats) -> float | None:
    """Return Pearson's correlation, None where it is not defined.

    Examples
    --------
    >>> round(correlation(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 2.0])), 3)
    0.866
    """
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    return float(np.corrcoef(x, y)[0, 1])


def table_1_numbers(table: TableEndings, learners: Sequence[PoeLearner]) -> dict[str, float]:
    """Return average, standard deviation and standard error of errors and sizes."""
    root = math.sqrt(table.n_trials)
    found = {}
    for name, measure in (("error", "error"), ("size", "conditions")):
        for kind, learner in zip(("cn2", "poe"), learners, strict=True):
            deviation = table.deviation(measure, learner)
            found[f"{kind}_{name}"] = table.mean(measure, learner)
            found[f"{kind}_{name}_sd"] = deviation
            found[f"{kind}_{name}_standard_error"] = deviation / root
    return found
