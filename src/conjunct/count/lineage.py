"""How the covers of an engine over parts were made: each from one other, from the root on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from conjunct.count.calls import ROOT, SPARE, Call
from conjunct.count.engine import Splits
from conjunct.encode import CodedColumn
from conjunct.types import Ints


@dataclass(eq=False, slots=True)
class Cover:
    """A cover, and how it was made.

    A row belongs to it if it belongs to the cover that it was made from and passes one more test.
    So the rows that it has among any others can be found there, by the tests of its lineage.

    Parameters
    ----------
    number : int
        Number of the cover.
    site : object
        Where questions about it are answered.
    source : Cover or None
        The cover that it was made from; None for the root.
    made_by : Call or None
        The call that made it, perhaps together with others; None for the root.
    place : int
        Place of its source among the covers of that call.
    part : int
        Number of its part, if it was made by a split.
    is_released : bool
        Whether it was released. Covers that were made from it may still be there.
    n_rows : int or None
        Number of its rows; None if not known.
    n_trips : int
        Number of round trips with questions that were only about rows of this cover.
    """

    number: int
    site: Any
    source: Cover | None = None
    made_by: Call | None = None
    place: int = 0
    part: int = 0
    is_released: bool = False
    n_rows: int | None = None
    n_trips: int = 0

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


class Covers:
    """The covers of an engine, by their numbers. A number is never used twice.

    Parameters
    ----------
    site : object
        Where questions about all rows are answered.
    """

    def __init__(self, site: Any) -> None:
        self._known = {ROOT: Cover(ROOT, site)}
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
