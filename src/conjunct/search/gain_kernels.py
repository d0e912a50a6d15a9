"""The compiled loop that finds the refinement of one cover with the highest gain.

Arrays in, numbers out, as in `conjunct.count.kernels`. ``IN`` marks what is read.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from conjunct.search.climb_kernels import list_refinements


@njit(cache=True, nogil=True)
def best_condition(entries, columns, positives, negatives):
    """Find the condition of highest `conjunct.evaluate.smoothed_gain`; of equal ones the first.

    IN entries (offsets, codes, values) of one cover, columns (numeric, allowed), its positives and
    negatives. Return how many conditions were scored, the rows that they cover together, and of the
    best one the column (-1 if none gains anything), operator, code, positives and negatives.
    """
    room = 2 * entries[1].size
    tests = np.empty((room, 3), np.int64)
    counts = np.empty((2, room), np.int64)
    size = list_refinements(entries, columns, 1, positives + negatives, tests, counts)
    before = math.log2((positives + 1) / (positives + negatives + 1))
    best, highest, covered = -1, 0.0, 0
    for i in range(size):
        p, n = counts[0, i], counts[1, i]
        covered += p + n
        if -p * before > highest:  # else it would not win even without negatives
            gain = p * (math.log2((p + 1) / (p + n + 1)) - before)
            if gain > highest:
                best, highest = i, gain
    if best < 0:
        return size, covered, -1, -1, -1, 0, 0
    return (
        size,
        covered,
        tests[best, 0],
        tests[best, 1],
        tests[best, 2],
        counts[0, best],
        counts[1, best],
    )
