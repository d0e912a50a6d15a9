"""The engine of one machine: compiled loops over the rows of covers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property, partial
from itertools import accumulate
from typing import Any

import numpy as np

from conjunct import rooms
from conjunct.count import cover_kernels, kernels, state_kernels
from conjunct.count.counts import Counts
from conjunct.count.covers import n_rows_of
from conjunct.count.engine import (
    CLASS_WEIGHTS,
    IDENTITY,
    NO_TESTS,
    Applied,
    Channels,
    Points,
    Splits,
    Tests,
    check_columns,
    n_channels,
)
from conjunct.count.folds import Fold
from conjunct.count.fused import FUSED
from conjunct.count.fused_beams import BeamRooms
from conjunct.count.fused_fit import GroupedRows
from conjunct.count.jit import wrapping
from conjunct.count.layout import CountsRoom, Scored, StateRows, WeightedRules, coded_table
from conjunct.count.numpy_engine import MOST_CACHED, NumpyEngine
from conjunct.encode import CodedTable
from conjunct.threads import in_threads, worth_threads
from conjunct.types import AnyArray, Flags, Ints, Rows

MANY_TESTED = 1 << 14
"""Number of rows times tests from which each test of several bodies is evaluated only once."""

NO_BODIES = NO_TESTS, np.empty(0, np.int64)
"""The tests of an empty list of bodies, and where each body ends."""
NO_FOLD = np.uint64(0), 0, 0, False
"""The numbers of a fold that has all rows."""
WORD_MASK = (1 << 64) - 1
NO_STATE = np.empty((0, 0), np.int64)
"""Passed in place of a row state if rows are counted."""


class LocalEngine(NumpyEngine):
    """Counts on this machine, with compiled loops, and with threads if there is enough work.

    The answers do not depend on the number of threads for one call.
    """

    def __init__(self, table: CodedTable, n_threads: int = 1) -> None:
        self.coded = coded_table(table)
        super().__init__(table)
        self._n_threads = n_threads
        self._shares = np.empty(0) if table.weights is None else table.weights
        per_class = np.bincount(table.labels, minlength=self.n_classes)
        self._borders: Ints = np.concatenate(([0], np.cumsum(per_class)))
        self._every = np.arange(len(self.columns))
        self._one_channel = np.zeros(self.n_classes, np.int64)
        self._known_runs: dict[bytes, tuple[Ints, Channels, int]] = {}
        self._cover_of_state: dict[str, int] = {}
        self._scored: dict[str, Scored] = {}
        self.grouped: dict[str, GroupedRows] = {}

    # Covers

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        """Return a new cover for each pair of cover and test."""
        rows, spans = self._covers.spans(covers)
        check_columns(tests[:, 0], len(self.columns))
        made = rooms.empty(n_rows_of(spans) + 1, np.int32)
        ends = np.empty(len(covers) + 1, np.int64)
        cover_kernels.refine_covers(self.coded, rows, spans, _whole(tests), made, ends)
        if made.flags.owndata:
            made.resize(int(ends[-1]), refcheck=False)  # frees the unused memory
        return self._covers.share(made, ends)

    def part(self, covers: Ints, splits: Splits) -> Ints:
        """Divide each cover; return the covers of all parts, split by split."""
        rows, spans = self._covers.spans(covers)
        check_columns(splits.columns, len(self.columns))
        made = rooms.empty(n_rows_of(spans), np.int32)
        ends = np.empty(int(splits.n_parts.sum()) + 1, np.int64)
        cover_kernels.divide_covers(self.coded, rows, spans, *map(_whole, splits), made, ends)
        return self._covers.share(made, ends)

    def _subset(
        self,
        rows: Rows,
        classes: Collection[int] | None,
        without: Sequence[Tests],
        of: Collection[int] | None,
        fold: Fold | None,
    ) -> Flags:
        flags = np.empty(len(rows), bool)
        about = self._chosen(classes), NO_FOLD if fold is None else _numbers(fold)
        bodies = *self._tests_of(without), self._chosen(of)
        with wrapping():
            cover_kernels.flag_subset(
                self.coded, rows, self.table.labels, self.table.ranks, *about, *bodies, flags
            )
        return flags

    def satisfying(self, rows: Rows, body: Tests) -> Flags:
        """Tell which of some rows satisfy a body."""
        return ~self._subset(rows, None, [body], None, None)

    # Counts

    def count(self, covers: Ints, channels: Channels) -> Counts:
        """Count the rows of every one-condition refinement of every cover, by channel."""
        borders, own, width = self._runs(channels)

        def add(rows: Rows, spans: Ints, columns: Ints = self._every) -> Counts:
            n_codes = self.n_codes if columns is self._every else self.n_codes[columns]
            room = CountsRoom.of(spans, n_codes, width, np.int32)
            kernels.count_covers(self.coded, columns, rows, spans, borders, own, *room)
            return room.written()

        rows, spans = self._covers.spans(covers)
        n_threads = worth_threads(n_rows_of(spans) * len(self.columns), self._n_threads)
        if n_threads > 1 and 0 < len(spans) < n_threads:
            columns = np.array_split(self._every, min(n_threads, len(self._every)))
            parts = [
                in_threads(partial(add, rows, one), columns) for one in np.split(spans, len(spans))
            ]
            return Counts.joined([Counts.beside(own) for own in parts])
        return add(rows, spans) if n_threads == 1 else self._shared_out(rows, spans, add)

    def sum(self, covers: Ints, state: str) -> Counts:
        """Add up a row state over every one-condition refinement of every cover."""
        values = self._state(state)

        def add(rows: Rows, spans: Ints) -> Counts:
            room = CountsRoom.of(spans, self.n_codes, values.shape[1], np.int64)
            with wrapping():
                state_kernels.sum_covers(self.coded, rows, spans, values, *room)
            return room.written()

        return self._shared_out(*self._covers.spans(covers), add)

    def _totals(self, rows: Rows, spans: Ints, channels: Channels) -> Ints:
        """Count the rows of covers by channel."""
        borders, own, width = self._runs(channels)
        totals = np.zeros((len(spans), width), np.int64)
        kernels.total_covers(rows, spans, borders, own, totals)
        return totals

    def _runs(self, channels: Channels) -> tuple[Ints, Channels, int]:
        """Return the borders of runs of classes, their channels, and the number of channels."""
        key = channels.tobytes()
        if key not in self._known_runs:
            starts = np.flatnonzero(np.diff(channels, prepend=-2))
            borders = np.append(self._borders[starts], self.table.n_rows)
            self._known_runs[key] = borders, channels[starts], n_channels(channels)
        return self._known_runs[key]

    def _shared_out(self, rows: Rows, spans: Ints, add: Callable[[Rows, Ints], Counts]) -> Counts:
        """Compute the sums of covers, in threads if there is enough work."""
        if worth_threads(n_rows_of(spans) * len(self.columns), self._n_threads) == 1:
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
        rows, spans = self._covers.spans(covers)
        if isinstance(of, str):
            one = int(covers[0]) if len(covers) == 1 and not first else -1
            if self._cover_of_state.get(of) == one:
                return self._tally_card(of, one, bodies)[None]
            values, (borders, own, _) = self._state(of), self._runs(self._one_channel)
            width, is_fixed = values.shape[1], of in (IDENTITY, CLASS_WEIGHTS)
            if one >= 0 and is_fixed and n_rows_of(spans) * len(bodies) <= MOST_CACHED:
                return self._tally_listed(one, bodies, values, width)[None]
            width += 0 if is_fixed else width // 2
        elif first or any(map(len, bodies)):
            values, (borders, own, width) = NO_STATE, self._runs(of)
        else:
            totals = self._totals(rows, spans, of)[:, None]
            return totals if len(bodies) == 1 else totals.repeat(len(bodies), 1)
        sums = np.zeros((len(covers), len(bodies), width), np.int64)
        tests, ends = self._tests_of(bodies)
        many = len(bodies) > 1 and n_rows_of(spans) * len(tests) >= MANY_TESTED
        if many and not values.size:
            listed = *each_once(tests), ends, first
            cover_kernels.tally_words(self.coded, rows, spans, *listed, borders, own, sums)
            return sums
        with wrapping():
            about = rows, spans, tests, ends, first, borders, own, values
            state_kernels.tally_covers(self.coded, *about, sums)
        return sums

    def _tests_of(self, bodies: Sequence[Tests]) -> tuple[Tests, Ints]:
        """Return the tests of all bodies, and where each body ends."""
        if not bodies:
            return NO_BODIES
        tests = bodies[0] if len(bodies) == 1 else np.concatenate(bodies)
        check_columns(tests[:, 0], len(self.columns))
        return _whole(tests), np.array(list(accumulate(map(len, bodies))), np.int64)

    def _tally_card(self, state: str, cover: int, bodies: Sequence[Tests]) -> Ints:
        """Add up the state of a card over rules, by groups of rows or by the kept places."""
        grouped, new = self.grouped.get(state), list(range(len(bodies)))
        if grouped is not None:
            numbers = grouped.numbers_of(bodies)
            sums, new = grouped.tally(numbers), np.flatnonzero(numbers < 0).tolist()
            if not new:
                return sums
        values = self._state(state)
        width = values.shape[1] + values.shape[1] // 2
        own = self._tally_listed(cover, [bodies[one] for one in new], values, width)
        if grouped is None:
            return own
        sums[new] = own
        return sums

    def _tally_listed(self, cover: int, bodies: Sequence[Tests], values: Ints, width: int) -> Ints:
        """Add up numbers of the rows at the places of bodies, which are kept."""
        listed, ends = self.places_of(cover, bodies)
        sums = np.zeros((len(bodies), width), np.int64)
        every = np.arange(len(bodies))
        with wrapping():
            state_kernels.tally_places(self._covers[cover], listed, ends, every, values, sums)
        return sums

    def apply(self, state: str | None, cover: int, points: Points, least: float = 0.0) -> Applied:
        """Score the rows of a cover and write their weights, gradients and curvatures."""
        rows, scored = self.rows_to_write(state, cover, len(points.base))
        rules = self.weighted_rules(cover, points)
        changed = np.ones(len(points.base), bool)
        sums = np.zeros(3 + len(points.base), np.int64)
        state_kernels.score_rows(rules, points.weights, points.base, changed, scored.scores)
        most = -np.log(least) if least else np.inf
        state_kernels.write_rows(rows, scored, changed, most, sums)
        return Applied(*sums[:3].tolist())

    def weighted_rules(self, cover: int, points: Points) -> WeightedRules:
        """Return rules with weights in the form that kernels take."""
        return WeightedRules(*self.places_of(cover, points.bodies), points.rules, points.channels)

    def places_of(self, cover: int, bodies: Sequence[Tests]) -> tuple[AnyArray, Ints]:
        """Return the places of a cover that satisfy each body, and where each body ends."""
        places = [self.satisfied(cover, body) for body in bodies]
        ends = np.cumsum([0, *map(len, places)])
        listed = rooms.empty(int(ends[-1]), np.int32)
        return np.concatenate(places, out=listed) if places else listed, ends

    def rows_to_write(
        self, state: str | None, cover: int, n_scores: int
    ) -> tuple[StateRows, Scored]:
        """Return the rows of a cover with the state to be written, and their scores so far."""
        rows, shape = self._covers[cover], (len(self._covers[cover]), n_scores)
        values, scored = NO_STATE, None
        if state is not None:
            self.grouped.pop(state, None)
            scored = self._scored.get(state) if self._cover_of_state.get(state) == cover else None
            values = self._room(state, cover, n_scores)
        if scored is None or scored.scores.shape != shape:
            scored = Scored.of(*shape)
        if state is not None:
            self._scored[state] = scored
        return StateRows(rows, self.bounds_of(cover), self._shares, values), scored

    def _room(self, state: str, cover: int, n_scores: int) -> Ints:
        """Return the array for a row state, which is 0 outside the cover."""
        shape = self.table.n_rows, 1 + 2 * n_scores
        known = self._states.get(state)
        if known is None or known.shape != shape or self._cover_of_state.get(state) != cover:
            self._states[state], self._cover_of_state[state] = rooms.zeros(shape, np.int64), cover
        return self._states[state]

    def keep_grouped(self, state: str, grouped: GroupedRows) -> None:
        """Keep the state of a cover as the state of groups of rows."""
        self._room(state, grouped.cover, grouped.scored.scores.shape[1])
        self._scored.pop(state, None)
        self.grouped[state] = grouped

    def n_rows_of(self, cover: int) -> int:
        """Return the number of rows of a cover."""
        return len(self._covers[cover])

    def bounds_of(self, cover: int) -> Ints:
        """Return the position where each class begins in the rows of a cover, and their number."""
        rows, bounds = self._covers[cover], np.empty(len(self._borders), np.int64)
        kernels.find_bounds(rows, 0, len(rows), self._borders, bounds)
        return bounds

    def _state(self, name: str) -> Ints:
        grouped = self.grouped.get(name)
        if grouped is not None and grouped.is_ahead:
            grouped.write(self._covers[grouped.cover], self._states[name])
        return super()._state(name)

    def curvature(
        self, state: str, cover: int, bodies: Sequence[Tests], blocks: Sequence[Ints]
    ) -> list[Ints]:
        """Add up the curvatures of each score over pairs of rules."""
        rows, values = self._covers[cover], self._state(state)
        listed, ends = self.places_of(cover, bodies)
        made = []
        for score, block in enumerate(blocks):
            column = 1 + len(blocks) + score
            made.append(np.zeros((len(block) + 1, len(block) + 1), np.int64))
            state_kernels.add_pairs(
                values, column, rows, listed, ends, _whole(block), self._shares, made[-1]
            )
        return made

    @cached_property
    def beam_rooms(self) -> BeamRooms:
        """The memory that the beam searches of this engine share."""
        return BeamRooms(self.table)

    def search(self, request: Any) -> Any:
        """Return a fused search or fit for a request, or None."""
        fused = FUSED.get(type(request))
        return None if fused is None else fused(self, request)


def _numbers(fold: Fold) -> tuple[np.uint64, int, int, bool]:
    """Return the numbers of a fold in the form that kernels take."""
    seed, n_folds, number, outside = fold
    return np.uint64(seed & WORD_MASK), n_folds, number, outside


def _whole(numbers: AnyArray) -> Ints:
    """Return whole numbers in the form that kernels take."""
    return np.ascontiguousarray(numbers, np.int64)


def each_once(tests: Tests) -> tuple[Tests, Ints]:
    """Return every test once, ordered by column, and the position of each given test.

    Examples
    --------
    >>> each_once(np.array([[1, 2, 9], [0, 0, 3], [1, 2, 9]]))
    (array([[0, 0, 3],
           [1, 2, 9]]), array([1, 0, 1]))
    """
    column, op, code = tests.T
    _, some, parts = np.unique(
        ((column << 2) + op << 17) + code, return_index=True, return_inverse=True
    )
    return tests[some], parts
