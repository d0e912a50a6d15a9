"""Process the rows of a table in blocks that fit the processor's cache, on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np

from conjunct.data.table import Table
from conjunct.threads import in_threads
from conjunct.types import AnyArray

BLOCK_ROWS = 2**15
"""Rows in a block: one column and the flags of some rules fit into the cache."""
BLOCK_CELLS = 2**18
"""Largest product of rows and classes in a block."""
LEAST_ROWS = 256
"""Smallest number of rows in a block, however many classes there are."""


def by_blocks(
    work: Callable[[Table], AnyArray], table: Table, names: Collection[str], n_classes: int
) -> AnyArray:
    """Return the results of a function for the rows of a table, computed block by block.

    Parameters
    ----------
    work : callable
        Takes a table and returns an array with one entry for each row. An entry depends only on
        its own row.
    table : Table
        The rows.
    names : collection of str
        Attributes that `work` uses.
    n_classes : int
        Number of classes that it computes values for: more classes make smaller blocks.

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
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _rows(table: Table, rows: slice) -> Table:
    """Return a range of consecutive rows without copying them."""
    columns = tuple(replace(one, values=one.values[rows]) for one in table.columns)
    return Table(columns, name=table.name, n_rows=len(range(*rows.indices(table.n_rows))))
