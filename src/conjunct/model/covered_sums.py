"""The first rule that holds for a row, and sums over all that do: by a table of 256 sums."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import numpy as np

from conjunct.types import AnyArray, Flags, Ints

AT_ONCE = 8
"""Rules per lookup: their flags fit into one byte."""


def covered_sums(
    covers: Iterable[Flags], added: AnyArray, start: AnyArray, n_rows: int
) -> tuple[AnyArray, Flags]:
    """Add up, for every row, what the rules that hold add; also return which rows have a rule.

    Integers are summed by lookup, eight rules at a time. Floats are added rule by rule, because
    their sum depends on the order.

    Parameters
    ----------
    covers : iterable of ndarray of bool
        Which rows each rule covers.
    added : ndarray, shape (n_rules, width)
        What each rule adds.
    start : ndarray, shape (width,)
        What every row starts with, of the same dtype as `added`.
    n_rows : int

    Returns
    -------
    sums : ndarray, shape (n_rows, width)
    covered : ndarray of bool, shape (n_rows,)

    Examples
    --------
    >>> covers = np.array([True, False, True]), np.array([True, False, False])
    >>> sums, covered = covered_sums(covers, np.array([[1, 0], [0, 5]]), np.array([7, 7]), 3)
    >>> sums.tolist(), covered.tolist()
    ([[8, 12], [7, 7], [8, 7]], [True, False, True])
    """
    sums: AnyArray = np.tile(start, (n_rows, 1))
    covered = np.zeros(n_rows, np.bool_)
    size = 1 if added.dtype.kind == "f" else AT_ONCE
    one_by_one = iter(covers)
    for first in range(0, len(added), size):
        holding = _as_bytes(islice(one_by_one, size), n_rows)
        covered |= holding > 0
        sums += _all_sums(added[first : first + size])[holding]
    return sums, covered


def first_of(covers: Iterable[Flags], n_rows: int) -> Ints:
    """Return, for every row, the position of the first rule that holds; -1 if none does.

    Examples
    --------
    >>> first_of([np.array([False, True, False]), np.array([True, True, False])], 3).tolist()
    [1, 0, -1]
    """
    found = np.full(n_rows, -1, dtype=np.int64)
    for position, holds in enumerate(covers):
        found[holds & (found < 0)] = position
    return found


def _as_bytes(flags: Iterable[Flags], n_rows: int) -> AnyArray:
    """Return one byte per row, with the bit of each rule that holds set."""
    found = np.zeros(n_rows, np.uint8)
    for bit, holds in enumerate(flags):
        found |= holds.view(np.uint8) << np.uint8(bit)
    return found


def _all_sums(added: AnyArray) -> AnyArray:
    """Return the sum for every combination of rules; the bits of its index say which rules hold."""
    sums: AnyArray = np.zeros((1, added.shape[1]), added.dtype)
    for one in added:
        sums = np.concatenate((sums, sums + one))
    return sums
