"""Does more search find better rules? Single rules over beam width, Figures 1 and 2."""

from __future__ import annotations

from conjunct.experiments.cells import cell, percent
from conjunct.experiments.curves import AVERAGE_NOTE, Curves, curves_of, panel_of, verdicts_text
from conjunct.experiments.figures import curves_picture
from conjunct.experiments.findings import Findings, Grid, Line, Picture, data_table, grid, wide_grid
from conjunct.experiments.long_rows import stand_in_notes, title_of, with_trials
from conjunct.experiments.published import listed, paper
from conjunct.experiments.rule_results import RuleResults, read_results
from conjunct.experiments.shape import TEST_NOTE, never_rises
from conjunct.experiments.single_rules import MAX_WIDTH, laplace_rules
from conjunct.experiments.study import Results, Study, TableFacts

PAPER = paper("quinlan1995")
ESTIMATE = "laplace"
BY_CLASS = "kr-vs-kp"
"""The table that Figure 2 shows class by class."""

CHOICE_NOTE = (
    "Layered choice: for each trial and class the width with the lowest r_w; its mean width is "
    "the arithmetic mean over trials, classes weighted as above."
)


def findings(results: Results) -> Findings:
    """Turn the rules of all trials into curves, verdicts and Figures 1 and 2."""
    tables = with_trials(results)
    if not tables:
        return Findings(("No trial has found a rule yet.",))
    rules = {table.name: read_results(results.rows[table.name]) for table in tables}
    curves = {name: curves_of(one, ESTIMATE) for name, one in rules.items()}
    grids = [_verdict_grid(tables, curves), _curve_grid(tables, curves)]
    pictures = [_figure_1(tables, curves)]
    for facts in (table for table in tables if table.name == BY_CLASS):
        classes = _by_class(rules[BY_CLASS])
        grids.append(_class_grid(facts, classes))
        pictures.append(_figure_2(facts, classes))
    return Findings(_summary(curves), tuple(grids), tuple(pictures))


def _summary(curves: dict[str, Curves]) -> tuple[str, ...]:
    rising = [name for name, one in curves.items() if not never_rises(one.told_means)]
    where = f" (it does on {', '.join(rising)})" if rising else ""
    return (
        "The mean Laplace error of the best rule never rises with beam width on "
        f"{len(curves) - len(rising)} of {len(curves)} tables{where}.",
        verdicts_text(curves),
    )


def _verdict_grid(tables: list[TableFacts], curves: dict[str, Curves]) -> Grid:
    """Set one line a table: where the error starts, is lowest and ends, and the verdict."""
    rows: list[Line] = [
        {
            "table": table.name,
            "trials": len(one.error),
            **{name: value for name, value in one.ends().items() if not name.startswith("p_")},
            "layered_mean_width": one.chosen_width,
            "layered_error": one.chosen_error,
            "p_fall": one.shape.fall,
            "p_rise": one.shape.rise,
            "verdict": one.shape.verdict,
            "published_verdict": None
            if table.stands_in_for
            else PAPER["figure_1_shapes"].get(table.published_as),
            "share_without_test_rows": one.blind,
            "_title": title_of(table),
        }
        for table, one in ((table, curves[table.name]) for table in tables)
    ]
    most = max(rows, key=lambda row: row["share_without_test_rows"])
    blind = "Rules without a test row: {share_without_test_rows:%1} % on {table}, "
    return grid(
        "verdicts",
        "Does more search help? Error of the best rule on unseen rows, %",
        {
            "table": "{_title}",
            "w = 1": "{first_error:%1}",
            "lowest": "{lowest_error:%1} (w = {lowest_width})",
            f"w = {max(one.widths[-1] for one in curves.values())}": "{last_error:%1}",
            "layered choice": "{layered_error:%1} (w = {layered_mean_width:.1f})",
            "p, fall": "{p_fall:p}",
            "p, rise": "{p_rise:p}",
            "more search": "{verdict}",
            "published": "{published_verdict}",
        },
        rows,
        (
            *(TEST_NOTE, CHOICE_NOTE, AVERAGE_NOTE),
            f"{cell(blind, most)}fewer or as few on the other tables.",
            *stand_in_notes(tables),
        ),
    )


