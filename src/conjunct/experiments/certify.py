"""Do the bounds that rules promise hold? Our own study, on rows whose chances are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.stats import binomtest

from conjunct.experiments import certify_trials as trials
from conjunct.experiments.findings import Findings, Grid, Line, percent, words_of
from conjunct.experiments.judging import LEAST, judged_p, too_few
from conjunct.experiments.long_rows import table_rows
from conjunct.experiments.study import Results, make_study

WORDS = words_of("certify")
SLACK_BARS = dict(zip(trials.COVERS, (8.0, 2.5), strict=True))
"""Points that a median bound may lie above the truth, by least cover."""

Cells = Sequence[Line]
"""Runs of one learner with one depth and least cover on one table; see `cells_of`."""


def findings(results: Results) -> Findings:
    """Say in how many runs a bound is below the truth."""
    cells = cells_of(results)
    grids = [_grid(cells), _tried_grid(cells), _held_out_grid(cells), _slack_grid(cells)]
    return Findings(_summary(cells), tuple(one for one in grids if one.lines))


def cells_of(results: Results) -> list[Line]:
    """Count the runs of every table, by learner, depth and least cover.

    ``broken`` and ``broken by tried`` are runs with a bound below the truth: with the bound that
    is printed, and with the one that divides the doubt by the candidates tried. ``slack`` is the
    median of bound minus truth. Then come the p-values of both counts, and the share broken.
    """
    found: list[Line] = []
    for table in table_rows(results, "learner", "depth", "cover"):
        for (learner, depth, cover), of in table.by.items():
            runs, slack = len(of["broken"]), of["slack"]
            broken, tried = int(of["broken"].sum()), int(of["tried_broken"].sum())
            row = {"table": table.name, "learner": learner, "depth": depth, "cover": cover}
            row |= {"runs": runs, "broken": broken, "broken by tried": tried}
            row["slack"] = np.nanmedian(slack) if np.isfinite(slack).any() else np.nan
            row["_p"], row["_tried_p"] = (
                float(binomtest(count, runs, trials.DOUBT, "greater").pvalue)
                for count in (broken, tried)
            )
            found.append({**row, "_share": broken / runs, "_tried": tried / runs})
    return found


def _summary(cells: Cells) -> tuple[str, ...]:
    """Say how often bounds are broken in the worst cell; no more than that."""
    if min(cell["runs"] for cell in cells) < LEAST:
        return (too_few("runs"),)
    worst = max(cells, key=lambda cell: cell["_share"])
    lists = [cell for cell in cells if cell["learner"] in trials.LEARNERS]
    failing = sum(cell["_tried_p"] < trials.DOUBT for cell in lists)
    most = max((cell["_tried"] for cell in lists), default=0.0)
    holds = sum(cell["broken"] <= trials.DOUBT * cell["runs"] for cell in cells)
    p = judged_p(worst["_p"], worst["runs"])
    return (
        WORDS.say("worst", worst, holds=holds, cells=len(cells), p=p),
        WORDS.say("tried", failing=failing, lists=len(lists), most=most),
    )


def _by_learner(cells: Cells) -> tuple[list[str], dict[str, dict[str, Line]]]:
    """Return the tables of the first two grids, and for each of their lines the cells by table."""
    wide = [cell for cell in cells if not cell["cover"]]
    lines = {}
    for name in trials.LEARNERS:
        for depth in trials.DEPTHS[:1] if name == trials.EXHAUSTIVE else trials.DEPTHS:
            own = [cell for cell in wide if (cell["learner"], cell["depth"]) == (name, depth)]
            if own:
                lines[f"{name}, depth {depth}"] = {cell["table"]: cell for cell in own}
    return list(dict.fromkeys(cell["table"] for cell in wide)), lines


def _grid(cells: Cells) -> Grid:
    tables, found = _by_learner(cells)
    lines = []
    for label, own in found.items():
        shares = [percent(own[table]["_share"]) if table in own else "–" for table in tables]
        worst = min(own.values(), key=lambda cell: cell["_p"])
        lines.append((label, *shares, judged_p(worst["_p"], worst["runs"])))
    heads = ("rules", *tables, "p")
    return WORDS.grid("certify", cells, {"max_rules": trials.MAX_RULES}, heads=heads, lines=lines)


def _tried_grid(cells: Cells) -> Grid:
    tables, found = _by_learner(cells)
    lines = []
    for label, own in found.items():
        there = [own.get(table) for table in tables]
        shares = [
            percent(one["_tried"]) + "*" * (one["_tried_p"] < trials.DOUBT) if one else "–"
            for one in there
        ]
        lines.append((label, *shares))
    rows = [
        {name: cell[name] for name in ("table", "learner", "depth", "runs")}
        | {"broken": cell["broken by tried"]}
        for cell in cells
        if not cell["cover"]
    ]
    return WORDS.grid("tried", rows, heads=("rules", *tables), lines=lines)


def _held_out_grid(cells: Cells) -> Grid:
    rows = [
        {
            **{"table": cell["table"], "promise": cell["learner"]},
            **{name: cell[name] for name in ("runs", "broken", "_share")},
            "_p": judged_p(cell["_p"], cell["runs"]),
        }
        for cell in cells
        if cell["learner"] in (trials.HELD_OUT, *trials.THRESHOLDS)
    ]
    return WORDS.grid("held-out", rows, {"fresh": trials.FRESH, "held_out": trials.FRESH // 40})


def _slack_grid(cells: Cells) -> Grid:
    names = ("table", "learner", "depth", "cover", "runs", "slack")
    rows = [{name: cell[name] for name in names} for cell in cells if cell["cover"]]
    lines = []
    for name in dict.fromkeys(row["learner"] for row in rows):
        for depth in trials.SLACK_DEPTHS:
            medians = (_median(rows, name, depth, cover) for cover in trials.COVERS)
            lines.append((f"{name}, depth {depth}", *map(percent, medians)))
    if lines:
        lines.append(("asked for", *(f"{bar:g}" for bar in SLACK_BARS.values())))
    heads = ("rules", *(f"{cover:,} rows or more" for cover in trials.COVERS))
    return WORDS.grid("slack", rows, heads=heads, lines=lines)


def _median(rows: Cells, *key: object) -> float:
    """Return the median slack over the tables of one learner, depth and cover."""
    found = [row["slack"] for row in rows if (row["learner"], row["depth"], row["cover"]) == key]
    return float(np.nanmedian(found)) if np.isfinite(found).any() else np.nan


STUDY = make_study("certify", trials.bounds_and_truth, findings)
