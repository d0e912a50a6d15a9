"""Which error estimate of a chosen rule comes true? Our own study, the yardstick for criteria.

Every estimate in `conjunct.choose.ESTIMATES` is held against the error that the same rules have on
rows they were not chosen on. An estimate joins by one line there, rules of another learner by one
line in `conjunct.experiments.rule_sources.SOURCES`.
"""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple

from conjunct.choose import ESTIMATES
from conjunct.experiments.calibration import calibration_picture
from conjunct.experiments.curves import (
    number_or_none,
    percent,
    stand_in_notes,
    tables_with_rules,
    title_of,
)
from conjunct.experiments.figures import draw_panels, panels_size
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.misses import Miss, chance_miss, miss_of
from conjunct.experiments.panels import Curve, Mark, Panel
from conjunct.experiments.published import quinlan1995 as paper
from conjunct.experiments.rule_results import RuleResults, mean_of, read_results
from conjunct.experiments.rule_sources import ACCURATE, BEAM, CARD, SOURCES, rules_of_sources
from conjunct.experiments.single_rules import MAX_WIDTH
from conjunct.experiments.study import Results, Study, TableFacts
from conjunct.plots.style import COLORS, GREY

LAYERED = "layered choice"
CHOICES = {LAYERED: "layered", f"{LAYERED} by POE": "poe"}
"""Groups of rules whose width is chosen, and the estimate that chooses it."""

WIDTH = "w = "
"""How the names of groups that are one beam width begin."""

FEW_ROWS = 20
"""A rule that covers fewer training rows has a small cover."""

SMALL_COVERS = f", covers < {FEW_ROWS}"
"""How the names of groups with small covers end."""


def by_width(rules: RuleResults) -> dict[str, RuleResults]:
    """Group the rules of beams by their width, and add the choices among them."""
    groups = {f"{WIDTH}{width}": rules.take(rules.width == width) for width in rules.widths}
    return {**groups, **{name: rules.layered_choice(one) for name, one in CHOICES.items()}}


def by_cover(name: str, rules: RuleResults) -> dict[str, RuleResults]:
    """Take the rules of cards, and once more those that cover few rows; none that none tests."""
    groups = {name: rules, name + SMALL_COVERS: rules.take(rules.chosen.covered < FEW_ROWS)}
    return {name: group for name, group in groups.items() if group.test_covered.any()}


def by_source(source: str, rules: RuleResults) -> dict[str, RuleResults]:
    """Group the rules of a source, by width or by cover where that matters."""
    if source in (CARD, ACCURATE):
        return by_cover(source, rules)
    return by_width(rules) if source == BEAM else {source: rules}


class Group(NamedTuple):
    """Rules of one table that were chosen in the same way, and how far each estimate is off."""

    table: TableFacts
    name: str
    rules: RuleResults
    misses: dict[str, Miss]
    chance: float


SIGN_NOTE = (
    "Bias: mean of estimate minus error on unseen rows, in points. Negative: the estimate promises "
    "too much; positive: it is too careful. Miss: mean absolute difference, in points."
)
CANCEL_NOTE = (
    "In brackets: the mean size of the tables' own biases, in which too much on one table and too "
    "little on another do not cancel."
)
WEIGHT_NOTE = (
    "Within a trial rules of beams count by the share of their class in the training rows, leaves "
    "by the share of the rows that come to them, rules of a score card alike. Trials count alike, "
    "and so do tables. Rules that cover no row of the test half are left out."
)
CARD_NOTE = (
    "Rules of score cards err on covered rows that contradict them; they print Laplace for two "
    "outcomes as their error, and U_CF as their corrected error."
)
CHANCE_NOTE = (
    "Chance: about how far even the true error rate would miss, because a rule covers few rows "
    "of the test half; no estimate can be expected to get below it."
)


