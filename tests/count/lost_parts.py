"""Parts that are lost again and again, as those on the workers of a cluster may be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from conjunct.count.partitioned import PartitionedEngine, in_parts
from conjunct.count.remote import RemotePart, RemotePlaces
from conjunct.count.sites import FetchLimits
from conjunct.encode import CodedTable

AWAY = partial(FetchLimits, most_bytes=0)
"""In place of `FetchLimits`: no row comes home, as if every cover were large."""


class LostParts(RemotePlaces):
    """Parts in this process that get messages as bytes; about every third is lost on the way.

    A part is lost before it has done anything, or afterwards, when its answer is lost.
    """

    def __init__(self, tables: Sequence[CodedTable], lost: float = 0.3) -> None:
        super().__init__(tables[0].columns, len(tables[0].classes), len(tables), "numpy")
        self.random = np.random.default_rng(len(tables[0].labels))
        self.tables, self.lost, self.n_lost = tables, lost, 0
        self.parts: dict[int, RemotePart] = {}
        self.restore(range(len(tables)))

    def post(self, message: bytes, which: Sequence[int]) -> list[bytes | None]:
        return [self._reply(place, message) for place in which]

    def restore(self, which: Sequence[int]) -> None:
        for place in which:
            assert place not in self.parts
            self.parts[place] = RemotePart([self.tables[place]], "numpy")

    def _reply(self, place: int, message: bytes) -> bytes | None:
        chance = self.random.random()
        if chance < self.lost / 2:
            self.n_lost += 1
            del self.parts[place]
            return None
        reply = self.parts[place].reply(message)
        if chance < self.lost:
            self.n_lost += 1
            del self.parts[place]
            return None
        return reply


def losing_parts(
    table: CodedTable, n_parts: int = 3, lost: float = 0.3, **room: int
) -> PartitionedEngine:
    """Put an engine over parts that are lost again and again; `room` says what comes home."""
    return PartitionedEngine(LostParts(in_parts(table, n_parts), lost), FetchLimits(**room))
