"""Rows of small covers that are brought here, so that later questions need no round trip.

Every answer is a sum over rows, so it does not matter where it is computed. Bringing rows costs
bytes, and asking where they are costs trips. A cover comes home as soon as the trips made for it
have taken as long as bringing it: then the cost is at most twice the lowest possible, however many
questions are still to come. Where there is no room for more rows, those go that were not used for
longest; questions about them are asked where they came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from conjunct.count.calls import Call, Part
from conjunct.count.engines import LocalName, make_engine
from conjunct.count.lineage import Cover
from conjunct.encode import CodedColumn, CodedTable

TRIP_BYTES = 1 << 18
"""Bytes that are sent in about the time of a round trip: some milliseconds."""
MOST_BYTES = 1 << 25
"""Bytes of the largest cover that is brought here. Larger ones are counted faster by all parts."""
ALL_BYTES = 1 << 28
"""Largest number of bytes of all rows that are here at a time."""
OTHER_BYTES = 13
"""Bytes of a row besides its codes: class, rank and weight."""


@dataclass(frozen=True)
class HomeRoom:
    """How many rows may be brought here, and when.

    Parameters
    ----------
    trip_bytes, most_bytes, all_bytes : int
        See `TRIP_BYTES`, `MOST_BYTES`, `ALL_BYTES`.
    """

    trip_bytes: int = TRIP_BYTES
    most_bytes: int = MOST_BYTES
    all_bytes: int = ALL_BYTES


class Home:
    """The rows of a cover in this process. It knows every cover, as far as its own rows go.

    Parameters
    ----------
    base : Cover
        The cover whose rows are here.
    table : CodedTable
        Its rows.
    engine : {"auto", "local", "mapped", "numpy"}
        Name of the engine that counts them.
    """

    def __init__(self, base: Cover, table: CodedTable, engine: LocalName) -> None:
        self.written: dict[str, Call] = {}
        self.n_living = 0
        self._engine = make_engine(engine, table)
        self._part = Part(self._engine, base.number)

    def has(self, cover: int) -> bool:
        """Tell whether a cover has been made here."""
        return self._part.cover(cover) is not None

    def run(self, calls: Sequence[Call]) -> None:
        """Run calls whose answers are not needed."""
        self._part.run(calls)

    def release(self, covers: Sequence[int]) -> None:
        """Release covers; those that were not made here are left out."""
        known = np.array([one for one in covers if self.has(one)], np.int64)
        self._part.run([Call("release", known)])

    def ask(self, call: Call) -> Any:
        """Answer a question."""
        return self._part.run([call])[0]

    def search(self, request: Any) -> Any:
        """Return a fused search for a request, or None."""
        return self._engine.search(request._replace(cover=self._part.cover(request.cover)))


class Homes:
    """Decides which covers come home, and keeps account of the bytes that are here.

    Parameters
    ----------
    columns : sequence of CodedColumn
        The columns of all rows.
    engine : {"auto", "local", "mapped", "numpy"} or None
        Name of the engine that counts rows that are here; None if none are brought.
    room : HomeRoom
        How many rows may be brought, and when.
    """

    def __init__(
        self, columns: Sequence[CodedColumn], engine: LocalName | None, room: HomeRoom
    ) -> None:
        self._columns, self._engine, self._room = tuple(columns), engine, room
        self._row_bytes = OTHER_BYTES + sum(1 + (column.n_codes > 255) for column in columns)
        self._held: dict[Home, int] = {}

    @property
    def are_possible(self) -> bool:
        """Whether rows are ever brought here."""
        return self._engine is not None

    def worth(self, covers: Iterable[Cover]) -> Cover | None:
        """Return the first cover that should come home now; None if there is none."""
        most = min(self._room.most_bytes, self._room.all_bytes)
        for cover in covers if self.are_possible else ():
            if cover.n_rows is not None:
                paid = cover.n_trips * self._room.trip_bytes
                if cover.n_rows * self._row_bytes <= min(paid, most):
                    return cover
        return None

    def opened(self, base: Cover, table: CodedTable) -> tuple[Home, list[Home]]:
        """Keep the rows of a cover; also return homes that must be left, to make room for it."""
        assert self._engine is not None
        home = Home(base, replace(table, columns=self._columns), self._engine)
        self._held[home] = table.n_rows * self._row_bytes
        crowded = []
        while sum(self._held.values()) > self._room.all_bytes:
            crowded.append(next(iter(self._held)))
            del self._held[crowded[-1]]
        return home, crowded

    def used(self, home: Home) -> None:
        """Record that a home is in use: the one that was not used for longest is left first."""
        if home in self._held:
            self._held[home] = self._held.pop(home)

    def released(self, home: Home, n_covers: int) -> None:
        """Record that covers at home were released; rows that no cover has are dropped."""
        home.n_living -= n_covers
        if not home.n_living:
            self._held.pop(home, None)
