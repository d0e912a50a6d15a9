"""Engines by name, and the choice of the best one for a table."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import gettempdir
from time import perf_counter
from typing import ClassVar, Literal

from conjunct.count import array_time
from conjunct.count.engine import CountingEngine
from conjunct.count.numpy_engine import NumpyEngine
from conjunct.encode import CodedTable
from conjunct.rooms import on_disk

LocalName = Literal["auto", "local", "mapped", "numpy"]
"""Names of the engines that count rows in this process."""
EngineName = LocalName | Literal["dask"]
ENGINES: tuple[EngineName, ...] = ("auto", "local", "mapped", "numpy", "dask")
FASTEST: LocalName = "numpy" if importlib.util.find_spec("numba") is None else "local"
"""The engine for long runs, for which compiling is worthwhile."""
EngineMaker = Callable[[CodedTable], CountingEngine]

SMALL_CELLS = 60_000
"""Number of cells up to which array operations are about as fast as loading compiled code.

If there are more classes than columns, a row counts as one cell for each class.
"""
PATIENCE = 2.0
"""Seconds of fits with array operations in one process after which code is compiled."""


class _Spent:
    """Seconds that fits with the engine "auto" have taken in this process."""

    seconds = 0.0


def make_engine(
    engine: EngineName | EngineMaker,
    table: CodedTable,
    n_threads: int = 1,
    learner: str | None = None,
) -> CountingEngine:
    """Return an engine over the rows of a table.

    ``"numpy"`` needs no compiler. ``"local"`` is compiled by numba, if it is installed, which takes
    some seconds on a machine's first run. ``"auto"`` uses ``"numpy"`` for small tables until that
    has taken about as long as compiling would, in this process or for this learner in all runs on
    this machine, and ``"local"`` otherwise. ``"mapped"`` counts like
    ``"local"``, with codes and row states in temporary files, see `rooms_of`. ``"dask"`` counts on
    the workers of the current Dask client. The model does not depend on the choice.

    Parameters
    ----------
    engine : {"auto", "local", "mapped", "numpy", "dask"} or callable
        A name, or a function that makes an engine from coded rows.
    table : CodedTable
        The rows.
    n_threads : int
        Number of threads for one call.
    learner : str or None
        Name of the class that learns, under which its time is kept from run to run.
    """
    if hasattr(table, "engine"):  # rows on a cluster are counted there
        return table.engine(engine)  # type: ignore[no-any-return]
    if engine == "dask":
        from conjunct.count.dask_engine import DaskEngine  # loads Dask

        return DaskEngine()(table)
    if callable(engine):
        return engine(table)
    if engine == "numpy" or (engine == "auto" and not _pays_to_compile(table, learner)):
        return NumpyEngine(table)
    from conjunct.count.local import LocalEngine  # loads numba

    if learner is not None:
        array_time.add_compiled(learner)
    return LocalEngine(table, n_threads)


@contextmanager
def rooms_of(engine: object) -> Iterator[None]:
    """Put large arrays into temporary files if the engine is "mapped".

    The files are in the folder named by the variable TMPDIR, else in the system's default folder.
    """
    if engine != "mapped":
        yield
        return
    with on_disk(gettempdir()):
        yield


def _pays_to_compile(table: CodedTable, learner: str | None) -> bool:
    if importlib.util.find_spec("numba") is None:
        return False
    if table.n_rows * max(table.n_columns, len(table.classes), 1) > SMALL_CELLS:
        return True
    return _Spent.seconds > PATIENCE or (learner is not None and array_time.is_due(learner))


@contextmanager
def timed_choice(engine: object, learner: str) -> Iterator[None]:
    """Record how long a fit with the engine "auto" takes, for the choice in the next fit."""
    start = perf_counter()
    try:
        yield
    finally:
        if engine == "auto":
            taken = perf_counter() - start
            _Spent.seconds += taken
            if not array_time.is_due(learner):
                array_time.add_fit(learner, taken)


class _Listeners:
    """The functions to call when code is being compiled."""

    waiting: ClassVar[list[Callable[[], None]]] = []


def on_compilation(tell: Callable[[], None]) -> None:
    """Register a function to be called once, the next time that code is compiled."""
    _Listeners.waiting.append(tell)


def tell_compilation() -> None:
    """Call the registered functions: code is being compiled."""
    waiting, _Listeners.waiting = _Listeners.waiting, []
    for tell in waiting:
        tell()
