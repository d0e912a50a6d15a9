"""Engine verbs as messages: an engine over parts sends them, and each part runs them."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from conjunct.count.engine import CountingEngine
from conjunct.types import Ints

ROOT = 0
"""Number of the cover of all rows."""
SPARE = -1
"""Number of a cover that is made with another one and released at once."""


class Call(NamedTuple):
    """A call of one verb of an engine, for every part. All parts use the same cover numbers.

    The verbs are those of `CountingEngine`, and `sizes` and `rows` of `NumpyEngine`.

    Parameters
    ----------
    verb : str
        Name of the verb.
    covers : ndarray of int
        The covers that are its arguments.
    given : tuple
        Its further arguments; for `subset`, a mapping of them.
    made : sequence of int
        Numbers of the covers that the call makes.
    """

    verb: str
    covers: Ints
    given: tuple[Any, ...] = ()
    made: Sequence[int] = ()


class Part:
    """Runs calls on the engine of one part of the rows.

    Parameters
    ----------
    engine : CountingEngine
        The engine that owns the rows of the part.
    base : int
        Number of a cover that has all these rows, like the root.

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

    def __init__(self, engine: CountingEngine, base: int = ROOT) -> None:
        self._engine = engine
        self._covers = dict.fromkeys((ROOT, base), engine.root())

    def cover(self, number: int) -> int | None:
        """Return the engine's own number of a cover; None if it has not been made."""
        return self._covers.get(number)

    def run(self, calls: Sequence[Call]) -> list[Any]:
        """Run calls one after the other; return the answers of those that have an answer."""
        answers = [self._answer(call) for call in calls]
        return [answer for answer in answers if answer is not None]

    def reply(self, message: bytes) -> bytes:
        """Run the calls in a message; return their answers as bytes."""
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
