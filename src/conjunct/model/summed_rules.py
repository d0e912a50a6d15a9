"""Theories that add up all rules that hold: which rules hold, and which sum wins."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from conjunct.data.table import Table
from conjunct.model.rules import Rules
from conjunct.types import AnyArray, Flags, Ints


@dataclass(frozen=True, slots=True)
class SummedRules(Rules):
    """Base of `RuleSet` and `ScoreCard`; the subclasses define what is added up."""

    ADDS_UP: ClassVar[bool] = True

    @abstractmethod
    def reason_weights(self, predicted: int) -> list[tuple[float, bool]]:
        """Return how much each rule matters if a class is predicted; 0 if it does not.

        Parameters
        ----------
        predicted : int
            Position of the class.

        Returns
        -------
        weights : list of (float, bool)
            One pair for each rule: its weight, and whether it matters when it holds (True) or when
            it does not (False).
        """

    @property
    def by_frequency(self) -> tuple[int, ...]:
        """Positions of the classes, most training rows first: the order that breaks ties."""
        return tuple(sorted(range(len(self.classes)), key=lambda one: -self.class_counts[one]))

    def matches(self, table: Table) -> Flags:
        """Return, for every row and every rule, whether the rule holds.

        Returns
        -------
        flags : ndarray of bool, shape (n_rows, n_rules)
        """
        flags = np.empty((table.n_rows, len(self)), dtype=np.bool_)
        for position, holds in enumerate(self.covers(table)):
            flags[:, position] = holds
        return flags

    def deciding(self, table: Table) -> list[tuple[int, ...]]:
        """Return, for every row, the positions of all rules that hold; empty for the default."""
        patterns = _Positions(len(self))
        packed = np.packbits(self.matches(table), axis=1)
        return [patterns[row.tobytes()] for row in packed]

    def largest(self, sums: AnyArray) -> Ints:
        """Return, for every row of sums by class, the position of the class with the largest sum.

        Ties go to the class with more training rows, then to the one listed first.
        """
        order = np.array(self.by_frequency)
        if len(order) == 2:
            first, second = order
            return np.asarray(np.where(sums[:, second] > sums[:, first], second, first))
        # argmax takes the first of equal sums, so the most frequent class must come first.
        return np.asarray(order[sums[:, order].argmax(axis=1)])


class _Positions(dict[bytes, tuple[int, ...]]):
    """A cache from packed flags, as bytes, to the positions of the rules whose bits are set."""

    def __init__(self, n_rules: int) -> None:
        self._n_rules = n_rules

    def __missing__(self, packed: bytes) -> tuple[int, ...]:
        bits = np.unpackbits(np.frombuffer(packed, np.uint8), count=self._n_rules)
        self[packed] = found = tuple(np.flatnonzero(bits).tolist())
        return found
