"""The compiled loops that count rows.

Kernels take and fill arrays; `conjunct.count.layout` has the tuple of a coded table. ``IN`` and
``OUT`` mark the direction of arrays; scratch arrays are all zero on entry and on return. Codes run
from 0 to ``n_codes - 1``; the code ``n_codes`` means "missing" and is in no refinement. Every
function also runs as plain Python, with ``NUMBA_DISABLE_JIT=1`` or without numba.

A cover is an ascending list of rows, ``rows[start:stop]``. The rows of a table are ordered by
class, so consecutive classes that are counted in one channel form a run of consecutive rows in
every cover. `borders` has the first row of each run, and the number of rows at the end; `channels`
has the channel of each run, -1 if it is not counted.
"""

from __future__ import annotations

import numpy as np

from conjunct.count.engine import AT_MOST, EQUAL, UNEQUAL
from conjunct.count.jit import inner, lowest, njit, ones

BITS_PER_ROW = 2
BLOCK = 4096
"""Number of cells of row states that are read at a time."""
SHORT, SPARSE = 16, 128
"""Covers with fewer than `SHORT` rows per run, or with less than one row in `SPARSE`, list their
rows first."""
WORD = 64
SHIFT, LAST = 6, 63
"""A row's word is ``row >> SHIFT``, its bit in the word ``row & LAST``."""
ZERO = np.int64(0)
ONE = np.uint64(1)
EMPTY = np.uint64(0)
FULL = np.uint64(2**64 - 1)


@njit(cache=True, nogil=True)
def find_bounds(rows, start, stop, borders, bounds):
    """Find where the runs of a cover begin. IN rows, start, stop, borders; OUT bounds (runs + 1,).

    The last bound is where the last run ends.
    """
    bounds[0] = start
    bounds[borders.size - 1] = stop
    for run in range(1, borders.size - 1):
        low, high = bounds[run - 1], stop
        while low < high:
            middle = (low + high) >> 1
            if rows[middle] < borders[run]:
                low = middle + 1
            else:
                high = middle
        bounds[run] = low


@njit(cache=True, nogil=True)
def total_covers(rows, spans, borders, channels, totals):
    """Count the rows of covers. IN all but totals; OUT totals (covers, channels), zero on entry."""
    bounds = np.empty(borders.size, np.int64)
    for cover in range(spans.shape[0]):
        find_bounds(rows, spans[cover, 0], spans[cover, 1], borders, bounds)
        for run in range(channels.size):
            if channels[run] >= 0:
                totals[cover, channels[run]] += bounds[run + 1] - bounds[run]


@inner
def read_cells(coded, column, rows, start, stop, cells):
    """Read the codes of ``rows[start:stop]`` in one column. OUT cells; the rest is IN."""
    place = np.int64(coded.place[column])
    if place >= 0:
        for i in range(start, stop):
            cells[i - start] = coded.narrow[place, np.uint32(rows[i])]
    else:
        for i in range(start, stop):
            cells[i - start] = coded.wide[-1 - place, np.uint32(rows[i])]


@inner
def add_cells(codes, line, rows, start, stop, hist, base):
    """Add one to ``hist[base + code]`` for the cells of ``rows[start:stop]`` in a line of codes.

    IN codes (columns, rows), line, rows, start, stop, base; OUT hist.
    """
    low, high = np.uint32(rows[start]), np.uint32(rows[stop - 1])
    if high - low == stop - 1 - start:  # neighbours
        for row in range(low, high + np.uint32(1)):
            hist[base + codes[line, row]] += 1
    else:
        for i in range(np.uint64(start), np.uint64(stop)):
            hist[base + codes[line, np.uint32(rows[i])]] += 1


@inner
def list_rows(rows, bounds, channels, size, listed, bases):
    """List the rows of a cover that are counted, each with the offset of its channel.

    IN rows, bounds (runs + 1,), channels (runs,), size; OUT listed, bases. Return their number.
    """
    n = ZERO
    for run in range(channels.size):
        if channels[run] >= 0:
            for i in range(bounds[run], bounds[run + 1]):
                listed[n], bases[n] = rows[i], channels[run] * size
                n += 1
    return n


@inner
def count_listed(coded, column, listed, bases, n, cells, hist, few, seen):
    """Add one to ``hist[base + code]`` for every listed row.

    All cells are read before they are counted, so that the processor loads many of them at a time.
    IN coded, column, listed, bases, n (their number), few (whether to set the bits of the codes
    that occur); scratch cells; OUT hist, seen.
    """
    read_cells(coded, column, listed, ZERO, n, cells)
    for i in range(n):
        hist[bases[i] + cells[i]] += 1
    if few:
        for i in range(n):
            seen[cells[i] >> SHIFT] |= ONE << np.uint64(cells[i] & LAST)


@inner
def count_column(coded, column, rows, bounds, channels, size, hist):
    """Add one to ``hist[channel * size + code]`` for every row of a cover.

    IN coded, column, rows, bounds (runs + 1,), channels (runs,), size; OUT hist.
    """
    place = np.int64(coded.place[column])
    for run in range(channels.size):
        start, stop, base = bounds[run], bounds[run + 1], np.uint64(channels[run] * size)
        if channels[run] < 0 or stop == start:
            continue
        if place >= 0:
            add_cells(coded.narrow, place, rows, start, stop, hist, base)
        else:
            add_cells(coded.wide, -1 - place, rows, start, stop, hist, base)


