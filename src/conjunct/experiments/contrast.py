"""Numbers of whole theories by kind of search: averages, ratios to layered search, sign tests."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from conjunct.evaluate import sign_test
from conjunct.experiments.judging import LEAST
from conjunct.experiments.published.quinlan1995 import Searches, Theories, theories
from conjunct.experiments.study import Results, Row, TableFacts
from conjunct.types import Floats

Measure = Literal["error", "rules", "conditions", "seconds"]
MEASURES: tuple[Measure, ...] = ("error", "rules", "conditions", "seconds")
Other = Literal["greedy", "extensive"]
OTHERS: tuple[Other, ...] = ("greedy", "extensive")

SIGNIFICANT = 0.05
"""Below this p-value of the two-tailed sign test a difference counts, as in the paper."""


@dataclass(frozen=True, eq=False)
class TableTheories:
    """All trials on one table.

    Parameters
    ----------
    facts : TableFacts
        Of the table.
    trials : mapping of str to ndarray of shape (n_trials, 3)
        For each measure what greedy, layered and extensive search came to; errors are shares.
    published : Theories or None
        The paper's line for the same table; a stand-in has none.
    """

    facts: TableFacts
    trials: dict[Measure, Floats]
    published: Theories | None

    @property
    def n_trials(self) -> int:
        """How many trials there are."""
        return len(self.trials["error"])

    def mean(self, measure: Measure) -> Searches:
        """Return the averages over the trials; errors in percent, as the paper gives them."""
        return Searches(*(_scale(measure) * self.trials[measure].mean(axis=0)).tolist())

    def standard_error(self, measure: Measure) -> tuple[float | None, ...]:
        """Return the standard errors of `mean`, None for a single trial."""
        return tuple(_standard_error(_scale(measure) * values) for values in self.trials[measure].T)

    def difference(self, other: Other) -> tuple[float, float | None]:
        """Return by how many points the other search errs more than LS, and the standard error."""
        points = 100.0 * (self._errors(other) - self._errors("layered"))
        return float(points.mean()), _standard_error(points)

    def versus(self, other: Other) -> Versus:
        """Compare layered search with another one, trial by trial."""
        ours, theirs = self._errors("layered"), self._errors(other)
        return Versus(int(np.sum(ours < theirs)), int(np.sum(ours > theirs)), self.n_trials)

    def _errors(self, search: str) -> Floats:
        column: Floats = self.trials["error"][:, Searches._fields.index(search)]
        return column


class Versus(NamedTuple):
    """In how many of all trials layered search has the lower and the higher error.

    Examples
    --------
    >>> test = Versus(better=8, worse=1, trials=12)
    >>> test.equal, round(test.p_value, 3), test.verdict
    (3, 0.039, 'better')
    """

    better: int
    worse: int
    trials: int

    @property
    def equal(self) -> int:
        """Trials in which both make the same number of errors."""
        return self.trials - self.better - self.worse

    @property
    def p_value(self) -> float:
        """Of the two-tailed sign test, equal trials left out."""
        return sign_test(self.better, self.worse)

    @property
    def verdict(self) -> Literal["better", "worse", ""]:
        """Whether layered search is significantly better or worse; neither for too few trials."""
        if self.trials < LEAST or self.p_value >= SIGNIFICANT:
            return ""
        return "better" if self.better > self.worse else "worse"


def gather(results: Results) -> list[TableTheories]:
    """Return the tables that have at least one trial, in the order of the study."""
    gathered = []
    for facts in results.tables:
        trials = results.rows.get(facts.name, [])
        if trials:
            gathered.append(TableTheories(facts, _measures(trials), theories(facts.name)))
    return gathered


def total(comparisons: Iterable[Versus]) -> Versus:
    """Add up comparisons of several tables.

    Examples
    --------
    >>> total([Versus(3, 1, 5), Versus(0, 4, 5)])
    Versus(better=3, worse=5, trials=10)
    """
    columns = zip(*comparisons, strict=True)
    return Versus(*(sum(column) for column in columns))


def mean_ratio(lines: Sequence[Searches]) -> Searches | None:
    """Return the average over tables of each search's ratio to layered search.

    A table on which layered search comes to nothing has no ratio and is left out; if none is left
    there is no average.

    Examples
    --------
    >>> mean_ratio([Searches(30, 20, 20), Searches(5, 10, 20)])
    Searches(greedy=1.0, layered=1.0, extensive=1.5)
    >>> mean_ratio([Searches(1, 0, 1)]) is None
    True
    """
    ratios = [[value / line.layered for value in line] for line in lines if line.layered > 0]
    if not ratios:
        return None
    return Searches(*(math.fsum(column) / len(ratios) for column in zip(*ratios, strict=True)))


def _measures(trials: Sequence[Sequence[Row]]) -> dict[Measure, Floats]:
    """Line up the rows of all trials: for each measure a line a trial, a column a search."""
    searched = [{row["search"]: row for row in trial} for trial in trials]
    return {
        measure: np.array(
            [[trial[search][measure] for search in Searches._fields] for trial in searched],
            dtype=np.float64,
        )
        for measure in MEASURES
    }


def _scale(measure: Measure) -> float:
    return 100.0 if measure == "error" else 1.0


def _standard_error(values: Floats) -> float | None:
    if len(values) < 2:
        return None
    return float(values.std(ddof=1) / math.sqrt(len(values)))
