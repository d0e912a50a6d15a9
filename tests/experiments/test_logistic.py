"""The regularised logistic loss against plain sums, finite differences and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from conjunct.experiments.descent import LogisticLoss
from conjunct.types import Floats


def made_loss(seed: int, n_rows: int = 40, n_rules: int = 5) -> LogisticLoss:
    rng = np.random.default_rng(seed)
    rules = rng.integers(0, 2, (n_rows, n_rules)).astype(float)
    columns = np.column_stack([np.ones(n_rows), rules])
    signs = np.where(rng.random(n_rows) < 0.4, 1.0, -1.0)
    return LogisticLoss(columns, signs, np.array([0.0, *rng.uniform(0.01, 1.0, n_rules)]))


def made_weights(seed: int) -> Floats:
    return np.random.default_rng(seed).normal(0.0, 2.0, 6)


@given(seed=st.integers(0, 1000))
def test_gradient_and_hessian_are_the_differences_of_what_they_derive(seed: int) -> None:
    loss, weights, h = made_loss(seed), made_weights(seed), 1e-5
    moved = h * np.eye(len(weights))
    slopes = [(loss.value(weights + d) - loss.value(weights - d)) / (2 * h) for d in moved]
    np.testing.assert_allclose(loss.gradient(weights), slopes, atol=1e-9)
    bends = [(loss.gradient(weights + d) - loss.gradient(weights - d)) / (2 * h) for d in moved]
    np.testing.assert_allclose(loss.hessian(weights), bends, atol=1e-9)


@given(seed=st.integers(0, 1000))
def test_other_units_change_neither_values_nor_the_newton_step(seed: int) -> None:
    loss, weights = made_loss(seed), made_weights(seed)
    units = 10.0 ** np.random.default_rng(seed).uniform(-1, 1, 6)
    other = loss.in_units(units)
    assert other.value(weights / units) == pytest.approx(loss.value(weights), rel=1e-12)
    step = np.linalg.solve(loss.hessian(weights), loss.gradient(weights))
    again = np.linalg.solve(other.hessian(weights / units), other.gradient(weights / units))
    np.testing.assert_allclose(again * units, step, rtol=1e-6, atol=1e-9)


def test_the_minimum_is_that_of_scikit_learn() -> None:
    loss = made_loss(7, n_rows=200)
    ridge = 1.0 / 200
    loss = LogisticLoss(loss.columns, loss.signs, np.array([0.0] + [ridge] * 5))
    model = LogisticRegression(solver="newton-cg", tol=1e-12).fit(loss.columns[:, 1:], loss.signs)
    weights = np.concatenate([model.intercept_, model.coef_[0]])
    assert np.abs(loss.gradient(weights)).max() < 1e-7
