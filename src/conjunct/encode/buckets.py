"""Floats as ordered integers, and buckets of integers that agree in their highest bits."""

from __future__ import annotations

import numpy as np

from conjunct.types import Floats, Ints

SIGN = 63
"""Position of the sign bit."""

ALL_BUT_SIGN = np.int64(2**SIGN - 1)


def ordered_bits(values: Floats) -> Ints:
    """Return an integer for each float, in the same order as the floats.

    Non-negative floats already sort like their bits. The bits of negative floats sort in reverse,
    so all of them except the sign are flipped. -0.0 counts as 0.0.

    Parameters
    ----------
    values : ndarray of float
        The floats, without NaN.

    Examples
    --------
    >>> ordered_bits(np.array([-5e-324, -0.0, 0.0, 5e-324]))
    array([-2,  0,  0,  1])
    """
    bits = (values + 0.0).view(np.int64)
    return _flip_negative(bits)


def ordered_floats(bits: Ints) -> Floats:
    """Return the floats of ordered integers.

    Examples
    --------
    >>> ordered_floats(ordered_bits(np.array([-2.5, 1e308])))
    array([-2.5e+000,  1.0e+308])
    """
    return _flip_negative(bits.copy()).view(np.float64)


def find_buckets(bits: Ints, limit: int) -> tuple[int, Ints]:
    """Return how many low bits to drop for at most `limit` buckets, and the start of each.

    As few bits as possible are dropped. Two neighbours share a bucket if the bits in which they
    differ are dropped, so the differences alone decide.

    Parameters
    ----------
    bits : ndarray of int
        Integers in ascending order; values may repeat.
    limit : int
        The largest number of buckets, at least 2.

    Examples
    --------
    >>> find_buckets(np.array([0, 0, 1, 6, 7]), limit=4)
    (0, array([0, 2, 3, 4]))
    >>> find_buckets(np.array([0, 0, 1, 6, 7]), limit=3)
    (1, array([0, 3]))
    """
    differences = (bits[1:] ^ bits[:-1]).view(np.uint64)
    n_dropped = 0
    if np.count_nonzero(differences) >= limit:
        n_dropped = int(np.partition(differences, -limit)[-limit]).bit_length()
        differences >>= np.uint64(n_dropped)
    first = np.zeros(min(bits.size, 1), np.int64)
    return n_dropped, np.concatenate((first, np.flatnonzero(differences) + 1))


def _flip_negative(bits: Ints) -> Ints:
    """Flip all bits but the sign of negative integers, in place."""
    flips = bits >> SIGN
    flips &= ALL_BUT_SIGN
    bits ^= flips
    return bits