def findings(results: Results) -> Findings:
    """Say of each estimate how far it is off, by table and by extent of search."""
    tables = tables_with_rules(results)
    groups = [group for table in tables for group in _groups(table, results)]
    if not groups:
        return Findings(("No trial has found a rule yet.",))
    names = list(dict.fromkeys(group.name for group in groups))
    few = _few(names)
    return Findings(
        _summary(groups, few),
        (_grid_over_tables(groups, names, tables), _grid_by_table(groups, few, tables)),
        (
            calibration_picture({name: _rules(groups, name) for name in few}, _found(groups)),
            _bias_picture(tables, groups),
        ),
    )


def _groups(table: TableFacts, results: Results) -> list[Group]:
    found = []
    for source in SOURCES:
        rows = [
            [row for row in trial if row["source"] == source] for trial in results.rows[table.name]
        ]
        if not any(rows):
            continue
        for name, rules in by_source(source, read_results(rows)).items():
            misses = {one: miss_of(rules, one) for one in ESTIMATES}
            found.append(Group(table, name, rules, misses, chance_miss(rules)))
    return found


def _few(names: list[str]) -> list[str]:
    """Return the narrowest and the widest beam and all groups that are not a width."""
    widths = [name for name in names if name.startswith(WIDTH)]
    ends = (widths[0], widths[-1]) if widths else ()
    return [name for name in names if name in ends or name not in widths]


def _rules(groups: list[Group], name: str) -> list[RuleResults]:
    return [group.rules for group in groups if group.name == name]


def _over_tables(groups: list[Group], name: str, estimate: str) -> tuple[Miss, float]:
    """Average over the tables, each counting alike: a group's misses, and the size of its bias."""
    misses = [group.misses[estimate] for group in groups if group.name == name]
    means = [sum(values) / len(values) for values in zip(*misses, strict=True)]
    return Miss(*means), sum(abs(miss.bias) for miss in misses) / len(misses)


