"""The engine based on array operations: it needs no compiler, and is best for small tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial, reduce
from operator import add
from typing import Any, NamedTuple

import numpy as np

from conjunct import rooms
from conjunct.count.counts import CellSlots, Counts, grouped_sums
from conjunct.count.covers import SharedRows, every_row, flagged, kept_rows
from conjunct.count.engine import (
    ABOVE,
    AT_MOST,
    CLASS_WEIGHTS,
    EQUAL,
    IDENTITY,
    Applied,
    Channels,
    Points,
    Splits,
    Spread,
    Tests,
    check_columns,
    n_channels,
)
from conjunct.count.folds import Fold
from conjunct.count.row_states import FIXED, CardRows
from conjunct.encode import CodedTable
from conjunct.rooms import chunks
from conjunct.types import AnyArray, Flags, Floats, Ints, Rows

MOST_CELLS = 1 << 22
"""Number of cells that are added up at a time, which bounds the memory used."""
MOST_CACHED = 1 << 25
"""Largest number of places of bodies that are kept for the next `apply`."""


_ByRow = tuple[int, AnyArray, Flags | None]


class _WrittenState(NamedTuple):
    """A row state that `apply` wrote: its cover, the rows of the cover, and what is added up."""

    cover: int
    rows: Rows
    values: Floats


class NumpyEngine:
    """Counts with array operations only.

    A cover is the ascending list of its rows. The rows of a table are ordered by class.

    Parameters
    ----------
    table : CodedTable
        The rows.

    Examples
    --------
    >>> from conjunct.count import one_class
    >>> from conjunct.data.table import Column, Table
    >>> from conjunct.encode import encode
    >>> colour = Column("colour", "nominal", np.array([0, 1, -1, 1]), ("blue", "red"))
    >>> kind = Column("kind", "nominal", np.array([0, 1, 1, 0]), ("a", "b"))
    >>> engine = NumpyEngine(encode(Table((colour,), kind, n_rows=4)))
    >>> counts = engine.count(np.array([engine.root()]), one_class(1, n_classes=2))
    >>> counts.dense(0, 0, 2)
    array([[1, 0],
           [1, 1]])
    """

    def __init__(self, table: CodedTable) -> None:
        self.table = table
        self.columns = table.columns
        self.n_classes = len(table.classes)
        self._every_class = np.ones(self.n_classes, bool)
        self._chosen_classes: dict[tuple[int, ...], Flags] = {}
        self.n_codes: Ints = np.array([column.n_codes for column in table.columns], np.int64)
        self._covers = SharedRows()
        self._states: dict[str, Ints] = {}
        self._places: dict[tuple[int, bytes], AnyArray] = {}
        self._n_places = 0
        self._written: dict[str, _WrittenState] = {}
        self._of_cards: dict[int, CardRows] = {}
        self._last_channels: tuple[bytes, _ByRow] = b"", (0, np.empty(0, np.int64), None)
        self._root = self._covers.add(every_row(table.n_rows))

    # Covers

    def root(self) -> int:
        """Return the cover of all rows."""
        return self._root

    def subset(
        self,
        cover: int,
        *,
        classes: Collection[int] | None = None,
        without: Sequence[Tests] = (),
        of: Collection[int] | None = None,
        fold: Fold | None = None,
    ) -> int:
        """Return a new cover of some rows of a cover, see `CountingEngine`."""
        rows = self._covers[cover]
        return self._covers.add(kept_rows(rows, self._subset(rows, classes, without, of, fold)))

    def _subset(
        self,
        rows: Rows,
        classes: Collection[int] | None,
        without: Sequence[Tests],
        of: Collection[int] | None,
        fold: Fold | None,
    ) -> Flags:
        """Tell which rows of a cover are kept."""
        labels, dropped = self.table.labels.take(rows), np.zeros(len(rows), bool)
        for body in without:
            dropped |= self.satisfying(rows, body)
        kept = ~(dropped & self._chosen(of).take(labels)) & self._chosen(classes).take(labels)
        if fold is not None:
            kept &= fold.has(self.table.ranks.take(rows))
        return kept

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        """Return a new cover for each pair of cover and test."""
        made = []
        for cover, test in zip(covers.tolist(), tests, strict=True):
            rows = self._covers[cover]
            made.append(self._covers.add(rows[self.satisfying(rows, test[None])]))
        return np.array(made, np.int64)

    def part(self, covers: Ints, splits: Splits) -> Ints:
        """Divide each cover; return the covers of all parts, split by split."""
        check_columns(splits.columns, len(self.columns))
        made, at = [], 0
        for cover, column, n_parts in zip(
            covers.tolist(), splits.columns.tolist(), splits.n_parts.tolist(), strict=True
        ):
            rows = self._covers[cover]
            n_slots = int(self.n_codes[column]) + 1
            part_of = splits.parts[at : at + n_slots]
            at += n_slots
            part = part_of[self.table.codes(column)[rows]]
            order = np.argsort(part, kind="stable")
            ends = np.searchsorted(part[order], np.arange(1, n_parts))
            made += [self._covers.add(own) for own in np.split(rows[order], ends)]
        return np.array(made, np.int64)

    def release(self, covers: Ints) -> None:
        """Release covers that are no longer needed; the root stays."""
        covers = covers[covers != self._root]
        self._covers.drop(covers)
        if self._places or self._of_cards:
            self._forget(set(covers.tolist()))

    def _forget(self, gone: set[int]) -> None:
        """Forget what is kept with covers."""
        for key in [key for key in list(self._places) if key[0] in gone]:
            self._n_places -= len(self._places.pop(key, ()))
        for cover in gone:
            self._of_cards.pop(cover, None)

    # Sums

    @cached_property
    def _slots(self) -> CellSlots:
        return CellSlots(self.table)

    def count(self, covers: Ints, channels: Channels) -> Counts:
        """Count the rows of every one-condition refinement of every cover, by channel."""
        wanted, channel, counted = self._channel_of_rows(channels)

        def add(keys: AnyArray, rows: Rows, size: int) -> Ints:
            keys = keys * wanted + channel.take(rows)[:, None]
            return np.bincount(keys.ravel("K"), minlength=size * wanted).reshape(-1, wanted)

        return self._counts(covers, wanted, add, counted)

    def _channel_of_rows(self, channels: Channels) -> _ByRow:
        """Return the number of channels, each row's channel, and which rows count (None: all)."""
        key, found = self._last_channels
        if key != channels.tobytes():
            channel = channels[self.table.labels]
            counted = None if (channels >= 0).all() else channel >= 0
            found = n_channels(channels), channel, counted
            self._last_channels = channels.tobytes(), found
        return found

    def sum(self, covers: Ints, state: str) -> Counts:
        """Add up a row state over every one-condition refinement of every cover."""
        values = self._state(state)

        def add(keys: AnyArray, rows: Rows, size: int) -> Ints:
            return grouped_sums(values[rows], keys, size)

        by_weight = state != CLASS_WEIGHTS
        return self._counts(covers, values.shape[1], add, None, by_weight)

    def tally(
        self, covers: Ints, bodies: Sequence[Tests], of: Channels | str, first: bool = False
    ) -> Ints:
        """Add up the rows of every cover that satisfy every body, see `CountingEngine`."""
        if isinstance(of, str) and of != IDENTITY and len(covers) == 1 and not first:
            cover = int(covers[0])
            satisfied = partial(self.satisfied, cover)
            return self._card_rows(cover).sums(bodies, satisfied, self._tallied(cover, of))[None]
        rows, own = self._listed(covers)
        add, width = self._adder(rows, own, len(covers), of)
        sums = np.empty((len(covers), len(bodies), width), np.int64)
        left = np.ones(len(rows), bool)
        for place, body in enumerate(bodies):
            held = self.satisfying(rows, body)
            if first:
                held &= left
                left &= ~held
            sums[:, place] = add(held)
        return sums

    def _adder(
        self, rows: Rows, own: Ints, size: int, of: Channels | str
    ) -> tuple[Callable[[Flags], AnyArray], int]:
        """Return a function that adds up the marked rows of each cover, and the number of sums."""
        if isinstance(of, str):
            values = _with_rises(of, self._state(of)[rows])
            return lambda held: grouped_sums(values[held], own[held, None], size), values.shape[1]
        # Rows that are not counted have an extra channel, before the first.
        n_wanted, channel, _ = self._channel_of_rows(of)
        width = n_wanted + 1
        keys = own * width + channel.take(rows) + 1

        def add(held: Flags) -> AnyArray:
            counts = np.bincount(keys[held], minlength=size * width)
            return counts.reshape(size, width)[:, 1:]

        return add, width - 1

    def apply(self, state: str | None, cover: int, points: Points, least: float = 0.0) -> Applied:
        """Score the rows of a cover and write their weights, gradients and curvatures."""
        scored = self._card_rows(cover).scored(points, partial(self.satisfied, cover))
        if state is not None:
            self._written[state] = _WrittenState(cover, self._covers[cover], scored.state())
            self._states.pop(state, None)
        return scored.applied(least)

    def curvature(
        self, state: str, cover: int, bodies: Sequence[Tests], blocks: Sequence[Ints]
    ) -> list[Ints]:
        """Add up the curvatures of each score over pairs of rules."""
        curvatures = self._tallied(cover, state)[:, 1 + len(blocks) : 1 + 2 * len(blocks)]
        satisfied = partial(self.satisfied, cover)
        return self._card_rows(cover).pair_sums(bodies, satisfied, blocks, curvatures)

    def _card_rows(self, cover: int) -> CardRows:
        """Return the rows of a cover in the form that cards are fitted to; kept with the cover."""
        found = self._of_cards.get(cover)
        if found is None:
            rows = self._covers[cover]
            found = CardRows(self.table.labels[rows], self._share(rows), self.n_classes)
            self._of_cards[cover] = found
        return found

    def spread(self, cover: int, bodies: Sequence[Tests], points: Ints) -> Spread:
        """Count the rows of a cover by the sum of the points of the bodies that they satisfy."""
        rows = self._covers[cover]
        sums = rooms.zeros(len(rows), np.int64)
        for body, given in zip(bodies, points.tolist(), strict=True):
            sums[self.satisfied(cover, body)] += given
        parts = list(chunks(len(rows))) or [slice(0)]
        labels = self.table.labels
        return reduce(add, (Spread.of(sums[o], labels[rows[o]], self.n_classes) for o in parts))

    def search(self, request: Any) -> Any:
        """Return None: there is no fused search without compiled code."""

    # Rows

    def sizes(self, covers: Ints) -> Ints:
        """Return the number of rows of each cover."""
        return np.array([len(self._covers[cover]) for cover in covers.tolist()], np.int64)

    def rows(self, covers: Ints) -> CodedTable:
        """Return the rows of one cover; what the codes of their columns mean is left out."""
        return replace(self.table, columns=()).take(self._covers[int(covers[0])])

    def satisfying(self, rows: Rows, body: Tests) -> Flags:
        """Tell which of some rows satisfy a body."""
        check_columns(body[:, 0], len(self.columns))
        held = np.ones(len(rows), bool)
        for column, op, code in body.tolist():
            codes = self.table.codes(column).take(rows)
            if op == EQUAL:
                held &= codes == code
            elif op == AT_MOST:
                held &= codes <= code
            else:
                held &= codes > code if op == ABOVE else codes != code
                held &= codes != self.n_codes[column]
        return held

    def _chosen(self, classes: Collection[int] | None) -> Flags:
        """Tell which classes are chosen; None for all."""
        if classes is None:
            return self._every_class
        key = tuple(classes)
        if key not in self._chosen_classes:
            self._chosen_classes[key] = np.zeros(self.n_classes, bool)
            self._chosen_classes[key][list(key)] = True
        return self._chosen_classes[key]

    def _listed(self, covers: Ints) -> tuple[Rows, Ints]:
        """Return the rows of all covers, and the position of the cover of each."""
        lists = [self._covers[cover] for cover in covers.tolist()]
        if len(lists) == 1:
            return lists[0], np.zeros(len(lists[0]), np.int64)
        rows = np.concatenate(lists) if lists else np.empty(0, np.int32)
        return rows, np.arange(len(lists)).repeat([len(one) for one in lists])

    def satisfied(self, cover: int, body: Tests) -> AnyArray:
        """Return the places of a cover whose rows satisfy a body; kept for the next call."""
        key = cover, body.tobytes()
        places = self._places.get(key)
        if places is None:
            if self._n_places > MOST_CACHED:
                self._places, self._n_places = {}, 0
            places = flagged(self.satisfying(self._covers[cover], body))
            self._places[key] = places
            self._n_places += len(places)
        return places

    def _share(self, rows: Rows) -> Floats:
        weights = self.table.weights
        return np.ones(len(rows)) if weights is None else weights[rows]

    def _tallied(self, cover: int, state: str) -> AnyArray:
        """Return the numbers of the rows of a cover that `tally` adds up."""
        written = self._written.get(state)
        if written is not None and written.cover == cover:
            return written.values
        return _with_rises(state, self._state(state)[self._covers[cover]])

    def _state(self, name: str) -> Ints:
        """Return the numbers of a row state for all rows."""
        if name not in self._states and name in self._written:
            written = self._written[name]
            n_scores = written.values.shape[1] // 3
            values = np.zeros((self.table.n_rows, 1 + 2 * n_scores), np.int64)
            values[written.rows] = written.values[:, : 1 + 2 * n_scores]
            self._states[name] = values
        if name not in self._states and name in FIXED:
            self._states[name] = FIXED[name](self.table)
        return self._states[name]

    def _counts(
        self, covers: Ints, width: int, add: Any, counted: Flags | None, by_weight: bool = False
    ) -> Counts:
        """Return the sums of all covers, computed in batches."""
        parts = [
            self._slots.counts(*self._dense(batch, width, add, counted), by_weight)
            for batch in self._batches(covers, width)
        ]
        return Counts.joined(parts)

    def _batches(self, covers: Ints, width: int) -> Iterator[Ints]:
        """Divide covers into batches whose sums and cells need bounded memory."""
        if len(covers) == 1:
            yield covers
            return
        cells = self.sizes(covers) * len(self.columns) + self._slots.n_slots * width
        yield from np.split(covers, np.flatnonzero(np.diff(np.cumsum(cells) // MOST_CELLS)) + 1)

    def _dense(
        self, covers: Ints, width: int, add: Any, counted: Flags | None
    ) -> tuple[Ints, Ints]:
        rows, own = self._listed(covers)
        if counted is not None:
            own, rows = own[counted[rows]], rows[counted[rows]]
        keys = self._slots.of(rows)
        if len(covers) > 1:
            keys += own[:, None] * self._slots.n_slots
        dense = add(keys, rows, len(covers) * self._slots.n_slots)
        totals = add(own[:, None], rows, len(covers))
        return dense.reshape(len(covers), self._slots.n_slots, width), totals


def _with_rises(state: str, values: Ints) -> Ints:
    """Return the numbers of a row state, with the positive gradients of a state of `apply`."""
    if state in FIXED:
        return values
    gradients = values[:, 1 : 1 + values.shape[1] // 2]
    return np.concatenate((values, np.maximum(gradients, 0)), axis=1)
