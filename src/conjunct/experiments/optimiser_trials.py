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
from conjunct.experiments.descent import (
    OPTIMISERS,
    DescentEnd,
    LogisticLoss,
    Loss,
    Parabola,
    Path,
    condition_number,
    conjugate_gradient,
    decimals,
    newton,
)
from conjunct.experiments.study import Row, Trial
from conjunct.experiments.tables import missing_in
from conjunct.types import Floats, Ints

CASES = ("equal units", "mixed units", "far start", "parabola")
"""Well conditioned; badly conditioned; well conditioned, but started far from the minimum; and the
parabola that fits the badly conditioned loss at its minimum."""

DIGITS = 200
IN_DIGITS = f"conjugate gradient ({DIGITS} digits)"
"""The same steps on the parabola in decimal numbers, so that hardly anything is rounded."""

ONE_WEIGHT: Mapping[str, float] = {"one weight": 0.0, "one weight, far start": 3.0}
"""Newton's method in one dimension, on the intercept alone, and where it starts."""

ITERATIONS = 1000
"""At most; what is not there by then is called not there."""

SPREAD = 1.0
"""Units of the weights are 10 to the power of a number between -`SPREAD` and `SPREAD`."""

FAR = 3.0
"""Standard deviation of the weights at a far start."""

_DENSE = 20
_POINTS = 60


class Case(NamedTuple):
    """A loss, where the way down starts, and the units of its weights."""

    loss: Loss
    start: Floats
    units: Floats


def descend(table: Table, trial: Trial) -> list[Row]:
    """Weigh the rules of a table by each optimiser, and return its way down.

    Rules are those of greedy search on the whole table, the loss is that of the most frequent
    class against all others, with the penalty of scikit-learn's `LogisticRegression` (C = 1).

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> rows = descend(shipped_table(), Trial("penguins", 0, 0, {"iterations": 50}))
    >>> max(row["iteration"] for row in rows if row["optimiser"] == "Newton") < 50
    True
    """
    ending = DescentEnd(iterations=int(trial.settings.get("iterations", ITERATIONS)))
    loss = rule_loss(table, trial)
    with threadpool_limits(1):  # one core, and sums in one order
        cases = dict(cases_of(loss, trial))
        paths = {
            (case, name): optimise(cases[case].loss, cases[case].start, ending)
            for case in CASES
            for name, optimise in OPTIMISERS.items()
        }
        parabola = cases["parabola"]
        if isinstance(parabola.loss, Parabola):
            paths["parabola", IN_DIGITS] = in_digits(parabola.loss, parabola.start)
        return [*_rows(cases, paths), *one_weight_rows(loss)]


def in_digits(parabola: Parabola, start: Floats) -> Path:
    """Return as many steps of conjugate gradients as there are weights, in decimal numbers."""
    with localcontext(prec=DIGITS):
        ending = DescentEnd(slope=0.0, iterations=len(start))
        path = conjugate_gradient(parabola.in_decimals(), decimals(start), ending)
    path.weights = [weights.astype(np.float64) for weights in path.weights]
    return path


def one_weight_rows(loss: LogisticLoss) -> Iterator[Row]:
    """Yield the paths of Newton's method for the intercept alone; its minimum is the log odds."""
    ones = np.ones((len(loss.signs), 1))
    alone = LogisticLoss(ones, loss.signs, np.zeros(1))
    share = float((loss.signs > 0).mean())
    lowest = -share * np.log(share) - (1 - share) * np.log(1 - share)
    for case, start in ONE_WEIGHT.items():
        path = newton(alone, np.array([start]), DescentEnd())
        for iteration, weights in enumerate(path.weights):
            gap = max(alone.value(weights) - lowest, 0.0)
            yield _row((case, "Newton"), 1.0, 0, iteration, 0.0, float(gap))


def rule_loss(table: Table, trial: Trial) -> LogisticLoss:
    """Return the loss of the rules of a table, a column of ones in front."""
    if table.target is None:
        raise DataError(f"{trial.table} has no target; read it with one to learn rules from it")
    missing = missing_in(trial)
    learner = LayeredRuleClassifier("greedy", missing=missing, promises=False, n_jobs=1)
    rules = learner.fit_table(table).rules_
    columns = np.column_stack([np.ones(table.n_rows), rule_columns(rules, table)])
    counts = np.bincount(table.target.values)
    signs = np.where(table.target.values == counts.argmax(), 1.0, -1.0)
    penalties = np.full(columns.shape[1], 1.0 / table.n_rows)
    penalties[0] = 0.0
    return LogisticLoss(columns, signs, penalties)


def cases_of(loss: LogisticLoss, trial: Trial) -> Iterator[tuple[str, Case]]:
    """Yield each of `CASES`: the same minimum in all of them, the same loss in all but the last."""
    n_weights = len(loss.penalties)
    rng = np.random.default_rng([trial.seed, trial.number])
    near, equal = np.zeros(n_weights), np.ones(n_weights)
    units = 10.0 ** rng.uniform(-SPREAD, SPREAD, n_weights)
    yield "equal units", Case(loss, near, equal)
    yield "mixed units", Case(loss.in_units(units), near, units)
    yield "far start", Case(loss, rng.normal(0.0, FAR, n_weights), equal)
    minimum = newton(loss, near, DescentEnd(slope=1e-13, iterations=50)).weights[-1]
    yield "parabola", Case(Parabola.of(loss.in_units(units), minimum / units), near, units)


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
        (case, name): np.array([cases[case].loss.value(weights) for weights in path.weights])
        for (case, name), path in paths.items()
    }
    lowest = min(float(of_path.min()) for of_path in values.values())
    minimum = _minimum(paths, values)
    for (case, name), path in paths.items():
        one = cases[case]
        condition = condition_number(one.loss.hessian(minimum / one.units))
        for iteration in shown_iterations(len(path.weights)).tolist():
            gap = float(values[case, name][iteration]) - lowest
            seconds = path.seconds[iteration]
            yield _row((case, name), condition, len(minimum) - 1, iteration, seconds, gap)


def _row(
    way: tuple[str, str], condition: float, rules: int, iteration: int, seconds: float, gap: float
) -> Row:
    return {
        "case": way[0],
        "optimiser": way[1],
        "condition": condition,
        "rules": rules,
        "iteration": iteration,
        "seconds": seconds,
        "gap": gap,
    }


def _minimum(
    paths: Mapping[tuple[str, str], Path], values: Mapping[tuple[str, str], Floats]
) -> Floats:
    """Return the weights with the lowest loss, in equal units."""
    well = [(CASES[0], name) for name in OPTIMISERS]
    best = min(well, key=lambda way: float(values[way].min()))
    return paths[best].weights[int(values[best].argmin())]
