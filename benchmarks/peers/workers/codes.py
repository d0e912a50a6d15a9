"""Attributes as one array of numbers, with codes for the values of nominal ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from peers.workers.task import Column


def as_codes(columns: Sequence[Column]) -> np.ndarray:
    """Return numbers and codes, NaN where a cell is missing."""
    return np.column_stack(
        [
            np.where(column.values < 0, np.nan, column.values)
            if column.kind == "nominal"
            else column.values
            for column in columns
        ]
    )


def positive_codes(labels: np.ndarray, n_classes: int) -> np.ndarray:
    """Return the classes to learn for a learner that tells one class from the rest.

    Of two classes it is the rarer one, the first if both are equally frequent; of more all that
    occur.
    """
    if n_classes == 2:
        return np.array([np.bincount(labels, minlength=2).argmin()])
    return np.unique(labels)
