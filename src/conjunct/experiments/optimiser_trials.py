"""One trial of the study `optimisers`: three ways down the same loss, in four situations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import localcontext
from typing import NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators import LayeredRuleClassifier
from conjunct.estimators.rule_features import rule_columns
from conjunct.experiments import descent
from conjunct.experiments.descent import LogisticLoss, Loss, Parabola, Path, newton
from conjunct.experiments.trial import Row, Trial
from conjunct.types import Floats, Ints

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
            (case, name): optimise(one.loss, one.start, iterations)
            for case, one in cases.items()
            for name, optimise in descent.OPTIMISERS.items()
        }
        paths["parabola", IN_DIGITS] = _in_digits(cases["parabola"])
        return [*_rows(cases, paths), *_one_weight_rows(loss)]


def rule_loss(table: Table, trial: Trial) -> LogisticLoss:
    """Return the loss of the rules of a table, a column of ones in front."""
    if table.target is None:
        raise DataError(f"{trial.table} has no target; read it with one to learn rules from it")
    missing = trial.missing
    learner = LayeredRuleClassifier("greedy", missing=missing, promises=False, n_jobs=1)
    rules = learner.fit_table(table).rules_
    columns = np.column_stack([np.ones(table.n_rows), rule_columns(rules, table)])
    counts = np.bincount(table.target.values)
    signs = np.where(table.target.values == counts.argmax(), 1.0, -1.0)
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
    minimum = newton(loss, near, 50, 1e-13).weights[-1]
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
        path = descent.conjugate_gradient(loss, start, len(start), 0.0)
    path.weights = [weights.astype(np.float64) for weights in path.weights]
    return path


def _one_weight_rows(loss: LogisticLoss) -> Iterator[Row]:
    """Yield the paths of Newton's method for the intercept alone; its minimum is the log odds."""
    alone = LogisticLoss(np.ones((len(loss.signs), 1)), loss.signs, np.zeros(1))
    share = float((loss.signs > 0).mean())
    lowest = -share * np.log(share) - (1 - share) * np.log(1 - share)
    for case, start in ONE_WEIGHT.items():
        path = newton(alone, np.array([start]))
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
