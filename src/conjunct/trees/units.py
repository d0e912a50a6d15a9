"""n log2 n in whole units, so that entropies add exactly."""

from __future__ import annotations

import math

import numpy as np

from conjunct.types import Ints

BITS = 52
"""The largest entry has at most this many bits, so that every entry is rounded but once."""


def entropy_units(n_rows: int) -> Ints:
    """Return n log2 n for n from 0 to `n_rows`, scaled by a power of two and rounded.

    ``units[sum of counts] - sum of units[counts]`` is then the entropy of counts times their sum:
    a whole number, the same in whatever order it is added up. Two splits with the same counts in
    other places have equal scores.

    Examples
    --------
    >>> units = entropy_units(8)
    >>> int(units[8] - 2 * units[4]) / int(units[2] - 2 * units[1]), int(units[1])
    (4.0, 0)
    """
    n = np.arange(n_rows + 1, dtype=np.float64)
    n[1:] *= np.log2(n[1:])
    scale = BITS - math.ceil(math.log2(n[-1] + 2.0))
    return np.rint(np.ldexp(n, scale)).astype(np.int64)
