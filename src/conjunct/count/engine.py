"""The seam between search and rows: what a counting engine can be asked.

A cover is a number that only its engine understands; rows never leave the engine. A search asks
for the root of a class, refines covers by conditions and counts all one-condition refinements of a
list of covers in one call. Two channels are counted: negatives (0) and positives (1). A tree takes
every class as a channel of its own, and splits covers into parts instead of refining them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from conjunct.count.bitsets import BitSets
from conjunct.count.counts import Counts
from conjunct.count.layout import Coded
from conjunct.encode.coded import CodedColumn
from conjunct.types import AnyArray, Ints, Rows

Tests = npt.NDArray[np.int64]
"""Conditions on codes, a row each: column, operator (0 ``=``, 1 ``≠``, 2 ``≤``, 3 ``>``), code."""

OPERATORS = ("=", "!=", "<=", ">")
"""Operators in the order of their numbers."""


class Splits(NamedTuple):
    """How covers are divided, a split each.

    Parameters
    ----------
    columns : ndarray of int
        The column that each split looks at.
    parts : ndarray of int
        Number of the part for every code of that column, "missing" last; one split's codes after
        the other's.
    n_parts : ndarray of int
        Number of parts of each split.
    """

    columns: Ints
    parts: Ints
    n_parts: Ints


class CountingEngine(Protocol):
    """What search and covering need of the rows."""

    columns: tuple[CodedColumn, ...]
    n_classes: int
    n_covers_counted: int

    def begin(self, head: int, rivals: Collection[int] | None = None) -> None:
        """Take class `head` as positive, with all its rows uncovered.

        Negative are the rows of the classes `rivals`, of all others where it is None.
        """

    def begin_classes(self) -> None:
        """Take every class as a channel of its own, with all rows uncovered."""

    def root(self) -> int:
        """Start a search: the cover of the uncovered positives and all negatives, or of all rows.

        Covers of an earlier search are released.
        """

    def bit_sets(self) -> BitSets | None:
        """Return the rows as bit sets, positives first; None if the engine has none."""

    def root_bits(self) -> AnyArray:
        """Return the root as a bit set, where there are bit sets."""

    def totals(self, cover: int) -> tuple[int, int]:
        """Return the positives and negatives of a cover."""

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        """Return a new cover for each pair: the rows of the cover that pass the test."""

    def split(self, covers: Ints, splits: Splits) -> tuple[Ints, Ints]:
        """Divide each cover, which is used up.

        Return the covers of all parts, one split's after the other's, and their rows by channel.
        """

    def deal(self, cover: int, bodies: Sequence[Tests]) -> tuple[int, Ints]:
        """Give each row of a cover to the first body that it satisfies.

        Return a new cover of the rows that satisfy none, and the negatives and positives that
        each body got, ``(bodies, 2)``.
        """

    def follow(self, cover: int, tests: Tests) -> tuple[int, Ints]:
        """Narrow a cover by one condition after the other.

        Return a new cover of the rows that satisfy all of them, and the negatives and positives
        that are left after each, ``(tests, 2)``.
        """

    def hold_out(self, cover: int, folds: int, random: np.random.Generator) -> tuple[int, int]:
        """Split a cover at random, class by class; return all folds but one, and the last one."""

    def release(self, cover: int) -> None:
        """Forget a cover and all that were made after it."""

    def count(self, covers: Ints) -> Counts:
        """Count every one-condition refinement of every cover."""

    def sum(self, covers: Ints, values: Ints) -> Counts:
        """Add up whole numbers of the rows over every one-condition refinement of every cover.

        `values` has a row for each row of the table, ``(rows, channels)``; the first number of
        each is positive, so that a code occurs where its sum is.
        """

    def members(self, body: Tests) -> Rows:
        """Return the numbers of the rows that satisfy a body, in rising order."""

    def coded(self) -> Coded | None:
        """Return the rows for a search that is one compiled call; None if the engine has none."""

    def drop(self, body: Tests) -> int:
        """Mark the uncovered positives that satisfy a body as covered; return how many."""

    def remove(self, body: Tests) -> None:
        """Take the rows that satisfy a body away, from this class and all that begin later."""

    def without(self, body: Tests) -> CountingEngine:
        """Return an engine over the rows of the table that do not satisfy a body."""

    def class_counts(self, body: Tests) -> tuple[int, ...]:
        """Count the rows of the table that satisfy a body, less those removed, by class."""


def as_tests(tests: Iterable[tuple[int, ...]]) -> Tests:
    """Return conditions as the array that engines take."""
    return np.array(list(tests), np.int64).reshape(-1, 3)
