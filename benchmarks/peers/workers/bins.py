"""Attributes as zeros and ones, cut at the deciles of the training rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from peers.workers.task import Column

DECILES = np.arange(1, 10) / 10


def decile_bins(columns: Sequence[Column], train: np.ndarray) -> np.ndarray:
    """Return a column for each bin between deciles and for each nominal value.

    Missing cells are a bin of their own where training rows have some.
    """
    return np.column_stack([_bins(column, train) for column in columns])


def decile_steps(columns: Sequence[Column], train: np.ndarray) -> np.ndarray:
    """Return a column for "at most" each decile instead; the rest is as for bins."""
    return np.column_stack(
        [
            _bins(column, train)
            if column.levels
            else np.column_stack([_steps(column, train), _missing(column, train)])
            for column in columns
        ]
    )


def _bins(column: Column, train: np.ndarray) -> np.ndarray:
    if column.levels:
        codes, n_bins = column.values, len(column.levels)
    else:
        cuts = _cuts(column, train)
        codes = np.searchsorted(cuts, column.values)
        codes = np.where(np.isnan(column.values), -1, codes)
        n_bins = len(cuts) + 1
    return np.column_stack([codes[:, None] == np.arange(n_bins), _missing(column, train)]) * 1.0


def _steps(column: Column, train: np.ndarray) -> np.ndarray:
    return (column.values[:, None] <= _cuts(column, train)) * 1.0


def _missing(column: Column, train: np.ndarray) -> np.ndarray:
    """Return one column, or none where no training row misses a value."""
    is_missing = column.values < 0 if column.levels else np.isnan(column.values)
    return is_missing[:, None][:, : int(is_missing[train].any())] * 1.0


def _cuts(column: Column, train: np.ndarray) -> np.ndarray:
    known = column.values[train][~np.isnan(column.values[train])]
    if not len(known):
        return np.empty(0)
    cuts = np.unique(np.quantile(known, DECILES, method="lower"))
    return cuts[cuts < known.max()]
