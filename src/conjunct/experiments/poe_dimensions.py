"""The study `poe-dimensions`: process-oriented evaluation where there are many attributes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from conjunct.experiments.cells import cell
from conjunct.experiments.dnf_trials import DOMAINS, READINGS, compare_on_dnf
from conjunct.experiments.figures import draw_points
from conjunct.experiments.findings import Findings, Grid, Line, Picture, grid
from conjunct.experiments.panels import Dots, PointPanel
from conjunct.experiments.poe_results import KINDS, PAPER, TableEndings, correlation, gather
from conjunct.experiments.poe_trials import RATES, PoeLearner, Reading
from conjunct.experiments.study import Results, Study
from conjunct.plots.style import GREY
from conjunct.types import Floats


class Savings(NamedTuple):
    """Errors that CN2-POE saves (points) in every run, and the number of attributes of each."""

    attributes: Floats
    points: Floats

    @property
    def means(self) -> Savings:
        """One line for each number of attributes: the average of its runs."""
        numbers = np.unique(self.attributes)
        means = [float(self.points[self.attributes == number].mean()) for number in numbers]
        return Savings(numbers, np.array(means))

    @property
    def facts(self) -> Line:
        """Correlations with the number of attributes, and what is saved on average."""
        return {
            "correlation_of_means": correlation(*self.means),
            "correlation_of_runs": correlation(*self),
            "mean_points_saved": float(self.points.mean()),
            "attributes_with_savings": int(np.sum(self.means.points > 0)),
            "attributes_numbers": len(self.means.points),
            "published": DOMAINS["correlation"],
        }


def savings(tables: Sequence[TableEndings], ordered: bool, reading: Reading) -> Savings:
    """Return what a reading of POE saves in every run, on tables of one number of attributes."""
    points = [table.saved(ordered, reading) for table in tables]
    attributes = [np.full(table.n_trials, float(table.facts.n_attributes)) for table in tables]
    return Savings(np.concatenate(attributes), np.concatenate(points))


def findings(results: Results) -> Findings:
    """Turn runs into correlations and averages by number of attributes."""
    tables = gather(results)
    if not tables:
        return Findings(summary=("There is no trial yet.",))
    rows = [
        {"rules": kind, "reading": rate, **savings(tables, ordered, rate).facts}
        for ordered, kind in KINDS.items()
        for rate in READINGS
    ]
    shown = [row for row in rows if row["reading"] == RATES[0]]
    correlations = grid(
        "correlations",
        "Correlation of the number of attributes with the errors that CN2-POE saves",
        {
            "rules, reading": "{rules}, {reading}",
            "averages": "{correlation_of_means:.2f}",
            "runs": "{correlation_of_runs:.2f}",
            "published": "{published:.2f}",
            "points": "{mean_points_saved:+.2f}",
            "errs less at": "{attributes_with_savings} of {attributes_numbers}",
        },
        rows,
        (
            "The paper does not say whether its correlation is of runs or of averages.",
            "Points: error of CN2 less that of CN2-POE, average over all runs.",
        ),
    )
    return Findings(
        summary=(
            "Every run makes a concept and examples of its own.",
            *(_sentence(row) for row in shown),
            *_difference_sentence(shown),
        ),
        grids=(correlations, _means_grid(tables)),
        pictures=(_picture(tables, shown),),
    )


def _sentence(row: Line) -> str:
    return cell(
        "With {rules} rules, the correlation of the number of attributes with the error of CN2 "
        "less that of CN2-POE is {correlation_of_means:.2f} over the averages and "
        "{correlation_of_runs:.2f} over the single runs (published: {published}, without saying "
        "of which). CN2-POE errs less on average at {attributes_with_savings} of "
        "{attributes_numbers} numbers of attributes, by {mean_points_saved:+.2f} points over all "
        "runs.",
        row,
    )


def _difference_sentence(rows: Sequence[Line]) -> list[str]:
    """Say in one sentence where the runs do not bear out what the paper concludes."""
    worse = [row["rules"] for row in rows if row["mean_points_saved"] < 0]
    if not worse:
        return []
    return [
        f"This differs from what the paper suggests: with {' and '.join(worse)} rules CN2-POE errs "
        "more than CN2 on average, so a positive correlation means that it does less harm with "
        "more attributes, not that it helps."
    ]


def _means_grid(tables: Sequence[TableEndings]) -> Grid:
    learners = {
        f"{kind} {'CN2' if rate is None else 'POE'}": PoeLearner(ordered, rate)
        for ordered, kind in KINDS.items()
        for rate in (None, RATES[0])
    }
    rows = [
        {"attributes": table.facts.n_attributes, "runs": table.n_trials}
        | {f"error {head}": table.mean("error", one) for head, one in learners.items()}
        | {f"size {head}": table.mean("conditions", one) for head, one in learners.items()}
        for table in tables
    ]
    return grid(
        "by-attributes",
        "Error rates (%) and theory sizes by number of attributes",
        {
            "attributes": "{attributes}",
            **{head: f"{{error {head}:.1f}}" for head in learners},
            **{f"size {head}": f"{{size {head}:.1f}}" for head in learners},
        },
        rows,
        (f"POE with the reading {RATES[0]}.",),
    )


def _picture(tables: Sequence[TableEndings], rows: Sequence[Line]) -> Picture:
    said = " and ".join(cell("{correlation_of_means:.2f} with {rules} rules", row) for row in rows)
    return Picture(
        "dimensions",
        "Errors saved by CN2-POE by number of attributes",
        partial(draw_points, panels=[_panel(tables, ordered) for ordered in KINDS]),
        (10.0, 4.2),
        PAPER["dimensions_text"],
        "Above 0 CN2-POE errs less. The correlation of the averages with the number of "
        f"attributes is {said}.",
    )


def _panel(tables: Sequence[TableEndings], ordered: bool) -> PointPanel:
    saved = savings(tables, ordered, RATES[0])
    means = saved.means
    return PointPanel(
        [
            Dots("run", saved.attributes.tolist(), saved.points.tolist(), GREY, size=2.5),
            Dots("average", means.attributes.tolist(), means.points.tolist(), joined=True),
        ],
        f"{KINDS[ordered]} rules",
        "attributes",
        "" if ordered else "error of CN2 less that of CN2-POE (points)",
        at_y=0,
    )


STUDY = Study(
    name="poe-dimensions",
    title="Process-oriented evaluation and the number of attributes (artificial domains)",
    source=f"{PAPER['paper']}, section 4",
    tables=tuple(f"dnf-{number}" for number in DOMAINS["attributes"]),
    trials=DOMAINS["runs"],
    seconds=1.2,
    run=compare_on_dnf,
    findings=findings,
    settings={"n_train": DOMAINS["train"], "n_test": DOMAINS["test"]},
)
