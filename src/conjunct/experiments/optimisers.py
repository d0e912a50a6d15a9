"""The study `optimisers`: gradient descent, conjugate gradients and Newton on weighted rules."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from conjunct.experiments.figures import Curve, Panel, drawing
from conjunct.experiments.findings import Findings, Line, Picture, words_of
from conjunct.experiments.long_rows import by_key, with_trials
from conjunct.experiments.optimiser_trials import (
    CASES,
    DIGITS,
    FAR,
    IN_DIGITS,
    ITERATIONS,
    ONE_WEIGHT,
    SPREAD,
    descend,
)
from conjunct.experiments.published import paper
from conjunct.experiments.study import Results, make_study
from conjunct.plots.style import BLUE, GREEN, ORANGE, VERMILION
from conjunct.types import Floats

WORDS = words_of("optimisers")
NEAR = 1e-6
"""Gap below which an optimiser has arrived: printed weights no longer change."""

FLOOR, CEILING = 1e-16, 1e3
"""Gaps are drawn no lower, where differences of losses are rounding, and no higher."""

COLORS = {
    **{"gradient descent": ORANGE, "conjugate gradient": BLUE, "Newton": VERMILION},
    IN_DIGITS: GREEN,
}
FACTS = {
    **{"near": NEAR, "digits": DIGITS, "far": FAR, "start": max(ONE_WEIGHT.values())},
    **{"smallest": 10**-SPREAD, "largest": 10**SPREAD},
}


class Ways(NamedTuple):
    """All trials of one optimiser on one table in one case, at least one.

    Each has for its points the iteration, the seconds since the start and the gap, the loss above
    the minimum; and the condition number of the Hessian at the minimum.
    """

    table: str
    case: str
    optimiser: str
    trials: Sequence[Mapping[str, Floats]]

    @property
    def n_rules(self) -> int:
        """Rules that are weighed."""
        return int(self.trials[0]["rules"][0])

    def numbers(self) -> Line:
        """Return the line of the table: medians over the trials, none where half of them fail."""
        arrivals = [arrival(trial) for trial in self.trials]
        iterations, seconds = (float(np.median(one)) for one in zip(*arrivals, strict=True))
        there = math.isfinite(iterations)
        return {
            **{"table": self.table, "rules": self.n_rules},
            **{"case": self.case, "optimiser": self.optimiser},
            "condition_number": float(np.median([one["condition"][0] for one in self.trials])),
            "trials": len(self.trials),
            "trials_there": sum(math.isfinite(steps) for steps, _ in arrivals),
            "iterations": iterations if there else None,
            "seconds": seconds if there else None,
            "gap_at_the_end": float(np.median([one["gap"][-1] for one in self.trials])),
        }


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


def findings(results: Results) -> Findings:
    """Turn ways down into a table of arrivals and a figure for every table."""
    ways, order = [], [*CASES, *ONE_WEIGHT]
    for facts in with_trials(results):
        trials = [by_key([rows], "case", "optimiser") for rows in results.rows[facts.name]]
        for case, name in sorted(trials[0], key=lambda key: order.index(key[0])):
            ways.append(Ways(facts.name, case, name, [trial[case, name] for trial in trials]))
    rows = [one.numbers() for one in ways]
    steps = [
        {"table": one.table, "case": one.case, "step": step, "gap": gap}
        for one in ways
        if one.case in ONE_WEIGHT
        for step, gap in enumerate(one.trials[0]["gap"].tolist())
    ]
    cases = dict.fromkeys(one.case for one in ways)
    return Findings(
        (*(_sentence(rows, case) for case in cases), *_steps_sentences(ways, rows)),
        (
            WORDS.grid("arrivals", rows, FACTS),
            *([WORDS.grid("one-weight", steps)] if steps else []),
        ),
        tuple(
            _picture([one for one in ways if one.table == name and one.case in CASES])
            for name in dict.fromkeys(one.table for one in ways)
        ),
    )


def _sentence(rows: Sequence[Line], case: str) -> str:
    here = [row for row in rows if row["case"] == case]
    parts = []
    for optimiser in dict.fromkeys(row["optimiser"] for row in here):
        own = [row for row in here if row["optimiser"] == optimiser]
        arrived, n_trials = (sum(row[name] for row in own) for name in ("trials_there", "trials"))
        known = [row["iterations"] for row in own if row["iterations"] is not None]
        noun = "iteration" if known and _range(known) == "1" else "iterations"
        steps = f", after {_range(known)} {noun}" if known else ""
        counts = {"arrived": arrived, "trials": n_trials, "steps": steps}
        parts.append(WORDS.say("optimiser", counts, optimiser=optimiser))
    conditions = _range([row["condition_number"] for row in here])
    about = {"case": case.capitalize(), "conditions": conditions}
    return WORDS.say("case", about, parts="; ".join(parts))


def _range(values: Sequence[float]) -> str:
    low, high = f"{min(values):,.0f}", f"{max(values):,.0f}"
    return low if low == high else f"{low} to {high}"


def _steps_sentences(ways: Sequence[Ways], rows: Sequence[Line]) -> list[str]:
    """Say whether n steps are enough for n weights, with hardly any rounding and with the usual."""
    digits = [one for one in ways if one.optimiser == IN_DIGITS]
    if not digits:
        return []
    worst = max(float(trial["gap"][-1]) for one in digits for trial in one.trials)
    usual = ("parabola", "conjugate gradient")
    found = [row["iterations"] for row in rows if (row["case"], row["optimiser"]) == usual]
    steps = [one for one in found if one is not None]
    needed = f"they need {_range(steps)} steps" if steps else "they do not get there"
    enough = "are enough" if worst <= NEAR else "are not enough"
    weights = _range([one.n_rules + 1 for one in digits])
    said = {"enough": enough, "weights": weights, "worst": worst, "needed": needed}
    return [WORDS.say("digits", {**FACTS, **said})]


def _picture(ways: Sequence[Ways]) -> Picture:
    rows = [one.numbers() for one in ways]
    there = {
        case: [r["optimiser"] for r in rows if r["case"] == case and r["iterations"] is not None]
        for case in CASES
    }
    said = "; ".join(f"{case}: {', '.join(names) or 'none'}" for case, names in there.items())
    panels = [_panel(ways, case, by) for by in ("iteration", "seconds") for case in CASES]
    shown = drawing(panels, len(CASES), (13.0, 6.0), share_y=True)
    facts = {"table": ways[0].table, "rules": ways[0].n_rules, "said": said, **FACTS}
    return WORDS.picture("ways", shown, {**paper("weld"), **facts}, f"ways-{ways[0].table}")


def _panel(ways: Sequence[Ways], case: str, by: str) -> Panel:
    """Draw one line per trial, from its first iteration on: a logarithmic axis has no 0."""
    own = [one for one in ways if one.case == case]
    lines = []
    for one in own:
        for trial in one.trials:
            gaps = np.clip(trial["gap"], FLOOR, CEILING)[1:].tolist()
            x, color = trial[by][1:].tolist(), COLORS[one.optimiser]
            lines.append(Curve(one.optimiser, x, gaps, color=color))
    condition = own[0].numbers()["condition_number"]
    title = f"{case}\ncondition number {condition:,.0f}" if by == "iteration" else ""
    label = "iterations" if by == "iteration" else "seconds"
    return Panel(title, lines, label, "loss above the minimum", "log", "log")


STUDY = make_study("optimisers", descend, findings, {"iterations": ITERATIONS})
