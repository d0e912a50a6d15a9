"""The memory limit of learning: estimated beforehand, then met with files or refused."""

from __future__ import annotations

from contextlib import AbstractContextManager
from os import PathLike
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import numpy as np
from joblib import effective_n_jobs

from conjunct.count.engines import ENGINES, rooms_of
from conjunct.data import Table
from conjunct.data.formats import opened
from conjunct.data.size import TableSize, bytes_text, needs_files, table_size
from conjunct.errors import DataError
from conjunct.params import read_size
from conjunct.rooms import is_on_disk, on_disk
from conjunct.threads import worth_threads

ELSEWHERE = ("dask",)
"""Engines whose rows are not in the memory of this process."""


def rooms_within(
    limit: int | str | None, engine: Any, source: Any, is_stored: bool = False
) -> AbstractContextManager[None]:
    """Keep large arrays in memory or in files, depending on the engine and the limit.

    Parameters
    ----------
    limit : int, str or None
        Memory that learning may use, see `conjunct.params.read_size`.
    engine : str or engine
        The engine of a classifier. Rows outside this process are not limited.
    source : Table, frame, path or anything to learn from
        The data, whose size is estimated. Data read in parts with unknown size go into files.
    is_stored : bool
        Whether the data must still be read.
    """
    is_here = isinstance(engine, str) and engine in ENGINES and engine not in ELSEWHERE
    if limit is None or not is_here:
        return rooms_of(engine)
    size = _size_of(source, is_stored)
    if size is None:
        return on_disk(gettempdir()) if is_stored else rooms_of(engine)
    if not needs_files(size, read_size(limit), _name_of(source), "memory_limit"):
        return rooms_of(engine)
    if engine == "numpy":
        raise DataError(
            f"{_name_of(source)} takes about {bytes_text(size.in_memory)} of memory with "
            "engine='numpy'; use engine='mapped', or raise memory_limit"
        )
    return on_disk(gettempdir())


def columns_at_once(table: Table, n_jobs: int | None) -> int:
    """Return how many columns of a table are worked on side by side.

    Each needs memory of its own, of which there is little where arrays are in files.

    Parameters
    ----------
    table : Table
        The rows.
    n_jobs : int or None
        As a classifier takes it.

    Examples
    --------
    >>> columns_at_once(Table((), n_rows=9), n_jobs=2)
    1
    """
    n_threads = 1 if is_on_disk() else effective_n_jobs(n_jobs)
    return worth_threads(table.n_rows * len(table.columns), n_threads)


def _size_of(source: Any, is_stored: bool) -> TableSize | None:
    if isinstance(source, Table):
        return TableSize(source.n_rows, len(source.columns))
    if is_stored and isinstance(source, str | PathLike):
        with opened(Path(source)) as file:
            return table_size(file)
    shape = () if is_stored else _shape_of(source)
    is_told = len(shape) == 2 and all(isinstance(n, int) for n in shape)
    return TableSize(*shape) if is_told else None


def _shape_of(source: Any) -> tuple[Any, ...]:
    if hasattr(source, "shape"):
        return tuple(source.shape)
    try:
        return np.shape(source)
    except ValueError:  # lists of different lengths, which `fit` refuses
        return ()


def _name_of(source: Any) -> str:
    if isinstance(source, Table):
        return source.name
    return Path(source).name if isinstance(source, str | PathLike) else "the table"
