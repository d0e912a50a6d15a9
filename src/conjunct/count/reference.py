"""The obvious engine in plain NumPy: the oracle for every other one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from conjunct.count.counts import Counts
from conjunct.count.engine import Splits, Tests
from conjunct.count.folds import in_last_fold
from conjunct.encode.coded import CodedTable
from conjunct.types import AnyArray, Flags, Ints, Rows


class ReferenceEngine:
    """Boolean masks, one a cover. Slow and easy to believe.

    Examples
    --------
    >>> from conjunct.data.table import Column, Table
    >>> from conjunct.encode import encode
    >>> colour = Column("colour", "nominal", np.array([0, 1, -1, 1]), ("blue", "red"))
    >>> kind = Column("kind", "nominal", np.array([0, 1, 1, 0]), ("a", "b"))
    >>> engine = ReferenceEngine(encode(Table((colour,), kind, n_rows=4)))
    >>> engine.begin(head=1)
    >>> engine.count(np.array([engine.root()])).dense(0, 0, 2)
    array([[1, 0],
           [1, 1]])
    """

    def __init__(self, table: CodedTable) -> None:
        self.table = table
        self.columns = table.columns
        self.n_classes = len(table.classes)
        self.n_covers_counted = 0
        self._covers: list[Flags] = []
        self._left = np.ones(table.n_rows, bool)

    def begin(self, head: int, rivals: Collection[int] | None = None) -> None:
        """Take class `head` as positive, with all its rows uncovered, and `rivals` as negative."""
        positive = self.table.labels == head
        self._channel: AnyArray = positive * 1
        self._n_channels = 2
        self._active = self._left.copy()
        if rivals is not None:
            self._active &= positive | np.isin(self.table.labels, list(rivals))

    def begin_classes(self) -> None:
        """Take every class as a channel of its own, with all rows uncovered."""
        self._channel = self.table.labels
        self._n_channels = self.n_classes
        self._active = self._left.copy()

    def root(self) -> int:
        """Start a search."""
        self._covers = [self._active.copy()]
        return 0

    def bit_sets(self) -> None:
        """Return None: it counts as written in a book."""

    def root_bits(self) -> AnyArray:
        """Refuse; there are no bit sets."""
        raise NotImplementedError

    def totals(self, cover: int) -> tuple[int, int]:
        """Return the positives and negatives of a cover."""
        negatives, positives = self._by_channel(cover).tolist()
        return positives, negatives

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        """Return a new cover for each pair of cover and test."""
        first = len(self._covers)
        for cover, test in zip(covers, tests, strict=True):
            self._covers.append(self._covers[cover] & self._passing(test))
        return np.arange(first, len(self._covers))

    def split(self, covers: Ints, splits: Splits) -> tuple[Ints, Ints]:
        """Divide each cover; return the parts and their rows by channel."""
        first = len(self._covers)
        at = 0
        for cover, column, n_parts in zip(covers, splits.columns, splits.n_parts, strict=True):
            n_codes = self.columns[column].n_codes
            part = splits.parts[at : at + n_codes + 1][self.table.codes(column)]
            at += n_codes + 1
            self._covers += [self._covers[cover] & (part == one) for one in range(n_parts)]
        made = np.arange(first, len(self._covers))
        sizes = [self._by_channel(cover) for cover in made.tolist()]
        return made, np.array(sizes, np.int64).reshape(-1, self._n_channels)

    def deal(self, cover: int, bodies: Sequence[Tests]) -> tuple[int, Ints]:
        """Give each row of a cover to the first body that it satisfies."""
        rest = self._covers[cover].copy()
        counts = np.zeros((len(bodies), 2), np.int64)
        for number, body in enumerate(bodies):
            got = rest & self._satisfying(body)
            counts[number] = np.bincount(self._channel[got], minlength=2)
            rest &= ~got
        self._covers.append(rest)
        return len(self._covers) - 1, counts

    def follow(self, cover: int, tests: Tests) -> tuple[int, Ints]:
        """Narrow a cover by one condition after the other."""
        self._covers.append(self._covers[cover])
        counts = np.zeros((len(tests), 2), np.int64)
        for number, test in enumerate(tests):
            self._covers[-1] = self._covers[-1] & self._passing(test)
            counts[number] = self.totals(-1)[::-1]
        return len(self._covers) - 1, counts

    def hold_out(self, cover: int, folds: int, random: np.random.Generator) -> tuple[int, int]:
        """Split a cover at random, class by class; return all folds but one, and the last one."""
        rows = self._covers[cover]
        negatives, positives = (np.flatnonzero(rows & (self._channel == c)) for c in (0, 1))
        listed = np.concatenate((negatives, positives))
        chosen = in_last_fold(self.table.labels[listed], len(negatives), folds, random)
        last = np.zeros(len(rows), bool)
        last[listed[chosen]] = True
        self._covers += [rows & ~last, last]
        return len(self._covers) - 2, len(self._covers) - 1

    def release(self, cover: int) -> None:
        """Forget a cover and all that were made after it."""
        del self._covers[cover:]

    def count(self, covers: Ints) -> Counts:
        """Count every one-condition refinement of every cover."""
        offsets, codes, values = [0], [], []
        for cover in covers:
            for number, column in enumerate(self.columns):
                hist = np.zeros((column.n_codes + 1, self._n_channels), np.int64)
                rows = np.flatnonzero(self._covers[cover])
                np.add.at(hist, (self.table.codes(number)[rows], self._channel[rows]), 1)
                occurring = np.flatnonzero(hist[: column.n_codes].any(axis=1))
                codes.append(occurring)
                values.append(hist[occurring])
                offsets.append(offsets[-1] + occurring.size)
        totals = [self._by_channel(cover) for cover in covers.tolist()]
        return Counts(
            np.array(offsets),
            np.concatenate([np.zeros(0, np.int64), *codes]),
            np.concatenate([np.zeros((0, self._n_channels), np.int64), *values]),
            np.array(totals, np.int64).reshape(-1, self._n_channels),
        )

    def sum(self, covers: Ints, values: Ints) -> Counts:
        """Add up whole numbers of the rows over every one-condition refinement of every cover."""
        n_channels = values.shape[1]
        offsets, codes, sums = [0], [np.zeros(0, np.int64)], [np.zeros((0, n_channels), np.int64)]
        for cover in covers:
            rows = np.flatnonzero(self._covers[cover])
            for number, column in enumerate(self.columns):
                hist = np.zeros((column.n_codes + 1, n_channels), np.int64)
                np.add.at(hist, self.table.codes(number)[rows], values[rows])
                codes.append(np.flatnonzero(hist[: column.n_codes, 0]))
                sums.append(hist[codes[-1]])
                offsets.append(offsets[-1] + codes[-1].size)
        totals = [values[self._covers[cover]].sum(axis=0) for cover in covers]
        return Counts(
            np.array(offsets),
            np.concatenate(codes),
            np.concatenate(sums),
            np.array(totals, np.int64).reshape(-1, n_channels),
        )

    def members(self, body: Tests) -> Rows:
        """Return the numbers of the rows that satisfy a body, in rising order."""
        return np.flatnonzero(self._satisfying(body)).astype(np.int32)

    def coded(self) -> None:
        """Return None: it adds up as written in a book."""

    def drop(self, body: Tests) -> int:
        """Mark the uncovered positives that satisfy a body as covered."""
        gone = self._satisfying(body) & self._active & (self._channel == 1)
        self._active &= ~gone
        return int(gone.sum())

    def remove(self, body: Tests) -> None:
        """Take the rows that satisfy a body away."""
        self._left &= ~self._satisfying(body)
        self._active &= self._left

    def without(self, body: Tests) -> ReferenceEngine:
        """Return an engine over the rows of the table that do not satisfy a body."""
        return ReferenceEngine(self.table.take(self._left & ~self._satisfying(body)))

    def class_counts(self, body: Tests) -> tuple[int, ...]:
        """Count the rows of the table that satisfy a body, less those removed, by class."""
        labels = self.table.labels[self._left & self._satisfying(body)]
        return tuple(np.bincount(labels, minlength=self.n_classes).tolist())

    def _by_channel(self, cover: int) -> Ints:
        """Count the rows of a cover in each channel."""
        return np.bincount(self._channel[self._covers[cover]], minlength=self._n_channels)

    def _satisfying(self, body: Tests) -> Flags:
        rows = np.ones(self.table.n_rows, bool)
        for test in body:
            rows &= self._passing(test)
        return rows

    def _passing(self, test: AnyArray) -> Flags:
        number, op, code = test
        codes = self.table.codes(number)
        known = codes != self.columns[number].n_codes
        ways = (codes == code, codes != code, codes <= code, codes > code)
        passing: Flags = known & ways[op]
        return passing
