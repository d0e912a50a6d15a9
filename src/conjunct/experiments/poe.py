"""The study `poe`: CN2 against CN2 with process-oriented evaluation, Table 1."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any, NamedTuple

from conjunct.evaluate import sign_test
from conjunct.experiments.cells import cell
from conjunct.experiments.figures import draw_points
from conjunct.experiments.findings import Findings, Grid, Line, Picture, grid
from conjunct.experiments.judging import judged_p
from conjunct.experiments.panels import Dots, PointPanel, published_points
from conjunct.experiments.poe_results import (
    KINDS,
    MEASURES,
    PAPER,
    TableEndings,
    gather,
    mean_or_none,
    table_1_numbers,
    tally,
)
from conjunct.experiments.poe_trials import (
    RATES,
    READINGS,
    PoeLearner,
    Reading,
    compare_endings,
)
from conjunct.experiments.published import listed
from conjunct.experiments.study import Results, Study
from conjunct.model.notation import count_text
from conjunct.plots.style import BLUE, ORANGE

FORMS: dict[Reading, int] = {"m_estimate": 15, "product": 14, "dependent": 12}
"""The default reading by different equations of the paper."""

FAR = 3.0
"""Points between our error of plain CN2 and the published one beyond which a table is named."""

CN2 = PoeLearner(False, None)
SHOWN: dict[Reading, str] = {"m_estimate": BLUE, "combinations": ORANGE}
"""The default reading of the paper and our own account of what was tried, with their colours."""

N_TABLES, LOWER, SIMPLER = len(PAPER["tables"]), PAPER["lower_error"], PAPER["simpler"]


class Question(NamedTuple):
    """Readings that differ in one thing, and what each of them takes."""

    name: str
    title: str
    readings: dict[Reading, str]


QUESTIONS = (
    Question(
        "readings",
        "CN2-POE against CN2 by reading of the lowest error rate, over tables",
        {
            "m_estimate": "m-estimate of the best rule, m = 2",
            "raw": "lowest error rate of any rule tried",
            "best": "error rate of the best rule by score",
        },
    ),
    Question(
        "forms",
        "CN2-POE against CN2 by equation, over tables",
        {
            "m_estimate": "equation 15, all rules cover the mean number of rows",
            "product": "equation 14, rules of a round cover the mean of the round",
            "dependent": "equation 12, each rule depends on the one that it was made from",
        },
    ),
    Question(
        "accounts",
        "CN2-POE against CN2 by what counts as tried, over tables",
        {
            "m_estimate": "as the paper: rules are scored by Laplace with k = 2, and m counts them",
            "classes": "k is the number of classes, as in CN2",
            "combinations": "the same, and m counts the sets of attributes that rules test",
        },
    ),
)

VIEWS: tuple[tuple[str, str, Callable[[TableEndings, PoeLearner], float]], ...] = (
    ("errors", "Error rates (%)", lambda table, one: table.mean("error", one)),
    ("sizes", "Theory sizes", lambda table, one: table.mean("conditions", one)),
    ("lengths", "Conditions of an average rule", TableEndings.rule_length),
)
"""Numbers of every version of CN2 on every table, to be shown side by side."""


def findings(results: Results) -> Findings:
    """Turn trials into Table 1 and into a comparison of the readings of POE."""
    tables = gather(results)
    if not tables:
        return Findings(summary=("There is no trial yet.",))
    return Findings(
        summary=tuple(_summary(tables)),
        grids=(
            *(_table_1(ordered, tables) for ordered in KINDS),
            *(_question_grid(question, tables) for question in QUESTIONS),
            *(_view_grid(*view, tables) for view in VIEWS),
        ),
        pictures=(_picture(tables),),
    )


def _summary(tables: Sequence[TableEndings]) -> list[str]:
    sentences = [
        sentence
        for ordered in KINDS
        for sentence in (_kind_sentence(tables, ordered), _forms_sentence(tables, ordered))
    ]
    known = [table for table in tables if table.published]
    if not known:
        return sentences
    worse = N_TABLES - LOWER
    return [
        *sentences,
        f"Published: lower error on {LOWER} of {N_TABLES} and simpler on {SIMPLER}. The paper "
        f"calls that significant at the 4 % level; the two-tailed sign test of {LOWER} against "
        f"{worse} gives p = {sign_test(LOWER, worse):.2f}.",
        *_difference_sentence(known),
        *_deviation_sentence(known),
    ]


def _kind_sentence(tables: Sequence[TableEndings], ordered: bool) -> str:
    readings = []
    for reading in (*RATES, "combinations"):
        errors, sizes = (tally(tables, one, ordered, reading) for one in MEASURES)
        readings.append(
            f"{errors.better} (higher on {errors.worse}, {errors.p_text}, simpler on "
            f"{sizes.better}) with the reading {reading}"
        )
    return (
        f"With {KINDS[ordered]} rules, CN2-POE has a lower error than CN2 on this many of "
        f"{count_text(len(tables), 'table')}: {'; '.join(readings)}."
    )


def _forms_sentence(tables: Sequence[TableEndings], ordered: bool) -> str:
    """Say what each equation comes to on average over the tables."""
    parts = []
    for reading, equation in FORMS.items():
        learner = PoeLearner(ordered, reading)
        error, size = (sum(t.mean(one, learner) for t in tables) / len(tables) for one in MEASURES)
        parts.append(f"{error:.2f} % and {size:.1f} by equation {equation}")
    return (
        f"Average error and size of the {KINDS[ordered]} rules with the reading {RATES[0]}: "
        f"{', '.join(parts)}."
    )


def _difference_sentence(known: Sequence[TableEndings]) -> list[str]:
    """Say in one sentence where the run and the paper differ; nothing for some of its tables."""
    if len(known) < N_TABLES:
        return []
    kinds = [
        f"{errors.better} tables (simpler on {sizes.better}) with {kind} rules"
        for ordered, kind in KINDS.items()
        for errors, sizes in [(tally(known, one, ordered, RATES[0]) for one in MEASURES)]
        if (errors.better, sizes.better) != (LOWER, SIMPLER)
    ]
    far = [
        f"{table.facts.name} ({ours:.1f}, not {table.published[0]:.1f})"
        for table in known
        for ours in [table.mean("error", CN2)]
        if table.published and abs(ours - table.published[0]) > FAR
    ]
    parts = [f"CN2-POE errs less than CN2 on {' and on '.join(kinds)}"] * bool(kinds)
    if far:
        parts.append(f"unordered CN2 itself is over {FAR:g} points off on {', '.join(far)}")
    return [f"This differs from the paper: {'; '.join(parts)}."] if parts else []


def _deviation_sentence(known: Sequence[TableEndings]) -> list[str]:
    """Compare the spread of our errors with what the paper prints after its ±."""
    ratios = [
        table.deviation("error", CN2) / table.published[1]
        for table in known
        if table.published and table.n_trials > 1
    ]
    if not ratios:
        return []
    trials = PAPER["trials"]
    return [
        f"The standard deviation of CN2's error over our trials is {median(ratios):.1f} times the "
        f"published one (median over the tables); a standard deviation of the average of "
        f"{trials} trials would be {math.sqrt(trials):.1f} times smaller than that of one."
    ]


def _table_1(ordered: bool, tables: Sequence[TableEndings]) -> Grid:
    """Return Table 1 for rule sets or for decision lists, with the default reading of POE."""
    beside = any(table.published for table in tables)
    names = ("cn2_error", "poe_error", "cn2_size", "poe_size")
    theirs = [f"published_{name}{part}" for name in names for part in ("", "_sd")]
    unknown: dict[str, float | None] = dict.fromkeys(theirs)
    learners = (PoeLearner(ordered, None), PoeLearner(ordered, RATES[0]))
    rows: list[dict[str, Any]] = [
        {
            "table": table.facts.name,
            "published_as": table.facts.published_as,
            "trials": table.n_trials,
            **table_1_numbers(table, learners),
            **(dict(zip(theirs, table.published, strict=True)) if table.published else unknown),
            "_known": table.published is not None,
        }
        for table in tables
    ]
    for row in rows:
        for name in names:
            known = f"({{published_{name}:.1f}} ± {{published_{name}_sd:.1f}})"
            row[f"_{name}"] = f" {cell(known, row) if row['_known'] else '(–)'}" if beside else ""
    heads = ("error % CN2", "error % CN2-POE", "size CN2", "size CN2-POE")
    ours = "{{{0}:.1f}} ± {{{0}_sd:.1f}}{{_{0}}}"
    return grid(
        f"table-1-{KINDS[ordered]}",
        f"Table 1: error rates and theory sizes of {KINDS[ordered]} rules",
        {"table": "{table}"} | {h: ours.format(n) for h, n in zip(heads, names, strict=True)},
        rows,
        (
            "Averages ± standard deviations over the trials"
            + ("; published ones in brackets." if beside else "."),
            "Theory size: conditions of all rules.",
        ),
    )


def _question_grid(question: Question, tables: Sequence[TableEndings]) -> Grid:
    """Return for each reading of POE on how many tables it errs less and is simpler than CN2."""
    rows = [_reading_row(kind, one, tables) for kind in KINDS for one in question.readings]
    if any(table.published for table in tables):
        rows.append(
            {
                **dict.fromkeys(rows[0]),
                **{"rules": "published", "lower_error": LOWER, "higher_error": N_TABLES - LOWER},
                **{"simpler": SIMPLER, "larger": N_TABLES - SIMPLER},
                **{"_name": "published", "_p": "–"},
            }
        )
    return grid(
        question.name,
        question.title,
        {
            "rules, reading": "{_name}",
            "lower error": "{lower_error}",
            "higher": "{higher_error}",
            "p": "{_p}",
            "points": "{mean_points_saved:+.2f}",
            "2 classes": "{mean_points_saved_2_classes:+.2f}",
            "more": "{mean_points_saved_more:+.2f}",
            "simpler": "{simpler}",
            "size ratio": "{mean_size_ratio:.2f}",
        },
        rows,
        (
            *(f"{reading}: {text}." for reading, text in question.readings.items()),
            "All on the same divisions: the best of several versions looks better than it is.",
            "p: two-tailed sign test over the tables. Points: error of CN2 less that of CN2-POE, "
            "average over the tables, then over those of two and of more classes. Size ratio: "
            "CN2-POE to CN2, average over the tables.",
        ),
    )


def _reading_row(ordered: bool, reading: Reading, tables: Sequence[TableEndings]) -> Line:
    errors, sizes = (tally(tables, measure, ordered, reading) for measure in MEASURES)
    saved = [(t.facts.n_classes, float(t.saved(ordered, reading).mean())) for t in tables]
    ratios = [ratio for t in tables if (ratio := t.size_ratio(ordered, reading)) is not None]
    return {
        "rules": KINDS[ordered],
        "reading": reading,
        "lower_error": errors.better,
        "higher_error": errors.worse,
        "sign_test_p": errors.p_value,
        "mean_points_saved": mean_or_none([points for _, points in saved]),
        "mean_points_saved_2_classes": mean_or_none([points for n, points in saved if n == 2]),
        "mean_points_saved_more": mean_or_none([points for n, points in saved if n > 2]),
        "simpler": sizes.better,
        "larger": sizes.worse,
        "mean_size_ratio": mean_or_none(ratios),
        "_name": f"{KINDS[ordered]}, {reading}",
        "_p": judged_p(errors.p_value, len(tables)),
    }


def _view_grid(
    name: str,
    title: str,
    number: Callable[[TableEndings, PoeLearner], float],
    tables: Sequence[TableEndings],
) -> Grid:
    rows = [
        {"table": table.facts.name, "rules": kind, "trials": table.n_trials}
        | {one or "CN2": number(table, PoeLearner(ordered, one)) for one in (None, *READINGS)}
        for ordered, kind in KINDS.items()
        for table in tables
    ]
    versions = {one: f"{{{one}:.1f}}" for one in ("CN2", *READINGS)}
    shown = {"table, rules": "{table}, {rules}", **versions}
    return grid(f"{name}-by-reading", f"{title} of every reading", shown, rows)


def _picture(tables: Sequence[TableEndings]) -> Picture:
    both = [
        f"{_better_in_both(tables, ordered, reading)} with {kind} rules (reading {reading})"
        for ordered, kind in KINDS.items()
        for reading in SHOWN
    ]
    key = ", ".join(f"{number} {table.facts.name}" for number, table in enumerate(tables, start=1))
    return Picture(
        "savings",
        "Errors saved by CN2-POE against the size of its theories",
        partial(draw_points, panels=[_panel(tables, ordered) for ordered in KINDS]),
        (10.0, 5.4),
        PAPER["table_1_text"] if any(table.published for table in tables) else "",
        f"Up and to the left is better. Of {count_text(len(tables), 'table')}, both error "
        f"and size are lower on {', '.join(both)}. Tables: {key}.",
    )


def _better_in_both(tables: Sequence[TableEndings], ordered: bool, reading: Reading) -> int:
    return sum(
        float(table.saved(ordered, reading).mean()) > 0
        and (table.size_ratio(ordered, reading) or math.inf) < 1
        for table in tables
    )


def _panel(tables: Sequence[TableEndings], ordered: bool) -> PointPanel:
    """Draw a point a table and reading, with the number of the table; nothing learned has none."""
    points = []
    for reading, color in SHOWN.items():
        found = [
            (ratio, float(table.saved(ordered, reading).mean()), str(number))
            for number, table in enumerate(tables, start=1)
            if (ratio := table.size_ratio(ordered, reading))
        ]
        x, y, numbers = zip(*found, strict=True) if found else ((), (), ())
        points.append(Dots(f"POE, {reading}", x, y, color, size=9.5, numbers=numbers))
    known = [table.published for table in tables if table.published]
    theirs = published_points([t[6] / t[4] for t in known], [t[0] - t[2] for t in known])
    return PointPanel(
        [*points, theirs],
        f"{KINDS[ordered]} rules",
        "size of CN2-POE relative to CN2",
        "" if ordered else "error of CN2 less that of CN2-POE (points)",
        at_x=1,
        at_y=0,
        x_scale="log2",
    )


STUDY = Study(
    name="poe",
    title="CN2 with and without process-oriented evaluation (Table 1)",
    source=f"{PAPER['paper']}, section 4, Table 1",
    tables=tuple(PAPER["tables"]),
    trials=PAPER["trials"],
    seconds=27.0,
    run=compare_endings,
    findings=findings,
    listed=listed("domingos1998"),
)
