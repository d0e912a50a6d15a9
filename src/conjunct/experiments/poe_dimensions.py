"""The study `poe-dimensions`: process-oriented evaluation where there are many attributes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conjunct.experiments.dnf_trials import READINGS, compare_on_dnf
from conjunct.experiments.figures import draw_legend
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.poe_results import TableEndings, gather
from conjunct.experiments.poe_table_1 import KINDS
from conjunct.experiments.poe_trials import RATES, PoeLearner, Reading
from conjunct.experiments.published.domingos1998 import (
    DIMENSIONS,
    DIMENSIONS_CORRELATION,
    DIMENSIONS_RUNS,
    DIMENSIONS_TEST,
    DIMENSIONS_TEXT,
    DIMENSIONS_TRAIN,
    PAPER,
)
from conjunct.experiments.study import Results, Study
from conjunct.plots.style import BLUE, GREY, INK
from conjunct.types import Floats

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Savings(NamedTuple):
    """Errors that CN2-POE saves (points) in every run, and the number of attributes of each."""

    attributes: Floats
    points: Floats

    @property
    def correlation(self) -> float | None:
        """Pearson's, over the runs; None where it is not defined."""
        return _correlation(self.attributes, self.points)

    @property
    def means(self) -> Savings:
        """One line for each number of attributes: the average of its runs."""
        numbers = np.unique(self.attributes)
        means = [float(self.points[self.attributes == number].mean()) for number in numbers]
        return Savings(numbers, np.array(means))


def savings(tables: Sequence[TableEndings], ordered: bool, reading: Reading) -> Savings:
    """Return what a reading of POE saves in every run.

    Parameters
    ----------
    tables : sequence of TableEndings
        At least one, each of one number of attributes.
    ordered : bool
        Whether decision lists are compared.
    reading : str
        Reading of POE.
    """
    points = [table.saved(ordered, reading) for table in tables]
    attributes = [np.full(table.n_trials, float(table.facts.n_attributes)) for table in tables]
    return Savings(np.concatenate(attributes), np.concatenate(points))


def findings(results: Results) -> Findings:
    """Turn runs into correlations and averages by number of attributes.

    Parameters
    ----------
    results : Results
        Of any number of runs; domains without a run are left out.
    """
    tables = gather(results)
    if not tables:
        return Findings(summary=("There is no trial yet.",))
    found = {
        (ordered, rate): savings(tables, ordered, rate) for ordered in KINDS for rate in READINGS
    }
    return Findings(
        summary=(
            "Every run makes a concept and examples of its own.",
            *(_sentence(ordered, found[ordered, RATES[0]]) for ordered in KINDS),
            *_difference_sentence({one: found[one, RATES[0]] for one in KINDS}),
        ),
        grids=(_correlations(found), _means_grid(tables)),
        pictures=(_picture(found),),
    )


def _sentence(ordered: bool, saved: Savings) -> str:
    means = saved.means
    return (
        f"With {KINDS[ordered]} rules, the correlation of the number of attributes with the error "
        f"of CN2 less that of CN2-POE is {_number(means.correlation)} over the averages and "
        f"{_number(saved.correlation)} over the single runs (published: "
        f"{DIMENSIONS_CORRELATION}, without saying of which). CN2-POE errs less on average at "
        f"{int(np.sum(means.points > 0))} of {len(means.points)} numbers of attributes, by "
        f"{float(saved.points.mean()):+.2f} points over all runs."
    )


def _difference_sentence(saved: dict[bool, Savings]) -> list[str]:
    """Say in one sentence where the runs do not bear out what the paper concludes."""
    worse = [KINDS[ordered] for ordered, one in saved.items() if one.points.mean() < 0]
    if not worse:
        return []
    return [
        f"This differs from what the paper suggests: with {' and '.join(worse)} rules CN2-POE errs "
        "more than CN2 on average, so a positive correlation means that it does less harm with "
        "more attributes, not that it helps."
    ]


