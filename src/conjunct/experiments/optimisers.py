"""The study `optimisers`: gradient descent, conjugate gradients and Newton on weighted rules."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from decimal import localcontext
from typing import NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from conjunct.data import Table
from conjunct.estimators import LayeredRuleClassifier
from conjunct.estimators.rule_features import rule_columns
from conjunct.experiments import descent
from conjunct.experiments.descent import LogisticLoss, Loss, Parabola, Path, newton
from conjunct.experiments.figures import Curve, Panel, drawing
from conjunct.experiments.findings import Findings, Line, Picture, words_of
from conjunct.experiments.long_rows import by_key
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import paper, target_of
from conjunct.experiments.trial import Row, Trial
from conjunct.plots.style import BLUE, GREEN, ORANGE, VERMILION
from conjunct.types import Floats, Ints

WORDS = words_of("optimisers")
CASES = ("equal units", "mixed units", "far start", "parabola")
"""Well conditioned; badly conditioned; well conditioned, but started far from the minimum; and the
parabola that fits the badly conditioned loss at its minimum."""

DIGITS = 200
IN_DIGITS = f"conjugate gradient ({DIGITS} digits)"
"""The same steps on the parabola in decimal numbers, so that hardly anything is rounded."""

ONE_WEIGHT: Mapping[str, float] = {"one weight": 0.0, "one weight, far start": 3.0}
"""Newton's method in one dimension, on the intercept alone, and where it starts."""

ITERATIONS = 1000  # at most; what is not there by then is called not there
SPREAD = 1.0  # units of the weights are 10 to the power of a number from -SPREAD to SPREAD
FAR = 3.0  # standard deviation of the weights at a far start
_DENSE, _POINTS = 20, 60  # iterations that are all kept, and how many of the later ones


class Case(NamedTuple):
    """A loss, where the way down starts, and the units of its weights."""

    loss: Loss
    start: Floats
    units: Floats


def descend(table: Table, trial: Trial) -> list[Row]:
    """Weigh the rules of a table by each optimiser, and return its way down.

    Rules are those of greedy search on the whole table, the loss is that of the most frequent
    class against all others, with the penalty of scikit-learn's `LogisticRegression` (C = 1).
    """
    iterations = int(trial.settings.get("iterations", ITERATIONS))
    loss = rule_loss(table, trial)
    with threadpool_limits(1):  # one core, and sums in one order
        cases = cases_of(loss, trial)
        paths = {
            (case, name): Path.of(optimise(one.loss, one.start), iterations)
            for case, one in cases.items()
            for name, optimise in descent.OPTIMISERS.items()
        }
        paths["parabola", IN_DIGITS] = _in_digits(cases["parabola"])
        return [*_rows(cases, paths), *_one_weight_rows(loss)]


def rule_loss(table: Table, trial: Trial) -> LogisticLoss:
    """Return the loss of the rules of a table, a column of ones in front."""
    labels = target_of(table).values
    learner = LayeredRuleClassifier("greedy", missing=trial.missing, promises=False, n_jobs=1)
    rules = learner.fit_table(table).rules_
    columns = np.column_stack([np.ones(table.n_rows), rule_columns(rules, table)])
    signs = np.where(labels == np.bincount(labels).argmax(), 1.0, -1.0)
    penalties = np.full(columns.shape[1], 1.0 / table.n_rows)
    penalties[0] = 0.0
    return LogisticLoss(columns, signs, penalties)


def cases_of(loss: LogisticLoss, trial: Trial) -> dict[str, Case]:
    """Return each of `CASES`: the same minimum in all, the same loss in all but the last."""
    n_weights = len(loss.penalties)
    rng = np.random.default_rng([trial.seed, trial.number])
    near, equal = np.zeros(n_weights), np.ones(n_weights)
    units = 10.0 ** rng.uniform(-SPREAD, SPREAD, n_weights)
    mixed, far = loss.in_units(units), rng.normal(0.0, FAR, n_weights)
    minimum = Path.of(newton(loss, near), 50, 1e-13).weights[-1]
    parabola = Parabola.of(mixed, minimum / units)
    return {
        "equal units": Case(loss, near, equal),
        "mixed units": Case(mixed, near, units),
        "far start": Case(loss, far, equal),
        "parabola": Case(parabola, near, units),
    }


def _in_digits(case: Case) -> Path:
    """Return as many steps of conjugate gradients as there are weights, in decimal numbers."""
    assert isinstance(case.loss, Parabola)
    with localcontext(prec=DIGITS):
        loss, start = case.loss.in_decimals(), descent.decimals(case.start)
        path = Path.of(descent.conjugate_gradient(loss, start), len(start), 0.0)
    path.weights = [weights.astype(np.float64) for weights in path.weights]
    return path


def _one_weight_rows(loss: LogisticLoss) -> Iterator[Row]:
    """Yield the paths of Newton's method for the intercept alone; its minimum is the log odds."""
    alone = LogisticLoss(np.ones((len(loss.signs), 1)), loss.signs, np.zeros(1))
    share = float((loss.signs > 0).mean())
    lowest = -share * np.log(share) - (1 - share) * np.log(1 - share)
    for case, start in ONE_WEIGHT.items():
        path = Path.of(newton(alone, np.array([start])))
        for iteration, weights in enumerate(path.weights):
            gap = float(max(alone.value(weights) - lowest, 0.0))
            about: Row = {"case": case, "optimiser": "Newton", "condition": 1.0, "rules": 0}
            yield {**about, "iteration": iteration, "seconds": 0.0, "gap": gap}


