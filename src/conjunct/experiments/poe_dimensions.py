"""The study `poe-dimensions`: process-oriented evaluation where there are many attributes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from conjunct.experiments.figures import Dots, Panel, drawing
from conjunct.experiments.findings import Findings, Line, words_of
from conjunct.experiments.long_rows import TableRows, table_rows
from conjunct.experiments.poe import KINDS, PAPER, SAVED_LABEL, saved
from conjunct.experiments.poe_trials import DNF_READINGS, DOMAINS, RATES, compare_on_dnf
from conjunct.experiments.study import Results, make_study
from conjunct.plots.style import GREY
from conjunct.types import Floats

WORDS = words_of("poe-dimensions")


def savings(tables: Sequence[TableRows], ordered: bool, reading: str) -> tuple[Floats, Floats]:
    """Return the number of attributes of every run, and the points that CN2-POE saves in it."""
    attributes = [np.full(table.n_trials, float(table.facts.n_attributes)) for table in tables]
    gains = [saved(table, ordered, reading) for table in tables]
    return np.concatenate(attributes), np.concatenate(gains)


def averages(attributes: Floats, points: Floats) -> tuple[Floats, Floats]:
    """Return the numbers of attributes, and the average of the runs of each."""
    numbers = np.unique(attributes)
    return numbers, np.array([points[attributes == number].mean() for number in numbers])


def correlation(attributes: Floats, points: Floats) -> float:
    """Return Pearson's correlation, NaN where it is not defined."""
    if len(points) < 2 or np.ptp(attributes) == 0 or np.ptp(points) == 0:
        return math.nan
    return float(np.corrcoef(attributes, points)[0, 1])


def findings(results: Results) -> Findings:
    """Turn runs into correlations and averages by number of attributes."""
    tables = table_rows(results, "ordered", "reading")
    rows = [_row(tables, ordered, rate) for ordered in KINDS for rate in DNF_READINGS]
    shown = [row for row in rows if row["reading"] == RATES[0]]
    worse = [row["rules"] for row in shown if row["mean_points_saved"] < 0]
    drawn = drawing([_panel(tables, one) for one in KINDS], size=(10.0, 4.2), share_y=True)
    said = " and ".join(WORDS.say("drawn", row) for row in shown)
    return Findings(
        (
            *(WORDS.say("runs"), *(WORDS.say("correlation", row) for row in shown)),
            *([WORDS.say("differs", worse=" and ".join(worse))] if worse else []),
        ),
        (WORDS.grid("correlations", rows), WORDS.grid("by-attributes", _means(tables))),
        (WORDS.picture("dimensions", drawn, {"said": said, **PAPER}),),
    )


def _row(tables: Sequence[TableRows], ordered: bool, reading: str) -> Line:
    """Return correlations with the number of attributes, and what is saved on average."""
    found = savings(tables, ordered, reading)
    numbers, means = averages(*found)
    return {
        **{"rules": KINDS[ordered], "reading": reading},
        "correlation_of_means": correlation(numbers, means),
        "correlation_of_runs": correlation(*found),
        "mean_points_saved": float(found[1].mean()),
        "attributes_with_savings": int(np.sum(means > 0)),
        "attributes_numbers": len(numbers),
        "published": DOMAINS["correlation"],
    }


def _means(tables: Sequence[TableRows]) -> list[Line]:
    keys = [(one, rate) for one in KINDS for rate in (None, RATES[0])]
    learners = {f"{KINDS[one]} {'POE' if rate else 'CN2'}": (one, rate) for one, rate in keys}
    return [
        {"attributes": table.facts.n_attributes, "runs": table.n_trials}
        | {f"error {name}": table.mean("error", key) for name, key in learners.items()}
        | {f"size {name}": table.mean("conditions", key) for name, key in learners.items()}
        for table in tables
    ]


def _panel(tables: Sequence[TableRows], ordered: bool) -> Panel:
    attributes, points = savings(tables, ordered, RATES[0])
    numbers, means = averages(attributes, points)
    run = Dots("run", attributes.tolist(), points.tolist(), GREY, size=2.5)
    average = Dots("average", numbers.tolist(), means.tolist(), joined=True)
    return Panel(f"{KINDS[ordered]} rules", [run, average], "attributes", SAVED_LABEL, at_y=0)


SIZES = {"n_train": DOMAINS["train"], "n_test": DOMAINS["test"]}
STUDY = make_study("poe-dimensions", compare_on_dnf, findings, **SIZES)
