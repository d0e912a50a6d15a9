"""Do the bounds that rules promise hold? Our own study, on rows whose chances are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.stats import binomtest

from conjunct.experiments import certify_trials as trials
from conjunct.experiments.findings import Findings, Grid, Line, words_of
from conjunct.experiments.judging import LEAST, judged_p, too_few
from conjunct.experiments.long_rows import table_rows
from conjunct.experiments.study import Results, make_study
from conjunct.types import Floats

WORDS = words_of("certify")
SLACK_BARS = ("8", "2.5")  # points that a median bound may lie above the truth, by least cover

# Runs of one learner with one depth and least cover on one table; see `cells_of`.
Cells = Sequence[Line]


def findings(results: Results) -> Findings:
    """Say in how many runs a bound is below the truth."""
    cells = cells_of(results)
    uncovered = [one for one in cells if not one["cover"]]
    lists = [one for one in uncovered if one["learner"] in trials.LEARNERS]
    for one in lists:  # the p-value of the worst table of its line
        line = [o for o in lists if (o["learner"], o["depth"]) == (one["learner"], one["depth"])]
        one["_worst"] = min(line, key=lambda o: float(o["_p"]))["_judged"]
    names = {"table": "table", "learner": "learner", "depth": "depth", "runs": "runs"}
    names["broken"] = "broken by tried"
    tried = [{name: one[told] for name, told in names.items()} for one in uncovered]
    held_out = [
        {"table": one["table"], "promise": one["learner"], "runs": one["runs"]}
        | {name: one[name] for name in ("broken", "_share", "_judged")}
        for one in cells
        if one["learner"] in (trials.HELD_OUT, *trials.THRESHOLDS)
    ]
    about = {"fresh": trials.FRESH, "held_out": trials.FRESH // 40}
    grids = (
        WORDS.grid("certify", lists, {"max_rules": trials.MAX_RULES}, data=cells),
        WORDS.grid("tried", lists, data=tried),
        WORDS.grid("held-out", held_out, about),
        _slack_grid(cells),
    )
    return Findings(_summary(cells), tuple(one for one in grids if one.lines))


def cells_of(results: Results) -> list[dict[str, Any]]:
    """Count the runs of every table, by learner, depth and least cover.

    Runs are ``broken`` by a bound below the truth: by the one that is printed, and ``by tried``, by
    one that divides the doubt by the candidates tried. ``slack``: median of bound minus truth.
    """
    found: list[dict[str, Any]] = []
    for table in table_rows(results, "learner", "depth", "cover"):
        for (learner, depth, cover), of in table.by.items():
            broken, tried = int(of["broken"].sum()), int(of["tried_broken"].sum())
            runs = len(of["broken"])
            p, tried_p = (
                float(binomtest(count, runs, trials.DOUBT, "greater").pvalue)
                for count in (broken, tried)
            )
            found.append(
                {"table": table.name, "learner": learner, "depth": depth, "cover": cover}
                | {"runs": runs, "broken": broken, "broken by tried": tried}
                | {"slack": _median(of["slack"]), "_p": p, "_judged": judged_p(p, runs)}
                | {"_share": broken / runs, "_tried": tried / runs}
                | {"_tried_p": tried_p, "_star": "*" * (tried_p < trials.DOUBT)}
            )
    return found


def _median(values: Sequence[float] | Floats) -> float:
    """Return the median of the numbers among values, NaN if there is none."""
    return float(np.nanmedian(values)) if np.isfinite(values).any() else np.nan


def _summary(cells: Cells) -> tuple[str, ...]:
    """Say how often bounds are broken in the worst cell; no more than that."""
    if min(one["runs"] for one in cells) < LEAST:
        return (too_few("runs"),)
    worst = max(cells, key=lambda one: float(one["_share"]))
    lists = [one for one in cells if one["learner"] in trials.LEARNERS]
    failing = sum(one["_tried_p"] < trials.DOUBT for one in lists)
    most = max((one["_tried"] for one in lists), default=0.0)
    holds = sum(one["broken"] <= trials.DOUBT * one["runs"] for one in cells)
    return (
        WORDS.say("worst", worst, holds=holds, cells=len(cells), p=worst["_judged"]),
        WORDS.say("tried", failing=failing, lists=len(lists), most=most),
    )


def _slack_grid(cells: Cells) -> Grid:
    names = ("table", "learner", "depth", "cover", "runs", "slack")
    rows = [{name: one[name] for name in names} for one in cells if one["cover"]]
    of_all: dict[tuple[Any, ...], list[float]] = {}
    for row in rows:
        of_all.setdefault((row["learner"], row["depth"], row["cover"]), []).append(row["slack"])
    lines = [
        {**dict(zip(names[1:4], key, strict=True)), "slack": _median(o)}
        for key, o in of_all.items()
    ]
    below = [("asked for", *SLACK_BARS)] if lines else []
    return WORDS.grid("slack", lines, data=rows, extra=below)


STUDY = make_study("certify", trials.bounds_and_truth, findings)
