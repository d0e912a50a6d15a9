"""Rows ranked by what they hold, so that folds do not depend on the order of the rows."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from conjunct import rooms
from conjunct.count.folds import Words, scrambled
from conjunct.encode import CodedTable
from conjunct.rooms import chunks

START_STEP = 2520
"""Classes start at multiples of it: whole blocks of up to ten folds."""
N_STARTS = 100_000
"""Number of places where a class may start."""


def ranked_by_content(table: CodedTable) -> CodedTable:
    """Return the table with ranks that come from the codes of each row, not from its place.

    The rows of a class are ranked in the order of a hash of their codes, so that rows that follow
    each other have nothing in common, unless they are equal: those share the hash, and which of
    them is which does not matter. The same rows in any order then have the same folds. The ranks of
    a class start at a number that comes from its rows, so that classes of a few rows each are not
    all in the same folds; the names of the classes do not matter.

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
    ranks = rooms.empty(table.n_rows, np.int32)
    for rows in _rows_of_classes(table):
        words = _words(table, rows)
        if table.weights is None:
            order = np.argsort(words, kind="stable")
        else:
            order = np.lexsort((table.weights[rows], words))
        starts = scrambled(words[order[:1]], 0) % np.uint64(N_STARTS) * np.uint64(START_STEP)
        ranks[rows][order] = np.arange(len(order)) + starts.astype(np.int64)
    return replace(table, ranks=ranks)


def classes_by_content(table: CodedTable) -> list[int]:
    """Return the classes in an order that does not come from their names.

    Classes with more rows come first; of equally large ones, the one whose rows have the smallest
    hash.

    Parameters
    ----------
    table : CodedTable
        All rows, not a part of them.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> from conjunct.encode import encode
    >>> rows = encode(shipped_table())
    >>> rows.classes, classes_by_content(rows)
    (('Adelie', 'Chinstrap', 'Gentoo'), [0, 2, 1])
    """
    parts = _rows_of_classes(table)
    least = [int(_words(table, rows).min(initial=2**64 - 1)) for rows in parts]
    sizes = [rows.stop - rows.start for rows in parts]
    return sorted(range(len(parts)), key=lambda one: (-sizes[one], least[one]))


def _rows_of_classes(table: CodedTable) -> list[slice]:
    """Return the rows of each class, which follow each other."""
    ends = np.searchsorted(table.labels, np.arange(len(table.classes) + 1)).tolist()
    return [slice(start, end) for start, end in pairwise(ends)]


def _words(table: CodedTable, rows: slice) -> Words:
    """Return a hash of the codes of some rows that follow each other."""
    words = np.zeros(rows.stop - rows.start, np.uint64)
    for part in chunks(len(words)):
        own = slice(rows.start + part.start, rows.start + part.stop)
        for column in range(table.n_columns):
            codes = table.codes(column)[own].astype(np.uint64)
            words[part] = scrambled(words[part] ^ codes, column)
    return words
