"""Folds of the rows of a cover, drawn at random within each class."""

from __future__ import annotations

import numpy as np

from conjunct.types import AnyArray, Flags


def in_last_fold(
    labels: AnyArray, n_negatives: int, folds: int, random: np.random.Generator
) -> Flags:
    """Return which rows are in the last of several folds, drawn at random within each class.

    Rows are lined up by class, the positives before all others and each class in random order; of
    every `folds` rows the last one is chosen. So the shares of the classes differ by a row at most,
    and where there are fewer positives than folds, none is chosen.

    Parameters
    ----------
    labels : ndarray
        Classes of the rows, negatives first.
    n_negatives : int
        How many they are.
    folds : int
        Number of folds.
    random : Generator
        One number is drawn for each row.

    Examples
    --------
    >>> in_last_fold(np.array([0, 0, 0, 1, 1, 1]), 3, 3, np.random.default_rng(0)).reshape(2, 3)
    array([[ True, False, False],
           [False, False,  True]])
    """
    place = labels + 1.0
    place[n_negatives:] = 0.0
    order = np.argsort(place + random.random(len(place)), kind="stable")
    chosen = np.zeros(len(place), bool)
    chosen[order[folds - 1 :: folds]] = True
    return chosen