def _curve_grid(tables: list[TableFacts], curves: dict[str, Curves]) -> Grid:
    """Set two lines a table: estimated error and error on unseen rows, by width."""
    rows = [
        row
        for table in tables
        for row in curves[table.name].rows(
            "estimated_error", table=table.name, _title=title_of(table)
        )
    ]
    shown = {
        "{_title}, estimated": "{estimated_error:%1}",
        "{_title}, unseen rows": "{error:%1}",
    }
    title = "Estimated error of the best rule, and its error on unseen rows, %, by beam width"
    notes = (AVERAGE_NOTE, *stand_in_notes(tables))
    return wide_grid("curves", title, "table", "width", shown, rows, notes)


def _figure_1(tables: list[TableFacts], curves: dict[str, Curves]) -> Picture:
    first = sum(one.chosen_error < one.means[0] for one in curves.values())
    last = sum(one.chosen_error < one.means[-1] for one in curves.values())
    return curves_picture(
        "figure-1",
        "Figure 1: effects of varying beam width",
        [panel_of(title_of(table), curves[table.name], ESTIMATE) for table in tables],
        4,
        f"{PAPER['figure_1']} {PAPER['asterisks']}",
        f"{verdicts_text(curves)} The layered choice errs less than width 1 on {first} of "
        f"{len(curves)} tables, and less than the widest beam on {last}.",
    )


def _by_class(rules: RuleResults) -> dict[str, Curves]:
    heads = sorted(set(rules.head.tolist()), key=lambda h: -rules.weight[rules.head == h].sum())
    return {head: curves_of(rules.take(rules.head == head), ESTIMATE) for head in heads}


def _figure_2(table: TableFacts, classes: dict[str, Curves]) -> Picture:
    kinds = ["majority class", *["minority class"] * (len(classes) - 1)]
    said = "{head}: {first_error:%2} % at width {first_width}, {lowest_error:%2} % at "
    said += "{lowest_width}, {last_error:%2} % at {last_width} ({verdict}). "
    texts = (
        cell(said, {"head": head, **one.ends(), "verdict": one.shape.verdict})
        for head, one in classes.items()
    )
    return curves_picture(
        "figure-2",
        f"Figure 2: {title_of(table)}, class by class",
        [
            panel_of(f"{head} ({kind})", one, ESTIMATE)
            for kind, (head, one) in zip(kinds, classes.items(), strict=True)
        ],
        2,
        PAPER["figure_2"],
        f"{''.join(texts)}{table.name} is other data than the paper's.",
    )


def _class_grid(table: TableFacts, classes: dict[str, Curves]) -> Grid:
    widths = next(iter(classes.values())).widths
    return Grid(
        "curves-by-class",
        f"{title_of(table)}, class by class: error of the best rule on unseen rows, %",
        ("class", *map(str, widths), "more search"),
        tuple(
            (head, *(percent(mean, 2) for mean in one.means), one.shape.verdict)
            for head, one in classes.items()
        ),
        *data_table(
            [
                row
                for head, one in classes.items()
                for row in one.rows("estimated_error", **{"class": head})
            ]
        ),
        (TEST_NOTE, *stand_in_notes([table])),
    )


STUDY = Study(
    name="oversearching",
    title="More search for one rule: what it promises and what it brings (Figures 1 and 2)",
    source=f"{PAPER['paper']}, section 2",
    tables=tuple(PAPER["tables"]),
    trials=PAPER["trials"],
    seconds=0.46,
    run=laplace_rules,
    findings=findings,
    settings={"max_width": MAX_WIDTH},
    listed=listed("quinlan1995"),
)
