"""An engine over parts of the rows on the workers of a Dask cluster; the only file that loads it.

A part is an actor: it stays on its worker, and ends with the engine. If a worker dies, its parts
are loaded again on the remaining workers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any

from conjunct.count.engines import LocalName
from conjunct.count.partitioned import PartitionedEngine, in_parts
from conjunct.count.remote import RemotePart, RemotePlaces
from conjunct.encode import CodedColumn, CodedTable
from conjunct.errors import ConjunctError, MissingPackageError

GLANCE = 1.0
"""Seconds without an answer after which to check whether the worker is still there."""
PATIENCE = 30.0
"""Seconds to wait for a scheduler that does not answer, and for a first worker."""
SILENCE = 40.0
"""Seconds without a sign of life after which a worker that has to answer counts as frozen."""

Rows = Callable[[str], list[Any]]
"""Function that returns futures of the coded rows of a part, for the worker that will hold them."""


class _SignsOfLife:
    """Looks out for workers that have not been heard of for long.

    Clocks differ: what counts is when the last sign that the scheduler knows was first seen here.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._heard: dict[str, tuple[float, float]] = {}

    def refuse_frozen(self, workers: Collection[str]) -> None:
        """End with one sentence where one of some workers has given no sign of life for long."""
        known = self._client.scheduler_info(n_workers=-1)["workers"]
        for worker in known.keys() & set(workers):
            sign, since = self._heard.get(worker, (None, 0.0))
            if sign != known[worker]["last_seen"]:
                self._heard[worker] = known[worker]["last_seen"], monotonic()
            elif monotonic() - since > SILENCE:
                raise ConjunctError(
                    f"worker {worker} of the Dask cluster has given no sign of life for "
                    f"{SILENCE:.0f} seconds; look whether it is frozen or overloaded, restart it, "
                    "and fit again"
                )


class _DaskPlaces(RemotePlaces):
    """One actor per part.

    `rows` has the worker that should hold each part, and the function that returns its rows.
    """

    def __init__(
        self,
        client: Any,
        rows: Sequence[tuple[str, Rows]],
        columns: tuple[CodedColumn, ...],
        n_classes: int,
        engine: LocalName,
    ) -> None:
        super().__init__(columns, n_classes, len(rows), engine)
        self._client = client
        self._rows = [one for _, one in rows]
        self._workers = [worker for worker, _ in rows]
        self._futures: list[Any] = [None] * len(rows)
        self._actors: list[Any] = [None] * len(rows)
        self._signs = _SignsOfLife(client)
        self._load(range(len(rows)))

    def post(self, message: bytes, which: Sequence[int]) -> list[bytes | None]:
        """Send a message to some actors, and wait for all replies."""
        sent = [self._sent(place, message) for place in which]
        return [self._result(place, one, OSError) for place, one in zip(which, sent, strict=True)]

    def restore(self, which: Sequence[int]) -> None:
        """Load parts again on the remaining workers, first on those with the fewest parts."""
        workers = alive(self._client, without={self._workers[place] for place in which})
        held = Counter(worker for place, worker in enumerate(self._workers) if place not in which)
        for place in which:
            self._workers[place] = min(workers, key=lambda worker: (held[worker], worker))
            held[self._workers[place]] += 1
        self._load(which)

    def _load(self, which: Sequence[int]) -> None:
        for place in which:
            self._actors[place] = self._futures[place] = None
            worker = self._workers[place]
            how: dict[str, Any] = {"actor": True, "pure": False, "workers": [worker]}
            try:
                rows = self._rows[place](worker)
                self._futures[place] = self._client.submit(RemotePart, rows, self.engine, **how)
            except (KeyError, OSError):  # the worker has died meanwhile
                continue

    def _sent(self, place: int, message: bytes) -> Any:
        """Send a message to an actor, making it first if necessary; return the future reply."""
        from distributed import CancelledError, KilledWorker

        try:
            if self._actors[place] is None:
                gone = CancelledError, KilledWorker
                self._actors[place] = self._result(place, self._futures[place], *gone)
            return None if self._actors[place] is None else self._actors[place].reply(message)
        except (OSError, RuntimeError):
            return None

    def _result(self, place: int, future: Any, *gone: type[Exception]) -> Any:
        """Return a result as soon as it is there, or None if its worker is gone."""
        while future is not None:
            try:
                return future.result(timeout=GLANCE)
            except TimeoutError:
                if not self._is_there(place):
                    return None
            except gone:
                return None
        return None

    def _is_there(self, place: int) -> bool:
        status, worker = self._futures[place].status, self._workers[place]
        if status not in ("pending", "finished") or worker not in alive(self._client):
            return False
        self._signs.refuse_frozen([worker])
        return True


