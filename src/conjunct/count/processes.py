"""An engine over parts of the rows in other processes of this machine, which joblib starts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from joblib.externals.loky import ProcessPoolExecutor, process_executor

from conjunct.count.engines import LocalName
from conjunct.count.partitioned import PartitionedEngine, in_parts
from conjunct.count.remote import RemotePart, RemotePlaces
from conjunct.encode import CodedTable

_held: list[RemotePart] = []
"""The part that this process holds, if it is one of the processes of an engine."""


class _ProcessPlaces(RemotePlaces):
    """One process per part. A process that dies is started again."""

    def __init__(self, tables: Sequence[CodedTable], engine: LocalName) -> None:
        super().__init__(tables[0].columns, len(tables[0].classes), len(tables), engine)
        self._tables = tables
        self._processes: dict[int, Any] = {}
        self.restore(range(len(tables)))

    def post(self, message: bytes, which: Sequence[int]) -> list[bytes | None]:
        """Send a message to some processes, and wait for all replies."""
        sent = [_submitted(self._processes[place], _reply, message) for place in which]
        return [_result(one) for one in sent]

    def restore(self, which: Sequence[int]) -> None:
        """Start processes, and let them load their parts."""
        loading = []
        for place in which:
            self._processes[place] = ProcessPoolExecutor(max_workers=1, timeout=None)
            rows = [self._tables[place]]
            loading.append(_submitted(self._processes[place], _hold, rows, self.engine))
        for one in loading:
            _result(one)

    def __del__(self) -> None:
        for process in self._processes.values():
            process.shutdown(wait=False, kill_workers=True)


@dataclass(frozen=True)
class Processes:
    """Makes an engine over parts of the rows in processes of their own: ``engine=Processes(2)``.

    The processes end with the engine.

    Parameters
    ----------
    n_processes : int
        Number of processes.
    engine : {"auto", "local", "numpy"}
        Name of the engine that counts the rows in each process.
    """

    n_processes: int
    engine: LocalName = "auto"

    def __call__(self, table: CodedTable) -> PartitionedEngine:
        """Divide the rows, and return an engine over the parts."""
        return PartitionedEngine(_ProcessPlaces(in_parts(table, self.n_processes), self.engine))


def _hold(tables: Sequence[CodedTable], engine: LocalName) -> None:
    # loky ends a process that needs 300 MB more than at first: covers and row states may.
    process_executor._MAX_MEMORY_LEAK_SIZE = math.inf
    _held[:] = [RemotePart(tables, engine)]


def _reply(message: bytes) -> bytes | None:
    return _held[0].reply(message) if _held else None


def _submitted(process: Any, function: Any, *args: Any) -> Future[bytes | None] | None:
    try:
        sent: Future[bytes | None] = process.submit(function, *args)
        return sent
    except BrokenProcessPool:
        return None


def _result(sent: Future[bytes | None] | None) -> bytes | None:
    try:
        return None if sent is None else sent.result()
    except BrokenProcessPool:
        return None
