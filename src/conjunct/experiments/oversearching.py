"""Does more search find better rules? Single rules over beam width, Figures 1 and 2."""

from __future__ import annotations

from functools import partial

from conjunct.experiments.curves import (
    Curves,
    curves_of,
    number_or_none,
    p_text,
    panel_of,
    percent,
    stand_in_notes,
    tables_with_rules,
    title_of,
)
from conjunct.experiments.figures import draw_panels, panels_size
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.judging import too_few
from conjunct.experiments.panels import Panel
from conjunct.experiments.published import quinlan1995 as paper
from conjunct.experiments.rule_results import RuleResults, mean_of, read_results
from conjunct.experiments.shape import TEST_NOTE, Verdict, never_rises
from conjunct.experiments.single_rules import MAX_WIDTH, laplace_rules
from conjunct.experiments.study import Results, Study, TableFacts

ESTIMATE = "laplace"
BY_CLASS = "kr-vs-kp"
"""The table that Figure 2 shows class by class."""

PHRASES: dict[Verdict, str] = {
    "helps": "helps on",
    "U-shaped": "first helps and then hurts on",
    "hurts": "hurts on",
    "no clear change": "makes no clear change on",
}
"""How a sentence on all tables puts each verdict."""

AVERAGE_NOTE = (
    "Errors are averages over the classes, weighted by their share of the training rows. A rule "
    "that covers no row of the test half has no error there: it is left out, and the weights of "
    "the other classes are made to sum to one again."
)
CHOICE_NOTE = (
    "Layered choice: for each trial and class the width with the lowest r_w; its mean width is "
    "the arithmetic mean over trials, classes weighted as above."
)


def findings(results: Results) -> Findings:
    """Turn the rules of all trials into curves, verdicts and Figures 1 and 2."""
    tables = tables_with_rules(results)
    rules = {table.name: read_results(results.rows[table.name]) for table in tables}
    curves = {name: curves_of(one, ESTIMATE) for name, one in rules.items()}
    grids = [_verdict_grid(tables, curves), _curve_grid(tables, curves)] if tables else []
    pictures = [_figure_1(tables, curves)] if tables else []
    if BY_CLASS in rules:
        facts = next(table for table in tables if table.name == BY_CLASS)
        classes = _by_class(rules[BY_CLASS])
        grids.append(_class_grid(facts, classes))
        pictures.append(_figure_2(facts, classes))
    return Findings(_summary(tables, curves), tuple(grids), tuple(pictures))


def _summary(tables: list[TableFacts], curves: dict[str, Curves]) -> tuple[str, ...]:
    if not tables:
        return ("No trial has found a rule yet.",)
    rising = [name for name, one in curves.items() if not never_rises(one.promised_means)]
    promise = (
        f"The mean Laplace error of the best rule never rises with beam width on "
        f"{len(curves) - len(rising)} of {len(curves)} tables"
    )
    promise += f" (it does on {', '.join(rising)})." if rising else "."
    return (promise, verdicts_text(curves))


def verdicts_text(curves: dict[str, Curves]) -> str:
    """Say on how many tables more search helps, hurts, or first helps and then hurts."""
    parts = []
    for verdict, phrase in PHRASES.items():
        names = [name for name, one in curves.items() if one.shape.verdict == verdict]
        if names:
            parts.append(f"{phrase} {len(names)} ({', '.join(names)})")
    few = [name for name, one in curves.items() if one.shape.verdict == "too few trials"]
    unjudged = [f"{too_few()} That holds for {', '.join(few)}." if parts else too_few()]
    judged = f"On unseen rows more search {'; '.join(parts)}; by a test, of {len(curves)} tables."
    return " ".join([*([judged] if parts else []), *(unjudged if few else [])])


def _verdict_grid(tables: list[TableFacts], curves: dict[str, Curves]) -> Grid:
    """Set one line a table: where the error starts, is lowest and ends, and the verdict."""
    return Grid(
        "verdicts",
        "Does more search help? Error of the best rule on unseen rows, %",
        (
            *("table", "w = 1", "lowest", f"w = {_widest(curves)}", "layered choice"),
            *("p, fall", "p, rise", "more search", "published"),
        ),
        tuple(_verdict_line(table, curves[table.name]) for table in tables),
        (
            *("table", "trials", "first_width", "first_error", "lowest_width", "lowest_error"),
            *("last_width", "last_error", "layered_mean_width", "layered_error"),
            *("p_fall", "p_rise", "verdict", "published_verdict", "share_without_test_rows"),
        ),
        tuple(_verdict_data(table, curves[table.name]) for table in tables),
        (TEST_NOTE, CHOICE_NOTE, AVERAGE_NOTE, _blind_note(curves), *stand_in_notes(tables)),
    )


def _verdict_line(table: TableFacts, curves: Curves) -> tuple[str, ...]:
    shape, means = curves.shape, curves.means
    width, error = mean_of(curves.chosen_width), mean_of(curves.chosen_error)
    return (
        title_of(table),
        percent(means[0]),
        f"{percent(means[curves.lowest])} (w = {curves.widths[curves.lowest]})",
        percent(means[-1]),
        f"{percent(error)} (w = {width:.1f})",
        p_text(shape.fall),
        p_text(shape.rise),
        shape.verdict,
        _published_verdict(table) or "–",
    )


