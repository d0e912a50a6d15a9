"""The compiled thinning of a card against the square forms of `conjunct.cards`, to the bit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.count.random_points import random_points

from conjunct.cards.thinning import thin
from conjunct.cards.weights import fit_weights
from conjunct.count import CountingEngine, Fold, NumpyEngine, fused_fit
from conjunct.count.local import LocalEngine
from conjunct.count.partitioned import Partitioned
from conjunct.count.requests import FitRequest, ThinLimits, ThinRequest
from conjunct.encode import CodedTable

ENGINES: dict[str, Callable[[CodedTable], CountingEngine]] = {
    "local": LocalEngine,
    "numpy parts": Partitioned(3, "numpy"),
    "local parts": Partitioned(2, "local"),
}


def random_limits(random: np.random.Generator, channels: np.ndarray) -> ThinLimits:
    """Divide weights among rules, and draw what the rules cost and how many may be left."""
    owner = random.integers(max(len(channels), 1), size=len(channels))
    owner = np.unique(owner, return_inverse=True)[1].astype(np.int64)
    n_rules = int(owner.max(initial=-1)) + 1
    sizes = random.integers(1, 4, n_rules)
    costs = random.choice([0.0, 0.5, 1.0, 3.0], n_rules)
    most = int(random.integers(sizes[costs == 0].sum(), sizes.sum() + 1))
    return ThinLimits(owner, sizes, costs, most, int(random.integers(0, len(channels) + 2)))


def thinned_twice(engine: CountingEngine, table: CodedTable, seed: int) -> list[object]:
    """Thin out a card whose state was written, and the same card after a fit.

    The compiled fit may put rows together that the rules cannot tell apart, or not.
    """
    random = np.random.default_rng(seed)
    cover = engine.root()
    if random.random() < 0.5:
        cover = engine.subset(cover, fold=Fold(seed, 3, outside=True))
    points = random_points(table, random)
    limits, ridge = random_limits(random, points.channels), float(random.choice([0.1, 1.0, 4.0]))
    engine.apply("card", cover, points)
    first = thin(engine, ThinRequest("card", cover, points, ridge, limits))
    n_weights, n_scores = len(points.weights), len(points.base)
    free, touched = np.ones(n_weights, bool), np.ones(n_scores, bool)
    signs = np.zeros(n_weights, np.int64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fused_fit, "FEW_GROUPS", random.choice([0.0, 1.0]))
        request = FitRequest("card", cover, points, signs, ridge, 3, 0.0, free, touched, np.nan)
        fitted = fit_weights(engine, request)
    points = points._replace(weights=fitted.weights, base=fitted.base)
    second = thin(engine, ThinRequest("card", cover, points, ridge, limits))
    return [array.tolist() for array in (*first, *second)]


@pytest.mark.parametrize("make", ENGINES.values(), ids=ENGINES)
@given(table=st.from_type(CodedTable), seed=st.integers(0, 2**32 - 1))
def test_every_engine_thins_out_to_the_same_weights_to_the_bit(
    make: Callable[[CodedTable], CountingEngine], table: CodedTable, seed: int
) -> None:
    assert thinned_twice(make(table), table, seed) == thinned_twice(NumpyEngine(table), table, seed)
