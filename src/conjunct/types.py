"""Array aliases, and why each width was chosen."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
AnyArray: TypeAlias = npt.NDArray[Any]

Count: TypeAlias = Any
"""A number of rows: an int, or a float where rows have weights. Formulas take either."""

Rows: TypeAlias = npt.NDArray[np.int32]
"""Row numbers: four bytes, so tables end at 2**31 rows an engine."""

Labels: TypeAlias = npt.NDArray[np.uint8]
"""One byte a row: the class channel, at most 255 of them."""
