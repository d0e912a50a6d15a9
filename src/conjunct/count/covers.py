"""`SharedRows`: the rows of covers, of which those that were made together share an array."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from typing import NamedTuple

import numpy as np

from conjunct.types import Flags, Ints, Rows

SHIFT = 32
"""The number of a cover is that of its block, times two to this power, and its place there."""
LAST = (1 << SHIFT) - 1


class _Block(NamedTuple):
    """Covers that were made together: all their rows, where each starts and stops, and those gone.

    Nothing is listed as gone before the first of them is.
    """

    rows: Rows
    spans: Ints
    gone: Flags


class SharedRows(MutableMapping[int, Rows]):
    """The rows of every cover, by its number.

    A tree makes thousands of covers at a time, asks for all of them at once and drops them at once:
    they are held as a block. Other covers stand alone; their block has the number 0.

    Parameters
    ----------
    covers : mapping
        Covers to begin with.
    """

    def __init__(self, covers: Mapping[int, Rows]) -> None:
        self._alone = dict(covers)
        self._blocks: dict[int, _Block] = {}

    def __getitem__(self, cover: int) -> Rows:
        if cover <= LAST:
            return self._alone[cover]
        rows, ((start, stop),) = self.spans(np.array([cover]))
        return rows[start:stop]

    def __setitem__(self, cover: int, rows: Rows) -> None:
        self._alone[cover] = rows

    def __delitem__(self, cover: int) -> None:
        self.drop(np.array([cover]))

    def __iter__(self) -> Iterator[int]:
        yield from self._alone
        for number, block in self._blocks.items():
            gone = block.gone if len(block.gone) else np.zeros(len(block.spans), bool)
            yield from ((number << SHIFT) + np.flatnonzero(~gone)).tolist()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def share(self, number: int, rows: Rows, ends: Ints) -> Ints:
        """Keep the parts of an array as covers; return their numbers.

        Parameters
        ----------
        number : int
            Of the block, above 0.
        rows : ndarray of int
            The rows of all covers, one cover's after the other's.
        ends : ndarray of int
            Where each cover starts, and where the last one stops.
        """
        spans = np.empty((len(ends) - 1, 2), np.int64)
        spans[:, 0], spans[:, 1] = ends[:-1], ends[1:]
        if len(spans):
            self._blocks[number] = _Block(rows, spans, np.empty(0, bool))
        first = number << SHIFT
        return np.arange(first, first + len(spans))

    def drop(self, covers: Ints) -> None:
        """Forget covers, each named once."""
        numbers = covers >> SHIFT
        for number in set(numbers.tolist()):
            own = covers[numbers == number]
            if not number:
                for cover in own.tolist():
                    del self._alone[cover]
                continue
            rows, spans, gone = self._blocks[number]
            if len(own) < len(spans):
                gone = gone if len(gone) else np.zeros(len(spans), bool)
                gone[own & LAST] = True
                self._blocks[number] = _Block(rows, spans, gone)
            if len(own) == len(spans) or gone.all():
                del self._blocks[number]

    def spans(self, covers: Ints) -> tuple[Rows, Ints]:
        """Return an array with the rows of all covers, and where each cover starts and stops."""
        number = int(covers[0]) >> SHIFT if len(covers) else 0
        if number and (covers >> SHIFT == number).all():
            rows, spans, gone = self._blocks[number]
            places = covers & LAST
            if len(gone) and gone[places].any():
                raise KeyError(covers[gone[places]].tolist())
            return rows, spans[places]
        each, place = np.unique(covers, return_inverse=True)
        lists = [self[cover] for cover in each.tolist()]
        stops = np.cumsum([0, *map(len, lists)])
        rows = lists[0] if len(lists) == 1 else np.concatenate([np.empty(0, np.int32), *lists])
        return rows, np.stack((stops[:-1], stops[1:]), axis=1)[place]
