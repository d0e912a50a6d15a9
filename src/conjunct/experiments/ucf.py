"""The curves of Figure 1 with C4.5's confidence limit in place of the Laplace error. Footnote 3."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from conjunct.choose import ESTIMATES
from conjunct.experiments.curves import (
    Curves,
    curves_of,
    error_curve,
    number_or_none,
    panel_of,
    percent,
    stand_in_notes,
    tables_with_rules,
    title_of,
)
from conjunct.experiments.figures import draw_panels, panels_size
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.oversearching import AVERAGE_NOTE, verdicts_text
from conjunct.experiments.panels import Panel
from conjunct.experiments.published import quinlan1995 as paper
from conjunct.experiments.rule_results import read_results
from conjunct.experiments.shape import TEST_NOTE, never_falls
from conjunct.experiments.single_rules import HEURISTICS, MAX_WIDTH, rules_by_heuristic
from conjunct.experiments.study import Results, Study, TableFacts
from conjunct.model.notation import count_text
from conjunct.plots.style import GREEN

LABELS = {name: ESTIMATES[name].label for name in HEURISTICS}

AllCurves = dict[str, dict[str, Curves]]
"""Curves by heuristic and table."""


def findings(results: Results) -> Findings:
    """Compare the curves of both heuristics."""
    tables = tables_with_rules(results)
    if not tables:
        return Findings(("No trial has found a rule yet.",))
    curves = {name: _curves(tables, results, name) for name in HEURISTICS}
    return Findings(
        (
            f"Best rules by U_CF. {verdicts_text(curves['ucf'])}",
            f"Best rules by Laplace. {verdicts_text(curves['laplace'])}",
            _monotone_text(curves),
        ),
        (_verdict_grid(tables, curves), _curve_grid(tables, curves)),
        (_picture(tables, curves),),
    )


def _curves(tables: list[TableFacts], results: Results, heuristic: str) -> dict[str, Curves]:
    found = {}
    for table in tables:
        trials = [
            [row for row in trial if row["heuristic"] == heuristic]
            for trial in results.rows[table.name]
        ]
        found[table.name] = curves_of(read_results(trials), heuristic)
    return found


def _monotone_text(curves: AllCurves) -> str:
    parts = []
    for heuristic, label in LABELS.items():
        rising = [name for name, one in curves[heuristic].items() if never_falls(one.means)]
        names = f" ({', '.join(rising)})" if rising else ""
        parts.append(f"{count_text(len(rising), 'table')} by {label}{names}")
    return (
        "The mean error never falls from one width to the next, as a monotonic decrease in "
        f"accuracy asks, on {' and on '.join(parts)}, of {len(curves['ucf'])}."
    )


def _verdict_grid(tables: list[TableFacts], curves: AllCurves) -> Grid:
    heads = ("w = 1", "lowest", f"w = {_widest(curves)}", "more search")
    return Grid(
        "verdicts",
        "Does more search help, by U_CF and by Laplace? Error of the best rule on unseen rows, %",
        ("table", *(f"{LABELS[name]}: {head}" for name in HEURISTICS for head in heads)),
        tuple(
            (title_of(t), *(cell for name in HEURISTICS for cell in _cells(curves[name][t.name])))
            for t in tables
        ),
        (
            *("table", "heuristic", "trials", "first_error", "lowest_width", "lowest_error"),
            *("last_error", "p_fall", "p_rise", "verdict", "mean_error_never_falls"),
        ),
        tuple(
            (table.name, name, *_numbers(curves[name][table.name]))
            for table in tables
            for name in HEURISTICS
        ),
        (TEST_NOTE, AVERAGE_NOTE, *stand_in_notes(tables)),
    )


def _cells(curves: Curves) -> tuple[str, ...]:
    means = curves.means
    lowest = f"{percent(means[curves.lowest])} (w = {curves.widths[curves.lowest]})"
    return percent(means[0]), lowest, percent(means[-1]), curves.shape.verdict


def _numbers(curves: Curves) -> tuple[str | int | float | None, ...]:
    shape, means = curves.shape, curves.means
    first, lowest, last = (number_or_none(means[place]) for place in (0, curves.lowest, -1))
    rises = "yes" if never_falls(means) else "no"
    errors = (first, curves.widths[curves.lowest], lowest, last)
    return (len(curves.error), *errors, shape.fall, shape.rise, shape.verdict, rises)


def _widest(curves: AllCurves) -> int:
    return max(one.widths[-1] for one in curves["ucf"].values())


def _curve_grid(tables: list[TableFacts], curves: AllCurves) -> Grid:
    widths = max((one.widths for one in curves["ucf"].values()), key=len)
    lines, data = [], []
    for table in tables:
        for heuristic, label in LABELS.items():
            one = curves[heuristic][table.name]
            gaps = [""] * (len(widths) - len(one.widths))
            lines.append((f"{title_of(table)}, by {label}", *map(percent, one.means), *gaps))
            data += [
                (table.name, heuristic, width, *map(number_or_none, values))
                for width, *values in zip(
                    one.widths, one.promised_means, one.means, one.standard_errors, strict=True
                )
            ]
    return Grid(
        "curves",
        "Error of the best rule on unseen rows, %, by beam width",
        ("table", *(str(width) for width in widths)),
        tuple(lines),
        ("table", "heuristic", "width", "estimated_error", "error", "standard_error"),
        tuple(data),
        (AVERAGE_NOTE, *stand_in_notes(tables)),
    )


def _picture(tables: list[TableFacts], curves: AllCurves) -> Picture:
    panels = [_panel(table, curves) for table in tables]
    return Picture(
        "figure-1-by-ucf",
        "Figure 1 again, with U_CF in place of the Laplace error",
        partial(draw_panels, panels=panels, columns=4),
        panels_size(len(panels), 4),
        paper.FOOTNOTE_3,
        f"Best rules by U_CF. {verdicts_text(curves['ucf'])} {_monotone_text(curves)}",
    )


def _panel(table: TableFacts, curves: AllCurves) -> Panel:
    panel = panel_of(title_of(table), curves["ucf"][table.name], "ucf")
    other = error_curve("error on unseen rows, by Laplace", curves["laplace"][table.name], GREEN)
    return replace(panel, curves=(*panel.curves, replace(other, style="dashed", error=None)))


STUDY = Study(
    name="ucf",
    title="The same curves with C4.5's confidence limit U_CF in place of Laplace (footnote 3)",
    source=f"{paper.PAPER}, footnote 3",
    tables=paper.TABLES,
    trials=paper.TRIALS,
    seconds=0.9,
    run=rules_by_heuristic,
    findings=findings,
    settings={"max_width": MAX_WIDTH},
    listed=paper.LISTED,
)
