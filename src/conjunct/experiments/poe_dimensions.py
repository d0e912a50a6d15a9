"""The study `poe-dimensions`: process-oriented evaluation where there are many attributes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from conjunct.experiments.figures import Dots, Panel, drawing
from conjunct.experiments.findings import Findings, Grid, Line, words_of
from conjunct.experiments.long_rows import TableRows, table_rows
from conjunct.experiments.poe import KINDS, PAPER, SAVED_LABEL, saved
from conjunct.experiments.poe_trials import (
    DNF_READINGS,
    DOMAINS,
    RATES,
    PoeLearner,
    Reading,
    compare_on_dnf,
)
from conjunct.experiments.study import Results, make_study
from conjunct.plots.style import GREY
from conjunct.types import Floats

WORDS = words_of("poe-dimensions")


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
    def correlation(self) -> float | None:
        """Pearson's correlation of both, None where it is not defined."""
        if len(self.points) < 2 or np.ptp(self.attributes) == 0 or np.ptp(self.points) == 0:
            return None
        return float(np.corrcoef(*self)[0, 1])


def savings(tables: Sequence[TableRows], ordered: bool, reading: Reading) -> Savings:
    """Return what a reading of POE saves in every run, on tables of one number of attributes."""
    gains = [saved(table, ordered, reading) for table in tables]
    attributes = [np.full(table.n_trials, float(table.facts.n_attributes)) for table in tables]
    return Savings(np.concatenate(attributes), np.concatenate(gains))


def findings(results: Results) -> Findings:
    """Turn runs into correlations and averages by number of attributes."""
    tables = table_rows(results, "ordered", "reading")
    rows = [_row(tables, ordered, rate) for ordered in KINDS for rate in DNF_READINGS]
    shown = [row for row in rows if row["reading"] == RATES[0]]
    worse = [row["rules"] for row in shown if row["mean_points_saved"] < 0]
    panels = [_panel(tables, ordered) for ordered in KINDS]
    shown_panels = drawing(panels, size=(10.0, 4.2), share_y=True)
    said = " and ".join(WORDS.say("drawn", row) for row in shown)
    return Findings(
        (
            *(WORDS.say("runs"), *(WORDS.say("correlation", row) for row in shown)),
            *([WORDS.say("differs", worse=" and ".join(worse))] if worse else []),
        ),
        (WORDS.grid("correlations", rows), _means_grid(tables)),
        (WORDS.picture("dimensions", shown_panels, {"said": said, **PAPER}),),
    )


def _row(tables: Sequence[TableRows], ordered: bool, reading: Reading) -> Line:
    """Return correlations with the number of attributes, and what is saved on average."""
    found = savings(tables, ordered, reading)
    return {
        **{"rules": KINDS[ordered], "reading": reading},
        "correlation_of_means": found.means.correlation,
        "correlation_of_runs": found.correlation,
        "mean_points_saved": float(found.points.mean()),
        "attributes_with_savings": int(np.sum(found.means.points > 0)),
        "attributes_numbers": len(found.means.points),
        "published": DOMAINS["correlation"],
    }


def _means_grid(tables: Sequence[TableRows]) -> Grid:
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
    columns = {head: f"{{error {head}:.1f}}" for head in learners}
    columns |= {f"size {head}": f"{{size {head}:.1f}}" for head in learners}
    return WORDS.grid("by-attributes", rows, columns=columns)


def _panel(tables: Sequence[TableRows], ordered: bool) -> Panel:
    found = savings(tables, ordered, RATES[0])
    run = Dots("run", found.attributes.tolist(), found.points.tolist(), GREY, size=2.5)
    means = found.means.attributes.tolist(), found.means.points.tolist()
    dots = [run, Dots("average", means[0], means[1], joined=True)]
    return Panel(f"{KINDS[ordered]} rules", dots, "attributes", SAVED_LABEL, at_y=0)


STUDY = make_study(
    "poe-dimensions",
    compare_on_dnf,
    findings,
    {"n_train": DOMAINS["train"], "n_test": DOMAINS["test"]},
)
