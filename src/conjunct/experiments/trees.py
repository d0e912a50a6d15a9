"""The study `trees`: the slides' numbers, and how trees do unpruned, pruned and as rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from conjunct.experiments.curves import stand_in_notes, title_of
from conjunct.experiments.figures import draw_panels, panels_size
from conjunct.experiments.findings import Findings, Picture
from conjunct.experiments.panels import Curve, Mark, Panel
from conjunct.experiments.published import weld_slides as slides
from conjunct.experiments.study import Results, Study
from conjunct.experiments.tree_results import TableTrees, gather, measure_grid, versions_grid
from conjunct.experiments.tree_slides import slides_grid, slides_sentences
from conjunct.experiments.tree_trials import CHI_SQUARE, PRUNINGS, UNPRUNED, try_prunings
from conjunct.model.notation import count_text
from conjunct.plots.style import BLUE, GREY, ORANGE

TABLES = (
    *("breast-cancer", "vote", "lymph", "primary-tumor", "autos", "kr-vs-kp", "credit-a"),
    *("glass", "hepatitis", "diabetes", "promoters", "soybean", "cleveland-2", "hypothyroid"),
)


def findings(results: Results) -> Findings:
    """Turn trials into errors and sizes by version, the slides' own numbers first.

    Parameters
    ----------
    results : Results
        Of any number of trials; tables without a trial are left out.
    """
    tables = gather(results)
    if not tables:
        return Findings(slides_sentences(), (slides_grid(),))
    notes = stand_in_notes([table.facts for table in tables])
    return Findings(
        (*slides_sentences(), *_summary(tables)),
        (
            slides_grid(),
            versions_grid(tables),
            measure_grid("error", "Error on unseen rows (%)", tables, notes),
            measure_grid("size", "Leaves, or rules", tables, notes),
        ),
        (_picture(tables),),
    )


def _summary(tables: Sequence[TableTrees]) -> list[str]:
    unpruned = _mean(tables, "error", UNPRUNED)
    size = _mean(tables, "size", UNPRUNED)
    best = min(PRUNINGS, key=lambda version: _mean(tables, "error", version))
    worse = sum(t.mean("error", UNPRUNED) > t.mean("error", best) for t in tables)
    return [
        f"On {count_text(len(tables), 'table')} the unpruned tree has an error of "
        f"{_mean(tables, 'training_error', UNPRUNED):.1f} % in training and {unpruned:.1f} % on "
        f"unseen rows, with {size:.0f} leaves on average.",
        f"The lowest mean error of a pruned tree has {best}: {_mean(tables, 'error', best):.1f} % "
        f"with {_mean(tables, 'size', best):.0f} leaves; it is below the unpruned tree on {worse}. "
        "It is the best of several on the same divisions, so it looks better than it is.",
    ]


def _mean(tables: Sequence[TableTrees], measure: str, version: str) -> float:
    return sum(table.mean(measure, version) for table in tables) / len(tables)


def _picture(tables: Sequence[TableTrees]) -> Picture:
    panels = [_panel(table) for table in tables]
    rises = sum(
        table.mean("error", UNPRUNED) > min(table.mean("error", one) for one in CHI_SQUARE)
        for table in tables
    )
    return Picture(
        "size",
        "Error in training and on unseen rows against the size of the tree",
        partial(draw_panels, panels=panels, columns=4),
        panels_size(len(panels), 4),
        slides.OVERFIT_TEXT,
        f"From left to right MaxPchance grows, up to the unpruned tree. On {rises} of "
        f"{count_text(len(tables), 'table')} some chi-square pruned tree has a lower error on "
        "unseen rows than the unpruned one.",
    )


def _panel(table: TableTrees) -> Panel:
    path = (*reversed(CHI_SQUARE), UNPRUNED)
    sizes = [table.mean("size", version) for version in path]
    curves = [
        Curve("unseen rows", sizes, [table.mean("error", one) for one in path], color=BLUE),
        Curve(
            "training rows",
            sizes,
            [table.mean("training_error", one) for one in path],
            style="dashed",
            color=GREY,
        ),
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
    source=f"{slides.PAPER}, decision trees",
    tables=TABLES,
    trials=20,
    seconds=1.4,
    run=try_prunings,
    findings=findings,
    settings={"binary": 0, "gain_ratio": 0},
)
