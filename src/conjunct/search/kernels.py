"""The compiled loops that score refinements and pick beams from them.

Arrays in, arrays out, as in `conjunct.count.kernels`; `conjunct.count.layout` has the tuples of
them. ``IN`` and ``OUT`` mark the direction; scratch arrays are all zero on entry and on return.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from conjunct.count.kernels import ABOVE, AT_MOST, EMPTY, EQUAL, ONE

NEGATIVES = 4
FIRST, STOP, SCORED = 2, 3, 4


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
def note_purest(sums, cover, p, n):
    """Keep the counts with the largest share of positives. IN-OUT sums (covers, 5)."""
    if p * sums[cover, 4] > sums[cover, 3] * n:
        sums[cover, 3], sums[cover, 4] = p, n


@njit(cache=True, nogil=True)
def pick_nominal(entries, frame, columns, scoring, picks, at, sums):
    """Emit every ``=`` and ``≠`` test of one cover and nominal column.

    IN entries (codes, values, start, stop), frame (cover, column, rows, key), columns, scoring
    (weights, least rows, least positives), at; OUT picks, sums (covers, 5): scored, covered,
    pruned, positives and negatives of the purest. Return the new end.
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
            note_purest(sums, cover, p, n)
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
            note_purest(sums, cover, p, n)
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
    OUT picks, firsts (covers + 1,), sums (covers, 5): refinements scored, the rows that they cover,
    candidates left out for their bound, positives and negatives of the purest refinement.
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
        sums[cover, 4] = 1
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
    """Find the best candidate, and keep those that could still lead to a better one, none twice.

    A candidate is pruned if its positives alone would score no higher than the best one up to it,
    or, of those selected, than the best one of all.
    IN what, merit, key (pool), segments (segments, 2) in the order of the beam, best (-1: none);
    scratch table (a power of two); OUT heap (width, 2): candidate, sequence; best first.
    Return the best, the number selected, those of them kept and the number pruned.
    """
    width = heap.shape[0]
    size, sequence, pruned = 0, np.int64(0), np.int64(0)
    for segment in range(segments.shape[0]):
        for i in range(segments[segment, 0], segments[segment, 1]):
            sequence += 1
            if best < 0 or beats(what, merit, i, best):
                best = i
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
    kept = 0
    for entry in range(size):
        if merit[heap[entry, 0], 1] > merit[best, 0]:
            heap[kept, 0] = heap[entry, 0]
            kept += 1
    return best, size, kept, pruned + size - kept


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

    IN pool (what, merit, key), about (all nodes, 9), nodes (the beam), width, best (-1: none).
    Return the best, the candidates kept, the number selected and the number pruned.
    """
    what, merit, key = pool
    segments = np.empty((nodes.size, 2), np.int64)
    n_candidates = np.int64(0)
    for i in range(nodes.size):
        segments[i, 0] = about[nodes[i], FIRST]
        segments[i, 1] = about[nodes[i], STOP]
        n_candidates += segments[i, 1] - segments[i, 0]
    heap = np.empty((min(width, n_candidates), 2), np.int64)
    table = key_table(n_candidates)
    best, size, kept, pruned = pick_beam(what, merit, key, segments, best, table, heap)
    return best, heap[:kept, 0], size, pruned


@njit(cache=True, nogil=True)
def survey_beams(pool, about, beams, sets, found):
    """Survey several beams of one level, one after the other.

    IN pool (what, merit, key), about (all nodes, 9), beams (nodes of all, ends, widths, bests),
    sets (set_keys, used, attribute_keys);
    OUT found (beams, 9): best, end of its picks, refinements scored, rows that they cover,
    candidates pruned, distinct attribute sets, candidates selected, positives and negatives of the
    purest refinement. Return the picks of all beams.
    """
    nodes, ends, widths, bests = beams
    set_keys, used, attribute_keys = sets
    picks = np.empty(widths.sum(), np.int64)
    start, end = 0, 0
    for beam in range(ends.size):
        own = nodes[start : ends[beam]]
        start = ends[beam]
        best, kept, selected, pruned = survey(pool, about, own, widths[beam], bests[beam])
        picks[end : end + kept.size] = kept
        end += kept.size
        found[beam, 0], found[beam, 1], found[beam, 4] = best, end, pruned
        found[beam, 8] = 1
        for node in own:
            found[beam, 2] += about[node, SCORED]
            found[beam, 3] += about[node, SCORED + 1]
            found[beam, 4] += about[node, SCORED + 2]
            if about[node, SCORED + 3] * found[beam, 8] > found[beam, 7] * about[node, SCORED + 4]:
                found[beam, 7], found[beam, 8] = about[node, SCORED + 3], about[node, SCORED + 4]
        found[beam, 5] = count_combinations(own, set_keys, used, attribute_keys)
        found[beam, 6] = selected
    return picks[:end]