def _correlations(found: dict[tuple[bool, Reading], Savings]) -> Grid:
    data = tuple(
        (
            *(KINDS[ordered], rate, saved.means.correlation, saved.correlation),
            *(float(saved.points.mean()), int(np.sum(saved.means.points > 0))),
            *(len(saved.means.points), DIMENSIONS_CORRELATION),
        )
        for (ordered, rate), saved in found.items()
    )
    return Grid(
        name="correlations",
        title="Correlation of the number of attributes with the errors that CN2-POE saves",
        columns=("rules, reading", "averages", "runs", "published", "points", "errs less at"),
        lines=tuple(
            (
                *(f"{kind}, {rate}", _number(means), _number(runs), f"{theirs:.2f}"),
                *(f"{points:+.2f}", f"{better} of {count}"),
            )
            for kind, rate, means, runs, points, better, count, theirs in data
        ),
        data_columns=(
            *("rules", "reading", "correlation_of_means", "correlation_of_runs"),
            *("mean_points_saved", "attributes_with_savings", "attributes_numbers", "published"),
        ),
        data=data,
        notes=(
            "The paper does not say whether its correlation is of runs or of averages.",
            "Points: error of CN2 less that of CN2-POE, average over all runs.",
        ),
    )


def _means_grid(tables: Sequence[TableEndings]) -> Grid:
    learners = [PoeLearner(ordered, rate) for ordered in KINDS for rate in (None, RATES[0])]
    data = tuple(
        (
            *(table.facts.n_attributes, table.n_trials),
            *(table.spread("error", one).mean for one in learners),
            *(table.spread("conditions", one).mean for one in learners),
        )
        for table in tables
    )
    heads = [f"{KINDS[one.ordered]} {'CN2' if one.reading is None else 'POE'}" for one in learners]
    return Grid(
        name="by-attributes",
        title="Error rates (%) and theory sizes by number of attributes",
        columns=("attributes", *heads, *(f"size {head}" for head in heads)),
        lines=tuple((str(line[0]), *(f"{mean:.1f}" for mean in line[2:])) for line in data),
        data_columns=(
            *("attributes", "runs"),
            *(f"{measure} {head}" for measure in ("error", "size") for head in heads),
        ),
        data=data,
        notes=(f"POE with the reading {RATES[0]}.",),
    )


def _picture(found: dict[tuple[bool, Reading], Savings]) -> Picture:
    shown = {ordered: found[ordered, RATES[0]] for ordered in KINDS}
    means = " and ".join(
        f"{_number(saved.means.correlation)} with {KINDS[ordered]} rules"
        for ordered, saved in shown.items()
    )
    return Picture(
        name="dimensions",
        title="Errors saved by CN2-POE by number of attributes",
        draw=partial(_draw, shown=shown),
        size=(10.0, 4.2),
        published=DIMENSIONS_TEXT,
        found=f"Above 0 CN2-POE errs less. The correlation of the averages with the number of "
        f"attributes is {means}.",
    )


def _draw(figure: Figure, shown: dict[bool, Savings]) -> None:
    """Draw every run and the averages, a panel for each kind of rules."""
    panels = figure.subplots(1, len(shown), sharey=True)
    for axes, (ordered, saved) in zip(panels, shown.items(), strict=True):
        runs = {"markersize": 2.5, "alpha": 0.35, "label": "run"}
        axes.plot(saved.attributes, saved.points, "o", color=GREY, rasterized=True, **runs)
        axes.plot(*saved.means, "o-", color=BLUE, markersize=4, label="average")
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.set_title(f"{KINDS[ordered]} rules")
        axes.set_xlabel("attributes")
        axes.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel("error of CN2 less that of CN2-POE (points)")
    draw_legend(figure)


def _correlation(x: Floats, y: Floats) -> float | None:
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    return float(np.corrcoef(x, y)[0, 1])


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


STUDY = Study(
    name="poe-dimensions",
    title="Process-oriented evaluation and the number of attributes (artificial domains)",
    source=f"{PAPER}, section 4",
    tables=tuple(f"dnf-{number}" for number in DIMENSIONS),
    trials=DIMENSIONS_RUNS,
    seconds=1.2,
    run=compare_on_dnf,
    findings=findings,
    settings={"n_train": DIMENSIONS_TRAIN, "n_test": DIMENSIONS_TEST},
)
