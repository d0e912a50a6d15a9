"""Counting one large cover column by column: by full scans, row lists, or bit sets if few codes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from conjunct import rooms
from conjunct.count import kernels
from conjunct.count.layout import Coded, CountsRoom
from conjunct.encode import CodedTable
from conjunct.rooms import chunks
from conjunct.threads import in_threads
from conjunct.types import Flags, Ints, Rows

FEW_CODES = 8
"""Columns with at most this many codes are also kept as bit sets, at most one byte per cell."""

Histogram = npt.NDArray[np.int32]


def coded_table(table: CodedTable) -> Coded:
    """Return a table in the form that kernels take."""
    n_codes = np.array([column.n_codes for column in table.columns], np.int64)
    few = n_codes <= FEW_CODES
    first = np.where(few, np.cumsum(n_codes * few) - n_codes, -1)
    bits = rooms.zeros((int(n_codes[few].sum()), -(-table.n_rows // kernels.WORD)), np.uint64)
    for column in np.flatnonzero(few).tolist():
        codes, lines = table.codes(column), bits[first[column] :][: n_codes[column]].view(np.uint8)
        for rows in chunks(table.n_rows):
            flags = np.arange(n_codes[column], dtype=np.uint8)[:, None] == codes[rows]
            packed = np.packbits(flags, axis=1, bitorder="little")
            lines[:, rows.start // 8 :][:, : packed.shape[1]] = packed
    narrow, wide = np.ascontiguousarray(table.narrow), np.ascontiguousarray(table.wide)
    return Coded(narrow, wide, table.place, n_codes, bits, first)


class Smaller(NamedTuple):
    """How a large cover was made from another: the other's histograms, and the rows dropped."""

    histograms: dict[bytes, Histogram]
    dropped: Rows


class LargeCounter:
    """Dense histograms of one large cover at a time, ``(classes, codes of all columns)``.

    The histograms of all rows and of subsets of them are kept. If the next subset has only slightly
    fewer rows, only the dropped rows are counted and subtracted.

    Parameters
    ----------
    coded : Coded
        The codes.
    borders : ndarray of int
        The first row of each class, and the number of rows at the end.
    n_threads : int
        Number of threads among which the columns are divided.
    """

    def __init__(self, coded: Coded, borders: Ints, n_threads: int) -> None:
        self._coded = coded
        self._borders = borders
        self._n_threads = n_threads
        ends = np.cumsum(coded.n_codes + 1)
        self._firsts = ends - coded.n_codes - 1
        self._shape = len(borders) - 1, int(ends[-1]) if len(ends) else 0
        self._known: dict[int, dict[bytes, Histogram]] = {}
        self._smaller: dict[int, Smaller] = {}

    @property
    def n_known(self) -> int:
        """Number of covers whose histograms are kept."""
        return len(self._known)

    def keep(self, cover: int, parent: int | None = None, dropped: Rows | None = None) -> None:
        """Keep the histograms of a cover; `dropped` are the few rows that its parent has more."""
        self._known[cover] = {}
        known = None if parent is None else self._known.get(parent)
        if known and dropped is not None:
            self._smaller[cover] = Smaller(known, dropped)

    def forget(self, covers: Ints) -> None:
        """Forget the histograms of covers."""
        for cover in self._known.keys() & covers.tolist():
            del self._known[cover]
            self._smaller.pop(cover, None)

    def count(self, cover: int, rows: Rows, counted: Flags) -> Histogram:
        """Count the rows of a cover by class, or subtract from the counts of its parent."""
        key = counted.tobytes()
        known = self._known.get(cover, {})
        smaller = self._smaller.get(cover)
        if key in known:
            return known[key]
        if smaller is not None and key in smaller.histograms:
            known[key] = smaller.histograms[key] - self.histogram(smaller.dropped, counted)
            self._smaller.pop(cover, None)
        else:
            known[key] = self.histogram(rows, counted)
        return known[key]

    def histogram(self, rows: Rows, counted: Flags) -> Histogram:
        """Count rows by class, leaving out classes that are not counted."""
        hist = np.zeros(self._shape, np.int32)
        channels = np.where(counted, np.arange(len(counted)), -1)
        spans = np.array([[0, len(rows)]])

        def count(columns: Ints) -> None:
            n_codes = int(self._coded.n_codes[columns].sum())
            room = CountsRoom.of(spans, len(columns), n_codes, len(counted), np.int32)
            kernels.count_covers(self._coded, columns, rows, spans, self._borders, channels, *room)
            counts = room.written()
            firsts = self._firsts[columns].repeat(np.diff(counts.offsets))
            hist[:, firsts + counts.codes] = counts.values.T

        in_threads(count, np.array_split(np.arange(len(self._firsts)), self._n_threads))
        return hist
