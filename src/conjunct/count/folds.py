"""Folds and permutations of the rows, drawn only from ranks, row numbers and a seed."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from conjunct.encode import CodedTable
from conjunct.types import AnyArray, Flags

Words = npt.NDArray[np.uint64]

STEPS = (
    (np.uint64(30), np.uint64(0xBF58476D1CE4E5B9)),
    (np.uint64(27), np.uint64(0x94D049BB133111EB)),
)
"""The shifts and factors of SplitMix64's finaliser."""
LAST_SHIFT = np.uint64(31)


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
    words, moved = words.copy(), np.empty_like(words)
    for salt in (seed & (2**64 - 1), 0x9E3779B97F4A7C15):
        words ^= np.uint64(salt)
        for shift, factor in STEPS:
            np.right_shift(words, shift, out=moved)
            words ^= moved
            words *= factor
        np.right_shift(words, LAST_SHIFT, out=moved)
        words ^= moved
    return words


def permuted_table(table: CodedTable, seed: int) -> CodedTable:
    """Return a table in which each class has the same number of rows as before, but random ones.

    Only chance relates its rows and classes. The attributes of the rows are permuted; classes,
    ranks and weights stay. The permutation depends only on the number of rows and the seed, so it
    is the same on every machine. Permute the whole table before it is divided into parts: then no
    part needs the rows of another.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> from conjunct.encode import encode
    >>> table = encode(shipped_table())
    >>> chance = permuted_table(table, 0)
    >>> bool((chance.labels == table.labels).all()), bool((chance.codes(0) == table.codes(0)).all())
    (True, False)
    """
    order = np.argsort(scrambled(np.arange(table.n_rows, dtype=np.uint64), seed), kind="stable")
    return replace(table, narrow=table.narrow[:, order], wide=table.wide[:, order])
