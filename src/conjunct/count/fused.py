"""The requests that the compiled engine answers in one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from conjunct.count.engine import NO_TESTS, CountingEngine, Splits, Tests
from conjunct.count.fused_beams import fused_beams
from conjunct.count.fused_fit import FitPlan, fused_fit, score_by_score
from conjunct.count.layout import StateRows
from conjunct.count.newton_kernels import NewtonRoom, search_newton
from conjunct.count.refinement_kernels import best_splits, list_branches, list_refinements
from conjunct.count.requests import (
    BeamRequest,
    ChosenSplits,
    FitRequest,
    ListRequest,
    NewtonFound,
    NewtonRequest,
    SplitRequest,
    ThinnedWeights,
    ThinRequest,
)
from conjunct.count.thin_kernels import thin
from conjunct.types import Ints

if TYPE_CHECKING:
    from conjunct.count.local import LocalEngine


def fused_list(engine: CountingEngine, request: ListRequest) -> tuple[Tests, Ints, tuple[int, int]]:
    """Return the answer to a `ListRequest`."""
    counts, columns, usable, least = request
    arrays = counts.offsets, counts.codes, counts.values
    forms = columns.allowed & usable[:, None]
    most, room = sum(counts.totals[0].tolist()) - 1, 2 * len(counts.codes)
    tests, sums = np.empty((room, 3), np.int64), np.empty((2, room), np.int64)
    found = list_refinements(*arrays, columns.numeric, forms, least, most, tests, sums)
    size, tried, covered = map(int, found)
    return tests[:size], sums[:, :size].T, (tried, covered)


class NewtonPlan(NamedTuple):
    """The numbers of a `NewtonRequest`."""

    signs: Ints
    ridge: float
    first: float
    further: float
    least: int
    taken: Ints


def fused_newton(engine: LocalEngine, request: NewtonRequest) -> NewtonFound | None:
    """Search; the result equals that of the plain search, bit for bit.

    Return None if signs differ between scores.
    """
    if request.signs.shape[1] > 1:
        return None
    signs = np.ascontiguousarray(request.signs[:, 0])
    plan = NewtonPlan(signs, *request[4:7], request.least, np.ascontiguousarray(request.taken))
    rows, values = engine._covers[request.cover], engine._state(request.state)
    room = _room(request, values.shape[1])
    saved, length = search_newton(engine.coded, request.columns, rows, values, plan, room)
    deeper = enumerate(room.parents[1:], start=1)
    refined = [own[:level] for level, line in deeper for own in line if own[0, 0] >= 0]
    return NewtonFound(room.body[:length], saved, room.levels, (NO_TESTS, *refined))


def _room(request: NewtonRequest, n_channels: int) -> NewtonRoom:
    most, width = request.max_conditions, request.width
    n_codes = int(request.columns.n_codes.max(initial=0))
    return NewtonRoom(
        np.full((most, width, most, 3), -1),
        np.zeros((2, width, 4), np.int64),
        np.zeros((most, 3), np.int64),
        np.zeros((most, 3), np.int64),
        np.empty(width),
        np.empty((width, 5), np.int64),
        np.zeros((n_codes + 1, n_channels), np.int64),
        np.zeros(n_codes + 1, np.int64),
        np.empty((3, n_channels), np.int64),
        np.empty(n_channels, np.int64),
    )


def fused_splits(engine: CountingEngine, request: SplitRequest) -> ChosenSplits | None:
    """Return the best splits by entropy, or None if the request is for errors.

    Only the counts in the request are used, not the engine.
    """
    counts, numeric, n_codes, units, *rules, by_errors = request
    if by_errors:
        return None
    arrays = (counts.offsets, counts.codes, counts.values, counts.totals)
    best = np.zeros((7, counts.n_covers), np.int64)
    n_splits, n_all, n_slots = best_splits(arrays, numeric, n_codes, units, tuple(rules), best)
    splits = np.empty((2, n_splits), np.int64)
    tests = np.empty((n_all, 3), np.int64)
    parts = np.empty(n_slots, np.int64)
    sums = np.empty((n_all, counts.totals.shape[1]), np.int64)
    list_branches(arrays, numeric, n_codes, request.binary, best, splits, tests, parts, sums)
    return ChosenSplits(best[:5], tests, Splits(splits[0], parts, splits[1]), sums)


def fused_thin(engine: LocalEngine, request: ThinRequest) -> ThinnedWeights:
    """Thin out a card; the result equals that of the plain way, bit for bit."""
    state, cover, points, ridge, limits = request
    n_scores, n_weights = len(points.base), len(points.weights)
    grouped = engine.grouped.get(state)
    if grouped is not None and grouped.numbers_of(points.bodies).min(initial=0) >= 0:
        rows, rules = grouped.rows, grouped.weighted_rules(points)
    else:
        numbers, shares = engine._covers[cover], engine._shares
        rows = StateRows(numbers, engine.bounds_of(cover), shares, engine._state(state))
        rules = engine.weighted_rules(cover, points)
    left, touched = np.ones(n_weights, bool), np.ones(n_scores, bool)
    signs = np.zeros(n_weights, np.int64)
    plan = FitPlan(signs, ridge, 0, 0.0, left, touched, 0.0)
    values = np.concatenate((points.weights, points.base))
    blocks, ends = score_by_score(np.arange(n_weights), points)
    thin(rows, rules, plan, limits, blocks, ends, values, left)
    return ThinnedWeights(left, values[:n_weights], values[n_weights:])


FUSED: dict[type, Callable[[Any, Any], Any]] = {
    BeamRequest: fused_beams,
    FitRequest: fused_fit,
    ListRequest: fused_list,
    NewtonRequest: fused_newton,
    SplitRequest: fused_splits,
    ThinRequest: fused_thin,
}
