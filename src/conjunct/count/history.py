"""The calls that made the covers and row states of an engine, to rebuild them for a lost part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count as numbers

import numpy as np

from conjunct.count.calls import ROOT, Call
from conjunct.types import Ints


@dataclass(frozen=True, eq=False, slots=True)
class _Step:
    """A call, its position in the order of all calls, and the calls that made its covers."""

    number: int
    call: Call
    sources: tuple[_Step, ...]


class History:
    """The calls that made the covers and row states that still exist.

    A released cover is forgotten when no other cover or row state depends on it.

    Examples
    --------
    >>> history = History()
    >>> first = history.made("subset", np.array([ROOT]), ({"classes": [0]},))
    >>> second = history.made("refine", np.array(first.made), (np.array([[0, 0, 1]]),))
    >>> gone = history.released(np.array(first.made))
    >>> [(call.verb, call.covers.tolist()) for call in history.calls()]
    [('subset', [0]), ('refine', [1]), ('release', [1])]
    """

    def __init__(self) -> None:
        self._numbers = numbers()
        self._next_cover = ROOT + 1
        self._covers: dict[int, _Step | None] = {ROOT: None}
        self._states: dict[str, _Step] = {}

    def made(self, verb: str, covers: Ints, given: tuple[object, ...], n_made: int = 1) -> Call:
        """Record that new covers are made from others; return the call that makes them."""
        made = range(self._next_cover, self._next_cover + n_made)
        step = self._step(Call(verb, covers, given, made))
        self._next_cover += n_made
        self._covers.update(dict.fromkeys(made, step))
        return step.call

    def wrote(self, state: str, call: Call) -> None:
        """Record that a call has written a row state."""
        self._states[state] = self._step(call)

    def released(self, covers: Ints) -> Call:
        """Record that covers are released; return the call that does it. The root stays."""
        gone = covers[covers != ROOT]
        for cover in gone.tolist():
            del self._covers[cover]
        return Call("release", gone)

    def check(self, covers: Ints) -> None:
        """Raise an error for covers that were never made or were released."""
        for cover in covers.tolist():
            if cover not in self._covers:
                raise KeyError(cover)

    def calls(self) -> list[Call]:
        """Return the calls that make all covers and row states again, in their original order."""
        steps: dict[int, _Step] = {}
        left = [*filter(None, self._covers.values()), *self._states.values()]
        while left:
            step = left.pop()
            if step.number not in steps:
                steps[step.number] = step
                left.extend(step.sources)
        calls = [steps[number].call for number in sorted(steps)]
        gone = [cover for call in calls for cover in call.made if cover not in self._covers]
        return [*calls, Call("release", np.array(gone, np.int64))]

    def _step(self, call: Call) -> _Step:
        return _Step(next(self._numbers), call, tuple(self._sources(call.covers)))

    def _sources(self, covers: Ints) -> Iterable[_Step]:
        found = (self._covers[cover] for cover in covers.tolist())
        return {id(step): step for step in found if step is not None}.values()
