"""The compiled loops that list all refinements of one cover, and their distinct counts.

Arrays in, arrays out, as in `conjunct.count.kernels`. ``IN`` and ``OUT`` mark the direction.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from conjunct.count.kernels import AT_MOST, EQUAL
from conjunct.search.kernels import sum_entries

SPREAD = 509
"""Puts pairs of counts that differ by little into different slots."""


@njit(cache=True, nogil=True)
def list_refinements(entries, columns, least, covered, tests, counts):
    """List every refinement that keeps a positive, has `least` rows and fewer than `covered`.

    A numeric test between two codes that occur is put on the middle of the cuts that separate them.
    IN entries (offsets, codes, values) of one cover, columns (numeric, allowed), least, covered;
    OUT tests (room, 3): column, operator, code; counts (2, room): positives, negatives.
    Return how many there are.
    """
    offsets, codes, values = entries
    numeric, allowed = columns
    at = 0
    for column in range(numeric.size):
        start, stop = offsets[column], offsets[column + 1]
        is_numeric = numeric[column]
        known_p, known_n = sum_entries(values, start, stop)
        first_op = AT_MOST if is_numeric else EQUAL
        p, n = np.int64(0), np.int64(0)
        for i in range(start, stop - 1 if is_numeric else stop):
            code = np.int64(codes[i])
            if is_numeric:
                code = (code + np.int64(codes[i + 1]) - 1) // 2
                p += values[i, 1]
                n += values[i, 0]
            else:
                p, n = np.int64(values[i, 1]), np.int64(values[i, 0])
            for op in range(first_op, first_op + 2):
                if op > first_op:
                    own_p, own_n = known_p - p, known_n - n
                else:
                    own_p, own_n = p, n
                size = own_p + own_n
                if allowed[column, op] and own_p > 0 and least <= size < covered:
                    tests[at, 0], tests[at, 1], tests[at, 2] = column, op, code
                    counts[0, at], counts[1, at] = own_p, own_n
                    at += 1
    return at


@njit(cache=True, nogil=True)
def number_pairs(counts, size, room, which, pairs):
    """Give each distinct pair of counts a number, in the order in which they first occur.

    IN counts (2, at least size), size, room (a power of two, larger than size);
    OUT which (at least size): the number of each one's pair; pairs, as counts: the distinct ones.
    Return how many there are.
    """
    slots = np.zeros(room, np.int32)
    n_pairs = 0
    for i in range(size):
        p, n = counts[0, i], counts[1, i]
        slot = (p * SPREAD + n) & (room - 1)
        while slots[slot] != 0:
            other = slots[slot] - 1
            if pairs[0, other] == p and pairs[1, other] == n:
                break
            slot = (slot + 1) & (room - 1)
        if slots[slot] == 0:
            pairs[0, n_pairs], pairs[1, n_pairs] = p, n
            n_pairs += 1
            slots[slot] = n_pairs
        which[i] = slots[slot] - 1
    return n_pairs
