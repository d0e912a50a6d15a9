"""The compiled loops that count and partition rows.

Arrays in, arrays out; `conjunct.count.layout` has the tuples of them. ``IN`` and ``OUT`` mark the
direction; scratch arrays are all zero on entry and on return. Codes run from 0 to ``n_codes - 1``;
the code ``n_codes`` is "missing" and is in no refinement. Every function also runs as plain Python
with ``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

import numpy as np
from numba import njit, types
from numba.extending import intrinsic, overload

EQUAL, UNEQUAL, AT_MOST, ABOVE = 0, 1, 2, 3
BITS_PER_ROW = 2
WORD = 64
ONE = np.uint64(1)
EMPTY = np.uint64(0)


@intrinsic
def _ctpop(context, word):
    def generate(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _cttz(context, word):
    def generate(context, builder, signature, args):
        return builder.cttz(args[0], context.get_constant(types.boolean, 0))

    return types.uint64(types.uint64), generate


def ones(word):
    """Count the set bits of a 64-bit word."""
    return int(word).bit_count()


def lowest(word):
    """Return the position of the lowest set bit of a non-zero 64-bit word."""
    word = int(word)
    return (word & -word).bit_length() - 1


@overload(ones)
def _compiled_ones(word):
    return lambda word: np.int64(_ctpop(np.uint64(word)))


@overload(lowest)
def _compiled_lowest(word):
    return lambda word: np.int64(_cttz(np.uint64(word)))


@njit(cache=True, nogil=True)
def scan_column(codes, labels, hist):
    """Add one to ``hist[label, code]`` for every row.

    IN codes (rows,), labels (rows,); OUT hist (labels, codes) int32.
    """
    size = hist.shape[1]
    flat = hist.reshape(hist.size)
    for row in range(codes.size):
        flat[np.int64(labels[row]) * size + np.int64(codes[row])] += 1


@njit(cache=True, nogil=True)
def gather_column(codes, rows, bounds, hist):
    """Add one to ``hist[channel, code]`` for every listed row.

    IN codes (rows,), rows grouped by channel, bounds (channels + 1,); OUT hist.
    """
    for channel in range(bounds.size - 1):
        line = hist[channel]
        for i in range(bounds[channel], bounds[channel + 1]):
            line[codes[rows[i]]] += 1


@njit(cache=True, nogil=True)
def pack_bits(codes, bits):
    """Set bit ``row`` of ``bits[code]`` for every row. IN codes; OUT bits (codes, words) uint64."""
    for row in range(codes.size):
        code = np.int64(codes[row])
        if code < bits.shape[0]:
            bits[code, row // WORD] |= ONE << np.uint64(row % WORD)


@njit(cache=True, nogil=True)
def fill_bits(codes, first_bits, n_codes, bits, known):
    """Set the bits of every code and of all known cells. IN all but bits, known; OUT these."""
    for column in range(codes.shape[0]):
        first = first_bits[column]
        for place in range(codes.shape[1]):
            code = np.int64(codes[column, place])
            if code < n_codes[column]:
                bit = ONE << np.uint64(place % WORD)
                known[column, place // WORD] |= bit
                if first >= 0:
                    bits[first + code, place // WORD] |= bit


@njit(cache=True, nogil=True)
def mask_rows(rows, bounds, masks):
    """Set the bits of the rows of a cover, a mask a channel. IN rows, bounds; OUT masks."""
    for channel in range(bounds.size - 1):
        for i in range(bounds[channel], bounds[channel + 1]):
            row = np.int64(rows[i])
            masks[channel, row // WORD] |= ONE << np.uint64(row % WORD)


@njit(cache=True, nogil=True)
def clear_masks(rows, bounds, masks):
    """Undo `mask_rows`. IN rows, bounds; OUT masks, zero."""
    for channel in range(bounds.size - 1):
        for i in range(bounds[channel], bounds[channel + 1]):
            masks[channel, rows[i] // WORD] = EMPTY


@njit(cache=True, nogil=True)
def count_bits(bits, masks, spans, hist):
    """Count set bits of ``bits[code] & masks[channel]`` within the span of words of each channel.

    IN bits (codes, words), masks (channels, words), spans (channels, 2); OUT hist.
    """
    for code in range(bits.shape[0]):
        for channel in range(masks.shape[0]):
            own = bits[code, spans[channel, 0] : spans[channel, 1]]
            mask = masks[channel, spans[channel, 0] : spans[channel, 1]]
            total = 0
            for word in range(own.size):
                total += ones(own[word] & mask[word])
            hist[channel, code] = total


@njit(cache=True, nogil=True)
def find_spans(rows, bounds, spans):
    """Find the words between which the rows of each channel lie. IN rows, bounds; OUT spans.

    The rows of a channel are in rising order.
    """
    for channel in range(bounds.size - 1):
        start, stop = bounds[channel], bounds[channel + 1]
        spans[channel, 0] = 0
        spans[channel, 1] = 0
        if stop > start:
            spans[channel, 0] = rows[start] // WORD
            spans[channel, 1] = rows[stop - 1] // WORD + 1


@njit(cache=True, nogil=True)
def compact_dense(hist, n_codes, out_codes, out_counts, at):
    """Write the codes of a dense histogram that occur, in order, and clear it.

    IN n_codes, at; IN-OUT hist (channels, codes); OUT out_codes, out_counts. Return the new end.
    """
    for code in range(n_codes):
        found = False
        for channel in range(hist.shape[0]):
            count = hist[channel, code]
            out_counts[at, channel] = count
            found = found or count != 0
            hist[channel, code] = 0
        if found:
            out_codes[at] = code
            at += 1
    for channel in range(hist.shape[0]):
        hist[channel, n_codes] = 0
    return at


@njit(cache=True, nogil=True)
def count_small(codes, n_codes, rows, bounds, hist, seen, out_codes, out_counts, at):
    """Count one column of a cover with fewer rows than codes, visiting only codes that occur.

    IN codes, n_codes, rows, bounds, at; scratch hist, seen; OUT out_codes, out_counts.
    """
    for channel in range(bounds.size - 1):
        for i in range(bounds[channel], bounds[channel + 1]):
            code = np.int64(codes[rows[i]])
            hist[channel, code] += 1
            seen[code // WORD] |= ONE << np.uint64(code % WORD)
    for word in range(n_codes // WORD + 1):
        left = seen[word]
        seen[word] = EMPTY
        while left != EMPTY:
            bit = lowest(left)
            left &= left - ONE
            code = word * WORD + bit
            for channel in range(bounds.size - 1):
                out_counts[at, channel] = hist[channel, code]
                hist[channel, code] = 0
            if code < n_codes:
                out_codes[at] = code
                at += 1
    return at


@njit(cache=True, nogil=True)
def count_column(codes, n_codes, rows, bounds, hist, seen, out_codes, out_counts, at):
    """Count one column of one cover into the compact arrays. Return the new end."""
    if bounds[bounds.size - 1] - bounds[0] < n_codes:
        return count_small(codes, n_codes, rows, bounds, hist, seen, out_codes, out_counts, at)
    gather_column(codes, rows, bounds, hist)
    return compact_dense(hist, n_codes, out_codes, out_counts, at)


@njit(cache=True, nogil=True)
def count_covers(coded, rows, bounds, out_codes, out_counts, offsets):
    """Count every column of every cover, compactly.

    IN coded, rows (arena), bounds (covers, channels + 1);
    OUT out_codes (entries,), out_counts (entries, channels), offsets (covers * columns + 1,).
    """
    n_columns = coded.n_codes.size
    n_channels = bounds.shape[1] - 1
    most = np.int64(0)
    for column in range(n_columns):
        most = max(most, np.int64(coded.n_codes[column]))
    hist = np.zeros((n_channels, most + 1), np.int32)
    seen = np.zeros(most // WORD + 1, np.uint64)
    masks = np.zeros((n_channels, coded.bits.shape[1]), np.uint64)
    spans = np.zeros((n_channels, 2), np.int64)
    at = 0
    offsets[0] = 0
    for cover in range(bounds.shape[0]):
        own = bounds[cover]
        find_spans(rows, own, spans)
        n_words = np.int64(0)
        for channel in range(n_channels):
            n_words += spans[channel, 1] - spans[channel, 0]
        n_rows = own[n_channels] - own[0]
        mask_rows(rows, own, masks)
        for column in range(n_columns):
            n_codes = np.int64(coded.n_codes[column])
            place = coded.place[column]
            first = coded.first_bits[column]
            if first >= 0 and n_codes * n_words < BITS_PER_ROW * n_rows:
                count_bits(coded.bits[first : first + n_codes], masks, spans, hist)
                at = compact_dense(hist, n_codes, out_codes, out_counts, at)
            elif place >= 0:
                at = count_column(
                    coded.narrow[place], n_codes, rows, own, hist, seen, out_codes, out_counts, at
                )
            else:
                at = count_column(
                    coded.wide[-1 - place],
                    n_codes,
                    rows,
                    own,
                    hist,
                    seen,
                    out_codes,
                    out_counts,
                    at,
                )
            offsets[cover * n_columns + column + 1] = at
        clear_masks(rows, own, masks)


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def keep_rows(codes, test, rows, own, child, at):
    """Append the rows of one cover that pass one test, channel by channel.

    IN codes, test (op, code, n_codes), own (parent bounds), at; IN-OUT rows (arena);
    OUT child (bounds of the child). Return the new end.
    """
    op, value, n_codes = test
    child[0] = at
    for channel in range(own.size - 1):
        for i in range(own[channel], own[channel + 1]):
            row = rows[i]
            rows[at] = row
            if passes(np.int64(codes[row]), op, value, n_codes):
                at += 1
        child[channel + 1] = at
    return at


@njit(cache=True, nogil=True)
def refine_covers(coded, rows, parents, tests, children, at):
    """Append the rows of each child to the arena.

    IN coded, parents (children, channels + 1), tests (children, 3): column, op, code; at;
    IN-OUT rows; OUT children (children, channels + 1). Return the new end.
    """
    for child in range(tests.shape[0]):
        column = tests[child, 0]
        test = (tests[child, 1], tests[child, 2], np.int64(coded.n_codes[column]))
        place = coded.place[column]
        if place >= 0:
            at = keep_rows(coded.narrow[place], test, rows, parents[child], children[child], at)
        else:
            at = keep_rows(coded.wide[-1 - place], test, rows, parents[child], children[child], at)
    return at


@njit(cache=True, nogil=True)
def divide_rows(codes, part_of, rows, own, parts, kept, ends):
    """Put the rows of one cover in the order of their part, channel by channel within each.

    IN codes, part_of (codes + 1,), own (bounds of the cover); IN-OUT rows (arena); scratch kept
    (rows,), ends (parts, channels); OUT parts (parts, channels + 1), zero on entry.
    """
    n_channels = own.size - 1
    for channel in range(n_channels):
        for i in range(own[channel], own[channel + 1]):
            kept[i - own[0]] = rows[i]
            parts[part_of[codes[rows[i]]], channel + 1] += 1
    at = own[0]
    for part in range(parts.shape[0]):
        parts[part, 0] = at
        for channel in range(n_channels):
            ends[part, channel] = at
            at += parts[part, channel + 1]
            parts[part, channel + 1] = at
    for channel in range(n_channels):
        for i in range(own[channel] - own[0], own[channel + 1] - own[0]):
            part = part_of[codes[kept[i]]]
            rows[ends[part, channel]] = kept[i]
            ends[part, channel] += 1


@njit(cache=True, nogil=True)
def split_covers(coded, rows, parents, splits, parts):
    """Divide covers in place.

    IN coded, parents (splits, channels + 1), splits (columns, parts, n_parts); IN-OUT rows;
    OUT parts (all parts, channels + 1).
    """
    most = np.int64(0)
    for parent in range(parents.shape[0]):
        most = max(most, parents[parent, -1] - parents[parent, 0])
    kept = np.empty(most, rows.dtype)
    ends = np.empty((parts.shape[0], parents.shape[1] - 1), np.int64)
    parts[:] = 0
    at, code = 0, 0
    for parent in range(parents.shape[0]):
        column = splits.columns[parent]
        own = parts[at : at + splits.n_parts[parent]]
        n_codes = np.int64(coded.n_codes[column])
        part_of = splits.parts[code : code + n_codes + 1]
        place = coded.place[column]
        if place >= 0:
            divide_rows(coded.narrow[place], part_of, rows, parents[parent], own, kept, ends)
        else:
            divide_rows(coded.wide[-1 - place], part_of, rows, parents[parent], own, kept, ends)
        at += splits.n_parts[parent]
        code += n_codes + 1
