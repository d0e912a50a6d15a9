"""The rows of a small table, or of a small cover, as bit sets: positives first, then negatives."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conjunct.count.bit_kernels import fill_bits
from conjunct.count.engine import Channels
from conjunct.count.kernels import WORD
from conjunct.encode import CodedTable
from conjunct.types import AnyArray, Ints, Rows

MOST_CODES = 64
"""Nominal columns with more codes have no bit sets."""


class BitSets(NamedTuple):
    """Coded rows with the positives in front.

    Positives stand at the places from 0 on, negatives from the beginning of word `split` on;
    the places between belong to no row. ``bits[first_bits[c] + code]`` has the places with a code
    of column ``c``, ``known[c]`` those with any; where ``first_bits[c]`` is -1 there are only the
    codes. `complete` columns miss no cell.
    """

    codes: AnyArray
    bits: AnyArray
    known: AnyArray
    first_bits: AnyArray
    complete: AnyArray
    split: int


class Laid(NamedTuple):
    """Rows as bit sets, and the place of each; -1 for a row that is not counted."""

    sets: BitSets
    places: Ints

    def cover(self, rows: Rows) -> tuple[AnyArray, tuple[int, int]]:
        """Return the bit set of some of the rows, and their positives and negatives."""
        n_words, start = self.sets.known.shape[1], self.sets.split * WORD
        flags = np.zeros((n_words + 1) * WORD, bool)
        flags[self.places[rows]] = True  # those that are not counted fall into a word of their own
        counts = int(flags[:start].sum()), int(flags[start:-WORD].sum())
        return np.packbits(flags[:-WORD], bitorder="little").view(np.uint64), counts


def lay_out(table: CodedTable, rows: Rows, channels: Channels) -> Laid:
    """Lay out rows of a table as bit sets, class by class as `channels` says."""
    channel = channels[table.labels[rows]]
    positives, negatives = np.flatnonzero(channel == 1), np.flatnonzero(channel == 0)
    split = -(-len(positives) // WORD)
    n_words = split - (-len(negatives) // WORD)
    places = np.full(len(rows), -1)
    places[positives] = np.arange(len(positives))
    places[negatives] = split * WORD + np.arange(len(negatives))
    counted, taken = rows[channel >= 0], places[channel >= 0]
    n_codes = np.array([column.n_codes for column in table.columns], np.int64)
    codes = np.repeat(n_codes.astype(np.uint16)[:, None], n_words * WORD, axis=1)
    for column, line in enumerate(codes):
        line[taken] = table.codes(column)[counted]
    packed = [column.kind == "nominal" and column.n_codes <= MOST_CODES for column in table.columns]
    sizes = np.where(np.array(packed, bool), n_codes, 0)
    first_bits = np.where(np.array(packed, bool), np.cumsum(sizes) - sizes, -1)
    bits = np.zeros((int(sizes.sum()), n_words), np.uint64)
    known = np.zeros((len(codes), n_words), np.uint64)
    fill_bits(codes, first_bits, n_codes, bits, known)
    complete: AnyArray = np.all(codes[:, taken] < n_codes[:, None], axis=1)
    return Laid(BitSets(codes, bits, known, first_bits, complete, split), places)
