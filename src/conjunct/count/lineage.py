"""The lineage of covers: each was made from one other, from the root on.

So the rows that a cover has among any others can be found there, by the tests of its lineage.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from conjunct.count.engine import Splits
from conjunct.count.remote import ROOT, SPARE, Call
from conjunct.encode import CodedColumn
from conjunct.types import Ints


@dataclass(eq=False, slots=True)
class Cover:
    """A cover, and how it was made: from its source, by a call that may have made others too."""

    number: int
    site: Any  # where questions about it are answered
    source: Cover | None = None
    made_by: Call | None = None
    place: int = 0  # of its source among the covers of that call
    part: int = 0  # number of its part, if it was made by a split
    is_released: bool = False  # covers that were made from it may still be there
    n_rows: int | None = None  # None if not known
    n_trips: int = 0  # round trips with questions that were only about rows of this cover

    def lineage(self) -> Iterator[Cover]:
        """Yield this cover, the one it was made from, and so on up to the root."""
        cover: Cover | None = self
        while cover is not None:
            yield cover
            cover = cover.source

    def recipe(self, columns: Sequence[CodedColumn]) -> list[Call]:
        """Return calls that make only this cover from its source.

        Examples
        --------
        >>> tests = np.array([[3, 0, 1], [4, 0, 2]])
        >>> both = Call("refine", np.array([0, 0]), (tests,), range(1, 3))
        >>> Cover(2, None, Cover(0, None), both, place=1).recipe([])
        [Call(verb='refine', covers=array([0]), given=(array([[4, 0, 2]]),), made=(2,))]
        """
        assert self.source is not None
        assert self.made_by is not None
        call, source = self.made_by, np.array([self.source.number])
        match call.verb:
            case "refine":
                tests = call.given[0][self.place : self.place + 1]
                return [Call("refine", source, (tests,), (self.number,))]
            case "part":
                split = self._against_rest(call.given[0], columns)
                made = Call("part", source, (split,), (SPARE, self.number))
                return [made, Call("release", np.array([SPARE]))]
        return [call]

    def _against_rest(self, splits: Splits, columns: Sequence[CodedColumn]) -> Splits:
        """Return a split into two: all other rows of the source, and those of this cover."""
        sizes = [columns[column].n_codes + 1 for column in splits.columns[: self.place + 1]]
        own = splits.parts[sum(sizes[:-1]) : sum(sizes)] == self.part
        column = splits.columns[self.place : self.place + 1]
        return Splits(column, own.astype(np.int64), np.array([2]))


class Written(NamedTuple):
    """The last call that wrote a row state, and the cover that it was written for."""

    cover: Cover
    call: Call

    @property
    def state(self) -> str:
        """Name of the row state."""
        name: str = self.call.given[0]
        return name


class Covers:
    """The covers of an engine, by their numbers. A number is never used twice."""

    def __init__(self, root: Cover) -> None:
        self._known = {ROOT: root}
        self._next = ROOT + 1

    def __iter__(self) -> Iterator[Cover]:
        return iter(self._known.values())

    def of(self, numbers: Ints) -> list[Cover]:
        """Return covers; raise an error for those that were never made or were released."""
        return [self._known[number] for number in numbers.tolist()]

    def numbered(self, call: Call, n_made: int) -> Call:
        """Return a call with the numbers of the covers that it will make."""
        self._next += n_made
        return call._replace(made=range(self._next - n_made, self._next))

    def add(self, call: Call) -> list[Cover]:
        """Keep the covers that a call makes, at the sites of their sources."""
        n_parts = call.given[0].n_parts.tolist() if call.verb == "part" else [1] * len(call.covers)
        sources, numbers, made = self.of(call.covers), iter(call.made), []
        for place, (source, n_own) in enumerate(zip(sources, n_parts, strict=True)):
            for part in range(n_own):
                made.append(Cover(next(numbers), source.site, source, call, place, part))
        self._known.update((cover.number, cover) for cover in made)
        return made

    def release(self, numbers: Ints) -> list[Cover]:
        """Forget covers, except the root; return them."""
        gone = self.of(numbers[numbers != ROOT])
        for cover in gone:
            cover.is_released = True
            del self._known[cover.number]
        return gone


def common(covers: Sequence[Cover]) -> list[Cover]:
    """Return the covers that contain all given ones and are still there, the largest first."""
    line = list(covers[0].lineage())
    places = {cover: at for at, cover in enumerate(line)}
    first = 0
    for cover in covers[1:]:
        met = next(one for one in cover.lineage() if one in places)
        first = max(first, places[met])
    return [one for one in reversed(line[first:]) if not one.is_released]


def calls_making(covers: Iterable[Cover], columns: Sequence[CodedColumn]) -> list[Call]:
    """Return the calls that make covers and all that they were made from, in the original order.

    Examples
    --------
    >>> root = Cover(0, None)
    >>> both = Call("refine", np.array([0, 0]), (np.array([[3, 0, 1], [4, 0, 2]]),), range(1, 3))
    >>> one, two = (Cover(1 + place, None, root, both, place) for place in range(2))
    >>> calls_making([one, two], []) == [both]
    True
    """
    needed = {one.number: one for cover in covers for one in cover.lineage()}
    calls: list[Call] = []
    whole: dict[int, bool] = {}
    for number in sorted(needed):
        call = needed[number].made_by
        if call is None:
            continue
        if id(call) not in whole:
            whole[id(call)] = all(one in needed for one in call.made)
        if not whole[id(call)]:
            calls += needed[number].recipe(columns)
        elif number == call.made[0]:
            calls.append(call)
    return calls
