"""The engine of one machine: compiled loops over row lists, and whole columns for large covers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import cast

import numpy as np

from conjunct.count import kernels
from conjunct.count.bitsets import BitSetMaker, BitSets, is_small, root_bits
from conjunct.count.counts import Counts
from conjunct.count.dealing_kernels import deal_rows, follow_tests, list_satisfying
from conjunct.count.engine import Splits, Tests
from conjunct.count.folds import in_last_fold
from conjunct.count.large import Histogram, LargeCounter, compact, pack_columns
from conjunct.count.layout import Coded
from conjunct.count.sum_kernels import sum_cover
from conjunct.count.threads import in_threads
from conjunct.encode.coded import CodedTable
from conjunct.types import AnyArray, Ints, Rows

LARGE_SHARE = 0.1
"""A cover with more than this share of the rows is counted column by column, not row by row."""

MANY_ROWS = 4096
"""Covers with fewer rows are never large."""

MANY_CELLS = 2_000_000
"""Below this many cells starting threads costs more than it saves."""

_NO_TESTS: Tests = np.empty((0, 3), np.int64)


class LocalEngine:
    """Count on this machine, with threads where the work is worth it.

    The rows of a cover are listed, negatives first, in one growing array that all covers of a
    search share. The negatives of the root are the same for every search of a class: they stand
    at the beginning of that array, and are counted once.

    Parameters
    ----------
    table : CodedTable
        What to count.
    n_threads : int
        Threads for one call; the counts do not depend on it.
    """

    def __init__(self, table: CodedTable, n_threads: int = 1) -> None:
        self.table = table
        self.columns = table.columns
        self.n_classes = len(table.classes)
        self.n_covers_counted = 0
        self._n_threads = n_threads
        self._n_codes = np.array([column.n_codes for column in table.columns], np.int32)
        self._coded = Coded(
            table.narrow, table.wide, table.place, self._n_codes, *pack_columns(table)
        )
        self._n_codes_in_all = int(self._n_codes.sum())
        self._large_size = max(LARGE_SHARE * table.n_rows, MANY_ROWS)
        self._large: LargeCounter | None = None
        if table.n_rows > self._large_size:
            self._large = LargeCounter(self._coded, n_threads)
        self._maker = BitSetMaker(table) if is_small(table) else None
        self._rows: Rows = np.empty(2 * table.n_rows, np.int32)
        self._n_covers = 0
        self._left = np.ones(table.n_rows, bool)

    def begin(self, head: int, rivals: Collection[int] | None = None) -> None:
        """Take class `head` as positive, with all its rows uncovered, and `rivals` as negative."""
        start, stop = np.searchsorted(self.table.labels, [head, head + 1]).tolist()
        self._by_class = False
        self._bounds: Ints = np.zeros((64, 3), np.int64)
        self._head = slice(start, stop)
        self._positives: Rows = start + np.flatnonzero(self._left[start:stop]).astype(np.int32)
        opposed = self._left.copy()
        opposed[start:stop] = False
        if rivals is not None:
            opposed &= np.isin(self.table.labels, list(rivals))
        self._oppose(np.flatnonzero(opposed))
        self._bit_sets: BitSets | None = None

    def _oppose(self, negatives: AnyArray) -> None:
        """Take rows as the negatives of the class."""
        self._n_negatives = len(negatives)
        self._rows[: self._n_negatives] = negatives
        self._root_negatives: Histogram | None = None

    def begin_classes(self) -> None:
        """Take every class as a channel of its own, with all rows uncovered."""
        self._by_class = True
        self._bounds = np.zeros((64, self.n_classes + 1), np.int64)

    def root(self) -> int:
        """Start a search; covers of an earlier one are released."""
        self._n_covers = 1
        if self._by_class:
            self._rows[: self.table.n_rows] = np.arange(self.table.n_rows)
            self._bounds[0] = np.searchsorted(self.table.labels, np.arange(self.n_classes + 1))
            return 0
        split, end = self._n_negatives, self._n_negatives + len(self._positives)
        self._rows[split:end] = self._positives
        self._bounds[0] = 0, split, end
        return 0

    def bit_sets(self) -> BitSets | None:
        """Return the rows as bit sets, None where the table is too large for them."""
        if self._bit_sets is None and self._maker is not None:
            self._bit_sets = self._maker.of_class(self._head)
        return self._bit_sets

    def root_bits(self) -> AnyArray:
        """Return the root as a bit set."""
        assert self._bit_sets is not None
        negatives = self._rows[: self._n_negatives]
        behind = negatives >= self._head.stop
        return root_bits(
            self._bit_sets,
            self._positives - self._head.start,
            negatives - behind * (self._head.stop - self._head.start),
        )

    def totals(self, cover: int) -> tuple[int, int]:
        """Return the positives and negatives of a cover."""
        start, split, end = self._bounds[cover].tolist()
        return end - split, split - start

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        """Return a new cover for each pair of cover and test."""
        parents = self._bounds[covers]
        end = int(self._bounds[: self._n_covers, -1].max())
        first, last = self._n_covers, self._n_covers + len(covers)
        self._reserve(end + int((parents[:, -1] - parents[:, 0]).sum()) + 1, last)
        children = self._bounds[first:last]
        kernels.refine_covers(self._coded, self._rows, parents, tests, children, end)
        self._n_covers = last
        return np.arange(first, last)

    def split(self, covers: Ints, splits: Splits) -> tuple[Ints, Ints]:
        """Divide each cover in place; return the parts and their rows by channel."""
        parents = self._bounds[covers]
        first, last = self._n_covers, self._n_covers + int(splits.n_parts.sum())
        self._reserve(0, last)
        parts = self._bounds[first:last]
        kernels.split_covers(self._coded, self._rows, parents, splits, parts)
        self._n_covers = last
        return np.arange(first, last), parts[:, 1:] - parts[:, :-1]

    def deal(self, cover: int, bodies: Sequence[Tests]) -> tuple[int, Ints]:
        """Give each row of a cover to the first body that it satisfies."""
        tests = np.concatenate((_NO_TESTS, *bodies))
        ends = np.array(list(accumulate(map(len, bodies))), np.int64)
        counts = np.zeros((len(bodies), 2), np.int64)
        own, rest, end = self._next_to(cover)
        deal_rows(self._coded, self._rows, own, (tests, ends), counts, rest, end)
        return self._n_covers - 1, counts

    def follow(self, cover: int, tests: Tests) -> tuple[int, Ints]:
        """Narrow a cover by one condition after the other."""
        counts = np.zeros((len(tests), 2), np.int64)
        own, last, end = self._next_to(cover)
        follow_tests(self._coded, self._rows, own, tests, counts, last, end)
        return self._n_covers - 1, counts

    def _next_to(self, cover: int) -> tuple[Ints, Ints, int]:
        """Make a new cover; return the bounds of the old one, its bounds and its first place."""
        end = self._room_for(int(self._bounds[cover, -1] - self._bounds[cover, 0]))
        self._n_covers += 1
        return self._bounds[cover], self._bounds[self._n_covers - 1], end

    def hold_out(self, cover: int, folds: int, random: np.random.Generator) -> tuple[int, int]:
        """Split a cover at random, class by class; return all folds but one, and the last one."""
        start, middle, end = self._bounds[cover].tolist()
        rows = self._rows[start:end].copy()
        last = in_last_fold(self.table.labels[rows], middle - start, folds, random)
        return self._cover(rows, ~last, middle - start), self._cover(rows, last, middle - start)

    def _cover(self, rows: Rows, chosen: AnyArray, n_negatives: int) -> int:
        """Append the rows that are chosen, negatives first, as a new cover."""
        kept = rows[chosen]
        at = self._room_for(len(kept))
        middle = at + int(np.count_nonzero(chosen[:n_negatives]))
        self._rows[at : at + len(kept)] = kept
        self._bounds[self._n_covers] = at, middle, at + len(kept)
        self._n_covers += 1
        return self._n_covers - 1

    def _room_for(self, n_rows: int) -> int:
        """Make room for one more cover; return where its rows begin."""
        end = int(self._bounds[self._n_covers - 1, -1])
        self._reserve(end + n_rows + 1, self._n_covers + 1)
        return end

    def release(self, cover: int) -> None:
        """Forget a cover and all that were made after it."""
        self._n_covers = cover

    def count(self, covers: Ints) -> Counts:
        """Count every one-condition refinement of every cover."""
        self.n_covers_counted += len(covers)
        bounds = self._bounds[covers]
        if self._large is None:
            return self._count_small(bounds)
        large = bounds[:, -1] - bounds[:, 0] > self._large_size
        if not large.any():
            return self._count_small(bounds)
        parts, at = [], 0
        for number in np.flatnonzero(large).tolist():
            if number > at:
                parts.append(self._count_small(bounds[at:number]))
            parts.append(self._count_large(bounds[number], is_root=int(covers[number]) == 0))
            at = number + 1
        if at < len(bounds):
            parts.append(self._count_small(bounds[at:]))
        return Counts.joined(parts)

    def sum(self, covers: Ints, values: Ints) -> Counts:
        """Add up whole numbers of the rows over every one-condition refinement of every cover."""
        most = int(self._n_codes.max(initial=0)) + 1
        codes, sums, sizes = [], [np.zeros((0, values.shape[1]), np.int64)], [0]
        for start, stop in self._bounds[covers][:, [0, -1]].tolist():
            dense = np.zeros((len(self.columns), most, values.shape[1]), np.int64)
            sum_cover(self._coded, self._rows[start:stop], values, dense)
            for column, n_codes in zip(dense, self._n_codes.tolist(), strict=True):
                occurring = np.flatnonzero(column[:n_codes, 0])
                codes.append(occurring)
                sums.append(column[occurring])
                sizes.append(len(occurring))
        bounds = self._bounds[covers]
        totals = [values[self._rows[one[0] : one[-1]]].sum(axis=0) for one in bounds.tolist()]
        return Counts(
            np.cumsum(sizes),
            np.concatenate([np.zeros(0, np.int64), *codes]),
            np.concatenate(sums),
            np.array(totals, np.int64).reshape(-1, values.shape[1]),
        )

    def members(self, body: Tests) -> Rows:
        """Return the numbers of the rows that satisfy a body, in rising order."""
        rows = np.empty(self.table.n_rows, np.int32)
        return rows[: list_satisfying(self._coded, body, rows)].copy()

    def coded(self) -> Coded:
        """Return the rows for a search that is one compiled call."""
        return self._coded

    def drop(self, body: Tests) -> int:
        """Mark the uncovered positives that satisfy a body as covered."""
        gone = self._satisfying(body, self._positives)
        self._positives = np.setdiff1d(self._positives, gone, assume_unique=True)
        return len(gone)

    def remove(self, body: Tests) -> None:
        """Take the rows that satisfy a body away."""
        self._left[self._satisfying(body, np.flatnonzero(self._left))] = False
        self._positives = self._positives[self._left[self._positives]]
        negatives = self._rows[: self._n_negatives]
        self._oppose(negatives[self._left[negatives]])

    def without(self, body: Tests) -> LocalEngine:
        """Return an engine over the rows of the table that do not satisfy a body."""
        kept = self._left.copy()
        kept[self._satisfying(body, np.arange(self.table.n_rows))] = False
        return LocalEngine(self.table.take(kept), self._n_threads)

    def class_counts(self, body: Tests) -> tuple[int, ...]:
        """Count the rows of the table that satisfy a body, less those removed, by class."""
        if not len(body):
            labels = self.table.labels[self._left]
            return tuple(np.bincount(labels, minlength=self.n_classes).tolist())
        first = self._passing(body[0], self.table.codes(body[0, 0])) & self._left
        rows = self._satisfying(body[1:], np.flatnonzero(first))
        return tuple(np.bincount(self.table.labels[rows], minlength=self.n_classes).tolist())

    def _satisfying(self, body: Tests, rows: AnyArray) -> AnyArray:
        for test in body:
            rows = rows[self._passing(test, self.table.codes(test[0])[rows])]
        return rows

    def _passing(self, test: AnyArray, codes: AnyArray) -> AnyArray:
        column, op, code = test.tolist()
        if op == kernels.EQUAL:
            return cast(AnyArray, codes == code)
        if op == kernels.AT_MOST:
            return cast(AnyArray, codes <= code)
        held = codes != code if op == kernels.UNEQUAL else codes > code
        return cast(AnyArray, held & (codes != self._n_codes[column]))

    def _reserve(self, n_rows: int, n_covers: int) -> None:
        if n_rows > len(self._rows):
            grown = np.empty(n_rows + n_rows // 2, np.int32)
            grown[: len(self._rows)] = self._rows
            self._rows = grown
        if n_covers > len(self._bounds):
            bounds = np.zeros((2 * n_covers, self._bounds.shape[1]), np.int64)
            bounds[: len(self._bounds)] = self._bounds
            self._bounds = bounds

    def _count_small(self, bounds: Ints) -> Counts:
        if self._n_threads == 1:
            return self._count_chunk(bounds)
        sizes = bounds[:, -1] - bounds[:, 0]
        if int(sizes.sum()) * len(self.columns) < MANY_CELLS:
            return self._count_chunk(bounds)
        shares = np.linspace(0, sizes.sum(), self._n_threads + 1)[1:-1]
        chunks = np.split(bounds, np.searchsorted(np.cumsum(sizes), shares))
        return Counts.joined(in_threads(self._count_chunk, [c for c in chunks if len(c)]))

    def _count_chunk(self, bounds: Ints) -> Counts:
        n_rows = int((bounds[:, -1] - bounds[:, 0]).sum())
        most = min(n_rows * len(self.columns), len(bounds) * self._n_codes_in_all) + 1
        codes = np.empty(most, np.uint16)
        values = np.empty((most, bounds.shape[1] - 1), np.int32)
        offsets = np.empty(len(bounds) * len(self.columns) + 1, np.int64)
        kernels.count_covers(self._coded, self._rows, bounds, codes, values, offsets)
        end = int(offsets[-1])
        return Counts(offsets, codes[:end], values[:end], bounds[:, 1:] - bounds[:, :-1])

    def _count_large(self, bounds: Ints, is_root: bool) -> Counts:
        assert self._large is not None
        if is_root and self._by_class:
            hist = self._large.scan(self.table.labels, self.n_classes)
        elif not is_root:
            hist = self._large.gather(self._rows, bounds)
        elif self._root_negatives is None:
            hist = self._count_root(bounds)
            self._root_negatives = hist[:, :1].copy()
        else:
            hist = np.concatenate(
                (self._root_negatives, self._large.gather(self._rows, bounds[1:])), axis=1
            )
        return compact(hist, self._n_codes, np.diff(bounds))

    def _count_root(self, bounds: Ints) -> Histogram:
        assert self._large is not None
        if bounds[-1] < self.table.n_rows:
            return self._large.gather(self._rows, bounds)
        labels = np.zeros(self.table.n_rows, np.uint8)
        labels[self._head] = 1
        return self._large.scan(labels, 2)
