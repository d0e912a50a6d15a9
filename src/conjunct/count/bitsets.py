"""The rows of a small table, or of a small cover, as bit sets: positives first, then negatives."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conjunct.count.bit_kernels import fill_bits
from conjunct.count.engine import Channels
from conjunct.count.kernels import WORD
from conjunct.encode import CodedTable
from conjunct.types import AnyArray, Flags, Ints, Rows

MOST_CODES = 64
"""Largest number of codes of a nominal column that has bit sets."""


class ReadRows(NamedTuple):
    """Rows to be laid out: their classes and codes, and a last row whose cells are all missing.

    Each line of `codes` is a column. The codes of column ``c`` have bit sets from ``first_bits[c]``
    on, or none if ``first_bits[c]`` is -1; there are `n_bits` in all. `complete` columns have no
    missing cells.
    """

    labels: AnyArray
    codes: AnyArray
    n_codes: Ints
    first_bits: Ints
    n_bits: int
    complete: Flags


def read_rows(table: CodedTable, rows: Rows) -> ReadRows:
    """Read rows of a table."""
    n_codes = np.array([column.n_codes for column in table.columns], np.int64)
    codes = np.empty((len(n_codes), len(rows) + 1), np.uint16)
    for column, line in enumerate(codes):
        line[:-1] = table.codes(column)[rows]
    codes[:, -1] = n_codes
    packed = [column.kind == "nominal" and column.n_codes <= MOST_CODES for column in table.columns]
    sizes = np.where(np.array(packed, bool), n_codes, 0)
    first_bits = np.where(np.array(packed, bool), np.cumsum(sizes) - sizes, -1)
    complete = np.all(codes[:, :-1] < n_codes[:, None], axis=1)
    return ReadRows(table.labels[rows], codes, n_codes, first_bits, int(sizes.sum()), complete)


class BitSets(NamedTuple):
    """Coded rows, with the positives first.

    Positives are at the places from 0 on, negatives from the beginning of word `split` on; the
    places between belong to no row. `bits` has the places of each code that has a bit set, see
    `ReadRows`, and ``known[c]`` the places with any code of column ``c``.
    """

    codes: AnyArray
    bits: AnyArray
    known: AnyArray
    split: int


class Laid(NamedTuple):
    """Rows as bit sets, and the place of each; -1 for a row that is not counted."""

    sets: BitSets
    places: Ints

    def cover(self, rows: Rows) -> tuple[AnyArray, tuple[int, int]]:
        """Return the bit set of some of the rows, and their positives and negatives."""
        n_words, start = self.sets.known.shape[1], self.sets.split * WORD
        flags = np.zeros((n_words + 1) * WORD, bool)
        flags[self.places[rows]] = True  # rows that are not counted share an extra word
        counts = int(flags[:start].sum()), int(flags[start:-WORD].sum())
        return np.packbits(flags[:-WORD], bitorder="little").view(np.uint64), counts


def lay_out(read: ReadRows, channels: Channels) -> Laid:
    """Lay out rows as bit sets: positives and negatives by the channels of their classes."""
    channel = channels[read.labels]
    positives, negatives = np.flatnonzero(channel == 1), np.flatnonzero(channel == 0)
    split = -(-len(positives) // WORD)
    n_words = split - (-len(negatives) // WORD)
    order = np.full(n_words * WORD, len(channel))
    order[: len(positives)] = positives
    order[split * WORD :][: len(negatives)] = negatives
    places = np.full(len(channel) + 1, -1)
    places[order] = np.arange(len(order))
    codes = read.codes.take(order, axis=1)
    bits = np.zeros((read.n_bits, n_words), np.uint64)
    known = np.zeros((len(codes), n_words), np.uint64)
    fill_bits(codes, read.first_bits, read.n_codes, bits, known)
    return Laid(BitSets(codes, bits, known, split), places[:-1])
