"""The conditions that rules of a table may use, and the random words that identify bodies."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from conjunct.count import OPERATORS, Columns, Tests
from conjunct.encode import CodedColumn
from conjunct.types import Flags

Keys = npt.NDArray[np.uint64]
Reuse = Literal["never", "numeric", "always"]
SEED = 1995


@dataclass(frozen=True)
class Limits:
    """Bounds on every rule that is tried: operators, number of conditions, rows covered."""

    conditions: tuple[str, ...] = OPERATORS
    max_conditions: int | None = None
    min_coverage: int = 1

    def allowed(self, columns: tuple[CodedColumn, ...]) -> Flags:
        """Tell which operators may be used on which column, ``(columns, 4)``.

        ``!=`` is not tried if a column has two values: ``=`` with the other value is equivalent.
        """
        numeric = np.array([column.kind == "numeric" for column in columns], bool)
        several = np.array([column.n_codes > 2 for column in columns], bool)
        unequal = several | ("=" not in self.conditions)
        allowed = np.stack((~numeric, ~numeric & unequal, numeric, numeric), axis=1)
        return np.asarray(allowed & [op in self.conditions for op in OPERATORS])


class Language:
    """All conditions on the columns of a table, within limits. Made once per fit.

    `reuse` tells which attributes a body may test again: none, those of numeric columns (``3 < a ≤
    7``), or all. An attribute that no condition can use has the key 0. `max_conditions` is the
    largest number of conditions in a body that tests each attribute once. `n_tests` is the number
    of different conditions: values of nominal attributes and thresholds of numeric ones, each in
    every form that may be used.
    """

    def __init__(
        self, columns: tuple[CodedColumn, ...], limits: Limits, reuse: Reuse = "never"
    ) -> None:
        self.limits = limits
        self.reuse = reuse
        n_codes = np.array([column.n_codes for column in columns], np.int64)
        ends = np.cumsum(2 * n_codes)
        attribute = np.array([column.attribute for column in columns], np.int64)
        n_attributes = int(attribute.max(initial=-1)) + 1
        words = random_words(n_attributes + int(2 * n_codes.sum()))
        self.columns = Columns(
            attribute,
            np.array([column.kind == "numeric" for column in columns], bool),
            limits.allowed(columns),
            n_codes,
            ends - 2 * n_codes,
            words[n_attributes:],
        )
        # One number has no cut; one category still separates known from missing cells.
        usable = attribute[self.columns.allowed.any(axis=1) & (n_codes > self.columns.numeric)]
        self.attribute_keys: Keys = np.zeros(n_attributes, np.uint64)
        self.attribute_keys[usable] = words[usable]
        n_values = np.maximum(n_codes - self.columns.numeric, 0)
        self.n_tests = int((self.columns.allowed.sum(axis=1) * n_values).sum())
        self.max_conditions = int(np.count_nonzero(self.attribute_keys))
        if limits.max_conditions is not None:
            self.max_conditions = min(self.max_conditions, limits.max_conditions)

    def usable(self, bodies: Sequence[Tests]) -> Flags:
        """Tell which columns each body may test with a further condition, ``(bodies, columns)``."""
        usable = np.ones((len(bodies), len(self.columns.attribute)), bool)
        for line, body in zip(usable, bodies, strict=True):
            for column in body[:, 0].tolist():
                self.narrow(line, column)
        return usable

    def narrow(self, usable: Flags, column: int) -> None:
        """Clear the flags of columns that a body may not test after a condition on `column`."""
        if self.reuse != "always":
            attribute, numeric = self.columns.attribute, self.columns.numeric
            again = self.reuse == "numeric" and numeric[column] and usable[column]
            usable[attribute == attribute[column]] = False
            usable[column] = again

    def n_bodies(self, longest: int) -> list[int]:
        """Count the bodies of 0, 1, … conditions that have no redundant condition.

        Examples
        --------
        A colour with three values and an age with two cuts have 6 + 4 conditions.

        >>> colour = CodedColumn("colour", 0, "nominal", 3)
        >>> age = CodedColumn("age", 1, "numeric", 3)
        >>> once = Language((colour, age), Limits())
        >>> once.n_bodies(3)
        [1, 10, 24, 0]
        >>> Language((colour, age), Limits(), reuse="numeric").n_bodies(2)  # also 1 < age ≤ 2
        [1, 10, 25]
        """
        ways = [1] + [0] * longest
        for own in self._ways():
            for length in range(longest, 0, -1):
                for several, n in enumerate(own[1 : length + 1], start=1):
                    ways[length] += ways[length - several] * n
        return ways

    def _ways(self) -> Iterator[list[int]]:
        """Yield for each attribute the number of sets of 0, 1, … conditions on it."""
        columns = self.columns
        ways: dict[int, list[int]] = {}
        for attribute, numeric, n_codes, allowed in zip(
            columns.attribute.tolist(),
            columns.numeric.tolist(),
            columns.n_codes.tolist(),
            columns.allowed.tolist(),
            strict=True,
        ):
            own = ways.setdefault(attribute, [1, 0])
            n_values = max(n_codes - numeric, 0)
            _, unequal, at_most, above = allowed
            own[1] += n_values * sum(allowed)
            if numeric and at_most and above and self.reuse != "never":
                own.append(math.comb(n_values, 2))
            elif unequal and self.reuse == "always":
                own += [math.comb(n_values, several) for several in range(2, n_values)]
        yield from ways.values()

    def n_attribute_sets(self, bodies: Sequence[Tests]) -> int:
        """Count the different sets of attributes of the bodies after one more condition."""
        attribute = self.columns.attribute
        further = [1 << one for one in np.flatnonzero(self.attribute_keys).tolist()]
        used = {sum(1 << one for one in set(attribute[body[:, 0]].tolist())) for body in bodies}
        return len({one | more for one in used for more in further})


@lru_cache(maxsize=1)
def random_words(size: int) -> Keys:
    """Return the same random words for every language of a size; do not write to them.

    A fit makes two or three languages of one table.
    """
    return np.random.default_rng(SEED).integers(1, 2**64, size, np.uint64)


def words_of(columns: Columns, tests: Tests) -> Keys:
    """Return the random word of every test."""
    column, op, code = tests.T
    first = columns.first_key[column]
    keys: Keys = columns.keys[first + (op & 1) * columns.n_codes[column] + code]
    return keys
