"""The fit of joint weights in one compiled call."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from conjunct.count.fit_kernels import fit
from conjunct.count.group_kernels import copy_state, group_places, group_rows
from conjunct.count.layout import Scored, StateRows, WeightedRules
from conjunct.count.requests import FitRequest, FittedWeights
from conjunct.types import AnyArray, Floats, Ints

if TYPE_CHECKING:
    from conjunct.count.local import LocalEngine

FEW_GROUPS = 0.5
"""Rows are put together where there are at most this many groups for each row."""
WORDS = np.random.default_rng(7).integers(1, 2**63, 4096, np.uint64)
"""Random words of rules; cards with more rules are fitted row by row."""


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
    rules = engine.weighted_rules(request.cover, points)
    channels = points.channels[free]
    blocks = free[np.argsort(channels, kind="stable")]
    ends = np.concatenate(([0], np.cumsum(np.bincount(channels, minlength=n_scores))))
    values = np.concatenate((points.weights, points.base))
    plan = FitPlan(*request[3:])
    grouped = _grouped(rows, rules, n_scores) if request.cycles else None
    if grouped is None:
        if len(scored.highest) and np.isnan(scored.highest[0]):
            plan = plan._replace(loss=np.nan)  # the scores of a grouped fit were not kept
        loss = fit(rows, scored, rules, plan, blocks, ends, values)
    else:
        loss = fit(*grouped.problem, plan._replace(loss=np.nan), blocks, ends, values)
        copy_state(grouped.problem[0].values, grouped.group, grouped.sizes, rows)
        scored.highest[:1] = np.nan
    return FittedWeights(values[:n_weights], values[n_weights:], loss)


class Grouped(NamedTuple):
    """Rows that a card cannot tell apart as one: the group of each row, and their sizes."""

    problem: tuple[StateRows, Scored, WeightedRules]
    group: Ints
    sizes: Floats


def _grouped(rows: StateRows, rules: WeightedRules, n_scores: int) -> Grouped | None:
    """Return one row for all rows that the rules cannot tell apart, None where that is no use."""
    n_rows, n_rules = len(rows.rows), len(rules.ends) - 1
    if not n_rows or rows.share.size or n_rules > len(WORDS):
        return None
    group, first = np.empty(n_rows, np.int64), np.empty(n_rows, np.int64)
    words: npt.NDArray[np.uint64] = WORDS[:n_rules]
    n_groups = group_rows(rows.bounds, rules.places, rules.ends, words, group, first)
    if n_groups > FEW_GROUPS * n_rows:
        return None
    found, stops = np.empty(len(rules.places), np.int32), np.empty(n_rules + 1, np.int64)
    group_places(rules.places, rules.ends, group, first, found, stops)
    sizes: Floats = np.bincount(group, minlength=n_groups).astype(np.float64)
    shape = n_groups, n_scores
    one_each = StateRows(
        np.arange(n_groups, dtype=np.int32),
        np.searchsorted(first[:n_groups], rows.bounds),
        sizes,
        np.zeros((n_groups, 1 + 2 * n_scores), np.int64),
    )
    scored = Scored(np.empty(shape), np.empty(shape), np.full(n_groups, np.nan))
    return Grouped((one_each, scored, rules._replace(places=found, ends=stops)), group, sizes)
