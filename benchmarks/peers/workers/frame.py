"""Attributes as a frame of numbers and text, with gaps where cells are missing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from peers.workers.task import Column


def as_frame(columns: Sequence[Column]) -> pd.DataFrame:
    """Return a frame: numbers, NaN where missing, and text, None where missing."""
    return pd.DataFrame({column.name: _cells(column) for column in columns})


def _cells(column: Column) -> np.ndarray:
    if not column.levels:
        return column.values
    return np.array([*column.levels, None], dtype=object)[column.values]
