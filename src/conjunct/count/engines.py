"""Engines by name, and which one serves a table best."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import gettempdir
from time import thread_time
from typing import ClassVar, Literal

from conjunct.count.engine import CountingEngine
from conjunct.count.numpy_engine import NumpyEngine
from conjunct.encode import CodedTable
from conjunct.rooms import on_disk

LocalName = Literal["auto", "local", "mapped", "numpy"]
"""Engines that count rows in this process."""
EngineName = LocalName | Literal["dask"]
ENGINES: tuple[EngineName, ...] = ("auto", "local", "mapped", "numpy", "dask")
FASTEST: LocalName = "numpy" if importlib.util.find_spec("numba") is None else "local"
"""The engine of long runs, which are worth compiling for."""
EngineMaker = Callable[[CodedTable], CountingEngine]

SMALL_CELLS = 60_000
"""Cells of a table that array operations finish about as soon as compiled code is loaded.

Where there are more classes than columns, a row counts as a cell for each class.
"""
PATIENCE = 2.0
"""Processor seconds of fits by array operations in one process, after which code is compiled."""


class _Spent:
    """Seconds that fits with `NumpyEngine` have taken in this process, by choice of "auto"."""

    seconds = 0.0


def make_engine(
    engine: EngineName | EngineMaker, table: CodedTable, n_threads: int = 1
) -> CountingEngine:
    """Return an engine over the rows of a table.

    ``"numpy"`` needs no compiler. ``"local"`` is compiled by numba where it is installed, which
    takes some seconds on a machine's first run. ``"auto"`` takes ``"numpy"`` for small tables until
    that has taken about as long as compiling would, and ``"local"`` otherwise. ``"mapped"`` counts
    like ``"local"``, with codes and row states in temporary files, see `rooms_of`. ``"dask"``
    counts on the workers of the Dask client that there is. The model does not depend on the choice.

    Parameters
    ----------
    engine : {"auto", "local", "mapped", "numpy", "dask"} or callable
        A name, or what makes an engine from coded rows.
    table : CodedTable
        The rows.
    n_threads : int
        Threads for one call.
    """
    if hasattr(table, "engine"):  # rows elsewhere are counted where they are
        return table.engine(engine)  # type: ignore[no-any-return]
    if engine == "dask":
        from conjunct.count.dask_engine import DaskEngine  # loads Dask

        return DaskEngine()(table)
    if callable(engine):
        return engine(table)
    if engine == "numpy" or (engine == "auto" and not _pays_to_compile(table)):
        return NumpyEngine(table)
    from conjunct.count.local import LocalEngine  # loads numba

    return LocalEngine(table, n_threads)


@contextmanager
def rooms_of(engine: object) -> Iterator[None]:
    """Let large arrays lie in temporary files where the engine "mapped" is asked for.

    The files are in the folder that the variable TMPDIR names, else in the system's own.
    """
    if engine != "mapped":
        yield
        return
    with on_disk(gettempdir()):
        yield


def _pays_to_compile(table: CodedTable) -> bool:
    if importlib.util.find_spec("numba") is None:
        return False
    small = table.n_rows * max(table.n_columns, len(table.classes), 1) <= SMALL_CELLS
    return not small or _Spent.seconds > PATIENCE


@contextmanager
def timed_choice(engine: object) -> Iterator[None]:
    """Note how long a fit with the engine "auto" takes, for the choice of the next one."""
    start = thread_time()
    try:
        yield
    finally:
        if engine == "auto":
            _Spent.seconds += thread_time() - start


class _Listeners:
    """Whom to tell that code is being compiled."""

    waiting: ClassVar[list[Callable[[], None]]] = []


def on_compilation(tell: Callable[[], None]) -> None:
    """Have a function called once, when code is compiled for the first time on this machine."""
    _Listeners.waiting.append(tell)


def tell_compilation() -> None:
    """Tell those who want to know that code is being compiled."""
    waiting, _Listeners.waiting = _Listeners.waiting, []
    for tell in waiting:
        tell()
