"""Does more search find better rules? Single rules over beam width, Figures 1 and 2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conjunct.experiments.curves import (
    AVERAGE_NOTE,
    Curves,
    RuleResults,
    curves_of,
    verdicts_text,
)
from conjunct.experiments.figures import drawing
from conjunct.experiments.findings import Findings, Grid, Picture, words_of
from conjunct.experiments.judging import TEST_NOTE, never_falls
from conjunct.experiments.single_rules import MAX_WIDTH, laplace_rules
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import TableFacts, paper, stand_in_notes

WORDS, PAPER = words_of("oversearching"), paper("quinlan1995")
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
        one, names = curves[table.name], {"table": table.name, "_title": table.title}
        rows += one.rows("estimated_error", **names)
        panels.append(one.panel(table.title, ESTIMATE))
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
    rows = []
    for table, one in ((table, curves[table.name]) for table in tables):
        ends = one.ends()
        tests = {name: ends.pop(name) for name in ("p_fall", "p_rise", "verdict")}
        said = None if table.stands_in_for else PAPER["figure_1_shapes"].get(table.published_as)
        row: dict[str, Any] = {"table": table.name, "trials": len(one.error), **ends}
        row |= {"layered_mean_width": one.chosen_width, "layered_error": one.chosen_error}
        row |= {**tests, "published_verdict": said, "share_without_test_rows": one.blind}
        rows.append({**row, "_title": table.title})
    most = max(rows, key=lambda row: row["share_without_test_rows"])
    facts = {"blind": most["share_without_test_rows"], "blindest": most["table"], **NOTES}
    facts["widest"] = max(one.widths[-1] for one in curves.values())
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


STUDY = make_study("oversearching", laplace_rules, findings, max_width=MAX_WIDTH)
