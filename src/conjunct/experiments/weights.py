"""The study `weights`: what logistic weights do to the error and the probabilities of rules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from conjunct.experiments.figures import Dots, Panel, drawing
from conjunct.experiments.findings import Findings, Grid, Line, p_text, text_lines, words_of
from conjunct.experiments.judging import LEAST, TrialSigns
from conjunct.experiments.long_rows import TableRows, mean_over, standard_error, table_rows
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.weight_trials import LEARNERS, weigh
from conjunct.plots.style import BLUE, ORANGE
from conjunct.types import Floats

WORDS = words_of("weights")


class ShownMeasure(NamedTuple):
    """How a measure is shown: heading, digits, and what the figure calls its change."""

    heading: str
    digits: int
    change: str


MEASURES = {
    "error": ShownMeasure("error, %", 1, "change of the error (points)"),
    "brier": ShownMeasure("Brier score", 3, "change of the Brier score"),
}
_APART = 0.14
"""Distance of a learner's points from their line, in lines."""


def findings(results: Results) -> Findings:
    """Turn trials into a table for each learner, sign tests and a figure."""
    tables = table_rows(results, "learner", "weighted")
    said = []
    for name in LEARNERS:
        both = sum(all(_change(table, m, name).mean() < 0 for m in MEASURES) for table in tables)
        said.append(WORDS.say("both", count=both, learner=name))
    size = (9.0, round(1.2 + 0.3 * len(tables), 2))
    panels = [_panel(tables, measure) for measure in MEASURES]
    facts = {"tables": len(tables), "said": " and ".join(said)}
    return Findings(
        tuple(_sentence(tables, name) for name in LEARNERS),
        tuple(_grid(tables, name) for name in LEARNERS),
        (WORDS.picture("changes", drawing(panels, size=size, share_y=True), facts),),
    )


def _change(table: TableRows, measure: str, learner: str) -> Floats:
    """Return weighted less unweighted in each trial."""
    return table.change(measure, (learner, 1), (learner, 0))


def _sentence(tables: Sequence[TableRows], learner: str) -> str:
    parts = []
    for measure, (heading, *_) in MEASURES.items():
        test = TrialSigns.of(np.array([_change(t, measure, learner).mean() for t in tables]))
        before, after = (_text(measure, one) for one in _averages(tables, measure, learner))
        p = p_text(test.p_value) if len(tables) >= LEAST else "too few tables"
        facts: dict[str, Any] = {"before": before, "after": after, "p": p}
        facts |= {"lower": test.worse, "higher": test.better}
        parts.append(WORDS.say("measure", facts, heading=heading))
    return WORDS.say("learner", learner=learner, tables=len(tables), parts="; ".join(parts))


def _averages(tables: Sequence[TableRows], measure: str, learner: str) -> list[float]:
    """Return the means over the tables, without and with weights."""
    return [mean_over(tables, measure, (learner, weighted)) for weighted in (0, 1)]


def _row(table: TableRows, learner: str) -> Line:
    rules = table.values("rules", (learner, 0))
    row: dict[str, Any] = {"table": table.name, "trials": len(rules), "rules": float(rules.mean())}
    for measure in MEASURES:
        change = _change(table, measure, learner)
        mean, error = float(change.mean()), standard_error(change)
        row[f"{measure}_unweighted"] = table.mean(measure, (learner, 0))
        row[f"{measure}_weighted"] = table.mean(measure, (learner, 1))
        row |= {f"{measure}_change": mean, f"{measure}_change_standard_error": error}
        row[f"_{measure}"] = _change_text(measure, mean, error)
    return row


def _grid(tables: Sequence[TableRows], learner: str) -> Grid:
    below = ["mean", ""]
    heads, templates = ["table", "rules"], ["{table}", "{rules:.1f}"]
    for measure, (heading, digits, _) in MEASURES.items():
        heads += [heading, "weighted", "change"]
        templates += [f"{{{measure}_{one}:.{digits}f}}" for one in ("unweighted", "weighted")]
        templates.append(f"{{_{measure}}}")
        below += [*(_text(measure, one) for one in _averages(tables, measure, learner)), ""]
    rows = [_row(table, learner) for table in tables]
    lines = [*text_lines(templates, rows), tuple(below)]
    return WORDS.grid("learner", rows, {"learner": learner}, name=learner, heads=heads, lines=lines)


def _text(measure: str, value: float) -> str:
    return f"{value:.{MEASURES[measure].digits}f}"


def _change_text(measure: str, change: float, error: float) -> str:
    spread = "" if math.isnan(error) else f" ± {_text(measure, error)}"
    size = _text(measure, abs(change))
    sign = "" if float(size) == 0 else "+" if change > 0 else "−"
    return f"{sign}{size}{spread}"


def _panel(tables: Sequence[TableRows], measure: str) -> Panel:
    found = []
    for name, color, shift in zip(LEARNERS, (BLUE, ORANGE), (-_APART, _APART), strict=True):
        changes = [_change(table, measure, name) for table in tables]
        bars = None if len(changes[0]) < 2 else [standard_error(one) for one in changes]
        lines = [line + shift for line in range(len(tables))]
        means = [float(one.mean()) for one in changes]
        found.append(Dots(name, means, lines, color, size=4, bars=bars))
    names = [table.name for table in tables]
    return Panel("", found, MEASURES[measure].change, at_x=0, lines=names)


STUDY = make_study("weights", weigh, findings)