@dataclass(frozen=True)
class DaskEngine:
    """Makes an engine over the workers of a Dask cluster: ``engine=DaskEngine(client)``.

    Every worker holds a part of the rows and counts them. Sums are transferred, and the codes of
    few rows at a time. The model is the same as with the other engines. See :doc:`/guide/clusters`.

    Parameters
    ----------
    client : distributed.Client or None
        Client of the cluster; None for the current client. A pickled copy has none.
    engine : {"auto", "local", "numpy"}
        Name of the engine that counts the rows of each part.
    """

    client: Any = None
    engine: LocalName = "auto"

    def __call__(self, table: CodedTable) -> PartitionedEngine:
        """Send a part of the rows to every worker, and return an engine over them."""
        client = client_of(self.client)
        workers = alive(client)
        parts = in_parts(table, len(workers))
        rows = [
            (worker, lambda at, part=part: [client.scatter(part, workers=[at], hash=False)])
            for worker, part in zip(workers, parts, strict=True)
        ]
        return self.over(client, rows, table.columns, len(table.classes))

    def over(
        self,
        client: Any,
        rows: Sequence[tuple[str, Rows]],
        columns: tuple[CodedColumn, ...],
        n_classes: int,
    ) -> PartitionedEngine:
        """Return an engine over rows that are already on the workers."""
        return PartitionedEngine(_DaskPlaces(client, rows, columns, n_classes, self.engine))

    def __deepcopy__(self, memo: object) -> DaskEngine:
        """Return the same object: a client cannot be copied."""
        return self

    def __reduce__(self) -> tuple[type[DaskEngine], tuple[None, LocalName]]:
        """Pickle without the client, which stays in its process."""
        return DaskEngine, (None, self.engine)


def client_of(client: Any = None) -> Any:
    """Return the given or the current client; raise an error if there is none."""
    try:
        from distributed import get_client
    except ImportError:
        raise MissingPackageError.named("distributed", "dask", "engine='dask'") from None
    try:
        client = get_client() if client is None else client
    except ValueError:
        raise ConjunctError(
            "there is no Dask client; make one first: "
            "from distributed import Client; client = Client(address of the scheduler)"
        ) from None
    if client.asynchronous:
        raise ConjunctError(
            "the Dask client is asynchronous; make one with Client(asynchronous=False)"
        )
    return client


def alive(client: Any, without: Collection[str] = ()) -> list[str]:
    """Return the addresses of the workers, without some that are known to be gone.

    Wait for the scheduler and for a first worker; raise an error if there is none in time.
    """
    end, where = monotonic() + PATIENCE, _address(client)
    while not (workers := [one for one in _workers(client) or () if one not in without]):
        if client.status == "closed" or monotonic() > end:
            what = "has no workers" if client.status == "running" else "does not answer"
            raise ConjunctError(f"the Dask cluster{where} {what}; start it, and fit again")
        sleep(GLANCE / 4)
    return workers


def answers(client: Any, futures: Sequence[Any]) -> list[Any]:
    """Return the results to come of all futures, once they are there.

    A worker that freezes meanwhile ends the wait with one sentence, as does a cluster that is gone.
    """
    _wait(client, futures)
    found: list[Any] = client.gather(list(futures))
    return found


def lying(client: Any, futures: Sequence[Any]) -> dict[str, list[Any]]:
    """Return the futures by the worker that holds their results, when all are finished."""
    _wait(client, futures)
    held = client.who_has(list(futures))
    anywhere = alive(client)[0]
    found: dict[str, list[Any]] = {}
    for future in futures:
        workers = sorted(held.get(future.key) or [anywhere])
        found.setdefault(workers[0], []).append(future)
    return found


def _wait(client: Any, futures: Sequence[Any]) -> None:
    """Wait for futures; look now and then whether all workers are still there."""
    from distributed import wait

    signs = _SignsOfLife(client)
    while True:
        try:
            wait(list(futures), timeout=GLANCE)
            return
        except TimeoutError:
            signs.refuse_frozen(alive(client))


@contextmanager
def in_one_sentence(client: Any) -> Iterator[None]:
    """Turn Dask's errors about a lost cluster into one sentence."""
    from distributed import CancelledError, KilledWorker
    from distributed.comm import CommClosedError

    where = _address(client)
    try:
        yield
    except (CancelledError, KilledWorker, OSError) as error:
        is_file = isinstance(error, OSError) and not isinstance(error, CommClosedError)
        if is_file and client.status == "running":  # such as a missing file
            raise
        raise ConjunctError(
            f"the Dask cluster{where} lost its rows ({type(error).__name__}); check the logs of "
            "its workers, start it again, and fit again"
        ) from error


def _workers(client: Any) -> list[str] | None:
    """Return the addresses of the workers from the scheduler, or None if it does not answer."""
    if client.status != "running":
        return None
    try:
        return sorted(client.nthreads())
    except OSError:
        return None


def _address(client: Any) -> str:
    """Return the address of the scheduler in words; empty for a closed client."""
    return "" if client.scheduler is None else f" at {client.scheduler.address}"
