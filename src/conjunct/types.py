"""Aliases of array types, with the reason for each width."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
AnyArray: TypeAlias = npt.NDArray[Any]

Count: TypeAlias = Any
"""A number of rows: an int, or a float if rows have weights. Formulas take either."""

Rows: TypeAlias = npt.NDArray[np.int32]
"""Row numbers: four bytes each, so an engine holds at most 2**31 rows."""

Labels: TypeAlias = npt.NDArray[np.uint8]
"""The class channel of each row: one byte, so there are at most 255 channels."""
