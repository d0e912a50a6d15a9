"""The fit of joint weights in one compiled call."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conjunct.count.fit_kernels import fit
from conjunct.count.grouped import GroupedRows
from conjunct.count.requests import FitRequest, FittedWeights
from conjunct.types import AnyArray, Ints

if TYPE_CHECKING:
    from conjunct.count.local import LocalEngine

FEW_GROUPS = 0.8
"""Rows are grouped if there are at most this many groups per row."""


class FitPlan(NamedTuple):
    """The settings of a fit, see `FitRequest`."""

    signs: Ints
    ridge: float
    cycles: int
    enough: float
    free: AnyArray
    touched: AnyArray
    loss: float


def fused_fit(engine: LocalEngine, request: FitRequest) -> FittedWeights:
    """Fit weights; the result equals that of the plain fit, bit for bit."""
    points, free = request.points, request.free.nonzero()[0]
    n_scores, n_weights = len(points.base), len(points.weights)
    channels = points.channels[free]
    blocks = free[channels.argsort(kind="stable")]
    ends = np.zeros(n_scores + 1, np.int64)
    np.bincount(channels, minlength=n_scores).cumsum(out=ends[1:])
    values = np.concatenate((points.weights, points.base))
    plan = FitPlan(*request[3:])
    grouped = _grouped(engine, request)
    if grouped is None:
        rows, scored = engine.rows_to_write(request.state, request.cover, n_scores)
        rules = engine.weighted_rules(request.cover, points)
    else:
        rows, scored, rules = grouped.rows, grouped.scored, grouped.weighted_rules(points)
        grouped.is_ahead = True
    if np.isnan(scored.highest[:1]).any():
        plan = plan._replace(loss=np.nan)  # the scores were not kept
    loss = fit(rows, scored, rules, plan, blocks, ends, values)
    return FittedWeights(values[:n_weights], values[n_weights:], loss)


def _grouped(engine: LocalEngine, request: FitRequest) -> GroupedRows | None:
    """Return rows grouped by the rules that they satisfy, or None if grouping does not help."""
    state, cover, points = request[:3]
    n_rows, n_scores = engine.n_rows_of(cover), len(points.base)
    kept = engine.grouped.pop(state, None)
    if not n_rows or engine.table.weights is not None:
        return None
    if kept is None or not kept.take(engine, cover, points):
        kept = GroupedRows.of(engine, cover, points.bodies, n_scores)
    if kept is None or kept.n_groups > FEW_GROUPS * n_rows:
        return None
    engine.keep_grouped(state, kept)
    return kept
