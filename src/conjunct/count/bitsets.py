"""The rows of a small table as bit sets, seen from one class."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conjunct.count import kernels
from conjunct.encode.coded import CodedTable
from conjunct.types import AnyArray, Ints

MOST_ROWS = 2048
"""Larger tables are counted by row lists: a score for every pair of counts would not fit."""

MOST_CODES = 64
"""Nominal columns with more codes have no bit sets."""


class BitSets(NamedTuple):
    """A coded table with the positives of one class in front.

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


def is_small(table: CodedTable) -> bool:
    """Tell whether bit sets serve a table."""
    return 0 < table.n_rows <= MOST_ROWS and table.n_columns < 2**14


class BitSetMaker:
    """Makes the bit sets of one class after the other.

    Parameters
    ----------
    table : CodedTable
        The rows.
    """

    def __init__(self, table: CodedTable) -> None:
        self._n_codes: Ints = np.array([column.n_codes for column in table.columns], np.int64)
        self._codes = np.empty((table.n_columns, table.n_rows), np.uint16)
        for column in range(table.n_columns):
            self._codes[column] = table.codes(column)
        self._complete: AnyArray = np.all(self._codes < self._n_codes[:, None], axis=1)
        packed = np.array(
            [c.kind == "nominal" and c.n_codes <= MOST_CODES for c in table.columns], bool
        )
        sizes = np.where(packed, self._n_codes, 0)
        self._first_bits = np.where(packed, np.cumsum(sizes) - sizes, -1)
        self._n_bit_sets = int(sizes.sum())

    def of_class(self, head: slice) -> BitSets:
        """Return the bit sets with the rows `head` as positives."""
        n_rows = self._codes.shape[1]
        n_positives = head.stop - head.start
        split = -(-n_positives // kernels.WORD)
        n_words = split - (-(n_rows - n_positives) // kernels.WORD)
        start = split * kernels.WORD
        codes = np.empty((len(self._codes), n_words * kernels.WORD), np.uint16)
        codes[:] = self._n_codes[:, None]
        codes[:, :n_positives] = self._codes[:, head]
        codes[:, start : start + head.start] = self._codes[:, : head.start]
        codes[:, start + head.start : start + n_rows - n_positives] = self._codes[:, head.stop :]
        bits = np.zeros((self._n_bit_sets, n_words), np.uint64)
        known = np.zeros((len(codes), n_words), np.uint64)
        kernels.fill_bits(codes, self._first_bits, self._n_codes, bits, known)
        return BitSets(codes, bits, known, self._first_bits, self._complete, split)


def root_bits(sets: BitSets, positives: AnyArray, negatives: AnyArray) -> AnyArray:
    """Return the set of the given positives and negatives, each numbered from 0."""
    flags = np.zeros(sets.codes.shape[1], bool)
    flags[positives] = True
    flags[sets.split * kernels.WORD + negatives] = True
    return np.packbits(flags, bitorder="little").view(np.uint64)