def _points(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")


def _summary(groups: list[Group], names: list[str]) -> tuple[str, ...]:
    lines = [f"{SIGN_NOTE} {CANCEL_NOTE}"]
    for name in names:
        parts = []
        for key, estimate in ESTIMATES.items():
            miss, size = _over_tables(groups, name, key)
            bias = f"{_points(miss.bias)} ({percent(size)})"
            parts.append(f"{estimate.label} bias {bias}, miss {percent(miss.size)}")
        lines.append(f"Rules of {name}: {'; '.join(parts)}.")
    chosen = (
        f"{percent(_error(groups, name))} % where {ESTIMATES[one].label} chooses the width"
        for name, one in CHOICES.items()
    )
    return (*lines, f"Error of the chosen rules on unseen rows: {', '.join(chosen)}.")


def _error(groups: list[Group], name: str) -> float:
    """Return the error on unseen rows of a group of rules, average over the tables."""
    errors = [group.misses["training"].error for group in groups if group.name == name]
    return sum(errors) / len(errors)


def _found(groups: list[Group]) -> str:
    sizes = {key: _over_tables(groups, LAYERED, key)[1] for key in ESTIMATES}
    order = sorted(sizes, key=lambda key: sizes[key])
    parts = [f"{ESTIMATES[key].label} {percent(sizes[key])}" for key in order]
    return f"Mean size of the bias for the layered choice, in points: {', '.join(parts)}."


def _grid_over_tables(groups: list[Group], names: list[str], tables: list[TableFacts]) -> Grid:
    lines = []
    for name in names:
        of_name = [group for group in groups if group.name == name]
        chance = sum(group.chance for group in of_name) / len(of_name)
        cells = []
        for key in ESTIMATES:
            miss, size = _over_tables(groups, name, key)
            cells += [f"{_points(miss.bias)} ({percent(size)})", percent(miss.size)]
        lines.append((name, percent(_error(groups, name)), *cells, percent(chance)))
    return Grid(
        "honesty",
        f"How far each estimate is off, over {len(tables)} tables, points",
        ("rules", "error, %", *_heads(), "chance"),
        tuple(lines),
        ("table", "rules", "estimate", "trials", "estimated", "error", "bias", "miss", "chance"),
        tuple(_data_line(group, key) for group in groups for key in ESTIMATES),
        (SIGN_NOTE, CANCEL_NOTE, WEIGHT_NOTE, CARD_NOTE, CHANCE_NOTE, *stand_in_notes(tables)),
    )


def _data_line(group: Group, key: str) -> tuple[str | int | float | None, ...]:
    miss = group.misses[key]
    numbers = (miss.estimated, miss.error, miss.bias, miss.size, group.chance)
    return (group.table.name, group.name, key, group.rules.n_trials, *map(number_or_none, numbers))


def _heads() -> list[str]:
    return [f"{one.label}: {what}" for one in ESTIMATES.values() for what in ("bias", "miss")]


def _cells(misses: list[Miss]) -> list[str]:
    return [cell for miss in misses for cell in (_points(miss.bias), percent(miss.size))]


def _grid_by_table(groups: list[Group], names: list[str], tables: list[TableFacts]) -> Grid:
    shown = [group for group in groups if group.name in names]
    return Grid(
        "honesty-by-table",
        "How far each estimate is off, table by table, points",
        ("table, rules", "error, %", *_heads(), "chance"),
        tuple(
            (
                f"{title_of(group.table)}, {group.name}",
                percent(group.misses["training"].error),
                *_cells([group.misses[key] for key in ESTIMATES]),
                percent(group.chance),
            )
            for group in shown
        ),
        ("table", "rules", "estimate", "trials", "estimated", "error", "bias", "miss", "chance"),
        tuple(_data_line(group, key) for group in shown for key in ESTIMATES),
        (SIGN_NOTE, WEIGHT_NOTE, CARD_NOTE, CHANCE_NOTE, *stand_in_notes(tables)),
    )


def _bias_picture(tables: list[TableFacts], groups: list[Group]) -> Picture:
    panels = [_bias_panel(t, [g for g in groups if g.table is t]) for t in tables]
    return Picture(
        "bias-by-width",
        "Bias of each estimate by beam width",
        partial(draw_panels, panels=panels, columns=4),
        panels_size(len(panels), 4),
        "Not in the paper. " + paper.FIGURE_1.split("” ")[0] + "”",
        "Above the line an estimate is too careful, below it promises too much. " + _found(groups),
    )


def _bias_panel(table: TableFacts, groups: list[Group]) -> Panel:
    beams = [group for group in groups if group.name.startswith(WIDTH)]
    others = [g for g in groups if not g.name.startswith((WIDTH, CARD, ACCURATE))]
    widths = [float(group.rules.width[0]) for group in beams]
    curves = [Curve("honest", widths, [0.0] * len(widths), style="dashed", color=GREY)]
    marks = []
    for color, (key, estimate) in zip(COLORS, ESTIMATES.items(), strict=False):
        biases = [100 * group.misses[key].bias for group in beams]
        curves.append(Curve(estimate.label, widths, biases, color=color))
        marks += [_mark(group, key, color) for group in others]
    return Panel(title_of(table), curves, marks, y_label="bias, points")


def _mark(group: Group, key: str, color: str) -> Mark:
    width = mean_of(group.rules.over_classes(group.rules.width.astype(float)))
    shape: Literal["asterisk", "circle"] = "asterisk" if group.name == LAYERED else "circle"
    return Mark(width, 100 * group.misses[key].bias, shape, group.name, color)


STUDY = Study(
    name="honesty",
    title="Which error estimate of a chosen rule comes true on unseen rows?",
    source="Our own study: the yardstick for criteria that choose rules",
    tables=paper.TABLES,
    trials=100,
    seconds=3.6,
    run=rules_of_sources,
    findings=findings,
    settings={"max_width": MAX_WIDTH},
    listed=paper.LISTED,
)
