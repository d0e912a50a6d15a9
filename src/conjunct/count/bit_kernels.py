"""Compiled loops over rows as bit sets, see `conjunct.count.bitsets`.

``IN`` and ``OUT`` mark the direction of arrays. Two counts in one word are positives above
negatives, 32 bits each, so that one addition adds both.
"""

from __future__ import annotations

import numpy as np

from conjunct.count.engine import EQUAL
from conjunct.count.jit import inner, lowest, njit, ones
from conjunct.count.kernels import EMPTY, ONE, passes

POSITIVE = 1 << 32
"""One positive, and no negative."""
CODES, COUNTS, HIST = range(3)


@njit(cache=True, nogil=True)
def fill_bits(codes, first_bits, n_codes, bits, known):
    """Set the bits of every code and of all known cells. IN all but bits, known; OUT these."""
    for column in range(codes.shape[0]):
        first = first_bits[column]
        for place in range(codes.shape[1]):
            code = np.int64(codes[column, place])
            if code < n_codes[column]:
                bit = ONE << np.uint64(place & 63)
                known[column, place >> 6] |= bit
                if first >= 0:
                    bits[first + code, place >> 6] |= bit


@inner
def list_places(covers, node, places):
    """List the places of a cover, positives first. IN covers (nodes, words), node; OUT places."""
    at = 0
    for word in range(covers.shape[1]):
        left = covers[node, word]
        while left != EMPTY:
            places[at] = (word << 6) + lowest(left)
            left &= left - ONE
            at += 1


@inner
def count_listed(codes, column, n_codes, places, positives, n_rows, found, seen):
    """Count the codes of one column over the listed places of a cover.

    IN codes (columns, places), column, n_codes, places, positives, n_rows; scratch seen, zero;
    OUT found (3, codes + 1): codes that occur, their counts and the sum of these; scratch by code,
    zero. Return how many codes occur.
    """
    for i in range(n_rows):
        code = np.int64(codes[column, places[i]])
        found[HIST, code] += POSITIVE if i < positives else 1
        seen[code >> 6] |= ONE << np.uint64(code & 63)
    size, known = 0, np.int64(0)
    for word in range((n_codes >> 6) + 1):
        left = seen[word]
        seen[word] = EMPTY
        while left != EMPTY:
            code = (word << 6) + lowest(left)
            left &= left - ONE
            if code < n_codes:
                found[CODES, size], found[COUNTS, size] = code, found[HIST, code]
                known += found[HIST, code]
                size += 1
            found[HIST, code] = 0
    found[COUNTS, size] = known
    return size


@inner
def count_packed(bits, fact, split, covers, node, total, found):
    """Count the codes of one column of a cover by its bit sets.

    In a complete column the last code has what the others leave. IN bits (codes, words), fact (of
    the column: first bit set, number of codes, whether it is complete), split, covers, node, total
    (counts of the cover); OUT found, as `count_listed`. Return how many codes occur.
    """
    first, n_codes, complete, size, left = fact[0], fact[1], fact[2], 0, total
    for code in range(n_codes - complete):
        p, n = np.int64(0), np.int64(0)
        for word in range(split):
            p += ones(bits[first + code, word] & covers[node, word])
        for word in range(split, covers.shape[1]):
            n += ones(bits[first + code, word] & covers[node, word])
        both = p * POSITIVE + n
        if both != 0:
            found[CODES, size], found[COUNTS, size] = code, both
            size += 1
            left -= both
            if left == 0:
                break
    if complete and left > 0:
        found[CODES, size], found[COUNTS, size] = n_codes - 1, left
        size, left = size + 1, np.int64(0)
    found[COUNTS, size] = total - left
    return size


@inner
def refine(problem, covers, parent, child, column, op, code):
    """Write the places of a parent that pass a test as those of a child. IN-OUT covers."""
    codes, bits, known = problem.codes, problem.bits, problem.known
    first, n_codes = problem.facts[column, 0], problem.facts[column, 1]
    for word in range(covers.shape[1]):
        left = covers[parent, word]
        if first >= 0:
            own = bits[first + code, word]
            covers[child, word] = left & (own if op == EQUAL else known[column, word] & ~own)
            continue
        kept = EMPTY
        while left != EMPTY:
            place = lowest(left)
            left &= left - ONE
            if passes(np.int64(codes[column, (word << 6) + place]), op, code, n_codes):
                kept |= ONE << np.uint64(place)
        covers[child, word] = kept