@inner
def set_bits(rows, start, stop, mask):
    """Set the bits of the rows of a cover. IN rows, start, stop; OUT mask (words,)."""
    middle = start
    if stop > start and rows[stop - 1] - rows[start] == stop - 1 - start:  # neighbours
        for word in range((rows[start] >> SHIFT) + 1, rows[stop - 1] >> SHIFT):
            mask[word] = FULL
        middle = max(start, stop - WORD)
        for i in range(start, min(start + WORD, stop)):
            mask[rows[i] >> SHIFT] |= ONE << np.uint64(rows[i] & LAST)
    for i in range(middle, stop):
        mask[rows[i] >> SHIFT] |= ONE << np.uint64(rows[i] & LAST)


@inner
def count_bits(bits, code, mask, low, high):
    """Count the bits set in ``bits[code]`` and in `mask` at the places from `low` to `high`."""
    first, last = low >> SHIFT, high >> SHIFT
    left = bits[code, first] & mask[first] & (FULL << np.uint64(low & LAST))
    end = FULL >> np.uint64(LAST - (high & LAST))
    if first == last:
        return ones(left & end)
    total = ones(left) + ones(bits[code, last] & mask[last] & end)
    for word in range(np.uint64(first + 1), np.uint64(last)):
        total += ones(bits[code, word] & mask[word])
    return total


@inner
def count_column_bits(coded, column, mask, rows, bounds, channels, size, hist):
    """Count like `count_column`, with the bit sets of the codes and of the cover (mask)."""
    for run in range(channels.size):
        start, stop = bounds[run], bounds[run + 1]
        if channels[run] >= 0 and stop > start:
            low, high = np.int64(rows[start]), np.int64(rows[stop - 1])
            for code in range(coded.n_codes[column]):
                own = count_bits(coded.bits, coded.first_bits[column] + code, mask, low, high)
                hist[channels[run] * size + code] += own


@inner
def compact(hist, size, n_codes, seen, out_codes, out_counts, at):
    """Write the counts of the codes that occur, in order, and clear them.

    IN size, n_codes, at; IN-OUT hist, seen (a bit for every code that may occur); OUT out_codes,
    out_counts. Return the new end.
    """
    for word in range((n_codes >> SHIFT) + 1):
        left = seen[word]
        seen[word] = EMPTY
        while left != EMPTY:
            code = (word << SHIFT) + lowest(left)
            left &= left - ONE
            found = 0
            for channel in range(out_counts.shape[1]):
                count = hist[channel * size + code]
                hist[channel * size + code] = 0
                out_counts[at, channel] = count
                found |= count
            if found != 0 and code < n_codes:
                out_codes[at] = code
                at += 1
            if code >= n_codes:
                break
    return at


@njit(cache=True, nogil=True)
def count_covers(
    coded, columns, rows, spans, borders, channels, totals, out_codes, out_counts, offsets
):
    """Count some columns of every cover, compactly.

    IN coded, columns (their numbers), rows, spans (covers, 2): start and stop, borders, channels;
    OUT totals (covers, channels), zero on entry, out_codes (entries,),
    out_counts (entries, channels), offsets (covers * columns + 1,).
    """
    size = ZERO
    for i in range(columns.size):
        size = max(size, coded.n_codes[columns[i]] + 1)
    hist = np.zeros(totals.shape[1] * size, np.int32)
    seen = np.zeros((size >> SHIFT) + 1, np.uint64)
    mask = np.zeros(coded.bits.shape[1], np.uint64)
    bounds = np.empty(borders.size, np.int64)
    most = ZERO
    for cover in range(spans.shape[0]):
        most = max(most, spans[cover, 1] - spans[cover, 0])
    listed, bases = np.empty(most, np.uint32), np.empty(most, np.int64)
    cells = np.empty(most, np.uint16)
    at = ZERO
    offsets[0] = 0
    for cover in range(spans.shape[0]):
        start, stop = spans[cover, 0], spans[cover, 1]
        find_bounds(rows, start, stop, borders, bounds)
        n_words = ZERO
        for run in range(channels.size):
            if channels[run] >= 0 and bounds[run + 1] > bounds[run]:
                totals[cover, channels[run]] += bounds[run + 1] - bounds[run]
                n_words += (rows[bounds[run + 1] - 1] >> SHIFT) - (rows[bounds[run]] >> SHIFT) + 1
        thin = stop - start < SHORT * channels.size or SPARSE * (stop - start) < WORD * n_words
        masked, n_listed = False, -1
        for i in range(columns.size):
            column, n_codes = columns[i], coded.n_codes[columns[i]]
            few = stop - start < n_codes
            if not few:
                for word in range((n_codes >> SHIFT) + 1):
                    seen[word] = FULL
            words = n_codes * n_words
            if not (few or coded.first_bits[column] < 0 or words >= BITS_PER_ROW * (stop - start)):
                if not masked:
                    set_bits(rows, start, stop, mask)
                masked = True
                count_column_bits(coded, column, mask, rows, bounds, channels, size, hist)
            elif few or thin:
                if n_listed < 0:
                    n_listed = list_rows(rows, bounds, channels, size, listed, bases)
                count_listed(coded, column, listed, bases, n_listed, cells, hist, few, seen)
            else:
                count_column(coded, column, rows, bounds, channels, size, hist)
            at = compact(hist, size, n_codes, seen, out_codes, out_counts, at)
            offsets[cover * columns.size + i + 1] = at
        if masked and cover + 1 < spans.shape[0]:
            for i in range(start, stop):
                mask[rows[i] >> SHIFT] = EMPTY


@inner
def passes(code, op, value, n_codes):
    """Tell whether a code satisfies a condition; missing satisfies none."""
    if code == n_codes:
        return False
    if op == EQUAL:
        return code == value
    if op == UNEQUAL:
        return code != value
    if op == AT_MOST:
        return code <= value
    return code > value
