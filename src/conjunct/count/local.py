"""The engine of one machine: compiled loops over row lists, and whole columns for large covers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import repeat
from typing import Any

import numpy as np

from conjunct.count import cover_kernels, kernels, state_kernels
from conjunct.count.counts import Counts
from conjunct.count.engine import (
    CLASS_WEIGHTS,
    IDENTITY,
    Applied,
    Channels,
    Points,
    Splits,
    Tests,
    n_channels,
)
from conjunct.count.fused import FUSED
from conjunct.count.fused_beams import BeamRooms
from conjunct.count.large import LargeCounter, coded_table
from conjunct.count.layout import CountsRoom, Scored, StateRows, WeightedRules
from conjunct.count.numpy_engine import NumpyEngine
from conjunct.count.threads import in_threads
from conjunct.encode import CodedTable
from conjunct.types import AnyArray, Flags, Ints, Rows

LARGE_SHARE = 0.1
"""A cover with more than this share of the rows is counted column by column, not row by row."""

MANY_ROWS = 4096
"""Covers with fewer rows are never large."""

MANY_CELLS = 2_000_000
"""Below this many cells starting threads costs more than it saves."""


class LocalEngine(NumpyEngine):
    """Count on this machine, with compiled loops, and threads where the work is worth it.

    Parameters
    ----------
    table : CodedTable
        The rows.
    n_threads : int
        Threads for one call; the answers do not depend on it.
    """

    def __init__(self, table: CodedTable, n_threads: int = 1) -> None:
        self.coded = coded_table(table)
        self._held: dict[int, tuple[Rows, int, int]] = {}
        super().__init__(table)
        self._n_threads = n_threads
        per_class = np.bincount(table.labels, minlength=self.n_classes)
        self._borders: Ints = np.concatenate(([0], np.cumsum(per_class)))
        self._large_size = max(LARGE_SHARE * table.n_rows, MANY_ROWS)
        self._large = LargeCounter(self.coded, self._borders, n_threads)
        self._large.keep(self._root)
        self._every = np.arange(len(self.columns))
        self._known_runs: dict[bytes, tuple[Ints, Channels]] = {}
        self._scored: dict[tuple[str, int], Scored] = {}

    # Covers

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        """Return a new cover for each pair of cover and test."""
        rows, spans = self._spans(covers)
        made = np.empty(_n_rows(spans) + 1, np.int32)
        ends = np.empty(len(covers) + 1, np.int64)
        cover_kernels.refine_covers(self.coded, rows, spans, _whole(tests), made, ends)
        made.resize(int(ends[-1]), refcheck=False)  # gives the memory back where it is large
        return self._keep_all(made, ends)

    def part(self, covers: Ints, splits: Splits) -> Ints:
        """Divide each cover; return the covers of all parts, one split's after the other's."""
        rows, spans = self._spans(covers)
        made = np.empty(_n_rows(spans), np.int32)
        ends = np.empty(int(splits.n_parts.sum()) + 1, np.int64)
        cover_kernels.divide_covers(self.coded, rows, spans, *map(_whole, splits), made, ends)
        return self._keep_all(made, ends)

    def release(self, covers: Ints) -> None:
        """Forget covers that are no longer needed; the root stays."""
        super().release(covers)
        for cover in covers.tolist():
            if cover != self._root:
                self._held.pop(cover, None)
                self._large.forget(cover)

    def _keep(self, rows: Rows) -> int:
        number = super()._keep(rows)
        self._held[number] = rows, 0, len(rows)
        return number

    def _keep_all(self, rows: Rows, ends: Ints) -> Ints:
        """Keep the parts of an array as covers."""
        bounds = ends.tolist()
        spans = list(zip(repeat(rows), bounds[:-1], bounds[1:], strict=False))
        made = [next(self._numbers) for _ in spans]
        self._covers.update(zip(made, (rows[start:stop] for _, start, stop in spans), strict=True))
        self._held.update(zip(made, spans, strict=True))
        return np.array(made, np.int64)

    def _keep_some(self, cover: int, kept: Flags) -> int:
        made = super()._keep_some(cover, kept)
        rows = self._covers[cover]
        if len(rows) > self._large_size:
            few = 2 * len(self._covers[made]) > len(rows)
            self._large.keep(made, cover, rows[~kept] if few else None)
        return made

    def _spans(self, covers: Ints) -> tuple[Rows, Ints]:
        """Return an array with the rows of all covers, and where each cover starts and stops."""
        held = [self._held[cover] for cover in covers.tolist()]
        arrays = {id(one[0]): one[0] for one in held}
        rows = next(iter(arrays.values()), np.empty(0, np.int32))
        starts = np.array([one[1] for one in held], np.int64)
        stops = np.array([one[2] for one in held], np.int64)
        if len(arrays) > 1:
            each, place = np.unique(covers, return_inverse=True)
            lists = [self._covers[cover] for cover in each.tolist()]
            rows = np.concatenate(lists)
            stops = np.cumsum([len(own) for own in lists])[place]
            starts = stops - np.array([len(own) for own in lists])[place]
        return rows, np.stack((starts, stops), axis=1)

    def satisfying(self, rows: Rows, body: Tests) -> Flags:
        """Tell which of some rows satisfy a body."""
        flags = np.empty(len(rows), bool)
        cover_kernels.flag_rows(self.coded, rows, _whole(body), flags)
        return flags

    # Counts

    def count(self, covers: Ints, channels: Channels) -> Counts:
        """Count the rows of every one-condition refinement of every cover, by channel."""
        sizes = np.array([len(self._covers[cover]) for cover in covers.tolist()], np.int64)
        large = np.flatnonzero(sizes > self._large_size)
        if not len(large):
            return self._count_small(covers, channels)
        parts, at = [], 0
        for number in large.tolist():
            if number > at:
                parts.append(self._count_small(covers[at:number], channels))
            parts.append(self._count_large(int(covers[number]), channels))
            at = number + 1
        if at < len(covers):
            parts.append(self._count_small(covers[at:], channels))
        return Counts.joined(parts)

    def sum(self, covers: Ints, state: str) -> Counts:
        """Add up a row state over every one-condition refinement of every cover."""
        values = self._state(state)

        def add(rows: Rows, spans: Ints) -> Counts:
            room = CountsRoom.of(spans, self.n_codes, values.shape[1], np.int64)
            with np.errstate(over="ignore"):
                state_kernels.sum_covers(self.coded, rows, spans, values, *room)
            return room.written()

        return self._shared_out(covers, add)

    def _count_small(self, covers: Ints, channels: Channels) -> Counts:
        borders, own = self._runs(channels)

        def add(rows: Rows, spans: Ints) -> Counts:
            room = CountsRoom.of(spans, self.n_codes, n_channels(channels), np.int32)
            kernels.count_covers(self.coded, self._every, rows, spans, borders, own, *room)
            return room.written()

        return self._shared_out(covers, add)

    def _count_large(self, cover: int, channels: Channels) -> Counts:
        hist = self._large.count(cover, self._covers[cover], channels >= 0)
        dense: AnyArray = np.zeros((n_channels(channels), hist.shape[1]), np.int32)
        for label in np.flatnonzero(channels >= 0).tolist():
            dense[channels[label]] += hist[label]
        totals = self._totals(cover, channels)[None]
        return self._compact((dense.T[None], totals), by_weight=False)

    def _totals(self, cover: int, channels: Channels) -> Ints:
        """Count the rows of a cover by channel."""
        totals = np.zeros(n_channels(channels), np.int64)
        sizes = np.diff(self._bounds(self._covers[cover]))
        np.add.at(totals, channels[channels >= 0], sizes[channels >= 0])
        return totals

    def _bounds(self, rows: Rows) -> Ints:
        """Return where the rows of each class begin among those of a cover, and their number."""
        bounds = np.empty(len(self._borders), np.int64)
        kernels.find_bounds(rows, 0, len(rows), self._borders, bounds)
        return bounds

    def _runs(self, channels: Channels) -> tuple[Ints, Channels]:
        """Return the borders of the runs of classes that share a channel, and their channels."""
        key = channels.tobytes()
        if key not in self._known_runs:
            starts = np.flatnonzero(np.diff(channels, prepend=-2))
            borders = np.append(self._borders[starts], self.table.n_rows)
            self._known_runs[key] = borders, channels[starts]
        return self._known_runs[key]

    def _shared_out(self, covers: Ints, add: Callable[[Rows, Ints], Counts]) -> Counts:
        """Work out the sums of covers, in threads if that is worth it."""
        rows, spans = self._spans(covers)
        if self._n_threads == 1 or _n_rows(spans) * len(self.columns) < MANY_CELLS:
            return add(rows, spans)
        sizes = spans[:, 1] - spans[:, 0]
        shares = np.linspace(0, sizes.sum(), self._n_threads + 1)[1:-1]
        chunks = np.split(spans, np.searchsorted(np.cumsum(sizes), shares))
        return Counts.joined(
            in_threads(lambda chunk: add(rows, chunk), [chunk for chunk in chunks if len(chunk)])
        )

    # States

    def tally(
        self, covers: Ints, bodies: Sequence[Tests], of: Channels | str, first: bool = False
    ) -> Ints:
        """Add up the rows of every cover that satisfy every body, see `CountingEngine`."""
        if not (isinstance(of, str) or first or any(map(len, bodies))):
            totals = [self._totals(cover, of) for cover in covers.tolist()]
            return np.array(totals, np.int64).reshape(-1, 1, n_channels(of)).repeat(len(bodies), 1)
        one = int(covers[0]) if len(covers) == 1 and not first else -1
        if isinstance(of, str) and (of, one) in self._scored:
            return self._tally_places(one, bodies, self._state(of))[None]
        rows, spans = self._spans(covers)
        values, width = np.empty((0, 0), np.int64), 0
        borders, own = np.array([0, self.table.n_rows]), np.zeros(1, np.int64)
        if isinstance(of, str):
            values = self._state(of)
            width = values.shape[1]
            width += 0 if of in (IDENTITY, CLASS_WEIGHTS) else width // 2
        else:
            (borders, own), width = self._runs(of), n_channels(of)
        sums = np.zeros((len(covers), len(bodies), width), np.int64)
        tests = np.concatenate((np.empty((0, 3), np.int64), *bodies))
        ends = np.cumsum([len(body) for body in bodies], dtype=np.int64)
        with np.errstate(over="ignore"):
            state_kernels.tally_covers(
                self.coded, rows, spans, tests, ends, first, borders, own, values, sums
            )
        return sums

    def _tally_places(self, cover: int, bodies: Sequence[Tests], values: Ints) -> Ints:
        """Add up the state of a card over its rules, whose places are known."""
        listed, ends = self.places_of(cover, bodies)
        sums = np.zeros((len(bodies), values.shape[1] + values.shape[1] // 2), np.int64)
        state_kernels.tally_places(self._covers[cover], listed, ends, values, sums)
        return sums

    def apply(self, state: str | None, cover: int, points: Points, least: float = 0.0) -> Applied:
        """Score the rows of a cover, and write their weights, gradients and curvatures."""
        rows, scored = self.rows_to_write(state, cover, len(points.base))
        rules = self.weighted_rules(cover, points)
        changed = np.ones(len(points.base), bool)
        sums = np.zeros(3 + len(points.base), np.int64)
        state_kernels.score_rows(rules, points.weights, points.base, changed, scored.scores)
        most = -np.log(least) if least else np.inf
        state_kernels.write_rows(rows, scored, changed, most, sums)
        return Applied(*sums[:3].tolist())

    def weighted_rules(self, cover: int, points: Points) -> WeightedRules:
        """Return rules with weights as kernels take them."""
        return WeightedRules(*self.places_of(cover, points.bodies), points.rules, points.channels)

    def places_of(self, cover: int, bodies: Sequence[Tests]) -> tuple[AnyArray, Ints]:
        """Return the places of a cover that satisfy each body, and where those of each end."""
        places = [self.satisfied(cover, body) for body in bodies]
        listed = np.concatenate((np.empty(0, np.int32), *places))
        return listed, np.cumsum([0, *map(len, places)])

    def rows_to_write(
        self, state: str | None, cover: int, n_scores: int
    ) -> tuple[StateRows, Scored]:
        """Return the rows of a cover and their state to be written, and their scores so far."""
        rows, weights = self._covers[cover], self.table.weights
        share = np.empty(0) if weights is None else weights
        values, shape = np.empty((0, 0), np.int64), (len(rows), n_scores)
        scored = None if state is None else self._scored.get((state, cover))
        if scored is None or scored.scores.shape != shape:
            scored = Scored(np.empty(shape), np.empty(shape), np.full(len(rows), np.nan))
        if state is not None:
            values = self._states.get(state, values)
            if values.shape != (self.table.n_rows, 1 + 2 * n_scores) or (
                (state, cover) not in self._scored
            ):
                values = np.zeros((self.table.n_rows, 1 + 2 * n_scores), np.int64)
                for key in [key for key in list(self._scored) if key[0] == state]:
                    del self._scored[key]
            self._states[state], self._scored[state, cover] = values, scored
        return StateRows(rows, self._bounds(rows), share, values), scored

    def curvature(
        self, state: str, cover: int, bodies: Sequence[Tests], blocks: Sequence[Ints]
    ) -> list[Ints]:
        """Add up the curvatures of one score after the other over pairs of rules."""
        rows, values = self._covers[cover], self._state(state)
        listed, ends = self.places_of(cover, bodies)
        share = np.empty(0) if self.table.weights is None else self.table.weights
        made = []
        for score, block in enumerate(blocks):
            column = 1 + len(blocks) + score
            made.append(np.zeros((len(block) + 1, len(block) + 1), np.int64))
            state_kernels.add_pairs(
                values, column, rows, listed, ends, _whole(block), share, made[-1]
            )
        return made

    @cached_property
    def beam_rooms(self) -> BeamRooms:
        """What the beam searches of this engine share."""
        return BeamRooms(self.table)

    def search(self, request: Any) -> Any:
        """Return a fused search or fit for a request, or None."""
        fused = FUSED.get(type(request))
        return None if fused is None else fused(self, request)


def _whole(numbers: AnyArray) -> Ints:
    """Return whole numbers as kernels take them."""
    return np.ascontiguousarray(numbers, np.int64)


def _n_rows(spans: Ints) -> int:
    return int((spans[:, 1] - spans[:, 0]).sum())
