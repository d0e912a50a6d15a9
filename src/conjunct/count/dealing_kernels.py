"""The compiled loops that sort the rows of a cover by the bodies and conditions they satisfy.

Arrays in, arrays out, as in `conjunct.count.kernels`. ``IN`` and ``OUT`` mark the direction.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from conjunct.count.kernels import passes


@njit(cache=True, nogil=True)
def n_satisfied(coded, row, tests, start, stop):
    """Count how many of the conditions `start` to `stop` a row satisfies before it fails one."""
    for i in range(start, stop):
        column = tests[i, 0]
        place = coded.place[column]
        if place >= 0:
            code = np.int64(coded.narrow[place, row])
        else:
            code = np.int64(coded.wide[-1 - place, row])
        if not passes(code, tests[i, 1], tests[i, 2], np.int64(coded.n_codes[column])):
            return i - start
    return stop - start


@njit(cache=True, nogil=True)
def list_satisfying(coded, tests, rows):
    """List the rows that satisfy all conditions. IN coded, tests; OUT rows. Return how many."""
    at = 0
    for row in range(rows.size):
        rows[at] = row
        if n_satisfied(coded, row, tests, 0, tests.shape[0]) == tests.shape[0]:
            at += 1
    return at


@njit(cache=True, nogil=True)
def deal_rows(coded, rows, own, bodies, counts, rest, at):
    """Give every row of a cover to the first body that it satisfies; append those of none.

    IN coded, own (bounds of the cover), bodies (tests, ends of each body), at; IN-OUT rows (arena);
    OUT counts (bodies, channels), zero on entry; rest (bounds of what is left).
    """
    tests, ends = bodies
    rest[0] = at
    for channel in range(own.size - 1):
        for i in range(own[channel], own[channel + 1]):
            row = rows[i]
            start = np.int64(0)
            taken = False
            for body in range(ends.size):
                stop = ends[body]
                if n_satisfied(coded, row, tests, start, stop) == stop - start:
                    counts[body, channel] += 1
                    taken = True
                    break
                start = stop
            if not taken:
                rows[at] = row
                at += 1
        rest[channel + 1] = at


@njit(cache=True, nogil=True)
def follow_tests(coded, rows, own, tests, counts, last, at):
    """Count the rows of a cover after each of several conditions; append those that pass all.

    IN coded, own (bounds of the cover), tests, at; IN-OUT rows (arena);
    OUT counts (tests, channels), zero on entry; last (bounds of the rows that pass all).
    """
    last[0] = at
    for channel in range(own.size - 1):
        for i in range(own[channel], own[channel + 1]):
            row = rows[i]
            satisfied = n_satisfied(coded, row, tests, 0, tests.shape[0])
            for test in range(satisfied):
                counts[test, channel] += 1
            if satisfied == tests.shape[0]:
                rows[at] = row
                at += 1
        last[channel + 1] = at
