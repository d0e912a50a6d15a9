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


def _lists(cells: Cells) -> list[Line]:
    """Return the cells of lists and cards, each with the p-value of the worst table of its line."""
    found = [cell for cell in cells if not cell["cover"] and cell["learner"] in trials.LEARNERS]
    worst: dict[tuple[str, int], Line] = {}
    for cell in sorted(found, key=lambda cell: -float(cell["_p"])):
        worst[cell["learner"], cell["depth"]] = cell
    rows: list[Line] = []
    for cell in found:
        own, star = worst[cell["learner"], cell["depth"]], cell["_tried_p"] < trials.DOUBT
        said = {"_worst": judged_p(own["_p"], own["runs"]), "_star": "*" * star}
        rows.append({**cell, **said})
    return rows


def _grid(cells: Cells) -> Grid:
    return WORDS.grid("certify", _lists(cells), {"max_rules": trials.MAX_RULES}, data=cells)


def _tried_grid(cells: Cells) -> Grid:
    data = [
        {name: cell[name] for name in ("table", "learner", "depth", "runs")}
        | {"broken": cell["broken by tried"]}
        for cell in cells
        if not cell["cover"]
    ]
    return WORDS.grid("tried", _lists(cells), data=data)


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
