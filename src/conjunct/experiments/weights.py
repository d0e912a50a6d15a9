"""The study `weights`: what logistic weights do to the error and the probabilities of rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from conjunct.evaluate import sign_test
from conjunct.experiments.curves import p_text
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.judging import LEAST
from conjunct.experiments.published import domingos1998, quinlan1995
from conjunct.experiments.study import Results, Study
from conjunct.experiments.weight_figure import draw_changes, figure_size
from conjunct.experiments.weight_results import MEASURES, Measure, TableWeights, gather
from conjunct.experiments.weight_trials import LEARNERS, weigh
from conjunct.model.notation import count_text

TABLES = tuple(dict.fromkeys((*quinlan1995.TABLES, *domingos1998.TABLES)))
"""Those of two papers; two of them come twice, typed as each paper types them."""

HEADINGS: dict[Measure, str] = {"error": "error, %", "brier": "Brier score"}
_NOTES = (
    "Rules from one stratified half of the table, tested on the other; the same halves for all.",
    "Unweighted: the learner's own probabilities. Weighted: logistic regression on one column of "
    "zeros and ones for each rule, with scikit-learn's default penalty, fitted on the rows that "
    "the rules were learned from.",
    "Brier score: squared distance of the probabilities from the class that came, added up over "
    "the classes, between 0 and 2. The last line is the mean over the tables.",
)


def findings(results: Results) -> Findings:
    """Turn trials into a table for each learner, sign tests and a figure.

    Parameters
    ----------
    results : Results
        Of any number of trials; tables without a trial are left out.
    """
    tables = gather(results)
    if not tables:
        return Findings(summary=("There is no trial yet.",))
    return Findings(
        summary=tuple(_sentence(tables, name) for name in LEARNERS),
        grids=tuple(_grid(tables, name) for name in LEARNERS),
        pictures=(_picture(tables),),
    )


def _sentence(tables: Sequence[TableWeights], learner: str) -> str:
    parts = []
    for measure in MEASURES:
        changes = [table.change(measure, learner)[0] for table in tables]
        lower, higher = sum(c < 0 for c in changes), sum(c > 0 for c in changes)
        before, after = _averages(tables, measure, learner)
        parts.append(
            f"{HEADINGS[measure]} {_text(measure, before)} becomes {_text(measure, after)} on "
            f"average, lower on {lower} and higher on {higher} "
            f"(sign test: {_test_text(lower, higher, len(tables))})"
        )
    return (
        f"Weights on the rules of {learner}, {count_text(len(tables), 'table')}: "
        f"{'; '.join(parts)}."
    )


def _test_text(lower: int, higher: int, tables: int) -> str:
    return p_text(sign_test(lower, higher)) if tables >= LEAST else "too few tables"


def _grid(tables: Sequence[TableWeights], learner: str) -> Grid:
    lines, data = [], []
    for table in tables:
        cells: list[str] = []
        facts: list[float | None] = []
        for measure in MEASURES:
            pair = [table.mean(measure, learner, weighted) for weighted in (False, True)]
            change, error = table.change(measure, learner)
            cells += [*(_text(measure, one) for one in pair), _change_text(measure, change, error)]
            facts += [*pair, change, error]
        rules = table.n_rules(learner)
        lines.append((table.facts.name, f"{rules:.1f}", *cells))
        data.append((table.facts.name, table.n_trials, rules, *facts))
    averages = [
        cell
        for measure in MEASURES
        for cell in (*(_text(measure, one) for one in _averages(tables, measure, learner)), "")
    ]
    lines.append(("mean", "", *averages))
    return Grid(
        name=learner,
        title=f"Rules of {learner}, unweighted and weighted",
        columns=(
            *("table", "rules"),
            *(
                heading
                for measure in MEASURES
                for heading in (HEADINGS[measure], "weighted", "change")
            ),
        ),
        lines=tuple(lines),
        data_columns=(
            *("table", "trials", "rules"),
            *(
                f"{measure}_{what}"
                for measure in MEASURES
                for what in ("unweighted", "weighted", "change", "change_standard_error")
            ),
        ),
        data=tuple(data),
        notes=_NOTES,
    )


def _averages(
    tables: Sequence[TableWeights], measure: Measure, learner: str
) -> tuple[float, float]:
    """Return the means over the tables, without and with weights."""
    before, after = (
        sum(table.mean(measure, learner, weighted) for table in tables) / len(tables)
        for weighted in (False, True)
    )
    return before, after


def _text(measure: Measure, value: float) -> str:
    return f"{value:.1f}" if measure == "error" else f"{value:.3f}"


def _change_text(measure: Measure, change: float, error: float | None) -> str:
    spread = "" if error is None else f" ± {_text(measure, error)}"
    size = _text(measure, abs(change))
    sign = "" if float(size) == 0 else "+" if change > 0 else "−"
    return f"{sign}{size}{spread}"


def _picture(tables: Sequence[TableWeights]) -> Picture:
    said = []
    for name in LEARNERS:
        both = sum(all(table.change(m, name)[0] < 0 for m in MEASURES) for table in tables)
        said.append(f"{both} with the rules of {name}")
    return Picture(
        name="changes",
        title="What weights change: error and Brier score of weighted less unweighted rules",
        draw=partial(draw_changes, tables=tables),
        size=figure_size(len(tables)),
        published="",
        found=f"To the left of the line weights help. Of {count_text(len(tables), 'table')}, both "
        f"error and Brier score fall on {' and '.join(said)}. Bars are one standard error.",
    )


STUDY = Study(
    name="weights",
    title="Rules with and without logistic weights",
    source="our own study: what learning as continuous optimisation adds to rules",
    tables=TABLES,
    trials=50,
    seconds=1.5,
    run=weigh,
    findings=findings,
)
