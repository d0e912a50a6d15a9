"""The compiled fit of joint weights against the fit through the verbs of engines, to the bit."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.count.full_tables import full_table
from tests.count.random_points import random_body, random_points

from conjunct.cards.weights import fit_weights, inverted
from conjunct.count import NO_TESTS, CountingEngine, Fold, NumpyEngine, Points, fused_fit
from conjunct.count.fit_kernels import invert
from conjunct.count.local import LocalEngine
from conjunct.count.partitioned import Partitioned
from conjunct.count.requests import FitRequest, FittedWeights
from conjunct.encode import CodedTable

seeds = st.integers(0, 2**32 - 1)
ENGINES: dict[str, Callable[[CodedTable], CountingEngine]] = {
    "local": LocalEngine,
    "numpy parts": Partitioned(3, "numpy"),
    "local parts": Partitioned(2, "local"),
}


def random_request(
    cover: int, points: Points, random: np.random.Generator, ridge: float, loss: float = math.nan
) -> FitRequest:
    """Draw what may change, how far, and what is asked of the signs of weights."""
    n_weights, n_scores = len(points.weights), len(points.base)
    free = random.random(n_weights) < random.choice([0.5, 1.0])
    touched = np.isin(np.arange(n_scores), points.channels[free])
    touched |= random.random(n_scores) < random.choice([0.0, 0.3, 1.0])
    signs = np.zeros(n_weights, np.int64)
    if n_scores == 1:
        signs = random.integers(-1, 2, n_weights)
    cycles, enough = int(random.integers(0, 31)), float(random.choice([0.0, 1e-6, 1e-2]))
    return FitRequest("card", cover, points, signs, ridge, cycles, enough, free, touched, loss)


def state_of(engine: CountingEngine, cover: int, points: Points) -> list[list[int]]:
    """Return the sums of the row state that a fit leaves behind."""
    sums = engine.tally(np.array([cover]), [*points.bodies, NO_TESTS], "card")[0]
    counts = engine.sum(np.array([engine.root()]), "card")
    return [*sums.tolist(), *counts.values.tolist(), *counts.totals.tolist()]


def numbers(fitted: FittedWeights) -> list[float]:
    """Return all numbers of a fit."""
    return [*fitted.weights.tolist(), *fitted.base.tolist(), fitted.loss]


def fits(engine: CountingEngine, table: CodedTable, seed: int) -> list[list[object]]:
    """Fit weights; then again with one more rule, from the loss that is known or anew.

    The compiled fit may put rows together that the rules cannot tell apart, each time or never.
    """
    random = np.random.default_rng(seed)
    cover, done = engine.root(), []
    if random.random() < 0.5:
        cover = engine.subset(cover, fold=Fold(seed, 3, outside=True))
    points, loss = random_points(table, random), math.nan
    ridge = float(random.choice([0.1, 1.0, 4.0]))
    for _ in range(3):
        request = random_request(cover, points, random, ridge, loss)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fused_fit, "FEW_GROUPS", random.choice([0.0, 0.5, 1.0]))
            fitted = fit_weights(engine, request)
        done.append([*numbers(fitted), *state_of(engine, cover, points)])
        rule, score = len(points.bodies), int(random.integers(len(points.base)))
        points = Points(
            [*points.bodies, random_body(table, random)],
            np.append(points.rules, rule),
            np.append(points.channels, score),
            np.append(fitted.weights, 0.0),
            fitted.base,
        )
        loss = fitted.loss if random.random() < 0.6 else math.nan
        if random.random() < 0.3:
            other = random_points(table, random, len(points.base))
            engine.apply("card", cover, other)
            loss = math.nan
    return done


@pytest.mark.parametrize("make", ENGINES.values(), ids=ENGINES)
@given(table=st.from_type(CodedTable), seed=seeds)
def test_every_engine_fits_the_same_weights_to_the_bit(
    make: Callable[[CodedTable], CountingEngine], table: CodedTable, seed: int
) -> None:
    assert fits(make(table), table, seed) == fits(NumpyEngine(table), table, seed)


@given(st.from_type(CodedTable), seeds)
def test_weights_that_may_not_change_stay_as_they_are(table: CodedTable, seed: int) -> None:
    random = np.random.default_rng(seed)
    engine = LocalEngine(table)
    request = random_request(engine.root(), random_points(table, random), random, 0.5)
    fitted = fit_weights(engine, request)
    points = request.points
    assert fitted.weights[~request.free].tolist() == points.weights[~request.free].tolist()
    assert fitted.base[~request.touched].tolist() == points.base[~request.touched].tolist()


@given(seeds, st.integers(1, 12))
def test_both_inversions_are_the_same_to_the_bit(seed: int, size: int) -> None:
    root = np.random.default_rng(seed).normal(size=(size, size))
    matrix = root @ root.T + np.eye(size)
    plain = inverted(matrix)
    invert(matrix)
    assert matrix.tolist() == plain.tolist()


@given(seeds)
def test_a_fit_of_rows_put_together_can_follow_one_row_by_row_and_the_other_way_round(
    seed: int,
) -> None:
    table = full_table(seed)
    compiled, plain = LocalEngine(table), NumpyEngine(table)
    random = np.random.default_rng(seed)
    points, loss = random_points(table, random, len(table.classes)), math.nan
    for few_groups in (0.0, 1.0, 0.0, 1.0, 0.0):
        one = int(random.integers(len(points.base)))  # the other scores stay as they are
        touched = np.arange(len(points.base)) == one
        free = touched[points.channels]
        signs = np.zeros(len(free), np.int64)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fused_fit, "FEW_GROUPS", few_groups)
            fitted, expected = (
                fit_weights(
                    engine,
                    FitRequest(
                        "card", engine.root(), points, signs, 0.3, 2, 0.0, free, touched, loss
                    ),
                )
                for engine in (compiled, plain)
            )
        assert numbers(fitted) == numbers(expected)
        assert state_of(compiled, compiled.root(), points) == state_of(plain, plain.root(), points)
        points, loss = points._replace(weights=fitted.weights, base=fitted.base), fitted.loss
