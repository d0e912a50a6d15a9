"""An engine over parts of the rows: it asks all parts at once and adds up.

The engine assigns the numbers of covers itself, so `subset`, `refine`, `part` and `release` need no
answer. These calls are queued and sent with the next question, a call that needs an answer. A
question is one round trip, unless it is about rows of a small cover that were fetched.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import takewhile
from threading import RLock
from typing import Any

import numpy as np

from conjunct.count.counts import Counts
from conjunct.count.engine import (
    Applied,
    Channels,
    CountingEngine,
    Points,
    Splits,
    Spread,
    Tests,
    check_columns,
)
from conjunct.count.engines import LocalName, make_engine
from conjunct.count.folds import Fold
from conjunct.count.lineage import Cover, Covers, Written, common
from conjunct.count.remote import ROOT, Call, Part, Places, Traffic
from conjunct.count.requests import BeamRequest, FitRequest, NewtonRequest, ThinRequest
from conjunct.count.sites import AllParts, FetchedRows, FetchLimits, RowFetcher, Site
from conjunct.encode import CodedTable
from conjunct.types import Ints


class PartitionedEngine:
    """An engine that counts where the rows are, and adds up.

    Every answer of an engine is a sum over rows. So the sum over the parts is the answer for all
    rows, and the learned model is the same. A part may have no rows. The parts must have the same
    coding, see `conjunct.encode.make_coding`. A lost part is loaded again, and its covers and row
    states are made again. Rows of small covers are fetched, as far as the limits allow.
    """

    def __init__(self, places: Places, limits: FetchLimits | None = None) -> None:
        self.columns, self.n_classes = places.columns, places.n_classes
        self.traffic = places.traffic
        self._all = AllParts(places)
        self._fetcher = RowFetcher(places.columns, places.engine, limits or FetchLimits())
        self._covers = Covers(self._all.root)
        self._states: dict[str, Written] = {}
        self._lock = RLock()  # the folds of a card are learned by several threads

    @classmethod
    def of(cls, engines: Sequence[CountingEngine]) -> PartitionedEngine:
        """Return an engine over parts in this process, each with its own engine."""
        if not engines:
            raise ValueError("an engine over parts needs at least one part")
        return cls(_Here(engines))

    def root(self) -> int:
        """Return the cover of all rows."""
        return ROOT

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
        self._check(without)
        given = {"classes": classes, "without": list(without), "of": of, "fold": fold}
        return int(self._made("subset", np.array([cover]), (deepcopy(given),), 1)[0])

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        """Return a new cover for each pair of cover and test."""
        self._check([tests])
        return self._made("refine", covers, (tests.copy(),), len(covers))

    def part(self, covers: Ints, splits: Splits) -> Ints:
        """Divide each cover; return the covers of all parts, split by split."""
        check_columns(splits.columns, len(self.columns))
        return self._made("part", covers, (splits,), int(splits.n_parts.sum()))

    def release(self, covers: Ints) -> None:
        """Release covers that are no longer needed; the root stays."""
        with self._lock:
            gone = self._covers.release(covers)
            self._all.release([cover.number for cover in gone])
            for site, own in _by_site(gone).items():
                if isinstance(site, FetchedRows):
                    site.release([cover.number for cover in own])
                    self._fetcher.released(site, len(own))

    def count(self, covers: Ints, channels: Channels) -> Counts:
        """Count the rows of every one-condition refinement of every cover, by channel."""
        counts: Counts = self._asked("count", covers, channels)
        return counts

    def sum(self, covers: Ints, state: str) -> Counts:
        """Add up a row state over every one-condition refinement of every cover."""
        sums: Counts = self._asked("sum", covers, state)
        return sums

    def tally(
        self, covers: Ints, bodies: Sequence[Tests], of: Channels | str, first: bool = False
    ) -> Ints:
        """Add up the rows of every cover that satisfy every body, see `CountingEngine`."""
        sums: Ints = self._asked("tally", covers, list(bodies), of, first)
        return sums

    def apply(self, state: str | None, cover: int, points: Points, least: float = 0.0) -> Applied:
        """Score the rows of a cover and write their weights, gradients and curvatures."""
        applied: Applied = self._asked("apply", np.array([cover]), state, points, least)
        return applied

    def curvature(
        self, state: str, cover: int, bodies: Sequence[Tests], blocks: Sequence[Ints]
    ) -> list[Ints]:
        """Add up the curvatures of each score over pairs of rules."""
        given = state, list(bodies), list(blocks)
        sums: list[Ints] = self._asked("curvature", np.array([cover]), *given)
        return sums

    def spread(self, cover: int, bodies: Sequence[Tests], points: Ints) -> Spread:
        """Count the rows of a cover by the sum of the points of the bodies that they satisfy."""
        spread: Spread = self._asked("spread", np.array([cover]), list(bodies), points)
        return spread

    def search(self, request: Any) -> Any:
        """Return a fused search in fetched rows, else None.

        A search over parts goes level by level, with one call to every part.
        """
        if not isinstance(request, BeamRequest | FitRequest | NewtonRequest | ThinRequest):
            return None
        with self._lock:
            covers = self._covers.of(np.array([request.cover]))
            self._fetch(covers)
            fetched = covers[0].site
            if not isinstance(fetched, FetchedRows):
                return None
            self._prepare(fetched, covers, _state_read(request))
        found = fetched.search(request)
        if isinstance(request, FitRequest) and found is not None:
            points = request.points._replace(weights=found.weights, base=found.base)
            given = request.state, points, 0.0
            self._wrote(fetched, covers[0], Call("apply", np.array([request.cover]), given))
        return found

    def _check(self, bodies: Sequence[Tests]) -> None:
        """Raise an error now that the parts would raise only with the next question."""
        for body in bodies:
            check_columns(body[:, 0], len(self.columns))

    # Sites

    def _made(self, verb: str, covers: Ints, given: tuple[Any, ...], n_made: int) -> Ints:
        """Make new covers where those are that they are made from."""
        with self._lock:
            call = self._covers.numbered(Call(verb, covers, given), n_made)
            made = _by_site(self._covers.add(call))
            for site, own in made.items():
                self._prepare(site, [cover.source for cover in own if cover.source], None)
                if isinstance(site, FetchedRows):
                    site.n_living += len(own)
                if len(made) > 1:
                    site.make(own)
                elif site is self._all:
                    site.make(own, call)
        if len(made) == 1 and isinstance(site, FetchedRows):
            site.make(own, call)
        return np.array(call.made, np.int64)

    def _asked(self, verb: str, covers: Ints, *given: Any) -> Any:
        """Return the answer for all rows, from the parts or from fetched rows."""
        call = Call(verb, covers, given)
        with self._lock:
            own = self._covers.of(covers)
            self._fetch(own)
            sites = _by_site(own) or {self._all: []}
            if len(sites) > 1:
                return self._from_several(call, own)
            site, *_ = sites
            self._prepare(site, own, _state_of(call))
            if isinstance(site, AllParts):
                answer = self._from_all(call, own)
        if isinstance(site, FetchedRows):
            answer = site.ask(call)
        if verb == "apply" and given[0] is not None:
            self._wrote(site, own[0], call)
        return answer

    def _from_several(self, call: Call, covers: list[Cover]) -> Any:
        """Answer a question about a list of covers at several sites."""
        places: dict[Site, list[int]] = {}
        for place, cover in enumerate(covers):
            places.setdefault(cover.site, []).append(place)
        groups = list(places.values())
        answers = [self._asked(call.verb, call.covers[own], *call.given) for own in groups]
        back = np.argsort(np.concatenate(groups))
        if isinstance(answers[0], Counts):
            return Counts.joined(answers).of_covers(back.tolist())
        return np.concatenate(answers)[back]

    def _from_all(self, call: Call, covers: list[Cover]) -> Any:
        """Ask all parts, also for the sizes of covers that may be fetched later."""
        shared = common(covers) if covers and self._fetcher.is_possible else []
        new = [cover for cover in shared if cover.n_rows is None]
        questions = [call]
        if new:
            questions.append(Call("sizes", np.array([cover.number for cover in new])))
        answer, *sizes = self._all.ask(questions)
        for cover in shared:
            cover.n_trips += 1
        for cover, n_rows in zip(new, sizes[0].tolist() if new else (), strict=True):
            cover.n_rows = n_rows
        return answer

    def _fetch(self, covers: list[Cover]) -> None:
        """Fetch the rows of covers if that pays by now; others may have to go."""
        away = [cover for cover in covers if cover.site is self._all]
        base = self._fetcher.worth(common(away)) if away and self._fetcher.is_possible else None
        if base is None:
            return
        (rows,) = self._all.ask([Call("rows", np.array([base.number]))])
        fetched, crowded = self._fetcher.opened(base, rows)
        for cover in self._covers:
            if cover.site is self._all and base in cover.lineage():
                cover.site = fetched
                fetched.n_living += 1
            elif cover.site in crowded:
                cover.site, cover.n_trips = self._all, 0

    def _prepare(self, site: Site, covers: Sequence[Cover], state: str | None) -> None:
        """See to it that covers and a row state are there where they are asked for."""
        if isinstance(site, FetchedRows):
            self._fetcher.used(site)
        extra = [one for cover in covers for one in _place(site, cover)]
        written = None if state is None else self._states.get(state)
        if written is not None and not site.has_written(written):
            extra += _place(site, written.cover)
            site.write(written)
        site.release(extra)

    def _wrote(self, site: Site, cover: Cover, call: Call) -> None:
        """Record that a row state was written."""
        written = Written(cover, call)
        self._states[written.state] = site.written[written.state] = written


class _Here:
    """Parts in this process, which are never lost. Their rows are here already."""

    engine = None

    def __init__(self, engines: Sequence[CountingEngine]) -> None:
        self.columns, self.n_classes = engines[0].columns, engines[0].n_classes
        self.traffic, self.n_places = Traffic(), len(engines)
        self._parts = [Part(engine) for engine in engines]

    def ask(self, calls: Sequence[Call], which: Sequence[int]) -> list[Any]:
        """Let parts run calls, one part after the other."""
        self.traffic.trips += 1
        return [self._parts[place].run(calls) for place in which]

    def restore(self, which: Sequence[int]) -> None:
        """Do nothing: parts in this process are never lost."""


@dataclass(frozen=True)
class Partitioned:
    """Makes an engine over parts of the rows of a table: ``engine=Partitioned(4)``.

    Parameters
    ----------
    n_parts : int
        Number of parts.
    engine : {"auto", "local", "numpy"}
        Name of the engine that counts the rows of each part.
    """

    n_parts: int
    engine: LocalName = "local"

    def __call__(self, table: CodedTable) -> PartitionedEngine:
        """Divide the rows, and return an engine over the parts."""
        parts = in_parts(table, self.n_parts)
        return PartitionedEngine.of([make_engine(self.engine, part) for part in parts])


def in_parts(table: CodedTable, n_parts: int) -> list[CodedTable]:
    """Divide the rows of a table into parts of about the same size.

    Every part has its share of every class: consecutive rows are of one class, and go to different
    parts.
    """
    return [table.take(np.arange(first, table.n_rows, n_parts)) for first in range(n_parts)]


def _place(site: Site, cover: Cover) -> list[int]:
    """Make a cover at a site, if it is not there; return what to release after its use.

    These are covers of its lineage, and perhaps itself, that do not belong there: they were
    released, or are asked about elsewhere.
    """
    missing = list(takewhile(lambda one: not site.has(one.number), cover.lineage()))
    for one in reversed(missing):
        site.make([one])
    return [one.number for one in missing if one.is_released or one.site is not site]


def _by_site(covers: Sequence[Cover]) -> dict[Site, list[Cover]]:
    """Return covers by the site where questions about them are answered."""
    found: dict[Site, list[Cover]] = {}
    for cover in covers:
        found.setdefault(cover.site, []).append(cover)
    return found


def _state_read(
    request: BeamRequest | FitRequest | NewtonRequest | ThinRequest,
) -> str | None:
    """Return the name of the row state that must be there before a fused search, if any."""
    if isinstance(request, BeamRequest):
        return None
    is_new = isinstance(request, FitRequest) and math.isnan(request.loss)
    return None if is_new else request.state


def _state_of(call: Call) -> str | None:
    """Return the name of the row state that a question reads, if any."""
    at = {"curvature": 0, "sum": 0, "tally": 1}.get(call.verb)
    state = None if at is None else call.given[at]
    return state if isinstance(state, str) else None
