"""The study `optimisers`: gradient descent, conjugate gradients and Newton on weighted rules."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from conjunct.experiments.figures import draw_panels
from conjunct.experiments.findings import Findings, Grid, Line, Picture, grid, wide_grid
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
from conjunct.experiments.panels import Curve, Panel
from conjunct.experiments.published import paper
from conjunct.experiments.study import Results, Study
from conjunct.model.notation import count_text
from conjunct.plots.style import BLUE, GREEN, ORANGE, VERMILION
from conjunct.types import Floats

SLIDES = paper("weld")
NEAR = 1e-6
"""A loss that is at most so far above the minimum is there: weights no longer change in print."""

FLOOR, CEILING = 1e-16, 1e3
"""Gaps are drawn no lower, where differences of losses are rounding, and no higher."""

COLORS = {
    "gradient descent": ORANGE,
    "conjugate gradient": BLUE,
    "Newton": VERMILION,
    IN_DIGITS: GREEN,
}
_NOTES = (
    "The regularised logistic loss of the most frequent class against all others, over the rules "
    "of greedy search and an intercept; penalty as in scikit-learn's LogisticRegression with "
    "C = 1.",
    f"Equal units: started at 0. Mixed units: the same loss and the same minimum, each weight in a "
    f"unit of its own between {10**-SPREAD:g} and {10**SPREAD:g}. Far start: equal units, "
    f"started at random weights with a standard deviation of {FAR:g}.",
    "Parabola: the quadratic function that fits the loss in mixed units at its minimum, started at "
    f"0. With {DIGITS} digits in place of 16 there are no more steps than weights.",
    "One weight: Newton's method in one dimension for the intercept alone, whose minimum is the "
    f"log odds of the class, started at 0 and, far, at {max(ONE_WEIGHT.values()):g}.",
    "Line searches are exact: they end where the slope along the direction is 0.",
    f"There: the loss is, and stays, at most {NEAR:g} above the lowest that any of them finds. "
    "Iterations, processor seconds and gap at the end are medians over the trials.",
)


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
            "table": self.table,
            "rules": self.n_rules,
            "case": self.case,
            "optimiser": self.optimiser,
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
    ways = []
    for facts in with_trials(results):
        trials = [by_key([rows], "case", "optimiser") for rows in results.rows[facts.name]]
        order = [*CASES, *ONE_WEIGHT]
        for case, name in sorted(trials[0], key=lambda key: order.index(key[0])):
            ways.append(Ways(facts.name, case, name, [trial[case, name] for trial in trials]))
    if not ways:
        return Findings(summary=("There is no trial yet.",))
    rows = [one.numbers() for one in ways]
    own = [one for one in ways if one.case in ONE_WEIGHT]
    return Findings(
        summary=(
            *(_sentence(rows, case) for case in dict.fromkeys(one.case for one in ways)),
            *_steps_sentences(ways, rows),
        ),
        grids=(_grid(rows), *([_one_weight_grid(own)] if own else [])),
        pictures=tuple(
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
        parts.append(f"{optimiser} gets there in {arrived} of {n_trials} trials{steps}")
    conditions = _range([row["condition_number"] for row in here])
    return f"{case.capitalize()} (condition number {conditions}): {'; '.join(parts)}."


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
    return [
        "The slides say that conjugate gradients are exact after n steps on a quadratic function "
        f"of n weights, but for rounding. With {DIGITS} digits n steps {enough} for "
        f"{_range([one.n_rules + 1 for one in digits])} weights: the largest gap after them is "
        f"{worst:.0e}. With 16 digits, in units as mixed as these, {needed} to get within {NEAR:g}."
    ]


def _grid(rows: Sequence[Line]) -> Grid:
    return grid(
        "arrivals",
        "How fast each optimiser gets to the minimum",
        {
            "table, case, optimiser": "{table}, {case}, {optimiser}",
            "condition number": "{condition_number:,.0f}",
            "trials there": "{trials_there} of {trials}",
            "iterations": "{iterations:.0f}",
            "seconds": "{seconds:.4f}",
            "gap at the end": "{gap_at_the_end:.1e}",
        },
        rows,
        _NOTES,
    )


def _one_weight_grid(ways: Sequence[Ways]) -> Grid:
    """Return the gap after each step of Newton's method in one dimension."""
    rows = [
        {"table": one.table, "case": one.case, "step": step, "gap": gap}
        for one in ways
        for step, gap in enumerate(one.trials[0]["gap"].tolist())
    ]
    return wide_grid(
        "one-weight",
        "Newton's method in one dimension: loss above the minimum after each step",
        "table, start",
        "step",
        {"{table}, {case}": "{gap:.1e}"},
        rows,
        ("Near the minimum each step doubles the number of right digits.",),
    )


def _picture(ways: Sequence[Ways]) -> Picture:
    rows = [one.numbers() for one in ways]
    there = {
        case: [r["optimiser"] for r in rows if r["case"] == case and r["iterations"] is not None]
        for case in CASES
    }
    said = "; ".join(f"{case}: {', '.join(names) or 'none'}" for case, names in there.items())
    panels = [_panel(ways, case, by) for by in ("iteration", "seconds") for case in CASES]
    table, n_rules = ways[0].table, ways[0].n_rules
    return Picture(
        f"ways-{table}",
        f"Three ways down the same loss: {table}, {count_text(n_rules, 'rule')}",
        partial(draw_panels, panels=panels, columns=len(CASES), share_y=True),
        (13.0, 6.0),
        SLIDES["optimisers_text"],
        f"A line a trial. In most trials these get within {NEAR:g} of the minimum. {said}.",
    )


def _panel(ways: Sequence[Ways], case: str, by: str) -> Panel:
    """Draw a line a trial from its first iteration on: a logarithmic axis has no place for 0."""
    own = [one for one in ways if one.case == case]
    curves = [
        Curve(
            one.optimiser,
            trial[by][1:].tolist(),
            np.clip(trial["gap"], FLOOR, CEILING)[1:].tolist(),
            color=COLORS[one.optimiser],
        )
        for one in own
        for trial in one.trials
    ]
    condition = own[0].numbers()["condition_number"]
    title = f"{case}\ncondition number {condition:,.0f}" if by == "iteration" else ""
    label = "iterations" if by == "iteration" else "seconds"
    return Panel(title, curves, (), label, "loss above the minimum", "log", "log")


STUDY = Study(
    name="optimisers",
    title="Gradient descent, conjugate gradients and Newton's method on weighted rules",
    source=f"{SLIDES['slides']}, second part",
    tables=("vote", "hepatitis", "credit-a"),
    trials=5,
    seconds=3.7,
    run=descend,
    findings=findings,
    settings={"iterations": ITERATIONS},
)
