"""Folds of the rows: drawn from a row's rank in its class and a seed, and from nothing else."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from conjunct.types import AnyArray, Flags

Words = npt.NDArray[np.uint64]


class Fold(NamedTuple):
    """One of several folds, or all rows outside of it.

    Of `n_folds` rows of a class whose ranks follow each other, each is in another fold, so that
    every fold has its share of every class.

    Parameters
    ----------
    seed : int
        Draws the folds.
    n_folds : int
        Number of folds.
    number : int
        Which fold.
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
        """Return a fold with about that share of the rows: one of n, or all but one of n.

        Examples
        --------
        >>> Fold.of_share(7, 0.25)
        Fold(seed=7, n_folds=4, number=0, outside=False)
        """
        n_folds = max(2, round(1.0 / min(share, 1.0 - share)))
        return cls(seed, n_folds, outside=share > 0.5)

    def has(self, ranks: AnyArray) -> Flags:
        """Tell which rows are meant, by their rank in their class.

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
