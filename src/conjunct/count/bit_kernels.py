"""Compiled loops over rows as bit sets, see `conjunct.count.fused_beams`.

``IN`` and ``OUT`` mark the direction of arrays. Two counts share one word: positives in the upper
32 bits, negatives in the lower 32 bits, so that one addition adds both.
"""

from __future__ import annotations

import numpy as np

from conjunct.count.engine import EQUAL
from conjunct.count.jit import inner, lowest, njit, ones
from conjunct.count.kernels import EMPTY, FULL, ONE, find_bounds, passes, read_cells

POSITIVE = 1 << 32
"""The counts of one positive and no negative."""
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
    zero. Return the number of codes that occur.
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

    In a complete column the count of the last code is the total minus those of the others. IN bits
    (codes, words), fact (of the column: first bit set, number of codes, whether it is complete),
    split, covers, node, total (counts of the cover); OUT found, as in `count_listed`. Return the
    number of codes that occur.
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
    """Write the places of a parent that pass a test as the cover of a child. IN-OUT covers."""
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


@inner
def test_words(coded, rows, start, n, tests, cells, words):
    """Write which of at most 64 rows pass each test.

    IN coded, rows, start, n (their number), tests (in the order of columns); scratch cells (64,);
    OUT words (tests,).
    """
    column = np.int64(-1)
    for test in range(tests.shape[0]):
        if tests[test, 0] != column:
            column = tests[test, 0]
            read_cells(coded, column, rows, start, start + n, cells)
        op, code, n_codes = tests[test, 1], tests[test, 2], coded.n_codes[column]
        word = EMPTY
        for i in range(n):
            word |= np.uint64(passes(np.int64(cells[i]), op, code, n_codes)) << np.uint64(i)
        words[test] = word


@inner
def add_word(word, start, bounds, first_run, channels, sums):
    """Count the rows of a word by channel.

    IN word, start (the place of its first row), bounds (runs + 1,), first_run (of the word),
    channels; OUT sums (channels,).
    """
    run, left = first_run, word
    while left != EMPTY:
        size = bounds[run + 1] - start
        own = left if size >= 64 else left & ((ONE << np.uint64(max(size, 0))) - ONE)
        if channels[run] >= 0:
            sums[channels[run]] += ones(own)
        left &= ~own
        run += 1


@njit(cache=True, nogil=True)
def tally_words(coded, rows, spans, tests, parts, ends, first, borders, channels, sums):
    """Count the rows of every cover that satisfy every body, 64 rows at a time.

    IN coded, rows, spans (covers, 2), tests (each once, in the order of columns), parts (the tests
    of all bodies, by their place), ends (bodies,), first (whether a row counts only for the first
    body that it satisfies), borders, channels; OUT sums (covers, bodies, channels), zero on entry.
    """
    bounds = np.empty(borders.size, np.int64)
    words, cells = np.empty(tests.shape[0], np.uint64), np.empty(64, np.uint16)
    for cover in range(spans.shape[0]):
        find_bounds(rows, spans[cover, 0], spans[cover, 1], borders, bounds)
        run = 0
        for start in range(spans[cover, 0], spans[cover, 1], 64):
            n = min(64, spans[cover, 1] - start)
            test_words(coded, rows, start, n, tests, cells, words)
            while bounds[run + 1] <= start:
                run += 1
            left, at = FULL >> np.uint64(64 - n), 0
            for body in range(ends.size):
                word = left
                while at < ends[body] and word != EMPTY:
                    word &= words[parts[at]]
                    at += 1
                at = ends[body]
                if word != EMPTY:
                    add_word(word, start, bounds, run, channels, sums[cover, body])
                    if first:
                        left &= ~word
