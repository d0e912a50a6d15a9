"""The curves of Figure 1 with C4.5's confidence limit in place of the Laplace error. Footnote 3."""

from __future__ import annotations

from dataclasses import replace

from conjunct.choose import ESTIMATES
from conjunct.experiments.curves import AVERAGE_NOTE, Curves, RuleResults, curves_of, verdicts_text
from conjunct.experiments.figures import Panel, drawing
from conjunct.experiments.findings import Findings, Grid, in_brackets, words_of
from conjunct.experiments.judging import TEST_NOTE, never_falls
from conjunct.experiments.single_rules import HEURISTICS, MAX_WIDTH, rules_by_heuristic
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import TableFacts, paper, stand_in_notes
from conjunct.plots.style import GREEN

WORDS, PAPER = words_of("ucf"), paper("quinlan1995")
NOTES = {"AVERAGE": AVERAGE_NOTE, "TEST": TEST_NOTE}

AllCurves = dict[str, dict[str, Curves]]
"""Curves by heuristic and table."""


def findings(results: Results) -> Findings:
    """Compare the curves of both heuristics."""
    tables = results.with_rows
    rules = {one.name: RuleResults.of(results.rows[one.name]) for one in tables}
    curves = {
        name: {table: curves_of(one.where(heuristic=name), name) for table, one in rules.items()}
        for name in HEURISTICS
    }
    parts = []
    for heuristic in HEURISTICS:
        rising = [name for name, one in curves[heuristic].items() if never_falls(one.means)]
        said = {"count": len(rising), "names": in_brackets(rising)}
        parts.append(WORDS.say("rising", said, label=ESTIMATES[heuristic].label))
    monotone = WORDS.say("monotone", parts=" and on ".join(parts), tables=len(tables))
    by = [WORDS.say(f"by_{name}", verdicts=verdicts_text(curves[name])) for name in HEURISTICS]
    panels = [_panel(table, curves) for table in tables]
    rows = [
        {"table": table.name, "heuristic": name, **row}
        for table in tables
        for name in HEURISTICS
        for row in curves[name][table.name].rows(
            "estimated_error", _label=ESTIMATES[name].label, _title=table.title
        )
    ]
    grid = WORDS.grid("curves", rows, NOTES, notes=stand_in_notes(tables))
    shown = {"by_ucf": by[0], "monotone": monotone, **PAPER}
    picture = WORDS.picture("figure-1-by-ucf", drawing(panels), shown)
    return Findings((*by, monotone), (_verdict_grid(tables, curves), grid), (picture,))


def _verdict_grid(tables: list[TableFacts], curves: AllCurves) -> Grid:
    rows, data = [], []
    for table in tables:
        row: dict[str, object] = {"_title": table.title}
        for name in HEURISTICS:
            one = curves[name][table.name]
            facts = {"table": table.name, "heuristic": name, "trials": len(one.error), **one.ends()}
            del facts["first_width"], facts["last_width"]
            facts["mean_error_never_falls"] = "yes" if never_falls(one.means) else "no"
            data.append(facts)
            row |= {f"{name}_{fact}": value for fact, value in facts.items()}
        rows.append(row)
    widest = max(one.widths[-1] for one in curves["ucf"].values())
    facts = {"widest": widest, **NOTES}
    return WORDS.grid("verdicts", rows, facts, data=data, notes=stand_in_notes(tables))


def _panel(table: TableFacts, curves: AllCurves) -> Panel:
    other = curves["laplace"][table.name].error_curve("error on unseen rows, by Laplace", GREEN)
    dashed = replace(other, style="dashed", error=None)
    return curves["ucf"][table.name].panel(table.title, "ucf", [dashed])


STUDY = make_study("ucf", rules_by_heuristic, findings, max_width=MAX_WIDTH)
