"""Counting one large cover column by column: full scans, row lists, or bit sets for few codes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from conjunct.count import kernels
from conjunct.count.counts import Counts
from conjunct.count.threads import in_threads
from conjunct.types import AnyArray, Ints, Labels, Rows

FEW_CODES = 8
"""Columns with at most this many codes are also kept as bit sets, a byte a cell at most."""

Histogram = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]
Plain = Callable[[Ints, Histogram], None]


class LargeCounter:
    """Dense histograms of one cover at a time, ``(columns, labels, codes)``.

    Parameters
    ----------
    coded : Coded
        The codes.
    n_threads : int
        Columns are shared out among this many threads.
    """

    def __init__(self, coded: kernels.Coded, n_rows: int, n_threads: int) -> None:
        self._coded = coded
        self._n_words = -(-n_rows // kernels.WORD)
        self._n_threads = n_threads
        few = np.flatnonzero(coded.n_codes <= FEW_CODES).tolist()
        self._bits: dict[int, Words] = {}
        for column in few:
            self._bits[column] = np.zeros((int(coded.n_codes[column]), self._n_words), np.uint64)
            kernels.pack_bits(self._codes(column), self._bits[column])

    def scan(self, labels: Labels, n_labels: int) -> Histogram:
        """Count all rows by their label."""
        masks = np.zeros((n_labels, self._n_words), np.uint64)
        if self._bits:
            order = np.argsort(labels, kind="stable").astype(np.int32)
            ends = np.cumsum(np.bincount(labels, minlength=n_labels))
            kernels.mask_rows(order, np.concatenate(([0], ends)), masks)

        def plain(columns: Ints, hist: Histogram) -> None:
            kernels.scan_columns(self._coded, labels, columns, hist)

        return self._histogram(plain, masks)

    def gather(self, rows: Rows, bounds: Ints) -> Histogram:
        """Count the rows of a cover, grouped by channel."""
        masks = np.zeros((len(bounds) - 1, self._n_words), np.uint64)
        if self._bits:
            kernels.mask_rows(rows, bounds, masks)

        def plain(columns: Ints, hist: Histogram) -> None:
            kernels.gather_columns(self._coded, rows, bounds, columns, hist)

        return self._histogram(plain, masks)

    def _histogram(self, plain: Plain, masks: Words) -> Histogram:
        n_codes = self._coded.n_codes
        hist = np.zeros((len(n_codes), len(masks), int(n_codes.max(initial=0)) + 1), np.int32)

        def count(columns: AnyArray) -> None:
            for column in columns.tolist():
                if column in self._bits:
                    kernels.count_bits(self._bits[column], masks, hist[column])
                else:
                    plain(np.array([column]), hist[column : column + 1])

        in_threads(count, np.array_split(np.arange(len(n_codes)), self._n_threads))
        return hist

    def _codes(self, column: int) -> AnyArray:
        place = int(self._coded.place[column])
        return self._coded.narrow[place] if place >= 0 else self._coded.wide[-1 - place]


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
