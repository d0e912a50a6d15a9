"""The rows that a card is learned from, as an engine sees them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from conjunct.count import NO_TESTS, CountingEngine, Fold, Tests, as_tests, class_counts
from conjunct.count.engine import ABOVE, AT_MOST, CLASS_WEIGHTS, EQUAL, SCALE, UNEQUAL
from conjunct.search.language import Language
from conjunct.types import Flags, Floats, Ints

OPPOSITE = {EQUAL: UNEQUAL, UNEQUAL: EQUAL, AT_MOST: ABOVE, ABOVE: AT_MOST}
"""The operator that is true of a known cell exactly if another one is false."""

SAMPLE_SEED = 1789
"""Seed that draws the sample of rows in which rules of large tables are searched for."""


@dataclass(frozen=True, eq=False)
class CardProblem:
    """The rows and conditions that a card is learned from.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    language : Language
        The conditions that may be used.
    signs : ndarray of int, shape (n_columns, 1) or (n_columns, n_channels)
        See `conjunct.count.NewtonRequest`.
    cover : int
        The rows to learn from.
    state : str
        Name of the row state that holds the scores of the current card.
    """

    engine: CountingEngine
    language: Language
    signs: Ints
    cover: int
    state: str = "card"

    @cached_property
    def n_rows(self) -> int:
        """Number of rows."""
        return math.ceil(sum(class_counts(self.engine, self.cover)))

    @cached_property
    def class_weights(self) -> Floats:
        """Total weight of the rows of each class."""
        weights = self.engine.tally(np.array([self.cover]), [NO_TESTS], CLASS_WEIGHTS)
        return np.asarray(weights[0, 0] / SCALE)

    @property
    def channels(self) -> tuple[int, ...]:
        """The classes that get points, in order: the second of two, or all of several."""
        n_classes = self.engine.n_classes
        return tuple(range(n_classes)) if n_classes > 2 else (n_classes - 1,)

    @property
    def weight(self) -> float:
        """Total weight of all rows."""
        return float(self.class_weights.sum())

    def within(self, fold: Fold, state: str) -> CardProblem:
        """Return the same problem for the rows of a fold, with a row state of its own."""
        cover = self.engine.subset(self.cover, fold=fold)
        return replace(self, cover=cover, state=state)

    def sample(self, cells: int, state: str) -> CardProblem:
        """Return the problem for a sample with about `cells` rows times scores, or for all rows."""
        n_parts = math.ceil(self.n_rows * len(self.channels) / cells)
        return self if n_parts < 2 else self.within(Fold(SAMPLE_SEED, n_parts), state)

    def sign_of(self, body: Tests, channel: int) -> int:
        """Return the sign that the weight of a rule must have; 0 if either is allowed."""
        up, down = self.may(body)[:, channel].tolist()
        return int(up) - int(down)

    def may(self, body: Tests) -> Flags:
        """Tell whether the weight of a rule may be positive, and negative, in every channel."""
        signs = self.signs[body[:, 0]] * np.where(body[:, 1] == ABOVE, 1, -1)[:, None]
        may = np.stack(((signs >= 0).all(axis=0), (signs <= 0).all(axis=0)))
        return np.broadcast_to(may, (2, len(self.channels)))

    @cached_property
    def incomplete(self) -> frozenset[int]:
        """Columns with missing cells."""
        everything = np.zeros(self.engine.n_classes, np.int64)
        counts = self.engine.count(np.array([self.cover]), everything)
        known = [counts.segment(0, number)[1].sum() for number in range(counts.n_columns)]
        return frozenset(np.flatnonzero(np.array(known) < counts.totals.sum()).tolist())

    def negation(self, body: Tests) -> Tests:
        """Return the opposite of a single condition on a column with missing cells.

        It is the empty body for other bodies. Without missing cells the opposite is the complement.
        """
        if len(body) != 1 or body[0, 0] not in self.incomplete:
            return NO_TESTS
        [(column, op, code)] = body.tolist()
        return as_tests([(column, OPPOSITE[op], code)])

    def first_base(self) -> Floats:
        """Return the base of the best card without rules, unless there is only one class.

        With two classes it is the log-odds of the second, else the log of each class's share.

        A class without rows counts as half a row.
        """
        seen = np.maximum(self.class_weights, 0.5)
        if len(self.channels) == 1:
            return np.log(seen[-1:] / seen[:1]) if len(seen) == 2 else np.zeros(1)
        return np.asarray(np.log(seen / seen.sum()))
