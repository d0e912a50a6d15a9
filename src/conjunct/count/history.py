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
    >>> history.made(Call("subset", np.array([ROOT]), ({"classes": [0]},), made=(1,)))
    >>> history.made(Call("refine", np.array([1]), (np.array([[0, 0, 1]]),), made=(2,)))
    >>> history.released(np.array([1]))
    >>> [(call.verb, call.covers.tolist()) for call in history.calls()]
    [('subset', [0]), ('refine', [1]), ('release', [1])]
    """

    def __init__(self) -> None:
        self._numbers = numbers()
        self._covers: dict[int, _Step | None] = {ROOT: None}
        self._states: dict[str, _Step] = {}

    def has(self, cover: int) -> bool:
        """Tell whether a cover was made and not released."""
        return cover in self._covers

    def made(self, call: Call) -> None:
        """Record that a call makes new covers from others."""
        self._covers.update(dict.fromkeys(call.made, self._step(call)))

    def wrote(self, state: str, call: Call) -> None:
        """Record that a call has written a row state."""
        self._states[state] = self._step(call)

    def released(self, covers: Ints) -> None:
        """Record that covers are released."""
        for cover in covers.tolist():
            del self._covers[cover]

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
        made = dict.fromkeys(cover for call in calls for cover in call.made)
        gone = [cover for cover in made if cover not in self._covers]
        return [*calls, Call("release", np.array(gone, np.int64))]

    def _step(self, call: Call) -> _Step:
        return _Step(next(self._numbers), call, tuple(self._sources(call.covers)))

    def _sources(self, covers: Ints) -> Iterable[_Step]:
        found = (self._covers[cover] for cover in covers.tolist())
        return {id(step): step for step in found if step is not None}.values()
