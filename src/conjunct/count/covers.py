"""`SharedRows`: the rows of covers. Covers that were made together share an array."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count as numbers
from typing import NamedTuple

import numpy as np

from conjunct import rooms
from conjunct.rooms import chunks
from conjunct.types import Flags, Ints, Rows

SHIFT = 32
"""The number of a cover is the number of its block, shifted left by this, plus its place there."""
LAST = (1 << SHIFT) - 1


class _Block(NamedTuple):
    """Covers that were made together: their rows, where each starts and stops, and which are gone.

    `gone` is None until the first of them is dropped.
    """

    rows: Rows
    spans: Ints
    gone: Flags | None


class SharedRows:
    """The rows of every cover, by its number.

    A tree makes thousands of covers at a time, uses all of them at once and drops them at once. So
    they are kept as a block. A cover that is made alone is a block of its own.
    """

    def __init__(self) -> None:
        self._blocks: dict[int, _Block] = {}
        self._numbers = numbers()

    def __getitem__(self, cover: int) -> Rows:
        rows, spans = self._of(cover)
        return rows if len(rows) == spans[0, 1] - spans[0, 0] else rows[spans[0, 0] : spans[0, 1]]

    def __iter__(self) -> Iterator[int]:
        for number, (_, spans, gone) in self._blocks.items():
            left = np.arange(len(spans)) if gone is None else np.flatnonzero(~gone)
            yield from ((number << SHIFT) + left).tolist()

    def add(self, rows: Rows) -> int:
        """Keep the rows of a cover; return its number."""
        number = next(self._numbers)
        self._blocks[number] = _Block(rows, np.array([[0, len(rows)]]), None)
        return number << SHIFT

    def share(self, rows: Rows, ends: Ints) -> Ints:
        """Keep the parts of an array as covers; return their numbers.

        `ends` has where each cover starts, and where the last one stops.
        """
        spans = np.empty((len(ends) - 1, 2), np.int64)
        spans[:, 0], spans[:, 1] = ends[:-1], ends[1:]
        number = next(self._numbers)
        if len(spans):
            self._blocks[number] = _Block(rows, spans, None)
        first = number << SHIFT
        return np.arange(first, first + len(spans))

    def drop(self, covers: Ints) -> None:
        """Drop covers; each may be listed only once."""
        blocks = covers >> SHIFT
        numbers = set(blocks.tolist())
        for number in numbers:
            rows, spans, gone = self._blocks[number]
            own = covers if len(numbers) == 1 else covers[blocks == number]
            if len(own) < len(spans):
                gone = np.zeros(len(spans), bool) if gone is None else gone
                gone[own & LAST] = True
                self._blocks[number] = _Block(rows, spans, gone)
            if len(own) == len(spans) or (gone is not None and gone.all()):
                del self._blocks[number]

    def spans(self, covers: Ints) -> tuple[Rows, Ints]:
        """Return an array with the rows of all covers, and where each cover starts and stops."""
        if len(covers) == 1:
            return self._of(int(covers[0]))
        number = int(covers[0]) >> SHIFT if len(covers) else -1
        if number in self._blocks and (covers >> SHIFT == number).all():
            rows, spans, gone = self._blocks[number]
            places = covers & LAST
            if gone is not None and gone[places].any():
                raise KeyError(covers[gone[places]].tolist())
            return rows, spans[places]
        each, place = np.unique(covers, return_inverse=True)
        lists = [self[cover] for cover in each.tolist()]
        stops = np.cumsum([0, *map(len, lists)])
        rows = lists[0] if len(lists) == 1 else np.concatenate([np.empty(0, np.int32), *lists])
        return rows, np.stack((stops[:-1], stops[1:]), axis=1)[place]

    def _of(self, cover: int) -> tuple[Rows, Ints]:
        """Return the array that holds the rows of a cover, and where they start and stop."""
        rows, spans, gone = self._blocks[cover >> SHIFT]
        place = cover & LAST
        if place >= len(spans) or (gone is not None and gone[place]):
            raise KeyError(cover)
        return rows, spans[place : place + 1]


def every_row(n_rows: int) -> Rows:
    """Return the numbers of all rows."""
    rows = rooms.empty(n_rows, np.int32)
    for part in chunks(n_rows):
        rows[part] = np.arange(part.start, part.stop)
    return rows


def kept_rows(rows: Rows, kept: Flags) -> Rows:
    """Return the rows whose flag is true."""
    return np.compress(kept, rows, out=rooms.empty(int(np.count_nonzero(kept)), np.int32))


def flagged(flags: Flags) -> Rows:
    """Return the positions of true flags."""
    places = rooms.empty(int(np.count_nonzero(flags)), np.int32)
    end = 0
    for part in chunks(len(flags)):
        found = np.flatnonzero(flags[part])
        places[end : end + len(found)] = found + part.start
        end += len(found)
    return places


def n_rows_of(spans: Ints) -> int:
    """Return the total number of rows of covers."""
    if len(spans) == 1:
        return int(spans[0, 1] - spans[0, 0])
    return int((spans[:, 1] - spans[:, 0]).sum())
