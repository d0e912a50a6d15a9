"""The compiled loops: count, partition, score, pick. The only file that imports numba.

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
NEGATIVES = 4
FIRST, STOP, SCORED = 2, 3, 4
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
def fraction(weights, p, n):
    """Return ``(w0 p + w1 n + w2) / (w3 p + w4 n + w5)``: Laplace, precision and their kin."""
    return (weights[0] * p + weights[1] * n + weights[2]) / (
        weights[3] * p + weights[4] * n + weights[5]
    )


@njit(cache=True, nogil=True)
def test_key(columns, column, op, code):
    """Return the random word of a test; a conjunct's key is the exclusive or of its tests'."""
    return columns.keys[columns.first_key[column] + (op & 1) * columns.n_codes[column] + code]


@njit(cache=True, nogil=True)
def put_pick(picks, at, what, merit, key):
    """Write one candidate. IN all but picks; OUT picks."""
    for field in range(5):
        picks.what[at, field] = what[field]
    picks.merit[at, 0] = merit[0]
    picks.merit[at, 1] = merit[1]
    picks.key[at] = key


@njit(cache=True, nogil=True)
def sum_entries(values, start, stop):
    """Return the positives and negatives of a segment. IN values (entries, 2), start, stop."""
    positives, negatives = np.int64(0), np.int64(0)
    for i in range(start, stop):
        negatives += values[i, 0]
        positives += values[i, 1]
    return positives, negatives


@njit(cache=True, nogil=True)
def pick_nominal(entries, frame, columns, scoring, picks, at, sums):
    """Emit every ``=`` and ``≠`` test of one cover and nominal column.

    IN entries (codes, values, start, stop), frame (cover, column, rows, key), columns, scoring
    (weights, least rows, least positives), at; OUT picks, sums (covers, 3): scored, covered,
    pruned. Return the new end.
    """
    codes, values, start, stop = entries
    cover, column, covered, key = frame
    weights, least, enough = scoring
    known_p, known_n = sum_entries(values, start, stop)
    for i in range(start, stop):
        code = np.int64(codes[i])
        for op in range(2):
            p = np.int64(values[i, 1]) if op == EQUAL else known_p - values[i, 1]
            n = np.int64(values[i, 0]) if op == EQUAL else known_n - values[i, 0]
            if not columns.allowed[column, op] or p < 1 or p + n < least or p + n >= covered:
                continue
            sums[cover, 0] += 1
            sums[cover, 1] += p + n
            if p < enough:
                sums[cover, 2] += 1
                continue
            own = key ^ test_key(columns, column, op, code)
            merit = (fraction(weights, p, n), fraction(weights, p, 0))
            put_pick(picks, at, (column, op, code, p, n), merit, own)
            at += 1
    return at


@njit(cache=True, nogil=True)
def pick_numeric(entries, frame, columns, scoring, picks, at, sums):
    """Emit the best ``≤`` and the best ``>`` test of one cover and numeric column.

    A test between two codes that occur is put on the middle of the cuts that separate them.
    IN and OUT as `pick_nominal`.
    """
    codes, values, start, stop = entries
    cover, column, covered, key = frame
    weights, least, enough = scoring
    known_p, known_n = sum_entries(values, start, stop)
    for op in range(AT_MOST, ABOVE + 1):
        if not columns.allowed[column, op]:
            continue
        low_p, low_n = np.int64(0), np.int64(0)
        best_p, best_n, best_code = np.int64(0), np.int64(0), np.int64(-1)
        best = 0.0
        for i in range(start, stop - 1):
            low_n += values[i, 0]
            low_p += values[i, 1]
            p = low_p if op == AT_MOST else known_p - low_p
            n = low_n if op == AT_MOST else known_n - low_n
            if p < 1 or p + n < least or p + n >= covered:
                continue
            sums[cover, 0] += 1
            sums[cover, 1] += p + n
            score = fraction(weights, p, n)
            if best_code < 0 or score > best or (score == best and n < best_n):
                best, best_p, best_n = score, p, n
                best_code = (np.int64(codes[i]) + np.int64(codes[i + 1]) - 1) // 2
        if best_code < 0:
            continue
        if best_p < enough:
            sums[cover, 2] += 1
            continue
        own = key ^ test_key(columns, column, op, best_code)
        merit = (best, fraction(weights, best_p, 0))
        put_pick(picks, at, (column, op, best_code, best_p, best_n), merit, own)
        at += 1
    return at


@njit(cache=True, nogil=True)
def least_positives(weights, floor, most):
    """Return the fewest positives whose score without negatives reaches `floor`, or most + 1.

    The score must not fall when positives are added.
    """
    low, high = np.int64(0), np.int64(most) + 1
    while low < high:
        middle = (low + high) // 2
        if fraction(weights, middle, 0) < floor:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True, nogil=True)
def pick_refinements(counts, columns, nodes, bounds, picks, firsts, sums):
    """Emit the candidate refinements of every cover.

    IN counts (offsets, codes, values, totals), columns, nodes (used (covers, attributes), keys),
    bounds (weights (6,), least number of rows that a rule covers, least bound of a candidate);
    OUT picks, firsts (covers + 1,), sums (covers, 3): refinements scored, the rows that they
    cover, and candidates left out for their bound.
    """
    offsets, codes, values, totals = counts
    used, keys = nodes
    weights, least, floor = bounds
    scoring = (weights, least, least_positives(weights, floor, totals[:, 1].max()))
    n_columns = columns.attribute.size
    at = 0
    firsts[0] = 0
    for cover in range(totals.shape[0]):
        covered = totals[cover, 0] + totals[cover, 1]
        for column in range(n_columns):
            if used[cover, columns.attribute[column]]:
                continue
            segment = cover * n_columns + column
            start, stop = offsets[segment], offsets[segment + 1]
            entries = (codes, values, start, stop)
            frame = (cover, column, covered, keys[cover])
            if columns.numeric[column]:
                at = pick_numeric(entries, frame, columns, scoring, picks, at, sums)
            else:
                at = pick_nominal(entries, frame, columns, scoring, picks, at, sums)
        firsts[cover + 1] = at


@njit(cache=True, nogil=True)
def beats(what, merit, i, j):
    """Tell whether candidate `i` scores higher than `j`, or the same with fewer negatives."""
    return merit[i, 0] > merit[j, 0] or (
        merit[i, 0] == merit[j, 0] and what[i, NEGATIVES] < what[j, NEGATIVES]
    )


@njit(cache=True, nogil=True)
def best_pick(what, merit, segments, best):
    """Return the candidate that beats all before it, `best` (-1: none) being the first.

    IN what, merit (pool), segments (segments, 2), best.
    """
    for segment in range(segments.shape[0]):
        for i in range(segments[segment, 0], segments[segment, 1]):
            if best < 0 or beats(what, merit, i, best):
                best = i
    return best


@njit(cache=True, nogil=True)
def add_key(table, key):
    """Add a key to a set with open addresses; return whether it is new. IN-OUT table."""
    if key == EMPTY:
        key = ONE
    mask = np.uint64(table.size - 1)
    slot = np.int64((key ^ (key >> np.uint64(32))) & mask)
    while table[slot] != EMPTY:
        if table[slot] == key:
            return False
        slot = (slot + 1) % table.size
    table[slot] = key
    return True


@njit(cache=True, nogil=True)
def is_worse(what, merit, heap, a, b):
    """Tell whether heap entry `a` comes after entry `b` in the tie order."""
    i, j = heap[a, 0], heap[b, 0]
    if beats(what, merit, i, j):
        return False
    return beats(what, merit, j, i) or heap[a, 1] > heap[b, 1]


@njit(cache=True, nogil=True)
def swap(heap, a, b):
    """Exchange two entries. IN-OUT heap."""
    for field in range(2):
        heap[a, field], heap[b, field] = heap[b, field], heap[a, field]


@njit(cache=True, nogil=True)
def sift_down(what, merit, heap, size):
    """Restore a heap whose root was replaced; the worst entry is at the root. IN-OUT heap."""
    at = 0
    while True:
        worst = at
        for child in range(2 * at + 1, min(2 * at + 3, size)):
            if is_worse(what, merit, heap, child, worst):
                worst = child
        if worst == at:
            return
        swap(heap, at, worst)
        at = worst


@njit(cache=True, nogil=True)
def sift_up(what, merit, heap, at):
    """Restore a heap whose last entry is new. IN-OUT heap."""
    while at > 0 and is_worse(what, merit, heap, at, (at - 1) // 2):
        swap(heap, at, (at - 1) // 2)
        at = (at - 1) // 2


@njit(cache=True, nogil=True)
def pick_beam(what, merit, key, segments, best, table, heap):
    """Keep the best candidates that could still lead to a better one than `best`, none twice.

    IN what, merit, key (pool), segments (segments, 2) in the order of the beam, best;
    scratch table (a power of two); OUT heap (width, 2): candidate, sequence; best first.
    Return the number kept and the number pruned.
    """
    width = heap.shape[0]
    size, sequence, pruned = 0, np.int64(0), np.int64(0)
    for segment in range(segments.shape[0]):
        for i in range(segments[segment, 0], segments[segment, 1]):
            sequence += 1
            if merit[i, 1] <= merit[best, 0]:
                pruned += 1
            elif size < width:
                if add_key(table, key[i]):
                    heap[size, 0], heap[size, 1] = i, sequence
                    size += 1
                    sift_up(what, merit, heap, size - 1)
            elif beats(what, merit, i, heap[0, 0]) and add_key(table, key[i]):
                heap[0, 0], heap[0, 1] = i, sequence
                sift_down(what, merit, heap, size)
    for last in range(size - 1, 0, -1):
        swap(heap, 0, last)
        sift_down(what, merit, heap, last)
    return size, pruned


@njit(cache=True, nogil=True)
def key_table(size):
    """Return an empty set with open addresses for at most `size` keys."""
    room = 16
    while room < 2 * size:
        room *= 2
    return np.zeros(room, np.uint64)


@njit(cache=True, nogil=True)
def count_combinations(nodes, set_keys, used, attribute_keys):
    """Count the distinct sets that arise by adding one unused attribute to the set of each node.

    IN nodes, set_keys (all nodes), used (all nodes, attributes), attribute_keys (0 where never
    usable). Return the number. All sets have the same size, so that neither a set nor its key
    occurs among the larger ones.
    """
    table = key_table(nodes.size * (attribute_keys.size + 1))
    distinct = 0
    for node in nodes:
        if not add_key(table, set_keys[node]):
            continue
        for attribute in range(attribute_keys.size):
            key = attribute_keys[attribute]
            if key != EMPTY and not used[node, attribute] and add_key(table, set_keys[node] ^ key):
                distinct += 1
    return distinct


@njit(cache=True, nogil=True)
def survey(pool, about, nodes, width, best):
    """Find the best candidate of a beam, and those that could still lead to a better one.

    IN pool (what, merit, key), about (all nodes, 7), nodes (the beam), width, best (-1: none).
    Return the best, the candidates kept and the number pruned.
    """
    what, merit, key = pool
    segments = np.empty((nodes.size, 2), np.int64)
    n_candidates = np.int64(0)
    for i in range(nodes.size):
        segments[i, 0] = about[nodes[i], FIRST]
        segments[i, 1] = about[nodes[i], STOP]
        n_candidates += segments[i, 1] - segments[i, 0]
    heap = np.empty((min(width, n_candidates), 2), np.int64)
    best = best_pick(what, merit, segments, best)
    if best < 0:
        return best, heap[:0, 0], np.int64(0)
    table = key_table(n_candidates)
    size, pruned = pick_beam(what, merit, key, segments, best, table, heap)
    return best, heap[:size, 0], pruned


@njit(cache=True, nogil=True)
def survey_beams(pool, about, beams, sets, found):
    """Survey several beams of one level, one after the other.

    IN pool (what, merit, key), about (all nodes, 7), beams (nodes of all, ends, widths, bests),
    sets (set_keys, used, attribute_keys);
    OUT found (beams, 6): best, end of its picks, refinements scored, rows that they cover,
    candidates pruned, distinct attribute sets. Return the picks of all beams.
    """
    nodes, ends, widths, bests = beams
    set_keys, used, attribute_keys = sets
    picks = np.empty(widths.sum(), np.int64)
    start, end = 0, 0
    for beam in range(ends.size):
        own = nodes[start : ends[beam]]
        start = ends[beam]
        best, kept, pruned = survey(pool, about, own, widths[beam], bests[beam])
        picks[end : end + kept.size] = kept
        end += kept.size
        found[beam, 0], found[beam, 1], found[beam, 4] = best, end, pruned
        for node in own:
            found[beam, 2] += about[node, SCORED]
            found[beam, 3] += about[node, SCORED + 1]
            found[beam, 4] += about[node, SCORED + 2]
        found[beam, 5] = count_combinations(own, set_keys, used, attribute_keys)
    return picks[:end]
