"""An engine over parts of the rows in this process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from conjunct.count.away import Traffic
from conjunct.count.calls import Call, Part
from conjunct.count.elsewhere import EngineElsewhere
from conjunct.count.engine import CountingEngine
from conjunct.count.engines import LocalName, make_engine
from conjunct.encode import CodedTable


class _Here:
    """Parts in this process, which are never lost. Their rows are here already."""

    home = None

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


class PartitionedEngine(EngineElsewhere):
    """An engine that counts part by part and adds up.

    Parameters
    ----------
    engines : sequence of CountingEngine
        One for each part of the rows.
    """

    def __init__(self, engines: Sequence[CountingEngine]) -> None:
        if not engines:
            raise ValueError("an engine over parts needs at least one part")
        super().__init__(_Here(engines))


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
        return PartitionedEngine([make_engine(self.engine, part) for part in parts])


def in_parts(table: CodedTable, n_parts: int) -> list[CodedTable]:
    """Divide the rows of a table into parts of about the same size.

    Every part has its share of every class: consecutive rows are of one class, and go to different
    parts.
    """
    return [table.take(np.arange(first, table.n_rows, n_parts)) for first in range(n_parts)]