def _verdict_data(table: TableFacts, curves: Curves) -> tuple[str | int | float | None, ...]:
    shape, means, widths = curves.shape, curves.means, curves.widths
    first, lowest, last = (number_or_none(means[place]) for place in (0, curves.lowest, -1))
    chosen = map(number_or_none, map(mean_of, (curves.chosen_width, curves.chosen_error)))
    return (
        *(table.name, len(curves.error), widths[0], first, widths[curves.lowest], lowest),
        *(widths[-1], last, *chosen),
        *(shape.fall, shape.rise, shape.verdict, _published_verdict(table), curves.blind),
    )


def _published_verdict(table: TableFacts) -> str | None:
    """Return what the paper says of a table, if anything; a stand-in is other data."""
    return None if table.stands_in_for else paper.FIGURE_1_SHAPES.get(table.published_as)


def _widest(curves: dict[str, Curves]) -> int:
    return max(one.widths[-1] for one in curves.values())


def _blind_note(curves: dict[str, Curves]) -> str:
    most = max(curves, key=lambda name: curves[name].blind)
    return (
        f"Rules without a test row: {percent(curves[most].blind)} % on {most}, "
        "fewer or as few on the other tables."
    )


def _curve_grid(tables: list[TableFacts], curves: dict[str, Curves]) -> Grid:
    """Set two lines a table: estimated error and error on unseen rows, by width."""
    lines, data = [], []
    widths = max((one.widths for one in curves.values()), key=len)
    for table in tables:
        one = curves[table.name]
        gaps = [""] * (len(widths) - len(one.widths))
        promised, error, bar = one.promised_means, one.means, one.standard_errors
        lines.append((f"{title_of(table)}, estimated", *map(percent, promised), *gaps))
        lines.append((f"{title_of(table)}, unseen rows", *map(percent, error), *gaps))
        data += [
            (table.name, width, *map(number_or_none, values))
            for width, *values in zip(one.widths, promised, error, bar, strict=True)
        ]
    return Grid(
        "curves",
        "Estimated error of the best rule, and its error on unseen rows, %, by beam width",
        ("table", *(str(width) for width in widths)),
        tuple(lines),
        ("table", "width", "estimated_error", "error", "standard_error"),
        tuple(data),
        (AVERAGE_NOTE, *stand_in_notes(tables)),
    )


def _figure_1(tables: list[TableFacts], curves: dict[str, Curves]) -> Picture:
    panels = [panel_of(title_of(table), curves[table.name], ESTIMATE) for table in tables]
    return Picture(
        "figure-1",
        "Figure 1: effects of varying beam width",
        partial(draw_panels, panels=panels, columns=4),
        panels_size(len(panels), 4),
        f"{paper.FIGURE_1} {paper.ASTERISKS}",
        f"{verdicts_text(curves)} {_choice_text(curves)}",
    )


def _choice_text(curves: dict[str, Curves]) -> str:
    """Say on how many tables the layered choice has a lower error than the ends of the curve."""
    first = sum(mean_of(one.chosen_error) < one.means[0] for one in curves.values())
    last = sum(mean_of(one.chosen_error) < one.means[-1] for one in curves.values())
    return (
        f"The layered choice errs less than width 1 on {first} of {len(curves)} tables, and less "
        f"than the widest beam on {last}."
    )


def _by_class(rules: RuleResults) -> dict[str, Curves]:
    heads = sorted(set(rules.head.tolist()), key=lambda h: -rules.weight[rules.head == h].sum())
    return {head: curves_of(rules.take(rules.head == head), ESTIMATE) for head in heads}


def _class_panels(classes: dict[str, Curves]) -> list[Panel]:
    kinds = ["majority class", *["minority class"] * (len(classes) - 1)]
    return [
        panel_of(f"{head} ({kind})", one, ESTIMATE)
        for kind, (head, one) in zip(kinds, classes.items(), strict=True)
    ]


def _figure_2(table: TableFacts, classes: dict[str, Curves]) -> Picture:
    panels = _class_panels(classes)
    return Picture(
        "figure-2",
        f"Figure 2: {title_of(table)}, class by class",
        partial(draw_panels, panels=panels, columns=2),
        panels_size(len(panels), 2),
        paper.FIGURE_2,
        " ".join(
            f"{head}: {percent(one.means[0], 2)} % at width {one.widths[0]}, "
            f"{percent(one.means[one.lowest], 2)} % at {one.widths[one.lowest]}, "
            f"{percent(one.means[-1], 2)} % at {one.widths[-1]} ({one.shape.verdict})."
            for head, one in classes.items()
        )
        + f" {table.name} is other data than the paper's.",
    )


def _class_grid(table: TableFacts, classes: dict[str, Curves]) -> Grid:
    data = [
        (head, width, *map(number_or_none, values))
        for head, one in classes.items()
        for width, *values in zip(
            one.widths, one.promised_means, one.means, one.standard_errors, strict=True
        )
    ]
    return Grid(
        "curves-by-class",
        f"{title_of(table)}, class by class: error of the best rule on unseen rows, %",
        ("class", *(str(width) for width in next(iter(classes.values())).widths), "more search"),
        tuple(
            (head, *(percent(mean, 2) for mean in one.means), one.shape.verdict)
            for head, one in classes.items()
        ),
        ("class", "width", "estimated_error", "error", "standard_error"),
        tuple(data),
        (TEST_NOTE, *stand_in_notes([table])),
    )


STUDY = Study(
    name="oversearching",
    title="More search for one rule: what it promises and what it brings (Figures 1 and 2)",
    source=f"{paper.PAPER}, section 2",
    tables=paper.TABLES,
    trials=paper.TRIALS,
    seconds=0.46,
    run=laplace_rules,
    findings=findings,
    settings={"max_width": MAX_WIDTH},
    listed=paper.LISTED,
)
