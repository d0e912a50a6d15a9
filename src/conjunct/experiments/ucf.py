"""The curves of Figure 1 with C4.5's confidence limit in place of the Laplace error. Footnote 3."""

from __future__ import annotations

from dataclasses import replace

from conjunct.choose import ESTIMATES
from conjunct.experiments.cells import listed as in_brackets
from conjunct.experiments.curves import (
    AVERAGE_NOTE,
    Curves,
    curves_of,
    error_curve,
    panel_of,
    verdicts_text,
)
from conjunct.experiments.figures import curves_picture
from conjunct.experiments.findings import Findings, Grid, Picture, grid, wide_grid
from conjunct.experiments.long_rows import stand_in_notes, title_of, with_trials
from conjunct.experiments.panels import Panel
from conjunct.experiments.published import listed, paper
from conjunct.experiments.rule_results import read_results
from conjunct.experiments.shape import TEST_NOTE, never_falls
from conjunct.experiments.single_rules import HEURISTICS, MAX_WIDTH, rules_by_heuristic
from conjunct.experiments.study import Results, Study, TableFacts
from conjunct.model.notation import count_text
from conjunct.plots.style import GREEN

PAPER = paper("quinlan1995")
LABELS = {name: ESTIMATES[name].label for name in HEURISTICS}

AllCurves = dict[str, dict[str, Curves]]
"""Curves by heuristic and table."""


def findings(results: Results) -> Findings:
    """Compare the curves of both heuristics."""
    tables = with_trials(results)
    if not tables:
        return Findings(("No trial has found a rule yet.",))
    curves = {
        name: {
            table.name: curves_of(
                read_results(
                    [[row for row in trial if row["heuristic"] == name] for trial in trials]
                ),
                name,
            )
            for table in tables
            for trials in [results.rows[table.name]]
        }
        for name in HEURISTICS
    }
    return Findings(
        (
            f"Best rules by U_CF. {verdicts_text(curves['ucf'])}",
            f"Best rules by Laplace. {verdicts_text(curves['laplace'])}",
            _monotone_text(curves),
        ),
        (_verdict_grid(tables, curves), _curve_grid(tables, curves)),
        (_picture(tables, curves),),
    )


def _monotone_text(curves: AllCurves) -> str:
    parts = []
    for heuristic, label in LABELS.items():
        rising = [name for name, one in curves[heuristic].items() if never_falls(one.means)]
        parts.append(f"{count_text(len(rising), 'table')} by {label}{in_brackets(rising)}")
    return (
        "The mean error never falls from one width to the next, as a monotonic decrease in "
        f"accuracy asks, on {' and on '.join(parts)}, of {len(curves['ucf'])}."
    )


def _verdict_grid(tables: list[TableFacts], curves: AllCurves) -> Grid:
    data = []
    for table in tables:
        for name in HEURISTICS:
            one = curves[name][table.name]
            ends = one.ends()
            del ends["first_width"], ends["last_width"]
            rises = "yes" if never_falls(one.means) else "no"
            facts = {"table": table.name, "heuristic": name, "trials": len(one.error), **ends}
            data.append({**facts, "verdict": one.shape.verdict, "mean_error_never_falls": rises})
    names = ("first_error", "lowest_width", "lowest_error", "last_error", "verdict")
    rows = [
        {"_title": title_of(table)}
        | {
            f"{row['heuristic']}_{n}": row[n]
            for row in data
            if row["table"] == table.name
            for n in names
        }
        for table in tables
    ]
    widest = max(one.widths[-1] for one in curves["ucf"].values())
    heads = {
        "w = 1": "{{{0}_first_error:%1}}",
        "lowest": "{{{0}_lowest_error:%1}} (w = {{{0}_lowest_width}})",
        f"w = {widest}": "{{{0}_last_error:%1}}",
        "more search": "{{{0}_verdict}}",
    }
    return grid(
        "verdicts",
        "Does more search help, by U_CF and by Laplace? Error of the best rule on unseen rows, %",
        {"table": "{_title}"}
        | {
            f"{LABELS[n]}: {head}": one.format(n) for n in HEURISTICS for head, one in heads.items()
        },
        rows,
        (TEST_NOTE, AVERAGE_NOTE, *stand_in_notes(tables)),
        data=data,
    )


def _curve_grid(tables: list[TableFacts], curves: AllCurves) -> Grid:
    rows = [
        row
        for table in tables
        for name, label in LABELS.items()
        for row in curves[name][table.name].rows(
            "estimated_error",
            table=table.name,
            heuristic=name,
            _label=label,
            _title=title_of(table),
        )
    ]
    title = "Error of the best rule on unseen rows, %, by beam width"
    shown = {"{_title}, by {_label}": "{error:%1}"}
    notes = (AVERAGE_NOTE, *stand_in_notes(tables))
    return wide_grid("curves", title, "table", "width", shown, rows, notes)


def _picture(tables: list[TableFacts], curves: AllCurves) -> Picture:
    return curves_picture(
        "figure-1-by-ucf",
        "Figure 1 again, with U_CF in place of the Laplace error",
        [_panel(table, curves) for table in tables],
        4,
        PAPER["footnote_3"],
        f"Best rules by U_CF. {verdicts_text(curves['ucf'])} {_monotone_text(curves)}",
    )


def _panel(table: TableFacts, curves: AllCurves) -> Panel:
    other = error_curve("error on unseen rows, by Laplace", curves["laplace"][table.name], GREEN)
    dashed = replace(other, style="dashed", error=None)
    return panel_of(title_of(table), curves["ucf"][table.name], "ucf", [dashed])


STUDY = Study(
    name="ucf",
    title="The same curves with C4.5's confidence limit U_CF in place of Laplace (footnote 3)",
    source=f"{PAPER['paper']}, footnote 3",
    tables=tuple(PAPER["tables"]),
    trials=PAPER["trials"],
    seconds=0.9,
    run=rules_by_heuristic,
    findings=findings,
    settings={"max_width": MAX_WIDTH},
    listed=listed("quinlan1995"),
)
