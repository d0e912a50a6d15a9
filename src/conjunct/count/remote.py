"""Parts of the rows that may be in other processes, and the messages to them.

A message is a list of calls of engine verbs: an engine over parts sends it, and each part runs it.
"""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from conjunct.count.engine import CountingEngine
from conjunct.count.engines import LocalName, make_engine
from conjunct.encode import CodedColumn, CodedTable
from conjunct.types import Ints

ROOT = 0
"""Number of the cover of all rows."""
SPARE = -1
"""Number of a cover that is made with another one and released at once."""


class Call(NamedTuple):
    """A call of one verb of an engine, for every part. All parts use the same cover numbers.

    The verbs are those of `CountingEngine`, and `sizes` and `rows` of `NumpyEngine`.
    """

    verb: str
    covers: Ints  # the covers that are its arguments
    given: tuple[Any, ...] = ()  # its further arguments; for `subset`, a mapping of them
    made: Sequence[int] = ()  # numbers of the covers that the call makes


class Part:
    """Runs calls on the engine of one part of the rows.

    `base` is the number of a cover that has all these rows, like the root.

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
        return _packed(self.run(pickle.loads(message)))

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


class RemotePart(Part):
    """A part in another process; its rows come in one or more tables."""

    def __init__(self, tables: Sequence[CodedTable], engine: LocalName) -> None:
        super().__init__(make_engine(engine, CodedTable.joined(tables)))


@dataclass
class Traffic:
    """What an engine has sent and received: round trips, and bytes to and from all parts.

    Bytes are counted only for parts in other processes.
    """

    trips: int = 0
    sent: int = 0
    received: int = 0


class Lost:
    """Marks the answer of a part that is gone."""


class Places(Protocol):
    """The places of the parts, and the way to reach them."""

    columns: tuple[CodedColumn, ...]
    n_classes: int
    n_places: int
    traffic: Traffic

    @property
    def engine(self) -> LocalName | None:
        """Name of the engine that counts rows which are fetched; None if that never pays."""

    def ask(self, calls: Sequence[Call], which: Sequence[int]) -> list[Any]:
        """Let some parts run calls, all at once; the answer of a part that is gone is `Lost`."""

    def restore(self, which: Sequence[int]) -> None:
        """Load lost parts again; raise an error if that is impossible."""


class RemotePlaces(ABC):
    """Parts in other processes. Messages are bytes, whose number is recorded.

    Parameters
    ----------
    columns : tuple of CodedColumn
        The columns of all parts.
    n_classes, n_places : int
        Number of classes, and of parts.
    engine : {"auto", "local", "numpy"}
        Name of the engine that counts the rows of each part, and those that are fetched.
    """

    def __init__(
        self, columns: tuple[CodedColumn, ...], n_classes: int, n_places: int, engine: LocalName
    ) -> None:
        self.columns, self.n_classes, self.n_places = columns, n_classes, n_places
        self.engine = engine
        self.traffic = Traffic()

    def ask(self, calls: Sequence[Call], which: Sequence[int]) -> list[Any]:
        """Let parts run calls, all at once; the answer of a part that is gone is `Lost`."""
        message = _packed(calls)
        replies = self.post(message, which)
        self.traffic.trips += 1
        self.traffic.sent += len(message) * len(which)
        self.traffic.received += sum(len(reply) for reply in replies if reply is not None)
        return [Lost if reply is None else pickle.loads(reply) for reply in replies]

    @abstractmethod
    def post(self, message: bytes, which: Sequence[int]) -> list[bytes | None]:
        """Send a message to some parts; return their replies, None for a part that is gone."""

    @abstractmethod
    def restore(self, which: Sequence[int]) -> None:
        """Load lost parts again; raise an error if that is impossible."""


def _packed(value: object) -> bytes:
    return pickle.dumps(value, protocol=5)
