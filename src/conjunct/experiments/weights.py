"""The study `weights`: what logistic weights do to the error and the probabilities of rules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from conjunct.evaluate import sign_test
from conjunct.experiments.cells import p_text
from conjunct.experiments.figures import draw_points
from conjunct.experiments.findings import Findings, Grid, Line, Picture, data_table, text_lines
from conjunct.experiments.judging import LEAST
from conjunct.experiments.long_rows import by_key, standard_error, with_trials
from conjunct.experiments.panels import Dots, PointPanel
from conjunct.experiments.published import paper
from conjunct.experiments.study import Results, Study, TableFacts
from conjunct.experiments.weight_trials import LEARNERS, weigh
from conjunct.model.notation import count_text
from conjunct.plots.style import BLUE, ORANGE
from conjunct.types import Floats


class ShownMeasure(NamedTuple):
    """How a measure is shown: heading, factor, digits, and what the figure calls its change."""

    heading: str
    scale: float
    digits: int
    change: str


MEASURES = {
    "error": ShownMeasure("error, %", 100.0, 1, "change of the error (points)"),
    "brier": ShownMeasure("Brier score", 1.0, 3, "change of the Brier score"),
}
_NOTES = (
    "Rules from one stratified half of the table, tested on the other; the same halves for all.",
    "Unweighted: the learner's own probabilities. Weighted: logistic regression on one column of "
    "zeros and ones for each rule, with scikit-learn's default penalty, fitted on the rows that "
    "the rules were learned from.",
    "Brier score: squared distance of the probabilities from the class that came, added up over "
    "the classes, between 0 and 2. The last line is the mean over the tables.",
)
_APART = 0.14
"""Of a line's height, between the points of its learners."""


class TableWeights(NamedTuple):
    """The numbers on one table, a number a trial, by learner and whether rules are weighted."""

    facts: TableFacts
    trials: dict[tuple[str, int], dict[str, Floats]]

    def both(self, measure: str, learner: str) -> tuple[Floats, Floats]:
        """Return the numbers without and with weights."""
        before, after = (
            MEASURES[measure].scale * self.trials[learner, one][measure] for one in (0, 1)
        )
        return before, after

    def change(self, measure: str, learner: str) -> Floats:
        """Return weighted less unweighted in each trial."""
        before, after = self.both(measure, learner)
        return after - before


def findings(results: Results) -> Findings:
    """Turn trials into a table for each learner, sign tests and a figure."""
    tables = [
        TableWeights(facts, by_key(results.rows[facts.name], "learner", "weighted"))
        for facts in with_trials(results)
    ]
    if not tables:
        return Findings(summary=("There is no trial yet.",))
    return Findings(
        summary=tuple(_sentence(tables, name) for name in LEARNERS),
        grids=tuple(_grid(tables, name) for name in LEARNERS),
        pictures=(_picture(tables),),
    )


def _sentence(tables: Sequence[TableWeights], learner: str) -> str:
    parts = []
    for measure, (heading, *_) in MEASURES.items():
        changes = [table.change(measure, learner).mean() for table in tables]
        lower, higher = sum(c < 0 for c in changes), sum(c > 0 for c in changes)
        before, after = (_text(measure, one) for one in _averages(tables, measure, learner))
        p = p_text(sign_test(lower, higher)) if len(tables) >= LEAST else "too few tables"
        parts.append(
            f"{heading} {before} becomes {after} on average, lower on {lower} and higher on "
            f"{higher} (sign test: {p})"
        )
    tables_text = count_text(len(tables), "table")
    return f"Weights on the rules of {learner}, {tables_text}: {'; '.join(parts)}."


def _averages(tables: Sequence[TableWeights], measure: str, learner: str) -> list[float]:
    """Return the means over the tables, without and with weights."""
    pairs = zip(*(table.both(measure, learner) for table in tables), strict=True)
    return [sum(float(one.mean()) for one in those) / len(tables) for those in pairs]


def _row(table: TableWeights, learner: str) -> Line:
    rules = float(table.trials[learner, 0]["rules"].mean())
    row: dict[str, object] = {"table": table.facts.name}
    row |= {"trials": len(table.trials[learner, 0]["rules"]), "rules": rules}
    for measure in MEASURES:
        before, after = (float(one.mean()) for one in table.both(measure, learner))
        change = table.change(measure, learner)
        mean, error = float(change.mean()), standard_error(change)
        row |= {f"{measure}_unweighted": before, f"{measure}_weighted": after}
        row |= {f"{measure}_change": mean, f"{measure}_change_standard_error": error}
        row[f"_{measure}"] = _change_text(measure, mean, error)
    return row


def _grid(tables: Sequence[TableWeights], learner: str) -> Grid:
    below = ["mean", ""]
    heads, templates = ["table", "rules"], ["{table}", "{rules:.1f}"]
    for measure, (heading, _, digits, _) in MEASURES.items():
        heads += [heading, "weighted", "change"]
        templates += [f"{{{measure}_{one}:.{digits}f}}" for one in ("unweighted", "weighted")]
        templates.append(f"{{_{measure}}}")
        below += [*(_text(measure, one) for one in _averages(tables, measure, learner)), ""]
    rows = [_row(table, learner) for table in tables]
    title = f"Rules of {learner}, unweighted and weighted"
    lines = (*text_lines(templates, rows), tuple(below))
    return Grid(learner, title, tuple(heads), lines, *data_table(rows), _NOTES)


def _text(measure: str, value: float) -> str:
    return f"{value:.{MEASURES[measure].digits}f}"


def _change_text(measure: str, change: float, error: float) -> str:
    spread = "" if math.isnan(error) else f" ± {_text(measure, error)}"
    size = _text(measure, abs(change))
    sign = "" if float(size) == 0 else "+" if change > 0 else "−"
    return f"{sign}{size}{spread}"


def _picture(tables: Sequence[TableWeights]) -> Picture:
    said = []
    for name in LEARNERS:
        both = sum(all(table.change(m, name).mean() < 0 for m in MEASURES) for table in tables)
        said.append(f"{both} with the rules of {name}")
    return Picture(
        "changes",
        "What weights change: error and Brier score of weighted less unweighted rules",
        partial(draw_points, panels=[_panel(tables, measure) for measure in MEASURES]),
        (9.0, round(1.2 + 0.3 * len(tables), 2)),
        "",
        f"To the left of the line weights help. Of {count_text(len(tables), 'table')}, both "
        f"error and Brier score fall on {' and '.join(said)}. Bars are one standard error.",
    )


def _panel(tables: Sequence[TableWeights], measure: str) -> PointPanel:
    points = []
    for name, color, shift in zip(LEARNERS, (BLUE, ORANGE), (-_APART, _APART), strict=True):
        changes = [table.change(measure, name) for table in tables]
        bars = None if len(changes[0]) < 2 else [standard_error(one) for one in changes]
        lines = [line + shift for line in range(len(tables))]
        means = [float(one.mean()) for one in changes]
        points.append(Dots(name, means, lines, color, size=4, bars=bars))
    names = [table.facts.name for table in tables]
    return PointPanel(points, x_label=MEASURES[measure].change, at_x=0, lines=names)


STUDY = Study(
    name="weights",
    title="Rules with and without logistic weights",
    source="our own study: what learning as continuous optimisation adds to rules",
    tables=tuple(
        dict.fromkeys((*paper("quinlan1995")["tables"], *paper("domingos1998")["tables"]))
    ),
    trials=50,
    seconds=1.5,
    run=weigh,
    findings=findings,
)
