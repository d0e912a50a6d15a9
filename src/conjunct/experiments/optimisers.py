"""The study `optimisers`: gradient descent, conjugate gradients and Newton on weighted rules."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from conjunct.experiments import optimiser_trials as trials
from conjunct.experiments.figures import Curve, Panel, drawing
from conjunct.experiments.findings import Findings, Line, Picture, words_of
from conjunct.experiments.long_rows import by_key
from conjunct.experiments.optimiser_trials import CASES, IN_DIGITS, ONE_WEIGHT
from conjunct.experiments.published import paper
from conjunct.experiments.study import Results, make_study
from conjunct.plots.style import BLUE, GREEN, ORANGE, VERMILION
from conjunct.types import Floats

WORDS = words_of("optimisers")
NEAR = 1e-6  # gap below which an optimiser has arrived: printed weights no longer change
FLOOR, CEILING = 1e-16, 1e3
"""Gaps are drawn no lower, where differences of losses are rounding, and no higher."""

COLORS = {"gradient descent": ORANGE, "conjugate gradient": BLUE, "Newton": VERMILION}
COLORS[IN_DIGITS] = GREEN
FACTS = {
    **{"near": NEAR, "digits": trials.DIGITS, "far": trials.FAR},
    **{"smallest": 10**-trials.SPREAD, "largest": 10**trials.SPREAD},
    "start": max(ONE_WEIGHT.values()),
}


class Ways(NamedTuple):
    """All trials of one optimiser on one table in one case, at least one.

    Each has for its points the iteration, the seconds since the start and the gap, the loss above
    the minimum; and the condition number of the Hessian at the minimum. `line` is that of the
    table: medians over the trials, none where half of them fail.
    """

    line: Line
    trials: Sequence[Mapping[str, Floats]]


def arrival(trial: Mapping[str, Floats]) -> tuple[float, float]:
    """Return iteration and seconds from which on the gap is at most `NEAR`; inf if never.

    Examples
    --------
    >>> gap = np.array([0.5, 1e-7, 1e-3, 1e-8])
    >>> arrival({"iteration": np.arange(4.0), "seconds": np.arange(4.0) / 10, "gap": gap})
    (3.0, 0.3)
    """
    away = np.flatnonzero(trial["gap"] > NEAR)
    first = int(away[-1]) + 1 if len(away) else 0
    if first == len(trial["gap"]):
        return math.inf, math.inf
    return float(trial["iteration"][first]), float(trial["seconds"][first])


def ways_of(results: Results) -> list[Ways]:
    """Gather the trials of each table, case and optimiser."""
    ways, order = [], [*CASES, *ONE_WEIGHT]
    for facts in results.with_rows:
        found = [by_key([rows], "case", "optimiser") for rows in results.rows[facts.name]]
        for case, name in sorted(found[0], key=lambda key: order.index(key[0])):
            own = [trial[case, name] for trial in found]
            arrivals = [arrival(trial) for trial in own]
            iterations, seconds = (float(np.median(one)) for one in zip(*arrivals, strict=True))
            there = math.isfinite(iterations)
            line = {
                **{"table": facts.name, "rules": int(own[0]["rules"][0])},
                **{"case": case, "optimiser": name},
                "condition_number": float(np.median([one["condition"][0] for one in own])),
                "trials": len(own),
                "trials_there": sum(math.isfinite(steps) for steps, _ in arrivals),
                "iterations": iterations if there else None,
                "seconds": seconds if there else None,
                "gap_at_the_end": float(np.median([one["gap"][-1] for one in own])),
            }
            ways.append(Ways(line, own))
    return ways


def findings(results: Results) -> Findings:
    """Turn ways down into a table of arrivals and a figure for every table."""
    ways = ways_of(results)
    rows = [one.line for one in ways]
    steps = [
        {"table": line["table"], "case": line["case"], "step": step, "gap": gap}
        for line, own in ways
        if line["case"] in ONE_WEIGHT
        for step, gap in enumerate(own[0]["gap"].tolist())
    ]
    cases, tables = (dict.fromkeys(row[one] for row in rows) for one in ("case", "table"))
    return Findings(
        (*(_sentence(rows, case) for case in cases), *_steps_sentences(ways)),
        (
            WORDS.grid("arrivals", rows, FACTS),
            *([WORDS.grid("one-weight", steps)] if steps else []),
        ),
        tuple(
            _picture([w for w in ways if w.line["table"] == name and w.line["case"] in CASES])
            for name in tables
        ),
    )


def _sentence(rows: Sequence[Line], case: str) -> str:
    here = [row for row in rows if row["case"] == case]
    parts = []
    for optimiser in dict.fromkeys(row["optimiser"] for row in here):
        own = [row for row in here if row["optimiser"] == optimiser]
        counts = {"arrived": "trials_there", "trials": "trials"}
        facts = {name: sum(row[one] for row in own) for name, one in counts.items()}
        steps = _range([row["iterations"] for row in own])
        noun = "iteration" if steps == "1" else "iterations"
        said = f", after {steps} {noun}" if steps else ""
        parts.append(WORDS.say("optimiser", facts, optimiser=optimiser, steps=said))
    conditions = _range([row["condition_number"] for row in here])
    about = {"case": case.capitalize(), "conditions": conditions}
    return WORDS.say("case", about, parts="; ".join(parts))


def _range(values: Sequence[float | None]) -> str:
    """Write the smallest and the largest of the numbers, nothing where there is none."""
    known = [value for value in values if value is not None]
    ends = dict.fromkeys(f"{end:,.0f}" for end in (min(known), max(known))) if known else ()
    return " to ".join(ends)


def _steps_sentences(ways: Sequence[Ways]) -> list[str]:
    """Say whether n steps are enough for n weights, with hardly any rounding and with the usual."""
    digits = [one for one in ways if one.line["optimiser"] == IN_DIGITS]
    if not digits:
        return []
    worst = max(float(trial["gap"][-1]) for one in digits for trial in one.trials)
    usual = ("parabola", "conjugate gradient")
    lines = [line for line, _ in ways if (line["case"], line["optimiser"]) == usual]
    steps = _range([line["iterations"] for line in lines])
    needed = f"they need {steps} steps" if steps else "they do not get there"
    enough = "are enough" if worst <= NEAR else "are not enough"
    weights = _range([one.line["rules"] + 1 for one in digits])
    said = {"enough": enough, "weights": weights, "worst": worst, "needed": needed}
    return [WORDS.say("digits", {**FACTS, **said})]


def _picture(ways: Sequence[Ways]) -> Picture:
    there = [line for line, _ in ways if line["iterations"] is not None]
    names = {case: [line["optimiser"] for line in there if line["case"] == case] for case in CASES}
    said = "; ".join(f"{case}: {', '.join(those) or 'none'}" for case, those in names.items())
    panels = [_panel(ways, case, by) for by in ("iteration", "seconds") for case in CASES]
    shown = drawing(panels, len(CASES), (13.0, 6.0), share_y=True)
    facts = {**paper("weld"), **ways[0].line, **FACTS, "said": said}
    return WORDS.picture("ways", shown, facts, f"ways-{facts['table']}")


def _panel(ways: Sequence[Ways], case: str, by: str) -> Panel:
    """Draw one line per trial, from its first iteration on: a logarithmic axis has no 0."""
    own = [one for one in ways if one.line["case"] == case]
    lines = []
    for line, those in own:
        for trial in those:
            gaps = np.clip(trial["gap"], FLOOR, CEILING)[1:].tolist()
            x, color = trial[by][1:].tolist(), COLORS[line["optimiser"]]
            lines.append(Curve(line["optimiser"], x, gaps, color=color))
    condition = own[0].line["condition_number"]
    title = f"{case}\ncondition number {condition:,.0f}" if by == "iteration" else ""
    label = "iterations" if by == "iteration" else "seconds"
    return Panel(title, lines, label, "loss above the minimum", "log", "log")


STUDY = make_study("optimisers", trials.descend, findings, iterations=trials.ITERATIONS)
