"""The fit of joint weights in one compiled call."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conjunct.count.fit_kernels import fit
from conjunct.count.requests import FitRequest, FittedWeights
from conjunct.types import AnyArray, Ints

if TYPE_CHECKING:
    from conjunct.count.local import LocalEngine


class FitPlan(NamedTuple):
    """How weights are fitted, see `FitRequest`."""

    signs: Ints
    ridge: float
    cycles: int
    enough: float
    free: AnyArray
    touched: AnyArray
    loss: float


def fused_fit(engine: LocalEngine, request: FitRequest) -> FittedWeights:
    """Fit weights; the result of the plain fit, to the bit."""
    points, free = request.points, np.flatnonzero(request.free)
    n_scores, n_weights = len(points.base), len(points.weights)
    rows, scored = engine.rows_to_write(request.state, request.cover, n_scores)
    values = np.concatenate((points.weights, points.base))
    channels = points.channels[free]
    loss = fit(
        rows,
        scored,
        engine.weighted_rules(request.cover, points),
        FitPlan(*request[3:]),
        free[np.argsort(channels, kind="stable")],
        np.concatenate(([0], np.cumsum(np.bincount(channels, minlength=n_scores)))),
        values,
    )
    return FittedWeights(values[:n_weights], values[n_weights:], loss)
