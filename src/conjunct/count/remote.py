"""Parts in other processes: what all kinds of them have in common."""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from conjunct.count.away import Lost, Traffic
from conjunct.count.calls import Call, Part, packed
from conjunct.count.engines import LocalName, make_engine
from conjunct.encode import CodedColumn, CodedTable


class RemotePart(Part):
    """A part of the rows in another process.

    Parameters
    ----------
    tables : sequence of CodedTable
        Its rows, in one or more pieces.
    engine : {"auto", "local", "numpy"}
        Name of the engine that counts them.
    """

    def __init__(self, tables: Sequence[CodedTable], engine: LocalName) -> None:
        super().__init__(make_engine(engine, CodedTable.joined(tables)))


class RemotePlaces(ABC):
    """Parts in other processes. Messages are bytes, whose number is recorded.

    Parameters
    ----------
    columns : tuple of CodedColumn
        The columns of all parts.
    n_classes : int
        Number of classes.
    n_places : int
        Number of parts.
    engine : {"auto", "local", "numpy"}
        Name of the engine that counts the rows of each part, and those that are brought here.
    """

    def __init__(
        self,
        columns: tuple[CodedColumn, ...],
        n_classes: int,
        n_places: int,
        engine: LocalName,
    ) -> None:
        self.columns, self.n_classes, self.n_places = columns, n_classes, n_places
        self.home = engine
        self.traffic = Traffic()

    def ask(self, calls: Sequence[Call], which: Sequence[int]) -> list[Any]:
        """Let parts run calls, all at once; the answer of a part that is gone is `Lost`."""
        message = packed(calls)
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
