"""Weighted counts of rows by group."""

from __future__ import annotations

from typing import Any

import numpy as np

from conjunct.types import AnyArray, Floats, Ints


def weighted_counts(groups: Ints, n_groups: int, weights: Floats | None = None) -> AnyArray:
    """Return the weight of the rows in each group, as integers if all weights are whole numbers.

    Parameters
    ----------
    groups : ndarray of int
        The group of each row, from 0.
    n_groups : int
    weights : ndarray of float or None
        The weight of each row; None means 1.

    Examples
    --------
    >>> weighted_counts(np.array([0, 1, 1]), 3).tolist()
    [1, 2, 0]
    >>> weighted_counts(np.array([0, 1, 1]), 3, np.array([0.5, 2.0, 1.0])).tolist()
    [0.5, 3.0, 0.0]
    """
    if weights is None:
        return np.bincount(groups, minlength=n_groups)
    counts = np.bincount(groups, weights, n_groups)
    return counts if (weights % 1.0).any() else counts.astype(np.int64)


def plain_count(count: Any) -> Any:
    """Return a NumPy count as a Python number."""
    return np.asarray(count).item()
