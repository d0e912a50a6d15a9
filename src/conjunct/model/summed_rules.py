"""Theories in which all rules that hold are added up: which of them hold, and which sum wins."""

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
    """Base of `RuleSet` and `ScoreCard`; what is added up is left open."""

    ADDS_UP: ClassVar[bool] = True

    @abstractmethod
    def reason_weights(self, predicted: int) -> list[tuple[float, bool]]:
        """Return how much each rule matters where a class is predicted, 0 for nothing at all.

        Parameters
        ----------
        predicted : int
            Position of the class.

        Returns
        -------
        weights : list of (float, bool)
            By rule; the second tells whether it matters where it holds, or where it does not.
        """

    @property
    def by_frequency(self) -> tuple[int, ...]:
        """Positions of the classes, most training rows first: the order that settles ties."""
        return tuple(sorted(range(len(self.classes)), key=lambda one: -self.class_counts[one]))

    def matches(self, table: Table) -> Flags:
        """Return for every row and every rule whether the rule holds.

        Returns
        -------
        flags : ndarray of bool, shape (n_rows, n_rules)
        """
        flags = np.empty((table.n_rows, len(self)), dtype=np.bool_)
        for position, holds in enumerate(self.covers(table)):
            flags[:, position] = holds
        return flags

    def deciding(self, table: Table) -> list[tuple[int, ...]]:
        """Return for every row the positions of all rules that hold; none for the default."""
        patterns = _Positions(len(self))
        packed = np.packbits(self.matches(table), axis=1)
        return [patterns[row.tobytes()] for row in packed]

    def largest(self, sums: AnyArray) -> Ints:
        """Return for every row of sums by class the position of the class with the largest.

        Equal sums go to the class with more training rows, then to the first listed.
        """
        order = np.array(self.by_frequency)
        if len(order) == 2:
            first, second = order
            return np.asarray(np.where(sums[:, second] > sums[:, first], second, first))
        # The first of equal sums is taken, in an order that starts with the most frequent class.
        return np.asarray(order[sums[:, order].argmax(axis=1)])


class _Positions(dict[bytes, tuple[int, ...]]):
    """Positions of the rules whose bits are set, by the bytes that hold them."""

    def __init__(self, n_rules: int) -> None:
        self._n_rules = n_rules

    def __missing__(self, packed: bytes) -> tuple[int, ...]:
        bits = np.unpackbits(np.frombuffer(packed, np.uint8), count=self._n_rules)
        self[packed] = found = tuple(np.flatnonzero(bits).tolist())
        return found
