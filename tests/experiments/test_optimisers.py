"""The study `optimisers`: its arithmetic by hand, and one real run."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from conjunct import LayeredRuleClassifier
from conjunct.data import Table, shipped_table
from conjunct.errors import DataError
from conjunct.estimators.rule_features import rule_columns
from conjunct.experiments.descent import Path, newton
from conjunct.experiments.optimisers import (
    CASES,
    DIGITS,
    IN_DIGITS,
    ONE_WEIGHT,
    arrival,
    cases_of,
    descend,
    findings,
    rule_loss,
)
from conjunct.experiments.tables import target_of
from conjunct.experiments.trial import Trial

from .made_up import results_of


def test_an_arrival_is_the_first_point_that_stays_near() -> None:
    gap = np.array([0.5, 1e-7, 2e-6, 1e-6, 0.0])
    for part, there in ((gap, 3), (gap[1:3], math.inf), (gap[4:], 0)):
        steps = np.arange(float(len(part)))
        assert arrival({"iteration": steps, "seconds": steps, "gap": part}) == (there, there)


def test_the_loss_is_that_of_scikit_learn_on_the_rules() -> None:
    table = shipped_table()
    loss = rule_loss(table, Trial("penguins", 0, 0))
    rules = LayeredRuleClassifier("greedy").fit_table(table).rules_
    np.testing.assert_array_equal(loss.columns[:, 1:], rule_columns(rules, table))
    model = LogisticRegression(solver="newton-cg", tol=1e-12)
    model.fit(rule_columns(rules, table), loss.signs)
    weights = np.concatenate([model.intercept_, model.coef_[0]])
    assert np.abs(loss.gradient(weights)).max() < 1e-7
    assert (loss.signs > 0).sum() == np.bincount(target_of(table).values).max()
    with pytest.raises(DataError, match="has no target"):
        rule_loss(Table((), n_rows=2), Trial("loans", 0, 0))


def test_all_cases_have_the_same_minimum() -> None:
    loss = rule_loss(shipped_table(), Trial("penguins", 0, 0))
    cases = dict(cases_of(loss, Trial("penguins", 3, 5)))
    assert tuple(cases) == CASES
    weights = np.random.default_rng(0).normal(size=len(loss.penalties))
    values = [case.loss.value(weights / case.units) for case in cases.values()]
    assert values[:3] == pytest.approx([values[0]] * 3)
    parabola = cases["parabola"]
    lowest = Path.of(newton(loss, np.zeros(len(weights))), slope=1e-12).weights[-1]
    assert parabola.loss.value(lowest / parabola.units) == pytest.approx(loss.value(lowest))
    assert np.abs(parabola.loss.gradient(lowest / parabola.units)).max() < 1e-9
    assert (cases["equal units"].start == 0).all()
    assert np.abs(cases["far start"].start).max() > 3


def test_as_many_steps_as_weights_are_enough_without_rounding() -> None:
    rows = descend(shipped_table(), Trial("penguins", 0, 0, {"iterations": 30}))
    own = [row for row in rows if row["optimiser"] == IN_DIGITS]
    assert own[-1]["iteration"] <= own[0]["rules"] + 1
    assert abs(own[-1]["gap"]) < 1e-14 < own[-2]["gap"]
    found = findings(results_of({"penguins": [rows]}))
    assert f"With {DIGITS} digits n steps are enough for" in found.summary[-1]


def test_one_weight_doubles_its_digits_and_goes_astray_from_far() -> None:
    rows = descend(shipped_table(), Trial("penguins", 0, 0, {"iterations": 3}))
    near, far = ([row["gap"] for row in rows if row["case"] == case] for case in ONE_WEIGHT)
    assert near[0] > 1e-3
    assert near[-1] < 1e-15
    assert near[2] < near[1] ** 1.8
    assert far[-1] > far[0]
    grid = findings(results_of({"penguins": [rows]})).grids[1]
    assert [line[0] for line in grid.lines] == [f"penguins, {case}" for case in ONE_WEIGHT]
