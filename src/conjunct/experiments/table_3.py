"""Table 3 of Quinlan & Cameron-Jones (1995) as a run gives it, the published numbers beside."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from conjunct.evaluate import sign_test
from conjunct.experiments.findings import Grid, Line, data_table, text_lines
from conjunct.experiments.judging import LEAST
from conjunct.experiments.long_rows import by_key, standard_error, with_trials
from conjunct.experiments.published import paper
from conjunct.experiments.study import Results, TableFacts
from conjunct.types import Floats

PAPER = paper("quinlan1995")
SHORT = {"greedy": "GS", "layered": "LS", "extensive": "ES"}
"""What the paper calls the searches."""

OTHERS = ("greedy", "extensive")
MEASURES = {
    "error": ("table-3-error", "error rate (%)", 1),
    "rules": ("table-3-rules", "number of rules", 1),
    "conditions": ("table-3-size", "theory size (conditions of all rules)", 1),
    "seconds": ("table-3-seconds", "processor seconds to learn a theory", 3),
}
"""File, heading and digits of each part of the table."""

_SCALE = {**dict.fromkeys(MEASURES, 1.0), "error": 100.0}
SIGNIFICANT = 0.05
"""Below this p-value of the two-tailed sign test a difference counts, as in the paper."""

LIMITS = {"error": (1.5, "points"), "rules": (12.0, "%"), "conditions": (12.0, "%")}
"""How far a number may be from the published one, and in what it is measured."""

NOT_JUDGED = "breast-cancer-4c"
"""The table whose published numbers fit no reading of the paper: probably other data."""

MARKS = {"better": "▲", "worse": "▼", "": " "}
"""Of a search that errs significantly more than LS, less, or neither."""

MARKS_NOTE = (
    "▲ more errors than LS, ▼ fewer errors than LS, by a two-tailed sign test over the trials at "
    f"0.05. Fewer than {LEAST} trials are not judged."
)


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


class TableTheories(NamedTuple):
    """All trials on one table: the numbers of each search, by measure; errors are shares."""

    facts: TableFacts
    trials: Mapping[str, Mapping[str, Floats]]

    @property
    def n_trials(self) -> int:
        """How many trials there are."""
        return len(self.trials["layered"]["error"])

    @property
    def name(self) -> str:
        """Its name, with a dagger if it stands in for another table."""
        return f"{self.facts.name} †" if self.facts.stands_in_for else self.facts.name

    @property
    def is_published(self) -> bool:
        """Whether the paper has a line for it; a stand-in has none."""
        return self.facts.name in PAPER["names"]

    def published(self, measure: str) -> list[float]:
        """Return the published numbers of GS, LS and ES."""
        place = 3 * list(MEASURES).index(measure)
        numbers: list[float] = PAPER["table_3"][PAPER["names"][self.facts.name]]
        return numbers[place : place + 3]

    def values(self, measure: str) -> Floats:
        """Return a line a trial, a column a search."""
        return np.column_stack([self.trials[search][measure] for search in SHORT])

    def means(self, measure: str) -> list[float]:
        """Return the averages of GS, LS and ES; errors in percent, as the paper gives them."""
        means: list[float] = (_SCALE[measure] * self.values(measure).mean(axis=0)).tolist()
        return means

    def difference(self, other: str) -> Floats:
        """Return by how many points another search errs more than LS in each trial."""
        points: Floats = self.trials[other]["error"] - self.trials["layered"]["error"]
        return 100.0 * points

    def versus(self, other: str) -> Versus:
        """Compare layered search with another one, trial by trial."""
        points = self.difference(other)
        return Versus(int(np.sum(points > 0)), int(np.sum(points < 0)), self.n_trials)

    def away(self, measure: str) -> list[float]:
        """Return how far GS, LS and ES are from the published numbers: points, or percent."""
        pairs = zip(self.means(measure), self.published(measure), strict=True)
        if measure == "error":
            return [ours - theirs for ours, theirs in pairs]
        return [100.0 * (ours / theirs - 1.0) for ours, theirs in pairs]

    @property
    def judgement(self) -> str:
        """Whether a table with published numbers comes close to all of them."""
        if self.facts.name == NOT_JUDGED:
            return "not judged"
        limits = LIMITS.items()
        close = all(abs(one) <= limit for what, (limit, _) in limits for one in self.away(what))
        return "within" if close else "outside"


def gather(results: Results) -> list[TableTheories]:
    """Return the tables that have at least one trial, in the order of the study."""
    return [
        TableTheories(facts, by_key(results.rows[facts.name], "search"))
        for facts in with_trials(results)
    ]


def total(comparisons: Iterable[Versus]) -> Versus:
    """Add up comparisons of several tables.

    Examples
    --------
    >>> total([Versus(3, 1, 5), Versus(0, 4, 5)])
    Versus(better=3, worse=5, trials=10)
    """
    return Versus(*(sum(column) for column in zip(*comparisons, strict=True)))


def domains(tables: Sequence[TableTheories], other: str) -> tuple[int, int]:
    """Return on how many tables LS is significantly better and worse than another search."""
    verdicts = [table.versus(other).verdict for table in tables]
    return verdicts.count("better"), verdicts.count("worse")


def mean_ratio(lines: Sequence[Sequence[float]], base: int = 1) -> list[float] | None:
    """Return the average over tables of each number's ratio to that of layered search.

    A table on which layered search comes to nothing has no ratio and is left out; if none is left
    there is no average.

    Examples
    --------
    >>> mean_ratio([(30, 20, 20), (5, 10, 20)])
    [1.0, 1.0, 1.5]
    >>> mean_ratio([(1, 0, 1)]) is None
    True
    """
    shares = [[value / line[base] for value in line] for line in lines if line[base] > 0]
    if not shares:
        return None
    return [math.fsum(column) / len(shares) for column in zip(*shares, strict=True)]


def ratio_lines(
    measure: str, tables: Sequence[TableTheories]
) -> list[tuple[str, list[float] | None, list[float] | None]]:
    """Return the last lines of Table 3: what they are of, our ratios to LS and the published ones.

    The first is over all tables of the run, beside the paper's own line over its twelve. The
    second is over the tables that are the paper's, on both sides the same ones.
    """
    known = [table for table in tables if table.is_published]
    ours = mean_ratio([table.means(measure) for table in tables])
    if not known:
        return [(f"ratio to LS, {len(tables)} tables", ours, None)]
    place = 3 * list(MEASURES).index(measure)
    same_ours = mean_ratio([table.means(measure) for table in known])
    same_theirs = mean_ratio([table.published(measure) for table in known])
    return [
        (f"ratio to LS, all {len(tables)}", ours, PAPER["table_3"]["ratios"][place : place + 3]),
        (f"ratio to LS, {len(known)} public", same_ours, same_theirs),
    ]


def p_text(p_value: float) -> str:
    """Write a p-value.

    Examples
    --------
    >>> p_text(0.0412), p_text(3e-7), p_text(1.0)
    ('0.041', '<0.0001', '1.000')
    """
    return "<0.0001" if p_value < 0.0001 else f"{p_value:.{3 if p_value >= 0.001 else 4}f}"


def measure_grid(measure: str, tables: Sequence[TableTheories]) -> Grid:
    """Return one of the four parts of Table 3: GS, LS and ES by table, and the ratios to LS."""
    name, heading, digits = MEASURES[measure]
    beside = any(table.is_published for table in tables)
    rows = [_measure_row(measure, table) for table in tables]
    below = [
        {
            **dict.fromkeys(rows[0]),
            "line": label,
            **_three("{}", ours),
            **_three("published_{}", theirs),
        }
        for label, ours, theirs in ratio_lines(measure, tables)
    ]
    template, blank = f"{{{{{{0}}:.{digits}f}}}}{{{{_{{0}}}}}}", " " * (measure == "error")
    template = template + " ({{published_{0}:.1f}})" * beside
    digits = 2 if measure == "seconds" else 3
    ratio = f"{{{{{{0}}:.{digits}f}}}}{blank}" + f" ({{{{published_{{0}}:.{digits}f}}}})" * beside
    shown = [template.format(short) for short in SHORT.values()]
    ratios = text_lines(["{line}", *(ratio.format(short) for short in SHORT.values())], below)
    return Grid(
        name,
        f"Table 3: {heading}",
        ("table", *SHORT.values()),
        (*text_lines(["{_name}", *shown], rows), *ratios),
        *data_table([*rows, *below]),
        tuple(_measure_notes(measure, tables, beside)),
    )


def _measure_row(measure: str, table: TableTheories) -> Line:
    facts = table.facts
    bars = [standard_error(_SCALE[measure] * one) for one in table.values(measure).T]
    marks = [MARKS[table.versus(other).verdict] if measure == "error" else "" for other in OTHERS]
    return {
        "line": facts.name,
        "published_as": facts.published_as,
        "stands_in_for": facts.stands_in_for,
        "trials": table.n_trials,
        **_three("{}", table.means(measure)),
        **_three("{}_standard_error", bars),
        **_three("published_{}", table.published(measure) if table.is_published else None),
        "_name": table.name,
        **_three("_{}", [marks[0], " " * (measure == "error"), marks[1]]),
    }


def _three(name: str, values: Sequence[float | str] | None) -> dict[str, float | str | None]:
    values_or_none = (None,) * 3 if values is None else values
    return {
        name.format(short): one for short, one in zip(SHORT.values(), values_or_none, strict=True)
    }


def _measure_notes(measure: str, tables: Sequence[TableTheories], beside: bool) -> list[str]:
    searches = "GS greedy, LS layered, ES extensive search; averages over the trials"
    notes = [f"{searches}{', published ones in brackets' if beside else ''}."]
    if measure == "error":
        notes.append(MARKS_NOTE)
    if measure == "seconds" and beside:
        notes.append("Published seconds are of a DEC AXP 3000/800 workstation.")
    ratio = "Ratio to LS: the average over tables of the ratio to the number of LS"
    if beside:
        ratio += (
            "; published over the paper's twelve data sets in the first of these lines, over the "
            "same tables as ours in the second"
        )
    return [*notes, f"{ratio}.", *dagger_notes(tables)]


def dagger_notes(tables: Sequence[TableTheories]) -> list[str]:
    """Return a sentence for each table that replaces one of the paper's."""
    return [
        f"† {table.facts.name} stands in for {table.facts.stands_in_for}: "
        "no published number stands beside it."
        for table in tables
        if table.facts.stands_in_for
    ]
