"""The rows of a table with permuted classes, where only chance relates rows and classes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from conjunct.count.folds import scrambled
from conjunct.encode import CodedTable


def permuted_table(table: CodedTable, seed: int) -> CodedTable:
    """Return a table in which each class has the same number of rows as before, but random ones.

    The attributes of the rows are permuted; classes, ranks and weights stay. The permutation
    depends only on the number of rows and the seed, so it is the same on every machine. Permute the
    whole table before it is divided into parts: then no part needs the rows of another.

    Parameters
    ----------
    table : CodedTable
        The table with all rows.
    seed : int
        Seed of the permutation.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> from conjunct.encode import encode
    >>> table = encode(shipped_table())
    >>> chance = permuted_table(table, 0)
    >>> bool((chance.labels == table.labels).all()), bool((chance.codes(0) == table.codes(0)).all())
    (True, False)
    """
    order = np.argsort(scrambled(np.arange(table.n_rows, dtype=np.uint64), seed), kind="stable")
    return replace(table, narrow=table.narrow[:, order], wide=table.wide[:, order])
