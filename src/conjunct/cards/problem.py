"""The rows of a card: their channels, their weights, and the order of their numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conjunct.count import CountingEngine
from conjunct.search.language import Language
from conjunct.types import AnyArray, Floats, Ints

LARGE, HUGE = 40_000, 200_000
"""Rows times channels, above which less is fitted and revised."""


@dataclass(frozen=True, eq=False)
class Problem:
    """What a card is learned from.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    language : Language
        The conditions that may be used.
    channels : tuple of int
        The classes that get points, in order: one of two, or all of several.
    labels : ndarray of int
        For every row the position of its class among the channels; 1 for the other of two.
    share : ndarray of float
        Weight of every row.
    signs : ndarray of int
        By column, see `conjunct.search.newton.find_rule`.
    """

    engine: CountingEngine
    language: Language
    channels: tuple[int, ...]
    labels: Ints
    share: Floats
    signs: Ints

    @classmethod
    def of(
        cls,
        engine: CountingEngine,
        language: Language,
        labels: AnyArray,
        share: Floats,
        signs: Ints | None = None,
    ) -> Problem:
        """Take all classes as channels, of two only the second."""
        n_classes = engine.n_classes
        channels = tuple(range(n_classes)) if n_classes > 2 else (n_classes - 1,)
        numbers = labels.astype(np.int64)
        if n_classes == 2:
            numbers = 1 - numbers
        if signs is None:
            signs = np.zeros(len(engine.columns), np.int64)
        return cls(engine, language, channels, numbers, share, signs)

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.labels)

    @property
    def is_large(self) -> bool:
        """Whether fitting all weights each time would take too long."""
        return self.n_rows * len(self.channels) > LARGE

    @property
    def is_huge(self) -> bool:
        """Whether going over all rules again would take too long."""
        return self.n_rows * len(self.channels) > HUGE

    def first_base(self) -> Floats:
        """Return the log-odds of the classes: the best card without rules, but for classes apart.

        A class without rows counts as half a row.
        """
        n_classes = max(2, len(self.channels))
        seen = np.maximum(np.bincount(self.labels, self.share, n_classes), 0.5)
        if len(self.channels) == 1:
            return np.log(seen[:1] / seen[1:2])
        return np.asarray(np.log(seen / seen.sum()))
