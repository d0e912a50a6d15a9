"""The study `trees`: the slides' numbers, and how trees do unpruned, pruned and as rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from conjunct.evaluate import sign_test
from conjunct.experiments.figures import curves_picture
from conjunct.experiments.findings import Findings, Grid, grid
from conjunct.experiments.judging import judged_p
from conjunct.experiments.long_rows import by_key, stand_in_notes, title_of, with_trials
from conjunct.experiments.panels import Curve, Mark, Panel
from conjunct.experiments.published import paper
from conjunct.experiments.study import Results, Study, TableFacts
from conjunct.experiments.tree_slides import slides_grid, slides_sentence
from conjunct.experiments.tree_trials import CHI_SQUARE, PRUNINGS, UNPRUNED, VERSIONS, try_prunings
from conjunct.model.notation import count_text
from conjunct.plots.style import BLUE, GREY, ORANGE
from conjunct.types import Floats

SLIDES = paper("weld")
MEASURES = {"training_error": 100.0, "error": 100.0, "size": 1.0, "conditions": 1.0}
"""What is averaged, and times what; shares are shown in percent."""


class TableTrees(NamedTuple):
    """The numbers of each version on one table, a number a trial."""

    facts: TableFacts
    trials: dict[str, dict[str, Floats]]

    def mean(self, measure: str, version: str) -> float:
        """Return the average over the trials."""
        return float((MEASURES[measure] * self.trials[version][measure]).mean())


def findings(results: Results) -> Findings:
    """Turn trials into errors and sizes by version, the slides' own numbers first."""
    tables = [
        TableTrees(facts, by_key(results.rows[facts.name], "version"))
        for facts in with_trials(results)
    ]
    if not tables:
        return Findings((slides_sentence(),), (slides_grid(),))
    rises = sum(
        table.mean("error", UNPRUNED) > min(table.mean("error", one) for one in CHI_SQUARE)
        for table in tables
    )
    picture = curves_picture(
        "size",
        "Error in training and on unseen rows against the size of the tree",
        [_panel(table) for table in tables],
        4,
        SLIDES["overfit_text"],
        f"From left to right MaxPchance grows, up to the unpruned tree. On {rises} of "
        f"{count_text(len(tables), 'table')} some chi-square pruned tree has a lower error on "
        "unseen rows than the unpruned one.",
    )
    return Findings(
        (slides_sentence(), *_summary(tables)),
        (
            slides_grid(),
            _versions_grid(tables),
            _measure_grid("error", "Error on unseen rows (%)", tables),
            _measure_grid("size", "Leaves, or rules", tables),
        ),
        (picture,),
    )


def _mean(tables: Sequence[TableTrees], measure: str, version: str) -> float:
    return sum(table.mean(measure, version) for table in tables) / len(tables)


def _summary(tables: Sequence[TableTrees]) -> list[str]:
    best = min(PRUNINGS, key=lambda version: _mean(tables, "error", version))
    worse = sum(t.mean("error", UNPRUNED) > t.mean("error", best) for t in tables)
    return [
        f"On {count_text(len(tables), 'table')} the unpruned tree has an error of "
        f"{_mean(tables, 'training_error', UNPRUNED):.1f} % in training and "
        f"{_mean(tables, 'error', UNPRUNED):.1f} % on unseen rows, with "
        f"{_mean(tables, 'size', UNPRUNED):.0f} leaves on average.",
        f"The lowest mean error of a pruned tree has {best}: {_mean(tables, 'error', best):.1f} % "
        f"with {_mean(tables, 'size', best):.0f} leaves; it is below the unpruned tree on {worse}. "
        "It is the best of several on the same divisions, so it looks better than it is.",
    ]


def _versions_grid(tables: Sequence[TableTrees]) -> Grid:
    """Return the averages over the tables, and on how many each version beats the full tree."""
    rows = []
    for version in VERSIONS:
        saved = np.array([t.mean("error", UNPRUNED) - t.mean("error", version) for t in tables])
        lower, higher = int((saved > 0).sum()), int((saved < 0).sum())
        p = sign_test(lower, higher)
        means = {measure: _mean(tables, measure, version) for measure in MEASURES}
        tested = {"lower_error": lower, "higher_error": higher, "sign_test_p": p}
        rows.append({"version": version, **means, **tested, "_p": judged_p(p, len(tables))})
    return grid(
        "versions",
        "Averages over the tables",
        {
            "version": "{version}",
            "training error %": "{training_error:.1f}",
            "error %": "{error:.1f}",
            "leaves or rules": "{size:.1f}",
            "conditions": "{conditions:.1f}",
            "lower error": "{lower_error}",
            "higher": "{higher_error}",
            "p": "{_p}",
        },
        rows,
        (
            "Lower and higher error: tables on which it is lower and higher than that of the "
            "unpruned tree. p: two-tailed sign test of these.",
            "Rules are made of the unpruned tree; conditions are those of all rules or ways.",
        ),
    )


def _measure_grid(measure: str, title: str, tables: Sequence[TableTrees]) -> Grid:
    rows = [
        {"table": table.facts.name, **{one: table.mean(measure, one) for one in VERSIONS}}
        for table in tables
    ]
    shown = {"table": "{table}", **{one: f"{{{one}:.1f}}" for one in VERSIONS}}
    return grid(
        f"{measure}-by-table", title, shown, rows, stand_in_notes(table.facts for table in tables)
    )


def _panel(table: TableTrees) -> Panel:
    path = (*reversed(CHI_SQUARE), UNPRUNED)
    sizes, errors, training = (
        [table.mean(measure, version) for version in path]
        for measure in ("size", "error", "training_error")
    )
    curves = [
        Curve("unseen rows", sizes, errors, color=BLUE),
        Curve("training rows", sizes, training, style="dashed", color=GREY),
    ]
    reduced, corrected = (
        (table.mean("size", one), table.mean("error", one)) for one in ("reduced error", "r_w")
    )
    marks = [
        Mark(*reduced, "circle", "reduced error", ORANGE),
        Mark(*corrected, "asterisk", "r_w", ORANGE),
    ]
    return Panel(title_of(table.facts), curves, marks, "leaves", "error, %", "linear")


STUDY = Study(
    name="trees",
    title="Decision trees unpruned, pruned and as rules",
    source=f"{SLIDES['paper']}, decision trees",
    tables=(
        *("breast-cancer", "vote", "lymph", "primary-tumor", "autos", "kr-vs-kp", "credit-a"),
        *("glass", "hepatitis", "diabetes", "promoters", "soybean", "cleveland-2", "hypothyroid"),
    ),
    trials=20,
    seconds=1.4,
    run=try_prunings,
    findings=findings,
    settings={"binary": 0, "gain_ratio": 0},
)
