"""Counting one large cover column by column: full scans, row lists, or bit sets for few codes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from conjunct.count import kernels
from conjunct.count.counts import Counts
from conjunct.count.layout import Coded
from conjunct.count.threads import in_threads
from conjunct.encode.coded import CodedTable
from conjunct.types import AnyArray, Flags, Ints, Labels, Rows

FEW_CODES = 8
"""Columns with at most this many codes are also kept as bit sets, a byte a cell at most."""

Histogram = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]
Plain = Callable[[AnyArray, Histogram], object]


def pack_columns(table: CodedTable) -> tuple[Words, Ints]:
    """Return bit sets of the columns with few codes, and where each column's begin (-1: none)."""
    n_codes = [column.n_codes for column in table.columns]
    first = np.full(len(n_codes), -1)
    few = [column for column, n in enumerate(n_codes) if n <= FEW_CODES]
    first[few] = np.cumsum([0, *(n_codes[column] for column in few[:-1])])[: len(few)]
    n_words = -(-table.n_rows // kernels.WORD)
    bits = np.zeros((sum(n_codes[column] for column in few), n_words), np.uint64)
    for column in few:
        kernels.pack_bits(table.codes(column), bits[first[column] :][: n_codes[column]])
    return bits, first


def codes_of(coded: Coded, column: int) -> AnyArray:
    """Return the codes of one column."""
    place = int(coded.place[column])
    codes: AnyArray = coded.narrow[place] if place >= 0 else coded.wide[-1 - place]
    return codes


class LargeCounter:
    """Dense histograms of one cover at a time, ``(columns, labels, codes)``.

    Parameters
    ----------
    coded : Coded
        The codes.
    n_threads : int
        Columns are shared out among this many threads.
    """

    def __init__(self, coded: Coded, n_threads: int) -> None:
        self._coded = coded
        self._n_threads = n_threads

    def scan(self, labels: Labels, n_labels: int) -> Histogram:
        """Count all rows by their label, 0 to ``n_labels - 1``."""
        masks = np.stack([self._packed(labels == label) for label in range(n_labels)])
        spans = np.tile([0, masks.shape[1]], (n_labels, 1))

        return self._histogram(
            lambda codes, hist: kernels.scan_column(codes, labels, hist), masks, spans
        )

    def gather(self, rows: Rows, bounds: Ints) -> Histogram:
        """Count the rows of a cover, grouped by channel and rising within each."""
        masks = np.zeros((len(bounds) - 1, self._coded.bits.shape[1]), np.uint64)
        spans = np.zeros((len(bounds) - 1, 2), np.int64)
        if (self._coded.first_bits >= 0).any():
            kernels.mask_rows(rows, bounds, masks)
            kernels.find_spans(rows, bounds, spans)
        return self._histogram(
            lambda codes, hist: kernels.gather_column(codes, rows, bounds, hist), masks, spans
        )

    def _packed(self, flags: Flags) -> Words:
        words = np.zeros(self._coded.bits.shape[1], np.uint64)
        packed = np.packbits(flags, bitorder="little")
        words.view(np.uint8)[: len(packed)] = packed
        return words

    def _histogram(self, plain: Plain, masks: Words, spans: Ints) -> Histogram:
        n_codes, first = self._coded.n_codes, self._coded.first_bits
        hist = np.zeros((len(n_codes), len(masks), int(n_codes.max(initial=0)) + 1), np.int32)

        def count(columns: AnyArray) -> None:
            for column in columns.tolist():
                if first[column] >= 0:
                    bits = self._coded.bits[first[column] :][: n_codes[column]]
                    kernels.count_bits(bits, masks, spans, hist[column])
                else:
                    plain(codes_of(self._coded, column), hist[column])

        in_threads(count, np.array_split(np.arange(len(n_codes)), self._n_threads))
        return hist


def compact(hist: Histogram, n_codes: AnyArray, totals: Ints) -> Counts:
    """Turn the dense histograms of one cover into `Counts`."""
    lines = [line[:, :n].T for line, n in zip(hist, n_codes.tolist(), strict=True)]
    found = [np.flatnonzero(line.any(axis=1)) for line in lines]
    offsets = np.cumsum([0, *(len(codes) for codes in found)])
    values = [line[codes] for line, codes in zip(lines, found, strict=True)]
    return Counts(
        offsets,
        np.concatenate([np.zeros(0, np.uint16), *found]).astype(np.uint16),
        np.concatenate([np.zeros((0, hist.shape[1]), np.int32), *values]),
        totals.reshape(1, -1),
    )
