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
    UNEQUAL,
    WORD,
    lowest,
    ones,
    passes,
)
from conjunct.search.kernels import add_key, key_table, test_key

PARENT, COLUMN, OP, CODE, P, N, FIRST, STOP, SCORED, COVERED, PRUNED = range(11)
ABOUT = 11
POSITIVE = 1 << 32
LOW = POSITIVE - 1
WORDS_A_ROW = 2
MOST = (1 << 21) - 1


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
def count_set(bits, mask, start, stop):
    """Count the bits that two sets share within a range of words."""
    total = np.int64(0)
    for word in range(start, stop):
        total += ones(bits[word] & mask[word])
    return total


@njit(cache=True, nogil=True)
def list_places(cover, split, places):
    """List the places of a cover, positives first. OUT places. Return positives and rows."""
    at, positives = np.int64(0), np.int64(0)
    for word in range(cover.size):
        if word == split:
            positives = at
        left = cover[word]
        while left != EMPTY:
            places[at] = word * WORD + lowest(left)
            left &= left - ONE
            at += 1
    if split >= cover.size:
        positives = at
    return positives, at


@njit(cache=True, nogil=True)
def count_codes(codes, n_codes, places, positives, n_rows, hist, seen):
    """Count the codes of one column over the listed places.

    IN codes, n_codes, places, positives, n_rows; OUT hist (codes,), seen (a bit a code).
    """
    for i in range(n_rows):
        code = np.int64(codes[places[i]])
        hist[code] += POSITIVE if i < positives else 1
        seen[code // WORD] |= ONE << np.uint64(code % WORD)


@njit(cache=True, nogil=True)
def take_codes(n_codes, hist, seen, found, counts):
    """Move the codes that were seen, in order. IN n_codes; IN-OUT hist, seen; OUT found, counts.

    Return how many there are.
    """
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
def count_bit_codes(bits, first, n_codes, complete, cover, split, totals, found, counts):
    """Count the codes of one column by its bit sets. OUT found, counts. Return how many there are.

    In a column without missing cells the last code has what the others leave.
    """
    size = 0
    left = totals
    n_words = cover.size
    for code in range(n_codes):
        if complete and code == n_codes - 1:
            both = left
        else:
            own = bits[first + code]
            p = count_set(own, cover, 0, split)
            both = p * POSITIVE + count_set(own, cover, split, n_words)
        if both != 0:
            found[size] = code
            counts[size] = both
            size += 1
            left -= both
            if left == 0:
                break
    return size


@njit(cache=True, nogil=True)
def emit_nominal(size, entries, frame, scoring, pool, pool_scores, at, sums):
    """Emit every ``=`` and ``≠`` test of one cover and nominal column. Return the new end.

    IN size, entries (codes, counts), frame (column, rows, equal and unequal allowed), scoring
    (scores, bounds, least rows, floor); OUT pool, pool_scores, sums (3,): scored, covered, pruned.
    """
    found, counts = entries
    column, covered, equal, unequal = frame
    scores, bounds, least, floor = scoring
    known = np.int64(0)
    for i in range(size):
        known += counts[i]
    for i in range(size):
        for op in range(2):
            if not (equal if op == EQUAL else unequal):
                continue
            both = counts[i] if op == EQUAL else known - counts[i]
            p, n = both >> 32, both & LOW
            if p < 1 or p + n < least or p + n >= covered:
                continue
            sums[0] += 1
            sums[1] += p + n
            if bounds[p] < floor:
                sums[2] += 1
                continue
            pool[at] = pack_candidate(column, op, found[i], p, n)
            pool_scores[at] = scores[p, n]
            at += 1
    return at


@njit(cache=True, nogil=True)
def emit_numeric(size, entries, frame, scoring, pool, pool_scores, at, sums):
    """Emit the best ``≤`` and the best ``>`` test of one cover and numeric column.

    A test between two codes that occur is put on the middle of the cuts that separate them.
    IN and OUT as `emit_nominal`.
    """
    found, counts = entries
    column, covered, at_most, above = frame
    scores, bounds, least, floor = scoring
    known = np.int64(0)
    for i in range(size):
        known += counts[i]
    for op in range(AT_MOST, ABOVE + 1):
        if not (at_most if op == AT_MOST else above):
            continue
        low = np.int64(0)
        best, best_p, best_n, best_at = -np.inf, np.int64(0), np.int64(0), -1
        for i in range(size - 1):
            low += counts[i]
            both = low if op == AT_MOST else known - low
            p, n = both >> 32, both & LOW
            if p < 1 or p + n < least or p + n >= covered:
                continue
            sums[0] += 1
            sums[1] += p + n
            score = scores[p, n]
            if best_at < 0 or score > best or (score == best and n < best_n):
                best, best_p, best_n, best_at = score, p, n, i
        if best_at < 0:
            continue
        if bounds[best_p] < floor:
            sums[2] += 1
            continue
        code = (found[best_at] + found[best_at + 1] - 1) // 2
        pool[at] = pack_candidate(column, op, code, best_p, best_n)
        pool_scores[at] = best
        at += 1
    return at


@njit(cache=True, nogil=True)
def is_used(used, attribute):
    """Tell whether a set of attributes holds one."""
    return (used[attribute // WORD] >> np.uint64(attribute % WORD)) & ONE != EMPTY


@njit(cache=True, nogil=True)
def expand_node(problem, columns, scoring, cover, used, scratch, pool, pool_scores, at, sums):
    """Emit the candidate refinements of one node.

    IN problem, columns, scoring (scores, bounds, least rows, floor), cover (bits), used (bits);
    scratch (places, hist, seen, found, counts); OUT pool, pool_scores, sums. Return the new end.
    """
    places, hist, seen, found, counts = scratch
    split = problem.split
    p = count_set(cover, cover, 0, split)
    n = count_set(cover, cover, split, cover.size)
    totals = p * POSITIVE + n
    is_listed = False
    for column in range(columns.attribute.size):
        if is_used(used, columns.attribute[column]):
            continue
        n_codes = columns.n_codes[column]
        first = problem.first_bits[column]
        if first >= 0 and n_codes * cover.size <= WORDS_A_ROW * (p + n):
            size = count_bit_codes(
                problem.bits,
                first,
                n_codes,
                problem.complete[column],
                cover,
                split,
                totals,
                found,
                counts,
            )
        else:
            if not is_listed:
                list_places(cover, split, places)
                is_listed = True
            count_codes(problem.codes[column], n_codes, places, p, p + n, hist, seen)
            size = take_codes(n_codes, hist, seen, found, counts)
        entries = (found, counts)
        allowed = columns.allowed[column]
        if columns.numeric[column]:
            frame = (column, p + n, allowed[AT_MOST], allowed[ABOVE])
            at = emit_numeric(size, entries, frame, scoring, pool, pool_scores, at, sums)
        else:
            frame = (column, p + n, allowed[EQUAL], allowed[UNEQUAL])
            at = emit_nominal(size, entries, frame, scoring, pool, pool_scores, at, sums)
    return at


@njit(cache=True, nogil=True)
def refine_bits(problem, columns, parent, test, child):
    """Write the places of a parent that pass a test. IN all but child; OUT child."""
    column, op, code = test
    first = problem.first_bits[column]
    if first >= 0:
        own = problem.bits[first + code]
        known = problem.known[column]
        for word in range(parent.size):
            passing = own[word] if op == EQUAL else known[word] & ~own[word]
            child[word] = parent[word] & passing
        return
    codes = problem.codes[column]
    n_codes = columns.n_codes[column]
    for word in range(parent.size):
        left = parent[word]
        kept = EMPTY
        while left != EMPTY:
            place = lowest(left)
            left &= left - ONE
            if passes(np.int64(codes[word * WORD + place]), op, code, n_codes):
                kept |= ONE << np.uint64(place)
        child[word] = kept


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
            if key != EMPTY and not is_used(used[node], attribute):
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
def add_growing(table, n_keys, key):
    """Add a key to a set that grows; return the set, its size and whether the key is new."""
    if 2 * (n_keys + 1) > table.size:
        larger = np.zeros(2 * table.size, np.uint64)
        for old in table:
            if old != EMPTY:
                add_key(larger, old)
        table = larger
    is_new = add_key(table, key)
    return table, n_keys + (1 if is_new else 0), is_new


@njit(cache=True, nogil=True)
def select(beam, nodes, columns, pool, pool_scores, bounds, best_score, values, ties):
    """Keep the best candidates that could still lead to a better one than the best, none twice.

    IN beam, nodes, columns, pool, pool_scores, bounds (score of the positives alone), best_score;
    OUT values (width,), ties (width,), best first. A tie is made of the negatives, the place of
    the parent in the beam and that of the candidate in its parent's. Return the number kept and
    the number pruned.
    """
    width = values.size
    table, n_keys = np.zeros(4096, np.uint64), 0
    size, pruned = 0, np.int64(0)
    for place in range(beam.size):
        node = beam[place]
        first = nodes.about[node, FIRST]
        for i in range(first, nodes.about[node, STOP]):
            word, score = pool[i], pool_scores[i]
            p, n = unpack_counts(word)
            if bounds[p] <= best_score:
                pruned += 1
                continue
            tie = (n << 42) | (place << 21) | (i - first)
            if size == width and (score < values[0] or (score == values[0] and tie > ties[0])):
                continue
            column, op, code = unpack_test(word)
            key = nodes.key[node] ^ test_key(columns, column, op, code)
            table, n_keys, is_new = add_growing(table, n_keys, key)
            if not is_new:
                continue
            if size < width:
                rise(values, ties, size, score, tie)
                size += 1
            else:
                sink(values, ties, size, score, tie)
    for last in range(size - 1, 0, -1):
        value, tie = values[last], ties[last]
        values[last], ties[last] = values[0], ties[0]
        sink(values, ties, last, value, tie)
    return size, pruned


@njit(cache=True, nogil=True)
def find_best(beam, nodes, pool, pool_scores, best):
    """Return the candidate that beats all before it: word, parent and score.

    IN beam, nodes, pool, pool_scores, best (the same; word -1: none).
    """
    best_word, best_parent, best_score = best
    for node in beam:
        for i in range(nodes.about[node, FIRST], nodes.about[node, STOP]):
            score = pool_scores[i]
            if (
                best_word < 0
                or score > best_score
                or (score == best_score and pool[i] >> 48 < best_word >> 48)
            ):
                best_word, best_parent, best_score = pool[i], node, score
    return best_word, best_parent, best_score


@njit(cache=True, nogil=True)
def find_node(nodes, key):
    """Return the slot of a key in the index of nodes; -1 - slot if it is not there."""
    mask = np.uint64(nodes.slots.size - 1)
    slot = np.int64((key ^ (key >> np.uint64(32))) & mask)
    while nodes.slots[slot] >= 0:
        if nodes.key[nodes.slots[slot]] == key:
            return slot
        slot = (slot + 1) % nodes.slots.size
    return -1 - slot


@njit(cache=True, nogil=True)
def index_nodes(nodes, n_nodes):
    """Enter all nodes but the root into an empty index. IN-OUT nodes."""
    for node in range(1, n_nodes):
        nodes.slots[-1 - find_node(nodes, nodes.key[node])] = node


@njit(cache=True, nogil=True)
def add_node(problem, columns, attribute_keys, nodes, n_nodes, word, parent):
    """Write the node of a candidate behind the others. OUT nodes, all but the index."""
    column, op, code = unpack_test(word)
    p, n = unpack_counts(word)
    attribute = columns.attribute[column]
    about = nodes.about[n_nodes]
    about[PARENT], about[COLUMN], about[OP], about[CODE] = parent, column, op, code
    about[P], about[N], about[SCORED] = p, n, 0
    nodes.floor[n_nodes] = np.inf
    nodes.key[n_nodes] = nodes.key[parent] ^ test_key(columns, column, op, code)
    nodes.set_key[n_nodes] = nodes.set_key[parent] ^ attribute_keys[attribute]
    nodes.used[n_nodes] = nodes.used[parent]
    nodes.used[n_nodes, attribute // WORD] |= ONE << np.uint64(attribute % WORD)
    refine_bits(problem, columns, nodes.bits[parent], (column, op, code), nodes.bits[n_nodes])


@njit(cache=True, nogil=True)
def reach_node(problem, columns, attribute_keys, nodes, ends, word, parent, keep):
    """Return the node of a candidate; if it is new, or nodes are not kept, add it."""
    if keep:
        column, op, code = unpack_test(word)
        key = nodes.key[parent] ^ test_key(columns, column, op, code)
        slot = find_node(nodes, key)
        if slot >= 0:
            return nodes.slots[slot]
        nodes.slots[-1 - slot] = ends[0]
    add_node(problem, columns, attribute_keys, nodes, ends[0], word, parent)
    ends[0] += 1
    return ends[0] - 1


@njit(cache=True, nogil=True)
def make_scratch(problem, columns):
    """Return scratch arrays for one cover: places, hist, seen, found, counts."""
    most = np.int64(0)
    for n_codes in columns.n_codes:
        most = max(most, n_codes)
    return (
        np.empty(problem.codes.shape[1], np.int32),
        np.zeros(most + 1, np.int64),
        np.zeros(most // WORD + 1, np.uint64),
        np.empty(most + 1, np.int64),
        np.empty(most + 1, np.int64),
    )


@njit(cache=True, nogil=True)
def lengthened(array, end, size):
    """Return an array of at least `size` entries with the first `end` of `array`."""
    if size <= array.size:
        return array
    longer = np.empty(size + size // 2, array.dtype)
    longer[:end] = array[:end]
    return longer


@njit(cache=True, nogil=True)
def run_beam(problem, language, scoring, limits, nodes, pools, ends, rounds):
    """Search with a beam of one width until no candidate is left that could lead to a better one.

    IN problem, language (columns, attribute_keys), scoring (scores, bounds), limits (width, least
    rows of a rule, most conditions, most candidates of a node, keep); IN-OUT nodes, pools
    (candidates, their scores), ends (3,): nodes, candidates, nodes counted; OUT rounds (levels, 5):
    scored, covered, pruned, attribute sets, kept. Where candidates are kept, a later run finds
    those of the nodes that it meets again. Return the pools, the best candidate (-1: none), its
    parent and the number of levels.
    """
    columns, attribute_keys = language
    scores, bounds = scoring
    width, least, most, room, keep = limits
    pool, pool_scores = pools
    scratch = make_scratch(problem, columns)
    values, ties = np.empty(width, np.float64), np.empty(width, np.int64)
    beam, following = np.zeros(width, np.int64), np.zeros(width, np.int64)
    size, level = 1, 0
    best = (np.int64(-1), np.int64(-1), -np.inf)
    while size > 0 and level < most:
        floor = best[2]
        if not keep:
            ends[1] = 0
        own = beam[:size]
        for node in own:
            if nodes.floor[node] <= floor:
                continue
            pool = lengthened(pool, ends[1], ends[1] + room)
            pool_scores = lengthened(pool_scores, ends[1], ends[1] + room)
            about = nodes.about[node]
            about[SCORED:] = 0
            about[FIRST] = ends[1]
            ends[1] = expand_node(
                problem,
                columns,
                (scores, bounds, least, floor),
                nodes.bits[node],
                nodes.used[node],
                scratch,
                pool,
                pool_scores,
                ends[1],
                about[SCORED:],
            )
            about[STOP] = ends[1]
            nodes.floor[node] = floor
            ends[2] += 1
        best = find_best(own, nodes, pool, pool_scores, best)
        line = rounds[level]
        line[3] = count_attribute_sets(own, nodes.set_key, nodes.used, attribute_keys)
        line[0], line[1], line[2] = 0, 0, 0
        for node in own:
            for field in range(3):
                line[field] += nodes.about[node, SCORED + field]
        level += 1
        size = 0
        if best[0] >= 0:
            size, pruned = select(
                own, nodes, columns, pool, pool_scores, bounds, best[2], values, ties
            )
            line[2] += pruned
        line[4] = size
        for i in range(size):
            parent = own[(ties[i] >> 21) & MOST]
            word = pool[nodes.about[parent, FIRST] + (ties[i] & MOST)]
            following[i] = reach_node(
                problem, columns, attribute_keys, nodes, ends, word, parent, keep
            )
        beam, following = following, beam
    return (pool, pool_scores), best[0], best[1], level
