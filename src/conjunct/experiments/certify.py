"""Do the bounds that rules promise hold? Our own study, on rows whose chances are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.stats import binomtest

from conjunct.experiments.cells import percent
from conjunct.experiments.certify_trials import (
    COVERS,
    DEPTHS,
    DOUBT,
    EXHAUSTIVE,
    FRESH,
    HELD_OUT,
    KNOWN_PREFIX,
    LEARNERS,
    MAX_RULES,
    SLACK_DEPTHS,
    THRESHOLDS,
    bounds_and_truth,
)
from conjunct.experiments.findings import Findings, Grid, Line, data_table, grid
from conjunct.experiments.judging import LEAST, judged_p, too_few
from conjunct.experiments.long_rows import by_key, with_trials
from conjunct.experiments.study import Results, Study

SLACK_BARS = dict(zip(COVERS, (8.0, 2.5), strict=True))
"""Points that a median bound may lie above the truth, by least cover."""

NOTES = (
    "Per cent of the runs in which any printed bound is below the truth; 5 % are allowed. The "
    "p-value is that of the worst cell by an exact binomial test: a small one says that more than "
    "5 % are broken.",
    "Noise and known chances are drawn anew in every run; the classes of the other tables are "
    "permuted. The truth is the mean chance of the covered training rows to contradict the rule.",
    f"Lists have the first {MAX_RULES} rules, those of the exhaustive search the first one, which "
    "keeps a run short. Cards have all.",
)

Cells = Sequence[Line]
"""Runs of one learner with one depth and least cover on one table; see `cells_of`."""


def findings(results: Results) -> Findings:
    """Say in how many runs a bound is below the truth."""
    cells = cells_of(results)
    if not cells:
        return Findings(("No trial has found a rule yet.",))
    grids = [_grid(cells), _tried_grid(cells), _held_out_grid(cells), _slack_grid(cells)]
    return Findings(_summary(cells), tuple(one for one in grids if one.lines))


def cells_of(results: Results) -> list[Line]:
    """Count the runs of every table, by learner, depth and least cover.

    ``broken`` and ``broken by tried`` are runs with a bound below the truth: with the bound that
    is printed, and with the one that divides the doubt by the candidates tried. ``slack`` is the
    median of bound minus truth. Then come the p-values of both counts, and the share broken.
    """
    found: list[Line] = []
    for facts in with_trials(results):
        for key, of in by_key(results.rows[facts.name], "learner", "depth", "cover").items():
            runs, slack = len(of["broken"]), of["slack"]
            broken, tried = int(of["broken"].sum()), int(of["tried_broken"].sum())
            row = dict(zip(("table", "learner", "depth", "cover"), (facts.name, *key), strict=True))
            row |= {"runs": runs, "broken": broken, "broken by tried": tried}
            row["slack"] = np.nanmedian(slack) if np.isfinite(slack).any() else np.nan
            row["_p"], row["_tried_p"] = (
                float(binomtest(count, runs, DOUBT, "greater").pvalue) for count in (broken, tried)
            )
            found.append({**row, "_share": broken / runs, "_tried": tried / runs})
    return found


def _summary(cells: Cells) -> tuple[str, ...]:
    """Say how often bounds are broken in the worst cell; no more than that."""
    if min(cell["runs"] for cell in cells) < LEAST:
        return (too_few("runs"),)
    worst = max(cells, key=lambda cell: cell["_share"])
    lists = [cell for cell in cells if cell["learner"] in LEARNERS]
    failing = sum(cell["_tried_p"] < DOUBT for cell in lists)
    most = max((cell["_tried"] for cell in lists), default=0.0)
    holds = sum(cell["broken"] <= DOUBT * cell["runs"] for cell in cells)
    return (
        f"A bound is below the truth in at most 5 % of the runs in {holds} of {len(cells)} cells; "
        f"at worst in {percent(worst['_share'])} % ({worst['learner']} on {worst['table']}, p = "
        f"{judged_p(worst['_p'], worst['runs'])}).",
        "The wrong bound, divided by the candidates tried, fails by a test in "
        f"{failing} of {len(lists)} cells, in up to {percent(most)} % of the runs.",
    )


def _by_learner(cells: Cells) -> tuple[list[str], dict[tuple[str, int], dict[str, Line]]]:
    """Return the tables of the first two grids, and for each of their lines the cells by table."""
    wide = [cell for cell in cells if not cell["cover"]]
    lines = {}
    for name in LEARNERS:
        for depth in DEPTHS[:1] if name == EXHAUSTIVE else DEPTHS:
            own = [cell for cell in wide if (cell["learner"], cell["depth"]) == (name, depth)]
            if own:
                lines[name, depth] = {cell["table"]: cell for cell in own}
    return list(dict.fromkeys(cell["table"] for cell in wide)), lines


def _grid(cells: Cells) -> Grid:
    tables, found = _by_learner(cells)
    lines = []
    for (name, depth), own in found.items():
        shares = [percent(own[table]["_share"]) if table in own else "–" for table in tables]
        worst = min(own.values(), key=lambda cell: cell["_p"])
        lines.append((f"{name}, depth {depth}", *shares, judged_p(worst["_p"], worst["runs"])))
    heads = ("rules", *tables, "p")
    title = "Runs with a bound below the truth, %"
    return Grid("certify", title, heads, tuple(lines), *data_table(cells), NOTES)


def _tried_grid(cells: Cells) -> Grid:
    tables, found = _by_learner(cells)
    lines = []
    for (name, depth), own in found.items():
        there = [own.get(table) for table in tables]
        shares = [
            percent(one["_tried"]) + "*" * (one["_tried_p"] < DOUBT) if one else "–"
            for one in there
        ]
        lines.append((f"{name}, depth {depth}", *shares))
    data = [
        {name: cell[name] for name in ("table", "learner", "depth", "runs")}
        | {"broken": cell["broken by tried"]}
        for cell in cells
        if not cell["cover"]
    ]
    return Grid(
        "tried",
        "The same with a wrong bound, which divides the doubt by the candidates tried, %",
        ("rules", *tables),
        tuple(lines),
        *data_table(data),
        ("*: more than 5 %, by an exact binomial test. It must fail, and is nowhere printed.",),
    )


def _held_out_grid(cells: Cells) -> Grid:
    rows = [
        {
            "table": cell["table"],
            "promise": cell["learner"],
            "runs": cell["runs"],
            "broken": cell["broken"],
            "_share": cell["_share"],
            "_p": judged_p(cell["_p"], cell["runs"]),
        }
        for cell in cells
        if cell["learner"] in (HELD_OUT, *THRESHOLDS)
    ]
    return grid(
        "held-out",
        "Promises by rows held out",
        {
            "promise": "{promise}",
            "table": "{table}",
            "runs": "{runs:,}",
            "broken, %": "{_share:%1}",
            "p": "{_p}",
        },
        rows,
        (
            f"The truth is that of {FRESH:,} fresh rows. The thresholds are chosen on a fixed "
            f"score by {FRESH // 40} rows held out, for rates just below those at a threshold.",
        ),
    )


def _slack_grid(cells: Cells) -> Grid:
    names = ("table", "learner", "depth", "cover", "runs", "slack")
    data = [{name: cell[name] for name in names} for cell in cells if cell["cover"]]
    lines = []
    for name in dict.fromkeys(row["learner"] for row in data):
        for depth in SLACK_DEPTHS:
            medians = (_median(data, name, depth, cover) for cover in COVERS)
            lines.append((f"{name}, depth {depth}", *map(percent, medians)))
    if lines:
        lines.append(("asked for", *(f"{bar:g}" for bar in SLACK_BARS.values())))
    return Grid(
        "slack",
        "Median of bound minus truth, points",
        ("rules", *(f"{cover:,} rows or more" for cover in COVERS)),
        tuple(lines),
        *data_table(data),
        (
            "Rules must cover as many rows. What is asked for is about what an even share among "
            "1,500 conditions gives a rule of one condition at an error of 20 %.",
        ),
    )


def _median(rows: Cells, *key: object) -> float:
    """Return the median slack over the tables of one learner, depth and cover."""
    found = [row["slack"] for row in rows if (row["learner"], row["depth"], row["cover"]) == key]
    return float(np.nanmedian(found)) if np.isfinite(found).any() else np.nan


STUDY = Study(
    name="certify",
    title="Do the bounds that rules promise hold where the truth is known?",
    source="Our own study: the yardstick of bounds",
    tables=(
        *("noise-200", f"{KNOWN_PREFIX}200"),
        *("iris", "hayes-roth", "lymph", "spect", "breast-cancer"),  # their classes are permuted
        f"{KNOWN_PREFIX}20000",
    ),
    trials=1000,
    seconds=2.4,
    run=bounds_and_truth,
    findings=findings,
)
