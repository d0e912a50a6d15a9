"""The fit of joint weights in one compiled call.

Rows that the rules of a card cannot distinguish are fitted as one row, a group.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from conjunct import rooms
from conjunct.count.engine import NO_TESTS, Points, Tests
from conjunct.count.fit_kernels import (
    copy_state,
    divide_places,
    divide_state,
    fit,
    group_places,
    group_rows,
    number_halves,
)
from conjunct.count.layout import Scored, StateRows, WeightedRules
from conjunct.count.requests import FitRequest, FittedWeights
from conjunct.count.state_kernels import tally_places
from conjunct.types import AnyArray, Floats, Ints, Rows

if TYPE_CHECKING:
    from conjunct.count.local import LocalEngine

WORDS = np.random.default_rng(7).integers(1, 2**63, 4096, np.uint64)
"""Random words of rules; the rows of cards with more rules are not grouped."""
FEW_NEW, FEW_OLD = 2, 4
"""Largest numbers of new rules and of removed rules for which existing groups are kept: new rules
divide them, and groups of removed rules stay divided. With more, rows are grouped from scratch."""
FEW_GROUPS = 0.8
"""Rows are grouped if there are at most this many groups per row."""


class GroupedRows:
    """Groups of rows that the rules of a card cannot distinguish, kept from one fit to the next.

    `group` is the group of each row; `rows` has one row for each group, with its weight; `rules`
    has the groups whose rows satisfy each rule, rule by rule, and where each rule ends; `known` has
    the number of each rule.
    """

    def __init__(
        self,
        cover: int,
        group: Ints,
        rows: StateRows,
        rules: tuple[AnyArray, Ints],
        known: dict[bytes, int],
    ) -> None:
        self.cover = cover
        self.rows = rows
        self.is_ahead = True
        """Whether the state of the groups is newer than that of their rows."""
        self._group = group
        self._places, self._ends = rules
        self._known = known
        self.scored = Scored.of(self.n_groups, rows.values.shape[1] // 2)

    @classmethod
    def of(
        cls, engine: LocalEngine, cover: int, bodies: Sequence[Tests], n_scores: int
    ) -> GroupedRows | None:
        """Group rows; return None if there are too many rules."""
        bodies = [NO_TESTS, *bodies]
        n_rows, n_rules = engine.n_rows_of(cover), len(bodies)
        if n_rules > len(WORDS):
            return None
        places, ends = engine.places_of(cover, bodies)
        group, first = rooms.empty(n_rows, np.int64), rooms.empty(n_rows, np.int64)
        words: npt.NDArray[np.uint64] = WORDS[:n_rules]
        bounds = engine.bounds_of(cover)
        n_groups = group_rows(bounds, places, ends, words, group, first)
        found, stops = rooms.empty(len(places), np.int32), np.empty(n_rules + 1, np.int64)
        group_places(places, ends, group, first, found, stops)
        bounds = np.searchsorted(first[:n_groups], bounds)
        rows = _one_each(np.bincount(group, minlength=n_groups), bounds, n_scores)
        known = {body.tobytes(): number for number, body in enumerate(bodies)}
        return cls(cover, group, rows, (found, stops), known)

    @property
    def n_groups(self) -> int:
        """Number of groups."""
        return len(self.rows.rows)

    def take(self, engine: LocalEngine, cover: int, points: Points) -> bool:
        """Divide groups so that they fit another card too; False if that would take too long."""
        new = [body for body in points.bodies if body.tobytes() not in self._known]
        n_old = len(self._known) - 1 + len(new) - len(points.bodies)
        if cover != self.cover or len(points.base) != self.scored.scores.shape[1]:
            return False
        if len(new) > FEW_NEW or n_old > FEW_OLD:
            return False
        for body in new:
            self._divide(engine.satisfied(cover, body))
            self._known[body.tobytes()] = len(self._ends) - 2
        return True

    def _divide(self, holds: AnyArray) -> None:
        """Divide groups by one more rule; both halves keep the scores of the group."""
        old, scored, group = self.rows, self.scored, self._group
        numbers = np.empty((self.n_groups + 1, 2), np.int64)
        n_groups = number_halves(holds, group, old.share, numbers)
        found = np.empty(2 * len(self._places) + n_groups, np.int32)
        stops = np.empty(len(self._ends) + 1, np.int64)
        divide_places(self._places, self._ends, numbers, holds, group, found, stops)
        self._places, self._ends = found[: stops[-1]], stops
        if n_groups == self.n_groups:
            return
        sizes, shape = np.bincount(group, minlength=n_groups), (n_groups, scored.scores.shape[1])
        self.rows = _one_each(sizes, numbers[old.bounds, 0], shape[1])
        self.scored = Scored(np.empty(shape), np.empty(shape), np.empty(n_groups))
        new = (self.rows.values, *self.scored)
        divide_state(numbers, (old.values, *scored), old.share, new, self.rows.share)

    def weighted_rules(self, points: Points) -> WeightedRules:
        """Return rules with weights in the form that kernels take."""
        numbers = self.numbers_of(points.bodies)
        return WeightedRules(self._places, self._ends, numbers[points.rules], points.channels)

    def numbers_of(self, bodies: Sequence[Tests]) -> Ints:
        """Return the numbers of rules; -1 for unknown rules."""
        return np.array([self._known.get(body.tobytes(), -1) for body in bodies], np.int64)

    def tally(self, numbers: Ints) -> Ints:
        """Add up the row state over the rows of some rules, as `CountingEngine.tally` does."""
        values = self.rows.values
        sums = np.zeros((len(numbers), values.shape[1] + values.shape[1] // 2), np.int64)
        tally_places(self.rows.rows, self._places, self._ends, numbers, values, sums)
        return sums

    def write(self, rows: Rows, state: Ints) -> None:
        """Write the state of every row."""
        copy_state(self.rows.values, self._group, self.rows.share, rows, state)
        self.is_ahead = False


def _one_each(sizes: Ints, bounds: Ints, n_scores: int) -> StateRows:
    """Return one row for each group. Its state is not written yet."""
    values = np.zeros((len(sizes), 1 + 2 * n_scores), np.int64)
    weights: Floats = sizes.astype(np.float64)
    return StateRows(np.arange(len(sizes), dtype=np.int32), bounds, weights, values)


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
    blocks, ends = score_by_score(free, points)
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


def score_by_score(weights: Ints, points: Points) -> tuple[Ints, Ints]:
    """Return some weights score by score, and where those of each score end."""
    channels, ends = points.channels[weights], np.zeros(len(points.base) + 1, np.int64)
    np.bincount(channels, minlength=len(points.base)).cumsum(out=ends[1:])
    return weights[channels.argsort(kind="stable")], ends


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
