"""The seam between search and rows: what a counting engine can be asked.

A cover is a number that only its engine understands; rows never leave the engine. A search asks
for the root of a class, refines covers by conditions and counts all one-condition refinements of a
list of covers in one call. Two channels are counted: negatives (0) and positives (1).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

import numpy as np
import numpy.typing as npt

from conjunct.count.bitsets import BitSets
from conjunct.count.counts import Counts
from conjunct.encode.coded import CodedColumn
from conjunct.types import AnyArray, Ints

Tests = npt.NDArray[np.int64]
"""Conditions on codes, a row each: column, operator (0 ``=``, 1 ``≠``, 2 ``≤``, 3 ``>``), code."""

OPERATORS = ("=", "!=", "<=", ">")
"""Operators in the order of their numbers."""


class CountingEngine(Protocol):
    """What search and covering need of the rows."""

    columns: tuple[CodedColumn, ...]
    n_classes: int
    n_covers_counted: int

    def begin(self, head: int, rivals: Collection[int] | None = None) -> None:
        """Take class `head` as positive, with all its rows uncovered.

        Negative are the rows of the classes `rivals`, of all others where it is None.
        """

    def root(self) -> int:
        """Start a search: the cover of the uncovered positives and all negatives.

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

    def release(self, cover: int) -> None:
        """Forget a cover and all that were made after it."""

    def count(self, covers: Ints) -> Counts:
        """Count every one-condition refinement of every cover."""

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