def shown_iterations(n: int) -> Ints:
    """Return which of n iterations are kept: the first all, later ones ever more sparsely.

    Examples
    --------
    >>> shown_iterations(10_000)[[0, 20, -2, -1]].tolist()
    [0, 20, 8999, 9999]
    """
    later = np.geomspace(_DENSE, max(n - 1, _DENSE), _POINTS).round().astype(np.int64)
    return np.unique(np.minimum(np.concatenate([np.arange(_DENSE), later]), n - 1))


def _rows(cases: Mapping[str, Case], paths: Mapping[tuple[str, str], Path]) -> Iterator[Row]:
    values = {
        way: np.array([cases[way[0]].loss.value(weights) for weights in path.weights])
        for way, path in paths.items()
    }
    lowest = min(float(of_path.min()) for of_path in values.values())
    well = [(CASES[0], name) for name in descent.OPTIMISERS]
    best = min(well, key=lambda way: float(values[way].min()))
    minimum = paths[best].weights[int(values[best].argmin())]  # in equal units
    for (case, name), path in paths.items():
        one = cases[case]
        curvatures = np.linalg.eigvalsh(one.loss.hessian(minimum / one.units))
        condition = float(curvatures[-1] / curvatures[0])
        about: Row = {"case": case, "optimiser": name, "condition": condition}
        for iteration in shown_iterations(len(path.weights)).tolist():
            gap = float(values[case, name][iteration]) - lowest
            way = {"iteration": iteration, "seconds": path.seconds[iteration], "gap": gap}
            yield {**about, "rules": len(minimum) - 1, **way}


NEAR = 1e-6  # gap below which an optimiser has arrived: printed weights no longer change
FLOOR, CEILING = 1e-16, 1e3
"""Gaps are drawn no lower, where differences of losses are rounding, and no higher."""

COLORS = {"gradient descent": ORANGE, "conjugate gradient": BLUE, "Newton": VERMILION}
COLORS[IN_DIGITS] = GREEN
FACTS = {
    **{"near": NEAR, "digits": DIGITS, "far": FAR},
    **{"smallest": 10**-SPREAD, "largest": 10**SPREAD},
    "start": max(ONE_WEIGHT.values()),
}


Ways = tuple[Line, Sequence[Mapping[str, Floats]]]
"""All trials of one optimiser on one table in one case, at least one, and their line of the table.

Each trial has for its points the iteration, the seconds since the start and the gap, the loss above
the minimum; and the condition number of the Hessian at the minimum. The line has medians over the
trials, none where half of them fail.
"""


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
    ways, order = list[Ways](), [*CASES, *ONE_WEIGHT]
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
            ways.append((line, own))
    return ways


def findings(results: Results) -> Findings:
    """Turn ways down into a table of arrivals and a figure for every table."""
    ways = ways_of(results)
    rows = [line for line, _ in ways]
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
            _picture([w for w in ways if w[0]["table"] == name and w[0]["case"] in CASES])
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
    digits = [(line, own) for line, own in ways if line["optimiser"] == IN_DIGITS]
    if not digits:
        return []
    worst = max(float(trial["gap"][-1]) for _, own in digits for trial in own)
    usual = ("parabola", "conjugate gradient")
    lines = [line for line, _ in ways if (line["case"], line["optimiser"]) == usual]
    steps = _range([line["iterations"] for line in lines])
    needed = f"they need {steps} steps" if steps else "they do not get there"
    enough = "are enough" if worst <= NEAR else "are not enough"
    weights = _range([line["rules"] + 1 for line, _ in digits])
    said = {"enough": enough, "weights": weights, "worst": worst, "needed": needed}
    return [WORDS.say("digits", {**FACTS, **said})]


def _picture(ways: Sequence[Ways]) -> Picture:
    there = [line for line, _ in ways if line["iterations"] is not None]
    names = {case: [line["optimiser"] for line in there if line["case"] == case] for case in CASES}
    said = "; ".join(f"{case}: {', '.join(those) or 'none'}" for case, those in names.items())
    panels = [_panel(ways, case, by) for by in ("iteration", "seconds") for case in CASES]
    shown = drawing(panels, len(CASES), (13.0, 6.0), share_y=True)
    facts = {**paper("weld"), **ways[0][0], **FACTS, "said": said}
    return WORDS.picture("ways", shown, facts, f"ways-{facts['table']}")


def _panel(ways: Sequence[Ways], case: str, by: str) -> Panel:
    """Draw one line per trial, from its first iteration on: a logarithmic axis has no 0."""
    own = [(line, those) for line, those in ways if line["case"] == case]
    lines = []
    for line, those in own:
        for trial in those:
            gaps = np.clip(trial["gap"], FLOOR, CEILING)[1:].tolist()
            x, color = trial[by][1:].tolist(), COLORS[line["optimiser"]]
            lines.append(Curve(line["optimiser"], x, gaps, color=color))
    condition = own[0][0]["condition_number"]
    title = f"{case}\ncondition number {condition:,.0f}" if by == "iteration" else ""
    label = "iterations" if by == "iteration" else "seconds"
    return Panel(title, lines, label, "loss above the minimum", "log", "log")


STUDY = make_study("optimisers", descend, findings, iterations=ITERATIONS)
