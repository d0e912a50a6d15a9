"""Verbs as messages: what an engine over parts sends, and what carries it out where rows are."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from conjunct.count.engine import CountingEngine
from conjunct.types import Ints

ROOT = 0
"""Number of the cover of all rows."""


class Call(NamedTuple):
    """One verb of `CountingEngine` for every part. Covers have the same numbers in all of them.

    Parameters
    ----------
    verb : str
        Name of the verb.
    covers : ndarray of int
        The covers it is about.
    given : tuple
        Its further arguments; of `subset` they are a mapping.
    made : range
        Numbers of the covers that it makes.
    """

    verb: str
    covers: Ints
    given: tuple[Any, ...] = ()
    made: range = range(0)


class Part:
    """Carries out calls on the engine of one part of the rows.

    Parameters
    ----------
    engine : CountingEngine
        Owns the rows of the part.

    Examples
    --------
    >>> from conjunct.count import NumpyEngine, each_class
    >>> from conjunct.data import shipped_table
    >>> from conjunct.encode import encode
    >>> part = Part(NumpyEngine(encode(shipped_table())))
    >>> root = np.array([ROOT])
    >>> some = Call("subset", root, ({"classes": [0, 2]},), made=range(1, 2))
    >>> tally = Call("tally", np.array([1]), ([np.empty((0, 3), np.int64)], each_class(3)))
    >>> [answer.ravel() for answer in part.run([some, tally])]
    [array([152,   0, 124])]
    """

    def __init__(self, engine: CountingEngine) -> None:
        self._engine = engine
        self._covers = {ROOT: engine.root()}

    def run(self, calls: Sequence[Call]) -> list[Any]:
        """Carry out calls one after the other; return the answers to those that are questions."""
        answers = [self._answer(call) for call in calls]
        return [answer for answer in answers if answer is not None]

    def reply(self, message: bytes) -> bytes:
        """Carry out the calls in a message; return the answers to the questions, packed."""
        return packed(self.run(pickle.loads(message)))

    def _answer(self, call: Call) -> Any:
        numbers = call.covers.tolist()
        own = np.array([self._covers[number] for number in numbers], np.int64)
        verb, given = getattr(self._engine, call.verb), call.given
        match call.verb:
            case "release":
                verb(own)
                for number in numbers:
                    del self._covers[number]
                return None
            case "subset":
                answer = np.array([verb(int(own[0]), **given[0])])
            case "spread":
                answer = verb(int(own[0]), *given)
            case "apply" | "curvature":
                answer = verb(given[0], int(own[0]), *given[1:])
            case _:
                answer = verb(own, *given)
        if call.made:
            self._covers.update(zip(call.made, answer.tolist(), strict=True))
            return None
        return answer


def packed(value: object) -> bytes:
    """Return a value as bytes to be sent."""
    return pickle.dumps(value, protocol=5)
