"""Rows ranked by what they hold, so that folds do not depend on the order of the rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from conjunct.count.folds import scrambled
from conjunct.encode import CodedTable


def ranked_by_content(table: CodedTable) -> CodedTable:
    """Return the table with ranks that come from the codes of each row, not from its place.

    The rows of a class are ranked in the order of a hash of their codes, so that rows that follow
    each other have nothing in common, unless they are equal: those share the hash, and which of
    them is which does not matter. The same rows in any order then have the same folds.

    Parameters
    ----------
    table : CodedTable
        All rows, not a part of them.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> from conjunct.encode import encode
    >>> rows = shipped_table()
    >>> backwards = rows.take(np.arange(rows.n_rows)[::-1])
    >>> coded = [ranked_by_content(encode(table)) for table in (rows, backwards)]
    >>> one, two = (sorted(zip(t.labels, t.ranks, t.codes(0), strict=True)) for t in coded)
    >>> one == two
    True
    """
    words = np.zeros(table.n_rows, np.uint64)
    for column in range(table.n_columns):
        words = scrambled(words ^ table.codes(column).astype(np.uint64), column)
    weights = np.ones(table.n_rows) if table.weights is None else table.weights
    order = np.lexsort((weights, words, table.labels))
    ranks = np.empty(table.n_rows, np.int32)
    ranks[order] = np.arange(table.n_rows) - np.searchsorted(table.labels, table.labels)
    return replace(table, ranks=ranks)
