"""Does more search find better rules? Single rules over beam width, Figures 1 and 2."""

from __future__ import annotations

from collections.abc import Mapping

from conjunct.experiments.curves import (
    AVERAGE_NOTE,
    Curves,
    RuleResults,
    curves_of,
    panel_of,
    verdicts_text,
)
from conjunct.experiments.figures import drawing
from conjunct.experiments.findings import Findings, Grid, Line, words_of
from conjunct.experiments.judging import TEST_NOTE, never_falls
from conjunct.experiments.long_rows import stand_in_notes, title_of, with_trials
from conjunct.experiments.published import paper
from conjunct.experiments.single_rules import MAX_WIDTH, laplace_rules
from conjunct.experiments.study import Results, TableFacts, make_study

WORDS, PAPER = words_of("oversearching"), paper("quinlan1995")
NOTES = {"AVERAGE": AVERAGE_NOTE, "TEST": TEST_NOTE}
ESTIMATE = "laplace"
BY_CLASS = "kr-vs-kp"
"""The table that Figure 2 shows class by class."""


def findings(results: Results) -> Findings:
    """Turn the rules of all trials into curves, verdicts and Figures 1 and 2."""
    tables = with_trials(results)
    rules = {table.name: RuleResults.of(results.rows[table.name]) for table in tables}
    curves = {name: curves_of(one, ESTIMATE) for name, one in rules.items()}
    rising = [name for name, one in curves.items() if not never_falls(-one.told_means)]
    where = WORDS.say("where", names=", ".join(rising)) if rising else ""
    count = {"tables": len(curves), "falling": len(curves) - len(rising)}
    grids = [_verdict_grid(tables, curves), _curve_grid(tables, curves)]
    first = sum(one.chosen_error < one.means[0] for one in curves.values())
    last = sum(one.chosen_error < one.means[-1] for one in curves.values())
    panels = [panel_of(title_of(table), curves[table.name], ESTIMATE) for table in tables]
    said = {"verdicts": verdicts_text(curves), "first": first, "last": last, **count}
    pictures = [WORDS.picture("figure-1", drawing(panels), {**PAPER, **said})]
    for facts in (table for table in tables if table.name == BY_CLASS):
        classes = _by_class(rules[BY_CLASS])
        grids.append(_class_grid(facts, classes))
        kinds = ["majority class", *["minority class"] * (len(classes) - 1)]
        texts = [
            WORDS.say("class", one.ends(), head=head, verdict=one.shape.verdict)
            for head, one in classes.items()
        ]
        panels = [
            panel_of(f"{head} ({kind})", one, ESTIMATE)
            for kind, (head, one) in zip(kinds, classes.items(), strict=True)
        ]
        shown = {"title": title_of(facts), "texts": "".join(texts), "name": facts.name}
        pictures.append(WORDS.picture("figure-2", drawing(panels, 2), {**PAPER, **shown}))
    summary = (WORDS.say("never_rises", count, where=where), verdicts_text(curves))
    return Findings(summary, tuple(grids), tuple(pictures))


def _verdict_grid(tables: list[TableFacts], curves: Mapping[str, Curves]) -> Grid:
    """Return one line per table: where the error starts, is lowest and ends, and the verdict."""
    rows: list[Line] = []
    for table, one in ((table, curves[table.name]) for table in tables):
        ends = {name: value for name, value in one.ends().items() if not name.startswith("p_")}
        said = None if table.stands_in_for else PAPER["figure_1_shapes"].get(table.published_as)
        row: Line = {
            **{"table": table.name, "trials": len(one.error), **ends},
            **{"layered_mean_width": one.chosen_width, "layered_error": one.chosen_error},
            **{"p_fall": one.shape.fall, "p_rise": one.shape.rise, "verdict": one.shape.verdict},
            **{"published_verdict": said, "share_without_test_rows": one.blind},
        }
        rows.append({**row, "_title": title_of(table)})
    most = max(rows, key=lambda row: row["share_without_test_rows"])
    widest = max(one.widths[-1] for one in curves.values())
    facts = {"blind": most["share_without_test_rows"], "blindest": most["table"], "widest": widest}
    return WORDS.grid("verdicts", rows, {**facts, **NOTES}, notes=stand_in_notes(tables))


def _curve_grid(tables: list[TableFacts], curves: Mapping[str, Curves]) -> Grid:
    """Return two lines per table: estimated error and error on unseen rows, by width."""
    rows = [
        row
        for one in tables
        for row in curves[one.name].rows("estimated_error", table=one.name, _title=title_of(one))
    ]
    return WORDS.grid("curves", rows, NOTES, notes=stand_in_notes(tables))


def _by_class(rules: RuleResults) -> dict[str, Curves]:
    by_class = {head: rules.take(rules["class"] == head) for head in rules.values("class")}
    heads = sorted(by_class, key=lambda head: -by_class[head]["weight"].sum())
    return {head: curves_of(by_class[head], ESTIMATE) for head in heads}


def _class_grid(table: TableFacts, classes: Mapping[str, Curves]) -> Grid:
    rows = [
        {"class": head, **row, "_verdict": one.shape.verdict}
        for head, one in classes.items()
        for row in one.rows("estimated_error")
    ]
    facts = {"title": title_of(table), **NOTES}
    return WORDS.grid("curves-by-class", rows, facts, notes=stand_in_notes([table]))


STUDY = make_study("oversearching", laplace_rules, findings, max_width=MAX_WIDTH)
