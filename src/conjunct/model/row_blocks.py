"""Work on the rows of a table in blocks that stay in the processor's cache, on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np

from conjunct.data.table import Table
from conjunct.threads import in_threads
from conjunct.types import AnyArray

BLOCK_ROWS = 2**15
"""Rows of a block: a column of it and the flags of some rules fit into the cache."""
BLOCK_CELLS = 2**18
"""Rows times classes of a block, at most."""
LEAST_ROWS = 256
"""Rows of a block, however many classes there are."""


def by_blocks(
    work: Callable[[Table], AnyArray], table: Table, names: Collection[str], n_classes: int
) -> AnyArray:
    """Return the results of a function for the rows of a table, worked out block by block.

    Parameters
    ----------
    work : callable
        From a table to an array with an entry for each of its rows, which depends on that row
        alone.
    table : Table
        The rows.
    names : collection of str
        Attributes that `work` looks at.
    n_classes : int
        Classes that it works out something for: the more, the smaller are the blocks.

    Examples
    --------
    >>> from conjunct.data.table import Column
    >>> table = Table((Column("x", "numeric", np.array([1.0, 2.0])),))
    >>> by_blocks(lambda rows: rows.columns[0].values * 2, table, ["x"], 2)
    array([2., 4.])
    """
    used = tuple(column for column in table.columns if column.name in names)
    needed = Table(used, name=table.name, n_rows=table.n_rows)
    size = min(BLOCK_ROWS, max(LEAST_ROWS, BLOCK_CELLS // n_classes))
    if table.n_rows <= size:
        return work(needed)
    blocks = [slice(start, start + size) for start in range(0, table.n_rows, size)]
    n_threads = min(n_cores(), len(blocks))
    return np.concatenate(in_threads(lambda block: work(_rows(needed, block)), blocks, n_threads))


def n_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _rows(table: Table, rows: slice) -> Table:
    """Return some rows that follow each other, without copying them."""
    columns = tuple(replace(one, values=one.values[rows]) for one in table.columns)
    return Table(columns, name=table.name, n_rows=len(range(*rows.indices(table.n_rows))))
