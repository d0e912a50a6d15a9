"""Entropy, information gain and gain ratio: how much a split says about the class, in bits."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from conjunct.types import Floats


def entropy(counts: npt.ArrayLike) -> Floats:
    """Return H = -sum of p log2 p over the shares p of the counts, in bits.

    This is the expected number of bits that encode the class of a row. It is 0 if all rows are of
    one class, or if there are no rows.

    Parameters
    ----------
    counts : array_like, shape (..., classes)
        Rows of each class; the last axis is summed over.

    Examples
    --------
    Five rows of one class and one of another:

    >>> float(entropy([5, 1]).round(4))
    0.65
    >>> entropy([[4, 4], [8, 0]])
    array([1., 0.])
    """
    counts = np.asarray(counts, float)
    total = counts.sum(axis=-1, keepdims=True)
    shares = np.divide(counts, total, out=np.zeros(counts.shape), where=total > 0)
    bits = np.log2(shares, out=np.zeros(counts.shape), where=shares > 0)
    return np.asarray(0.0 - (shares * bits).sum(axis=-1))


def information_gain(table: npt.ArrayLike) -> Floats:
    """Return H(Y) - H(Y | X), the entropy of the class minus its entropy after a split.

    It is never negative, and 0 if all branches have the same shares of the classes.

    Parameters
    ----------
    table : array_like, shape (..., branches, classes)
        Rows of each class in each branch.

    Examples
    --------
    >>> float(information_gain([[4, 0], [1, 1]]).round(4))
    0.3167
    """
    table = np.asarray(table, float)
    sizes = table.sum(axis=-1)
    total = sizes.sum(axis=-1, keepdims=True)
    shares = np.divide(sizes, total, out=np.zeros(sizes.shape), where=total > 0)
    gain = entropy(table.sum(axis=-2)) - (shares * entropy(table)).sum(axis=-1)
    return np.asarray(np.maximum(gain, 0.0))


def gain_ratio(table: npt.ArrayLike) -> Floats:
    """Return the information gain divided by the entropy of the split itself.

    Many small branches say much about the training rows and little about others. The entropy of
    such a split is high and makes the ratio small. Quinlan (1993), *C4.5: Programs for Machine
    Learning*, page 23. The ratio is 0 if all rows are in one branch.

    Parameters
    ----------
    table : array_like, shape (..., branches, classes)
        Rows of each class in each branch.

    Examples
    --------
    A column with a different value in every row gains as much as a clean cut, but its ratio is
    lower:

    >>> [float(gain_ratio(t)) for t in ([[1, 0], [1, 0], [0, 1], [0, 1]], [[2, 0], [0, 2]])]
    [0.5, 1.0]
    """
    table = np.asarray(table, float)
    gain, split = information_gain(table), entropy(table.sum(axis=-1))
    return np.asarray(np.divide(gain, split, out=np.zeros(gain.shape), where=split > 0))
