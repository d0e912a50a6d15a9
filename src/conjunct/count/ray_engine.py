"""An engine over parts of the rows that Ray's actors hold; the only file that loads Ray."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from conjunct.count.engines import LocalName
from conjunct.count.partitioned import PartitionedEngine, in_parts
from conjunct.count.remote import RemotePart, RemotePlaces
from conjunct.encode import CodedTable
from conjunct.errors import ConjunctError, MissingPackageError


class _RayPlaces(RemotePlaces):
    """One actor per part. An actor that dies is made again, wherever Ray has room."""

    def __init__(self, ray: Any, tables: Sequence[CodedTable], engine: LocalName) -> None:
        super().__init__(tables[0].columns, len(tables[0].classes), len(tables), engine)
        self._ray, self._tables = ray, tables
        self._actors: dict[int, Any] = {}
        self.restore(range(len(tables)))

    def post(self, message: bytes, which: Sequence[int]) -> list[bytes | None]:
        """Send a message to some actors, and wait for all replies."""
        sent = [self._actors[place].reply.remote(message) for place in which]
        return [self._received(one) for one in sent]

    def restore(self, which: Sequence[int]) -> None:
        """Load parts into new actors."""
        made = self._ray.remote(RemotePart)
        for place in which:
            self._actors[place] = made.remote([self._tables[place]], self.engine)

    def _received(self, reply: Any) -> bytes | None:
        try:
            received: bytes = self._ray.get(reply)
            return received
        except self._ray.exceptions.RayActorError:
            return None


@dataclass(frozen=True)
class RayEngine:
    """Makes an engine over the nodes of a Ray cluster: ``engine=RayEngine(2)``.

    Parameters
    ----------
    n_parts : int
        Number of parts; each is an actor.
    engine : {"auto", "local", "numpy"}
        Name of the engine that counts the rows of each part.
    """

    n_parts: int
    engine: LocalName = "auto"

    def __call__(self, table: CodedTable) -> PartitionedEngine:
        """Divide the rows, and return an engine over the parts."""
        try:
            import ray
        except ImportError:
            raise MissingPackageError.named("ray", "ray", "RayEngine") from None
        if not ray.is_initialized():
            raise ConjunctError("Ray has not been started; call ray.init() first")
        return PartitionedEngine(_RayPlaces(ray, in_parts(table, self.n_parts), self.engine))
