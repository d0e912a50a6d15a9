"""The compiled beam search of small tables: covers are bit sets, scores are looked up.

Arrays in, arrays out, as in `conjunct.count.kernels`; `conjunct.search.bits` has the tuples of
them. ``IN`` and ``OUT`` mark the direction; scratch arrays are all zero on entry and on return.
A candidate refinement is one word: from the lowest bit 16 bits of code, 2 of operator, 14 of
column, 16 of positives, 15 of negatives. Two counts in one word are positives above negatives, 32
bits each, so that one addition adds both.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from conjunct.count.kernels import (
    ABOVE,
    AT_MOST,
    EMPTY,
    EQUAL,
    ONE,
    WORD,
    lowest,
    ones,
    passes,
)
from conjunct.search.kernels import add_key, key_table

PARENT, COLUMN, OP, CODE, P, N, FIRST, STOP, SCORED, COVERED, PRUNED, PUREST = range(12)
ABOUT = 12
POSITIVE = 1 << 32
LOW = POSITIVE - 1
WORDS_A_ROW = 2
MOST = (1 << 21) - 1
NOTHING = 1
"""Counts of a rule that covers one negative: any other is as pure."""


@njit(cache=True, nogil=True)
def pack_candidate(column, op, code, p, n):
    """Return a candidate as one word."""
    return (n << 48) | (p << 32) | (column << 18) | (op << 16) | code


@njit(cache=True, nogil=True)
def unpack_test(word):
    """Return column, operator and code of a candidate."""
    return (word >> 18) & 0x3FFF, (word >> 16) & 3, word & 0xFFFF


@njit(cache=True, nogil=True)
def unpack_counts(word):
    """Return positives and negatives of a candidate."""
    return (word >> 32) & 0xFFFF, word >> 48


@njit(cache=True, nogil=True)
def list_places(covers, node, places):
    """List the places of a cover, positives first. IN covers (nodes, words), node; OUT places."""
    at = 0
    for word in range(covers.shape[1]):
        left = covers[node, word]
        while left != EMPTY:
            places[at] = word * WORD + lowest(left)
            left &= left - ONE
            at += 1


@njit(cache=True, nogil=True)
def count_listed(codes, column, n_codes, places, positives, n_rows, hist, seen, found, counts):
    """Count the codes of one column over the listed places of a cover.

    IN codes (columns, places), column, n_codes, places, positives, n_rows; scratch hist, seen;
    OUT found, counts: the codes that occur, in order. Return how many there are.
    """
    for i in range(n_rows):
        code = np.int64(codes[column, places[i]])
        hist[code] += POSITIVE if i < positives else 1
        seen[code // WORD] |= ONE << np.uint64(code % WORD)
    size = 0
    for word in range(n_codes // WORD + 1):
        left = seen[word]
        seen[word] = EMPTY
        while left != EMPTY:
            code = word * WORD + lowest(left)
            left &= left - ONE
            if code < n_codes:
                found[size] = code
                counts[size] = hist[code]
                size += 1
            hist[code] = 0
    return size


@njit(cache=True, nogil=True)
def count_packed(bits, first, n_codes, complete, split, covers, node, totals, found, counts):
    """Count the codes of one column of a cover by its bit sets.

    In a complete column the last code has what the others leave. IN bits (codes, words), first
    (row of the column), n_codes, complete, split, covers, node, totals; OUT found, counts, as
    `count_listed`. Return how many codes occur.
    """
    last = first + n_codes - (1 if complete else 0)
    size = 0
    left = totals
    for row in range(first, last):
        p, n = np.int64(0), np.int64(0)
        for word in range(split):
            p += ones(bits[row, word] & covers[node, word])
        for word in range(split, covers.shape[1]):
            n += ones(bits[row, word] & covers[node, word])
        both = p * POSITIVE + n
        if both != 0:
            found[size] = row - first
            counts[size] = both
            size += 1
            left -= both
            if left == 0:
                return size
    if complete:
        found[size] = n_codes - 1
        counts[size] = left
        size += 1
    return size


@njit(cache=True, nogil=True)
def emit_nominal(
    column, allowed, found, counts, size, covered, scores, least, floor, pool, pool_scores, at, sums
):
    """Emit every ``=`` and ``≠`` test of one cover and nominal column. Return the new end.

    IN column, allowed (columns, 4), found and counts (codes that occur), size, covered (rows of the
    cover), scores (p, n), least (rows of a rule), floor (least bound of a candidate), at;
    OUT pool, pool_scores, sums (4,): refinements scored, rows that they cover, candidates pruned,
    counts of the purest refinement.
    """
    known = np.int64(0)
    for i in range(size):
        known += counts[i]
    for i in range(size):
        for op in range(2):
            both = counts[i] if op == EQUAL else known - counts[i]
            p, n = both >> 32, both & LOW
            if not allowed[column, op] or p < 1 or p + n < least or p + n >= covered:
                continue
            sums[0] += 1
            sums[1] += p + n
            sums[3] = purer(sums[3], both)
            if scores[p, 0] < floor:
                sums[2] += 1
                continue
            pool[at] = pack_candidate(column, op, found[i], p, n)
            pool_scores[at] = scores[p, n]
            at += 1
    return at


@njit(cache=True, nogil=True)
def emit_numeric(
    column, allowed, found, counts, size, covered, scores, least, floor, pool, pool_scores, at, sums
):
    """Emit the best ``≤`` and the best ``>`` test of one cover and numeric column.

    A test between two codes that occur is put on the middle of the cuts that separate them.
    IN, OUT and return as `emit_nominal`.
    """
    known = np.int64(0)
    for i in range(size):
        known += counts[i]
    for op in range(AT_MOST, ABOVE + 1):
        if not allowed[column, op]:
            continue
        low = np.int64(0)
        best, best_both, best_at = -np.inf, np.int64(0), -1
        for i in range(size - 1):
            low += counts[i]
            both = low if op == AT_MOST else known - low
            p, n = both >> 32, both & LOW
            if p < 1 or p + n < least or p + n >= covered:
                continue
            sums[0] += 1
            sums[1] += p + n
            sums[3] = purer(sums[3], both)
            score = scores[p, n]
            if best_at < 0 or score > best or (score == best and n < best_both & LOW):
                best, best_both, best_at = score, both, i
        if best_at < 0:
            continue
        p, n = best_both >> 32, best_both & LOW
        if scores[p, 0] < floor:
            sums[2] += 1
            continue
        code = (found[best_at] + found[best_at + 1] - 1) // 2
        pool[at] = pack_candidate(column, op, code, p, n)
        pool_scores[at] = best
        at += 1
    return at


@njit(cache=True, nogil=True)
def purer(one, other):
    """Return the counts with the larger share of positives, `one` if they are equal."""
    p, n = other >> 32, other & LOW
    return other if p * (one & LOW) > (one >> 32) * n else one


@njit(cache=True, nogil=True)
def is_used(used, node, attribute):
    """Tell whether a node uses an attribute. IN used (nodes, words)."""
    return (used[node, attribute // WORD] >> np.uint64(attribute % WORD)) & ONE != EMPTY


@njit(cache=True, nogil=True)
def expand_beam(problem, columns, scores, limits, nodes, beam, pools, ends):
    """Emit the candidate refinements of those nodes of a beam that have none above the floor.

    IN problem, columns, scores (p, n), limits (least rows of a rule, floor, most candidates of a
    node), beam; IN-OUT nodes, pools (candidates, their scores), ends. Return the pools.
    """
    codes, bits, _, first_bits, complete, split = problem
    attribute, numeric, allowed, n_codes, _, _ = columns
    covers, used, _, _, about, floors, _ = nodes
    least, floor, room = limits
    pool, pool_scores = pools
    most = n_codes.max()
    places = np.empty(codes.shape[1], np.int32)
    hist, seen = np.zeros(most + 1, np.int64), np.zeros(most // WORD + 1, np.uint64)
    found, counts = np.empty(most + 1, np.int64), np.empty(most + 1, np.int64)
    sums = np.zeros(4, np.int64)
    for node in beam:
        if floors[node] <= floor:
            continue
        at = ends[1]
        if at + room > pool.size:
            pool = lengthened(pool, at, at + room)
            pool_scores = lengthened(pool_scores, at, at + room)
        p, n = about[node, P], about[node, N]
        about[node, FIRST] = at
        sums[:3], sums[3] = 0, NOTHING
        is_listed = False
        for column in range(attribute.size):
            if is_used(used, node, attribute[column]):
                continue
            size, first = n_codes[column], first_bits[column]
            if first >= 0 and size * covers.shape[1] <= WORDS_A_ROW * (p + n):
                size = count_packed(
                    bits, first, size, complete[column], split, covers, node, p * POSITIVE + n,
                    found, counts,
                )  # fmt: skip
            else:
                if not is_listed:
                    list_places(covers, node, places)
                    is_listed = True
                size = count_listed(
                    codes, column, size, places, p, p + n, hist, seen, found, counts
                )
            if numeric[column]:
                at = emit_numeric(
                    column, allowed, found, counts, size, p + n, scores, least, floor,
                    pool, pool_scores, at, sums,
                )  # fmt: skip
            else:
                at = emit_nominal(
                    column, allowed, found, counts, size, p + n, scores, least, floor,
                    pool, pool_scores, at, sums,
                )  # fmt: skip
        about[node, STOP] = at
        for field in range(4):
            about[node, SCORED + field] = sums[field]
        floors[node] = floor
        ends[1] = at
        ends[2] += 1
    return pool, pool_scores


@njit(cache=True, nogil=True)
def refine_packed(covers, parent, child, bits, row, known, column, op):
    """Write the places of a parent that pass ``=`` or ``≠`` as those of a child. IN-OUT covers."""
    for word in range(covers.shape[1]):
        own = bits[row, word]
        passing = own if op == EQUAL else known[column, word] & ~own
        covers[child, word] = covers[parent, word] & passing


@njit(cache=True, nogil=True)
def refine_listed(covers, parent, child, codes, column, op, code, n_codes):
    """Write the places of a parent whose codes pass a test as those of a child. IN-OUT covers."""
    for word in range(covers.shape[1]):
        left = covers[parent, word]
        kept = EMPTY
        while left != EMPTY:
            place = lowest(left)
            left &= left - ONE
            if passes(np.int64(codes[column, word * WORD + place]), op, code, n_codes):
                kept |= ONE << np.uint64(place)
        covers[child, word] = kept


@njit(cache=True, nogil=True)
def count_attribute_sets(beam, set_keys, used, attribute_keys):
    """Count the distinct sets that arise by adding one unused attribute to the set of each node.

    IN beam (nodes), set_keys and used (all nodes), attribute_keys (0 where never usable). All sets
    have the same size, so that neither a set nor its key occurs among the larger ones.
    """
    seen = key_table(beam.size)
    firsts = np.empty(beam.size, np.int64)
    n_sets = 0
    for node in beam:
        if add_key(seen, set_keys[node]):
            firsts[n_sets] = node
            n_sets += 1
    table = key_table(n_sets * attribute_keys.size)
    distinct = 0
    for node in firsts[:n_sets]:
        for attribute in range(attribute_keys.size):
            key = attribute_keys[attribute]
            if key != EMPTY and not is_used(used, node, attribute):
                distinct += add_key(table, set_keys[node] ^ key)
    return distinct


@njit(cache=True, nogil=True)
def sink(values, ties, size, value, tie):
    """Put an entry into the hole at the root of a heap; the entry that comes last is at the root.

    IN-OUT values (scores), ties (lower ones come first among equal scores).
    """
    at = 0
    while True:
        child = 2 * at + 1
        if child >= size:
            break
        other = child + 1
        if other < size and (
            values[other] < values[child]
            or (values[other] == values[child] and ties[other] > ties[child])
        ):
            child = other
        if values[child] > value or (values[child] == value and ties[child] < tie):
            break
        values[at], ties[at] = values[child], ties[child]
        at = child
    values[at], ties[at] = value, tie


@njit(cache=True, nogil=True)
def rise(values, ties, at, value, tie):
    """Put an entry into the hole at the end of a heap. IN-OUT values, ties."""
    while at > 0:
        above = (at - 1) // 2
        if values[above] < value or (values[above] == value and ties[above] >= tie):
            break
        values[at], ties[at] = values[above], ties[above]
        at = above
    values[at], ties[at] = value, tie


@njit(cache=True, nogil=True)
def doubled(table):
    """Return a set of keys with twice the room."""
    larger = np.zeros(2 * table.size, np.uint64)
    for key in table:
        if key != EMPTY:
            add_key(larger, key)
    return larger


@njit(cache=True, nogil=True)
def word_of(first_key, n_codes, words, column, op, code):
    """Return the random word of a test; a conjunct's key is the exclusive or of its tests'."""
    return words[first_key[column] + (op & 1) * n_codes[column] + code]


@njit(cache=True, nogil=True)
def select(beam, nodes, columns, pools, scores, best, values, ties):
    """Find the best candidate, and keep those that could still lead to a better one, none twice.

    A candidate is pruned if its positives alone would score no higher than the best one up to it,
    or, of those selected, than the best one of all.
    IN beam, nodes, columns, pools (candidates, their scores), scores (p, n), best
    (candidate, parent, score; candidate -1: none); OUT values (width,), ties (width,), best first.
    A tie is made of the negatives, the place of the parent in the beam and that of the candidate
    in its parent's. Return the best, the number selected, those of them kept and the number pruned.
    """
    pool, pool_scores = pools
    keys, about = nodes.key, nodes.about
    first_key, n_codes, words = columns.first_key, columns.n_codes, columns.keys
    best_word, best_parent, best_score = best
    width = values.size
    table, n_keys = np.zeros(4096, np.uint64), 0
    size, pruned = 0, np.int64(0)
    for place in range(beam.size):
        node = beam[place]
        first = about[node, FIRST]
        for i in range(first, about[node, STOP]):
            word, score = pool[i], pool_scores[i]
            p, n = unpack_counts(word)
            if best_word < 0 or score > best_score or (score == best_score and n < best_word >> 48):
                best_word, best_parent, best_score = word, node, score
            if scores[p, 0] <= best_score:
                pruned += 1
                continue
            tie = (n << 42) | (place << 21) | (i - first)
            if size == width and (score < values[0] or (score == values[0] and tie > ties[0])):
                continue
            if 2 * (n_keys + 1) > table.size:
                table = doubled(table)
            column, op, code = unpack_test(word)
            if not add_key(
                table, keys[node] ^ word_of(first_key, n_codes, words, column, op, code)
            ):
                continue
            n_keys += 1
            if size < width:
                rise(values, ties, size, score, tie)
                size += 1
            else:
                sink(values, ties, size, score, tie)
    for last in range(size - 1, 0, -1):
        value, tie = values[last], ties[last]
        values[last], ties[last] = values[0], ties[0]
        sink(values, ties, last, value, tie)
    kept = 0
    for i in range(size):
        word = pool[about[beam[(ties[i] >> 21) & MOST], FIRST] + (ties[i] & MOST)]
        if scores[(word >> 32) & 0xFFFF, 0] > best_score:
            ties[kept] = ties[i]
            kept += 1
    return (best_word, best_parent, best_score), size, kept, pruned + size - kept


@njit(cache=True, nogil=True)
def find_slot(slots, keys, key):
    """Return the slot of a key in the index of nodes, or the empty one where it belongs."""
    mask = np.uint64(slots.size - 1)
    slot = np.int64((key ^ (key >> np.uint64(32))) & mask)
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = (slot + 1) % slots.size
    return slot


@njit(cache=True, nogil=True)
def index_nodes(slots, keys, n_nodes):
    """Enter all nodes but the root into an empty index. IN keys, n_nodes; IN-OUT slots."""
    for node in range(1, n_nodes):
        slots[find_slot(slots, keys, keys[node])] = node


@njit(cache=True, nogil=True)
def next_beam(problem, language, nodes, beam, pool, ties, size, keep, ends, following):
    """Find or make the nodes of the candidates that were selected.

    IN problem, language (columns, attribute_keys), beam, pool, ties, size, keep (whether a node may
    be there already); IN-OUT nodes, ends; OUT following (width,).
    """
    codes, bits, known, first_bits, _, _ = problem
    columns, attribute_keys = language
    attributes, _, _, n_codes, first_key, words = columns
    covers, used, keys, set_keys, about, floors, slots = nodes
    for i in range(size):
        parent = beam[(ties[i] >> 21) & MOST]
        word = pool[about[parent, FIRST] + (ties[i] & MOST)]
        column, op, code = unpack_test(word)
        key = keys[parent] ^ word_of(first_key, n_codes, words, column, op, code)
        node = ends[0]
        if keep:
            slot = find_slot(slots, keys, key)
            if slots[slot] >= 0:
                following[i] = slots[slot]
                continue
            slots[slot] = node
        following[i] = node
        ends[0] += 1
        attribute = attributes[column]
        about[node, PARENT], about[node, COLUMN] = parent, column
        about[node, OP], about[node, CODE] = op, code
        about[node, P], about[node, N] = unpack_counts(word)
        about[node, SCORED] = 0
        floors[node] = np.inf
        keys[node] = key
        set_keys[node] = set_keys[parent] ^ attribute_keys[attribute]
        for part in range(used.shape[1]):
            used[node, part] = used[parent, part]
        used[node, attribute // WORD] |= ONE << np.uint64(attribute % WORD)
        if first_bits[column] >= 0:
            row = first_bits[column] + code
            refine_packed(covers, parent, node, bits, row, known, column, op)
        else:
            refine_listed(covers, parent, node, codes, column, op, code, n_codes[column])


@njit(cache=True, nogil=True)
def lengthened(array, end, size):
    """Return an array of at least `size` entries with the first `end` of `array`."""
    if size <= array.size:
        return array
    longer = np.empty(size + size // 2, array.dtype)
    longer[:end] = array[:end]
    return longer


@njit(cache=True, nogil=True)
def run_beam(problem, language, scores, limits, nodes, pools, ends, rounds):
    """Search with a beam of one width until no candidate is left that could lead to a better one.

    IN and OUT as `run_beams`, but limits (width, least, most, room, keep) and rounds (levels, 8).
    Return the pools, the best candidate (-1: none), its parent and the number of levels.
    """
    columns, attribute_keys = language
    width, least, most, room, keep = limits
    values, ties = np.empty(width, np.float64), np.empty(width, np.int64)
    beam, following = np.zeros(width, np.int64), np.zeros(width, np.int64)
    size, level = 1, 0
    best = (np.int64(-1), np.int64(-1), -np.inf)
    while size > 0 and level < most:
        if not keep:
            ends[1] = 0
        own = beam[:size]
        pools = expand_beam(
            problem, columns, scores, (least, best[2], room), nodes, own, pools, ends
        )
        line = rounds[level]
        line[3] = count_attribute_sets(own, nodes.set_key, nodes.used, attribute_keys)
        best, line[4], size, line[2] = select(
            own, nodes, columns, pools, scores, best, values, ties
        )
        line[0], line[1], line[5], line[6], line[7] = 0, 0, NOTHING, best[0], best[1]
        for node in own:
            for field in range(3):
                line[field] += nodes.about[node, SCORED + field]
            line[5] = purer(line[5], nodes.about[node, PUREST])
        next_beam(problem, language, nodes, own, pools[0], ties, size, keep, ends, following)
        beam, following = following, beam
        level += 1
    return pools, best[0], best[1], level


@njit(cache=True, nogil=True)
def run_beams(problem, language, scores, limits, nodes, pools, ends, widths, rounds, found):
    """Search with one width after the other.

    IN problem, language (columns, attribute_keys), scores (p, n), limits (least rows of a rule,
    most conditions, most candidates of a node, keep), widths; IN-OUT nodes, pools (candidates,
    their scores), ends (3,): nodes, candidates, nodes counted; OUT rounds (widths, levels, 8):
    scored, covered, pruned, attribute sets, selected, counts of the purest refinement, best
    candidate so far, its parent; found (widths, 3): the best candidate (-1:
    none), its parent, levels. Where candidates are kept, a later search finds those of the nodes
    that it meets again. Return the pools.
    """
    least, most, room, keep = limits
    for i in range(widths.size):
        own = (widths[i], least, most, room, keep)
        pools, found[i, 0], found[i, 1], found[i, 2] = run_beam(
            problem, language, scores, own, nodes, pools, ends, rounds[i]
        )
    return pools
