"""Rows ranked by their content, so that folds do not depend on the order of the rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from math import fsum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from conjunct import rooms
from conjunct.count.folds import Words, scrambled
from conjunct.encode import CodedTable
from conjunct.rooms import chunks
from conjunct.threads import in_threads
from conjunct.types import AnyArray, Floats

START_STEP = 2520
"""The ranks of a class start at a multiple of this number, which is divisible by 1 to 10: so
classes start with whole blocks of up to ten folds."""
N_STARTS = 100_000
"""Number of different ranks at which a class may start."""
ROWS_AT_ONCE = 2**16
"""Number of rows that are hashed at a time: their hashes stay in the processor's cache."""
LAST = 2**64 - 1
"""The largest hash."""


def ranked_by_content(
    table: CodedTable, n_threads: int = 1, content: Content | None = None
) -> CodedTable:
    """Return a table with all rows, with ranks that depend on the codes of each row, not its place.

    The rows of a class are ranked by a hash of their codes, so that neighbours have nothing in
    common unless they are equal. Equal rows share a hash, and their order does not matter. The same
    rows in any order then have the same folds. The ranks of a class start at a number that depends
    on its rows, so that classes with only a few rows are not all in the same folds. The names of
    the classes do not matter. `content` is what `content_of` returned, if it is known already.

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
    content = content or content_of(table, n_threads)
    return replace(table, ranks=content_ranks(content, table.weights, n_threads))


class Content(NamedTuple):
    """The facts from which ranks are drawn: the classes of rows, ascending, and their hashes."""

    labels: AnyArray
    words: Words


def content_of(table: CodedTable, n_threads: int = 1) -> Content:
    """Return the classes and the hashes of all rows; a `DaskRows` already has them."""
    known: Content | None = getattr(table, "content", None)
    return known or Content(table.labels, _words(table, n_threads))


def content_ranks(
    rows: Content, weights: Floats | None = None, n_threads: int = 1
) -> npt.NDArray[np.int32]:
    """Return the ranks of rows by their classes and hashes, see `ranked_by_content`."""
    ranks = rooms.empty(len(rows.labels), np.int32)
    parts = [own for own in _rows_of_classes(rows.labels) if own.stop > own.start]

    def rank(own: slice) -> Words:
        words = rows.words[own]
        if weights is None:
            order = np.argsort(words, kind="stable")
        else:
            order = np.lexsort((weights[own], words))
        ranks[own][order] = np.arange(len(order))
        return words[order[:1]]

    firsts = in_threads(rank, parts, n_threads)
    least: Words = np.concatenate([np.empty(0, np.uint64), *firsts])
    starts = scrambled(least, 0) % np.uint64(N_STARTS) * np.uint64(START_STEP)
    for own, start in zip(parts, starts.tolist(), strict=True):
        ranks[own] += start
    return ranks


def classes_by_content(table: CodedTable, content: Content | None = None) -> list[int]:
    """Return the classes of a table with all rows, in an order that does not depend on their names.

    Classes with more rows come first; of equally large ones, the one whose rows have the smallest
    hash, then the smallest second hash, and so on. Only classes with the same rows are ordered by
    their names. `content` is what `content_of` returned, if it is known already.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> from conjunct.encode import encode
    >>> rows = encode(shipped_table())
    >>> rows.classes, classes_by_content(rows)
    (('Adelie', 'Chinstrap', 'Gentoo'), [0, 2, 1])
    """
    content = content or getattr(table, "content", None)
    labels = table.labels if content is None else content.labels
    parts = _rows_of_classes(labels, len(table.classes))
    sizes = [_size(rows, table.weights) for rows in parts]
    found = sorted(range(len(parts)), key=lambda one: (-sizes[one], table.classes[one]))
    if len({*sizes}) == len(sizes):
        return found
    words = (content or content_of(table)).words
    alike = [list(group) for _, group in groupby(found, lambda one: sizes[one])]
    return [one for group in alike for one in _by_words(group, parts, words, table.weights)]


def _size(rows: slice, weights: Floats | None) -> float:
    """Return the number or the weight of rows; the order of addition does not matter."""
    return rows.stop - rows.start if weights is None else fsum(weights[rows].tolist())


def _by_words(
    group: list[int], parts: Sequence[slice], words: Words, weights: Floats | None
) -> list[int]:
    """Return equally large classes in the order of the hashes of their rows."""
    if not group[1:]:
        return group
    least = {one: int(words[parts[one]].min(initial=LAST)) for one in group}
    if len({*least.values()}) == len(group):
        return sorted(group, key=lambda one: least[one])

    def all_words(one: int) -> list[list[float]]:
        own = words[parts[one]]
        also = np.zeros(len(own)) if weights is None else weights[parts[one]]
        order = np.lexsort((also, own))
        return [own[order].tolist(), also[order].tolist()]

    return sorted(group, key=all_words)


def _rows_of_classes(labels: AnyArray, n_classes: int | None = None) -> list[slice]:
    """Return the range of rows of each class; the rows of a class are consecutive."""
    n_classes = int(labels[-1]) + 1 if n_classes is None and len(labels) else n_classes or 0
    ends = np.searchsorted(labels, np.arange(n_classes + 1)).tolist()
    return [slice(start, end) for start, end in pairwise(ends)]


def _words(table: CodedTable, n_threads: int) -> Words:
    """Return a hash of the codes of every row."""
    words: Words = rooms.empty(table.n_rows, np.uint64)

    def write(rows: slice) -> None:
        own: Words = np.zeros(rows.stop - rows.start, np.uint64)
        for column in range(table.n_columns):
            own = scrambled(own ^ table.codes(column)[rows], column)
        words[rows] = own

    in_threads(write, list(chunks(table.n_rows, ROWS_AT_ONCE)), n_threads)
    return words
