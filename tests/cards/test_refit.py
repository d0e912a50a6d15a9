from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from conjunct.cards.fitted import Term
from conjunct.cards.problem import CardProblem
from conjunct.cards.refit import NOT_SEARCHED, GivenRules, refitted, refitted_points
from conjunct.count import NumpyEngine, as_tests
from conjunct.count.local import LocalEngine
from conjunct.data.table import Column, Table
from conjunct.encode import encode
from conjunct.search.language import Language, Limits
from conjunct.types import AnyArray, Floats


def problem_of(
    covers: AnyArray, labels: AnyArray, n_classes: int, engine_of: Any = NumpyEngine
) -> CardProblem:
    columns = tuple(
        Column(str(at), "nominal", cover.astype(np.int32), ("no", "yes"))
        for at, cover in enumerate(covers)
    )
    classes = tuple(f"c{one}" for one in range(n_classes))
    table = Table(columns, Column("y", "nominal", labels, classes), n_rows=len(labels))
    engine = engine_of(encode(table))
    language = Language(engine.columns, Limits())
    return CardProblem(engine, language, np.zeros((len(covers), 1), np.int64), engine.root())


def given_rules(
    problem: CardProblem, channels: list[int], weights: Floats, locked: AnyArray
) -> GivenRules:
    terms = []
    for at, channel in enumerate(channels):
        code = problem.engine.columns[at].code_of("yes")
        terms.append(Term(as_tests([(at, 0, code)]), channel, 0, NOT_SEARCHED))
    return GivenRules(tuple(terms), weights, locked)


def slow_loss(
    x: Floats,
    covers: AnyArray,
    labels: AnyArray,
    channels: list[int],
    weights: Floats,
    locked: AnyArray,
    ridge: float,
    n_scores: int,
) -> float:
    """Write out the loss of a card: bases first, then the weights that are free."""
    own = weights.copy()
    own[~locked] = x[n_scores:]
    scores = np.tile(x[:n_scores], (len(labels), 1))
    for cover, channel, weight in zip(covers, channels, own, strict=True):
        scores[cover, channel] += weight
    if n_scores == 1:
        scores = np.hstack([np.zeros_like(scores), scores])
    log_shares = scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)
    nats = -log_shares[np.arange(len(labels)), labels].sum()
    return float(nats + 0.5 * ridge * (own**2).sum())


@pytest.mark.parametrize("n_classes", [2, 3])
@given(seed=st.integers(0, 10**6), ridge=st.sampled_from([0.5, 2.0, 8.0]))
@settings(max_examples=12, deadline=None)
def test_free_weights_and_bases_are_where_the_loss_is_lowest(
    n_classes: int, seed: int, ridge: float
) -> None:
    random = np.random.default_rng(seed)
    n_rows, n_rules = 60, 4
    labels = random.integers(0, n_classes, n_rows).astype(np.int32)
    covers = random.random((n_rules, n_rows)) < 0.2 + 0.5 * (labels == 0)
    covers[:, 0], covers[:, 1] = True, False
    n_scores = 1 if n_classes == 2 else n_classes
    channels = random.integers(0, n_scores, n_rules).tolist()
    weights = random.normal(size=n_rules)
    locked = random.random(n_rules) < 0.5
    problem = problem_of(covers, labels, n_classes)
    card = refitted(problem, given_rules(problem, channels, weights, locked), ridge)
    assert (card.weights[locked] == weights[locked]).all()
    fixed = covers, labels, channels, weights, locked, ridge, n_scores
    best = minimize(
        slow_loss, np.zeros(n_scores + int((~locked).sum())), fixed, method="BFGS", tol=1e-9
    )
    found = slow_loss(np.concatenate((card.base, card.weights[~locked])), *fixed)
    assert found <= best.fun + 1e-3


def test_locked_points_keep_the_unit_and_free_ones_may_get_another() -> None:
    labels = np.array([0, 1] * 20, np.int32)
    covers = np.array([labels == 1, np.arange(40) < 20])
    covers[0, :4] ^= True
    problem = problem_of(covers, labels, 2)
    for locked in (np.array([True, False]), np.array([False, False])):
        given = given_rules(problem, [0, 0], np.array([1.0, 0.0]), locked)
        card = refitted(problem, given, 2.0)
        points = refitted_points(problem, card, locked, 2.0, 7.0, 0)
        assert (points.unit == 7.0) == bool(locked.any())
        assert (points.weights == np.rint(points.weights)).all()
    decimal = refitted_points(problem, card, locked, 2.0, 1.0, 2)
    assert decimal.weights.tolist() == card.weights.round(2).tolist()


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("share_locked", [0.0, 0.5, 1.0])
def test_compiled_fits_are_equal_to_the_bit(n_classes: int, share_locked: float) -> None:
    """Also where all weights of a class are locked, and only its base is free."""
    random = np.random.default_rng(n_classes)
    labels = np.arange(80, dtype=np.int32) % n_classes
    covers = random.random((5, 80)) < 0.2 + 0.4 * (labels == 0)
    channels = [0, 0, 0, 0, 0] if n_classes == 2 else [0, 1, 1, 3, 0]
    locked = np.arange(5) < 5 * share_locked
    cards = []
    for engine_of in (NumpyEngine, LocalEngine):
        problem = problem_of(covers, labels, n_classes, engine_of)
        given = given_rules(problem, channels, np.full(5, 0.7), locked)
        cards.append(refitted(problem, given, 2.0))
    assert cards[0].weights.tolist() == cards[1].weights.tolist()
    assert cards[0].base.tolist() == cards[1].base.tolist()
    assert cards[0].loss == cards[1].loss
