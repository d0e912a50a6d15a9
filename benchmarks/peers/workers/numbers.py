"""Nominal attributes as numbers, for learners that take nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from peers.workers.task import Column


def as_numbers(columns: Sequence[Column]) -> np.ndarray:
    """Return the attributes as numbers, a column of zeros and ones for each nominal value.

    A missing nominal cell is zero in all of them; a missing number stays NaN.
    """
    numbers = []
    for column in columns:
        if column.kind == "numeric":
            numbers.append(column.values)
        else:
            numbers += [(column.values == code) * 1.0 for code in range(len(column.levels))]
    return np.column_stack(numbers)


def filled(numbers: np.ndarray, train: np.ndarray) -> np.ndarray:
    """Return the numbers with the median of the training rows in place of NaN."""
    known = np.where(np.isnan(numbers[train]).all(axis=0), 0.0, numbers)
    return np.where(np.isnan(known), np.nanmedian(known[train], axis=0), known)
