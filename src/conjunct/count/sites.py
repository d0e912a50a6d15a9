"""The sites that answer questions of an engine over parts: all parts, or rows fetched from them.

Every answer is a sum over rows, so it does not matter where it is computed. A question to all parts
is one round trip. Fetching the rows of a small cover costs bytes, and saves the trips of later
questions about it. A cover is fetched as soon as the trips made for it have taken as long as
fetching it: then the cost is at most twice the lowest possible, however many questions are still to
come. Where there is no room for more rows, those go that were not used for longest; questions
about them are asked where they came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import Any

import numpy as np

from conjunct.count.engines import LocalName, make_engine
from conjunct.count.lineage import Cover, Written, calls_making
from conjunct.count.remote import ROOT, Call, Lost, Part, Places
from conjunct.encode import CodedColumn, CodedTable
from conjunct.errors import ConjunctError

MOST_WAITING = 1000
"""Largest number of calls that wait for a question; beyond it, they are sent without one."""
MOST_LOSSES = 5
"""Number of consecutive losses of parts after which the engine gives up."""
OTHER_BYTES = 13
"""Bytes of a row besides its codes: class, rank and weight."""


class _Site:
    """A site remembers which row states are written there."""

    def __init__(self) -> None:
        self.written: dict[str, Written] = {}

    def has_written(self, written: Written) -> bool:
        """Tell whether this call was the last one that wrote its row state here."""
        known = self.written.get(written.state)
        return known is not None and known.call is written.call


class AllParts(_Site):
    """All parts, as one place to ask: it adds up their answers.

    Calls that need no answer are queued and sent with the next question. A lost part is loaded
    again, and its covers and row states are made again.
    """

    def __init__(self, places: Places) -> None:
        super().__init__()
        self.root = Cover(ROOT, self)
        self.places = places
        self._covers = {ROOT: self.root}
        self._waiting: list[Call] = []

    def has(self, cover: int) -> bool:
        """Tell whether the parts know a cover."""
        return cover in self._covers

    def make(self, covers: Sequence[Cover], call: Call | None = None) -> None:
        """Make covers, by one call that makes all of them if there is one."""
        self._covers.update((cover.number, cover) for cover in covers)
        for one in _calls(covers, call, self.places.columns):
            self._wait(one)

    def write(self, written: Written) -> None:
        """Write a row state that was written elsewhere."""
        self.written[written.state] = written
        self._wait(written.call)

    def release(self, covers: Sequence[int]) -> None:
        """Release covers; those that the parts do not know are left out."""
        known = [cover for cover in covers if self._covers.pop(cover, None)]
        if known:
            self._wait(Call("release", np.array(known, np.int64)))

    def ask(self, questions: Sequence[Call]) -> list[Any]:
        """Make a round trip; return the answers for all rows."""
        calls, self._waiting = [*self._waiting, *questions], []
        everywhere = range(self.places.n_places)
        answers: list[Any] = self.places.ask(calls, everywhere)
        for _ in range(MOST_LOSSES):
            lost = [place for place in everywhere if answers[place] is Lost]
            if not lost:
                # Calls that only write row states have answers too, before those wanted.
                wanted = [found[len(found) - len(questions) :] for found in answers]
                self._record(questions)
                return [_added(parts) for parts in zip(*wanted, strict=True)]
            self.places.restore(lost)
            again = self.places.ask([*self._replayed(), *questions], lost)
            for place, found in zip(lost, again, strict=True):
                answers[place] = found
        raise ConjunctError(
            f"parts of the rows were lost {MOST_LOSSES} times in a row, and the fit was given up; "
            "check the logs of the workers, they may need more memory"
        )

    def _record(self, questions: Sequence[Call]) -> None:
        for call in questions:
            if call.verb == "apply" and call.given[0] is not None:
                self.written[call.given[0]] = Written(self._covers[int(call.covers[0])], call)

    def _replayed(self) -> list[Call]:
        """Return the calls that make all covers and row states again."""
        covers = [*self._covers.values(), *(one.cover for one in self.written.values())]
        calls = calls_making(covers, self.places.columns)
        made = dict.fromkeys(cover for call in calls for cover in call.made if cover > ROOT)
        gone = np.array([cover for cover in made if not self.has(cover)], np.int64)
        return [*calls, *(one.call for one in self.written.values()), Call("release", gone)]

    def _wait(self, call: Call) -> None:
        self._waiting.append(call)
        if len(self._waiting) > MOST_WAITING:
            self.ask([])


class FetchedRows(_Site):
    """The rows of a cover in this process. It knows every cover, as far as its own rows go."""

    def __init__(self, base: Cover, table: CodedTable, engine: LocalName) -> None:
        super().__init__()
        self.n_living = 0
        self._columns = table.columns
        self._engine = make_engine(engine, table)
        self._part = Part(self._engine, base.number)

    def has(self, cover: int) -> bool:
        """Tell whether a cover has been made here."""
        return self._part.cover(cover) is not None

    def make(self, covers: Sequence[Cover], call: Call | None = None) -> None:
        """Make covers, by one call that makes all of them if there is one."""
        self._part.run(_calls(covers, call, self._columns))

    def write(self, written: Written) -> None:
        """Write a row state that was written elsewhere."""
        self.written[written.state] = written
        self._part.run([written.call])

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


Site = AllParts | FetchedRows
"""Where a question is answered."""


@dataclass(frozen=True)
class FetchLimits:
    """How many rows may be fetched, and when."""

    trip_bytes: int = 1 << 18
    """Bytes that are sent in about the time of a round trip: some milliseconds."""
    most_bytes: int = 1 << 25
    """Bytes of the largest cover that is fetched. Larger ones are counted faster by all parts."""
    all_bytes: int = 1 << 28
    """Largest number of bytes of all rows that are here at a time."""


class RowFetcher:
    """Decides which covers are fetched, and keeps account of the bytes that are here.

    `engine` is the name of the engine that counts fetched rows; None if none are fetched.
    """

    def __init__(
        self, columns: Sequence[CodedColumn], engine: LocalName | None, limits: FetchLimits
    ) -> None:
        self._columns, self._engine, self._limits = tuple(columns), engine, limits
        self._row_bytes = OTHER_BYTES + sum(1 + (column.n_codes > 255) for column in columns)
        self._held: dict[FetchedRows, int] = {}

    @property
    def is_possible(self) -> bool:
        """Whether rows are ever fetched."""
        return self._engine is not None

    def worth(self, covers: Iterable[Cover]) -> Cover | None:
        """Return the first cover that should be fetched now; None if there is none."""
        most = min(self._limits.most_bytes, self._limits.all_bytes)
        for cover in covers if self.is_possible else ():
            if cover.n_rows is not None:
                paid = cover.n_trips * self._limits.trip_bytes
                if cover.n_rows * self._row_bytes <= min(paid, most):
                    return cover
        return None

    def opened(self, base: Cover, table: CodedTable) -> tuple[FetchedRows, list[FetchedRows]]:
        """Keep the rows of a cover; also return rows that must go, to make room for them."""
        assert self._engine is not None
        fetched = FetchedRows(base, replace(table, columns=self._columns), self._engine)
        self._held[fetched] = table.n_rows * self._row_bytes
        crowded = []
        while sum(self._held.values()) > self._limits.all_bytes:
            crowded.append(next(iter(self._held)))
            del self._held[crowded[-1]]
        return fetched, crowded

    def used(self, fetched: FetchedRows) -> None:
        """Record that rows are in use: those that were not used for longest go first."""
        if fetched in self._held:
            self._held[fetched] = self._held.pop(fetched)

    def released(self, fetched: FetchedRows, n_covers: int) -> None:
        """Record that covers were released; rows that no cover has are dropped."""
        fetched.n_living -= n_covers
        if not fetched.n_living:
            self._held.pop(fetched, None)


def _calls(
    covers: Sequence[Cover], call: Call | None, columns: Sequence[CodedColumn]
) -> list[Call]:
    """Return the given call, or calls that make covers one by one."""
    return [call] if call else [one for cover in covers for one in cover.recipe(columns)]


def _added(parts: Sequence[Any]) -> Any:
    """Add up the answers of all parts; those of `curvature` are lists, those of `rows` tables."""
    if isinstance(parts[0], list):
        return [reduce(add, own) for own in zip(*parts, strict=True)]
    if isinstance(parts[0], CodedTable):
        return CodedTable.joined(parts)
    return reduce(add, parts)
