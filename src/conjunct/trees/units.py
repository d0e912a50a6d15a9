"""n log2 n as whole numbers of a small unit, so that entropies add exactly."""

from __future__ import annotations

import math

import numpy as np

from conjunct.types import AnyArray, Ints

BITS = 52
"""The largest entry has at most this many bits, so that every entry is rounded only once."""


def entropy_units(n_rows: int) -> Ints:
    """Return n log2 n for n from 0 to `n_rows`, scaled by a power of two and rounded.

    ``units[sum of counts] - sum of units[counts]`` is then the entropy of counts times their sum.
    It is a whole number, the same for any order of addition. Two splits with the same counts in
    a different order have equal scores.

    Examples
    --------
    >>> units = entropy_units(8)
    >>> int(units[8] - 2 * units[4]) / int(units[2] - 2 * units[1]), int(units[1])
    (4.0, 0)
    """
    return EntropyUnits(n_rows)[np.arange(n_rows + 1)]


class EntropyUnits:
    """`entropy_units` of real numbers of rows, computed on demand.

    Parameters
    ----------
    n_rows : float
        The largest number of rows.

    Examples
    --------
    >>> bool((EntropyUnits(8)[np.array([0.0, 3.0, 8.0])] == entropy_units(8)[[0, 3, 8]]).all())
    True
    """

    def __init__(self, n_rows: float) -> None:
        most = n_rows * math.log2(n_rows) if n_rows > 1 else 0.0
        self._scale = BITS - math.ceil(math.log2(most + 2.0))

    def __getitem__(self, n_rows: AnyArray) -> Ints:
        """Return the units of numbers of rows."""
        units = n_rows * np.log2(n_rows, out=np.zeros(n_rows.shape), where=n_rows > 0)
        return np.asarray(np.rint(np.ldexp(units, self._scale)), np.int64)


Units = Ints | EntropyUnits
"""Units by number of rows: an array, or an object that computes them for real numbers."""


def units_of(counts: AnyArray) -> Units:
    """Return the units of all numbers up to the sum of some counts."""
    total = counts.sum().item()
    return EntropyUnits(total) if counts.dtype.kind == "f" else entropy_units(total)
