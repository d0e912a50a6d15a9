"""The compiled loop that lists the refinements of one cover.

The conventions are those of `conjunct.count.kernels`.
"""

from __future__ import annotations

import numpy as np

from conjunct.count.engine import AT_MOST, EQUAL
from conjunct.count.jit import njit
from conjunct.count.kernels import ZERO


@njit(cache=True, nogil=True)
def list_refinements(offsets, codes, values, numeric, forms, least, most, tests, sums):
    """List every refinement that keeps a positive and `least` to `most` rows.

    A numeric test between two codes that occur uses the middle one of the cuts that separate them.
    IN offsets, codes, values of one cover, numeric (columns,), forms (columns, 4), least, most;
    OUT tests (room, 3): column, operator, code; sums (2, room): negatives, positives. Return the
    number listed, the number tried, which includes those without a positive, and the sum of the
    numbers of rows that the latter cover.
    """
    at, tried, covered = ZERO, ZERO, ZERO
    for column in range(numeric.size):
        start, stop = offsets[column], offsets[column + 1]
        known_n, known_p, n, p = ZERO, ZERO, ZERO, ZERO
        for i in range(start, stop):
            known_n += values[i, 0]
            known_p += values[i, 1]
        first = AT_MOST if numeric[column] else EQUAL
        for i in range(start, stop - 1 if numeric[column] else stop):
            code = np.int64(codes[i])
            if numeric[column]:
                code = (code + np.int64(codes[i + 1]) - 1) >> 1
                n, p = n + values[i, 0], p + values[i, 1]
            else:
                n, p = np.int64(values[i, 0]), np.int64(values[i, 1])
            for side in range(2):
                own_n = known_n - n if side else n
                own_p = known_p - p if side else p
                if forms[column, first + side] and least <= own_n + own_p <= most:
                    tried, covered = tried + 1, covered + own_n + own_p
                    if own_p > 0:
                        tests[at, 0], tests[at, 1], tests[at, 2] = column, first + side, code
                        sums[0, at], sums[1, at] = own_n, own_p
                        at += 1
    return at, tried, covered
