"""Does more search find better rules? Single rules over beam width, Figures 1 and 2.

The study `ucf` is the same with C4.5's confidence limit in place of the Laplace error, footnote 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from conjunct.choose import ESTIMATES
from conjunct.experiments.curves import AVERAGE_NOTE, Curves, RuleResults, curves_of, verdicts_text
from conjunct.experiments.figures import drawing
from conjunct.experiments.findings import Findings, Grid, Line, Picture, in_brackets, words_of
from conjunct.experiments.judging import TEST_NOTE, never_falls
from conjunct.experiments.single_rules import (
    HEURISTICS,
    MAX_WIDTH,
    laplace_rules,
    rules_by_heuristic,
)
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import TableFacts, paper, stand_in_notes
from conjunct.plots.style import GREEN

WORDS, UCF_WORDS, PAPER = words_of("oversearching"), words_of("ucf"), paper("quinlan1995")
NOTES = {"AVERAGE": AVERAGE_NOTE, "TEST": TEST_NOTE}
ESTIMATE = "laplace"
BY_CLASS = "kr-vs-kp"  # the table that Figure 2 shows class by class


def findings(results: Results) -> Findings:
    """Turn the rules of all trials into curves, verdicts and Figures 1 and 2."""
    tables = results.with_rows
    rules = {table.name: RuleResults.of(results.rows[table.name]) for table in tables}
    curves = {name: curves_of(one, ESTIMATE) for name, one in rules.items()}
    rising = [name for name, one in curves.items() if not never_falls(-one.told_means)]
    where = WORDS.say("where", names=", ".join(rising)) if rising else ""
    said = {"tables": len(curves), "falling": len(curves) - len(rising)}
    rows, panels = [], []
    for table in tables:
        names = {"table": table.name, "_title": table.title}
        rows += curves[table.name].rows("estimated_error", **names)
        panels.append(curves[table.name].panel(table.title, ESTIMATE))
    ends = [(one.chosen_error, one.means) for one in curves.values()]
    first, last = (sum(error < means[at] for error, means in ends) for at in (0, -1))
    verdicts = verdicts_text(curves)
    facts = {**PAPER, **said, "verdicts": verdicts, "first": first, "last": last}
    by_class = [_class_by_class(one, rules[one.name]) for one in tables if one.name == BY_CLASS]
    grid = WORDS.grid("curves", rows, NOTES, notes=stand_in_notes(tables))
    return Findings(
        (WORDS.say("never_rises", said, where=where), verdicts),
        (_verdict_grid(tables, curves), grid, *(grid for grid, _ in by_class)),
        (WORDS.picture("figure-1", drawing(panels), facts), *(picture for _, picture in by_class)),
    )


def _verdict_grid(tables: list[TableFacts], curves: Mapping[str, Curves]) -> Grid:
    """Return one line per table: where the error starts, is lowest and ends, and the verdict."""
    rows: list[dict[str, Any]] = []
    for table in tables:
        one, shapes = curves[table.name], PAPER["figure_1_shapes"]
        said = None if table.stands_in_for else shapes.get(table.published_as)
        chosen = {"layered_mean_width": one.chosen_width, "layered_error": one.chosen_error}
        row = {"table": table.name, "trials": len(one.error), **one.ends(**chosen)}
        more = {"published_verdict": said, "share_without_test_rows": one.blind}
        rows.append({**row, **more, "_title": table.title})
    most = max(rows, key=lambda row: float(row["share_without_test_rows"]))
    facts = {"blind": most["share_without_test_rows"], "blindest": most["table"], **NOTES}
    facts["widest"] = max(row["last_width"] for row in rows)
    return WORDS.grid("verdicts", rows, facts, notes=stand_in_notes(tables))


def _class_by_class(table: TableFacts, rules: RuleResults) -> tuple[Grid, Picture]:
    """Return the curves of each class of a table, the most frequent class first."""
    by_class = rules.by("class")
    heads = sorted(by_class, key=lambda head: -by_class[head]["weight"].sum())
    rows, texts, panels = [], "", []
    for head in heads:
        one = curves_of(by_class[head], ESTIMATE)
        ends, kind = one.ends(), "majority" if head == heads[0] else "minority"
        about = {"class": head, "_verdict": ends["verdict"]}
        rows += one.rows("estimated_error", **about)
        texts += WORDS.say("class", ends, head=head)
        panels.append(one.panel(f"{head} ({kind} class)", ESTIMATE))
    facts = {**PAPER, **NOTES, "title": table.title, "texts": texts, "name": table.name}
    return (
        WORDS.grid("curves-by-class", rows, facts, notes=stand_in_notes([table])),
        WORDS.picture("figure-2", drawing(panels, 2), facts),
    )


def ucf_findings(results: Results) -> Findings:
    """Compare the curves of both heuristics."""
    tables, notes = results.with_rows, stand_in_notes(results.with_rows)
    curves: dict[str, dict[str, Curves]] = {name: {} for name in HEURISTICS}
    rows, points, panels = list[Line](), list[Line](), []
    for table in tables:
        rules = RuleResults.of(results.rows[table.name])
        for name in HEURISTICS:
            curves[name][table.name] = one = curves_of(rules.where(heuristic=name), name)
            about = {"table": table.name, "heuristic": name}
            shown = {"_title": table.title, "_label": ESTIMATES[name].label}
            row = {**about, "trials": len(one.error), **one.ends()}
            row["mean_error_never_falls"] = "yes" if never_falls(one.means) else "no"
            del row["first_width"], row["last_width"]
            rows.append({**row, **shown})
            points += one.rows("estimated_error", **about, **shown)
        by_laplace, by_ucf = (curves[name][table.name] for name in (ESTIMATE, "ucf"))
        other = by_laplace.error_curve("error on unseen rows, by Laplace", GREEN)
        dashed = replace(other, style="dashed", error=None)
        panels.append(by_ucf.panel(table.title, "ucf", [dashed]))
    parts = []
    for name, those in curves.items():
        rising = [table for table, one in those.items() if never_falls(one.means)]
        said = {"count": len(rising), "names": in_brackets(rising)}
        parts.append(UCF_WORDS.say("rising", said, label=ESTIMATES[name].label))
    monotone = UCF_WORDS.say("monotone", parts=" and on ".join(parts), tables=len(tables))
    by = [UCF_WORDS.say(f"by_{n}", verdicts=verdicts_text(those)) for n, those in curves.items()]
    widest = max(one.widths[-1] for one in curves["ucf"].values())
    shown = {"by_ucf": by[0], "monotone": monotone, **PAPER}
    return Findings(
        (*by, monotone),
        (
            UCF_WORDS.grid("verdicts", rows, {"widest": widest, **NOTES}, notes=notes),
            UCF_WORDS.grid("curves", points, NOTES, notes=notes),
        ),
        (UCF_WORDS.picture("figure-1-by-ucf", drawing(panels), shown),),
    )


STUDY = make_study("oversearching", laplace_rules, findings, max_width=MAX_WIDTH)
UCF = make_study("ucf", rules_by_heuristic, ucf_findings, max_width=MAX_WIDTH)
