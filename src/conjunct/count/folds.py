"""Folds of the rows: drawn only from a row's rank in its class and a seed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from conjunct.types import AnyArray, Flags

Words = npt.NDArray[np.uint64]


class Fold(NamedTuple):
    """One of several folds, or all rows outside it.

    Each block of `n_folds` rows of a class with consecutive ranks has one row in every fold, so
    every fold has its share of every class.

    Parameters
    ----------
    seed : int
        Seed with which the folds are drawn.
    n_folds : int
        Number of folds.
    number : int
        Number of the fold, from 0.
    outside : bool
        Whether the rows of all other folds are meant.
    """

    seed: int
    n_folds: int
    number: int = 0
    outside: bool = False

    @property
    def rest(self) -> Fold:
        """The rows that this fold leaves out."""
        return self._replace(outside=not self.outside)

    @classmethod
    def of_share(cls, seed: int, share: float) -> Fold:
        """Return a fold with about this share of the rows: one of n folds, or all but one.

        Examples
        --------
        >>> Fold.of_share(7, 0.25)
        Fold(seed=7, n_folds=4, number=0, outside=False)
        """
        n_folds = max(2, round(1.0 / min(share, 1.0 - share)))
        return cls(seed, n_folds, outside=share > 0.5)

    def has(self, ranks: AnyArray) -> Flags:
        """Tell which rows belong to the fold, by their ranks in their classes.

        Examples
        --------
        >>> Fold(0, 3).has(np.arange(6)).reshape(2, 3).sum(axis=1)
        array([1, 1])
        """
        block, place = np.divmod(ranks.astype(np.uint64), np.uint64(self.n_folds))
        shift = scrambled(block, self.seed)
        fold = (place + shift % np.uint64(self.n_folds)) % np.uint64(self.n_folds)
        return np.asarray((fold == self.number) != self.outside)


def scrambled(words: Words, seed: int) -> Words:
    """Return a random-looking 64-bit word for every word (the finaliser of SplitMix64, twice)."""
    for salt in (seed & (2**64 - 1), 0x9E3779B97F4A7C15):
        words = words ^ np.uint64(salt)
        words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        words = words ^ (words >> np.uint64(31))
    return words
