"""Many small numbers from one draw of hypothesis, which takes a tenth of the time of many draws."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from conjunct.types import Ints


def numbers_below(draw: st.DrawFn, most: int, size: int) -> Ints:
    """Draw numbers from 0 to less than `most`, which is small; they shrink to 0."""
    drawn = np.frombuffer(draw(st.binary(min_size=2 * size, max_size=2 * size)), ">u2")
    return np.asarray(drawn % most, np.int64)


def chosen(draw: st.DrawFn, values: Any, size: int) -> Any:
    """Draw some of a few values, each as often as the others; they shrink to the first."""
    return np.asarray(values)[numbers_below(draw, len(values), size)]
