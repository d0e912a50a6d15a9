"""Compiled loops over the bodies that a beam search on bit sets meets.

A candidate refinement is one word: from the lowest bit, 16 bits for the code, 2 for the operator,
14 for the column, 16 for the positives and 15 for the negatives. Two counts share one word:
positives in the upper 32 bits, negatives in the lower 32 bits, so that one addition adds both.
Loops replace array assignments, which would take seconds to compile. Functions that are called for
every column take arrays instead of tuples of arrays, whose references would be counted at every
call.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conjunct.count.engine import ABOVE, EQUAL
from conjunct.count.jit import inner, lowest, njit, ones
from conjunct.count.kernels import EMPTY, ONE, passes
from conjunct.types import AnyArray, Floats, Ints

POSITIVE = 1 << 32
"""The counts of one positive and no negative."""
CODES, COUNTS, HIST = range(3)
FIRST_BITS, N_CODES, COMPLETE, ATTRIBUTE, NUMERIC, ALLOWED, FIRST_KEY = range(7)
"""Positions of the facts about a column."""
PARENT, COLUMN, OP, CODE, P, N, FIRST, STOP, SCORED, COVERED, PRUNED, PUREST = range(12)
"""Positions of the facts about a node."""
NODES, CANDIDATES, INDEXED, LEVELS, SIZE = range(5)
"""Positions of the numbers in `Nodes.ends`."""
KEY, SET_KEY = range(2)
LOW = POSITIVE - 1
WORDS_A_ROW = 2
"""Number of words of bit sets that are counted in the time of one listed row."""
NOTHING = 1
"""The counts of a rule that covers one negative: any other counts are at least as pure."""


class BeamProblem(NamedTuple):
    """The rows and conditions of a search.

    `codes`, `bits`, `known` and `split` are those of `Laid`; `facts` has one line per column:
    first bit set, number of codes, whether no cell is missing, attribute, whether codes are
    ordered, allowed operators (one bit each), first key. `keys` and `attribute_keys` are those of
    `BeamRequest`, `scores` its scores of all counts ``(positives, negatives)``; `least` is the
    smallest number of rows of a rule, `room` the largest number of candidates of a node.
    """

    codes: AnyArray
    bits: AnyArray
    known: AnyArray
    facts: Ints
    keys: AnyArray
    attribute_keys: AnyArray
    scores: Floats
    split: int
    least: int
    room: int


class Nodes(NamedTuple):
    """The bodies that a search has met.

    `bits` are the rows that a node covers, `used` its attributes, and `keys` identify its
    conditions and its attributes. `about` has its parent, condition and counts, the start and stop
    of its candidates, and facts about all its refinements: their number, the rows they cover, the
    number pruned, the counts of the purest. `floor` is the bound below which candidates were left
    out, infinite if they are not known. `slots` is a hash index of nodes by key. `ends` has the
    number of nodes, of candidates, of nodes in `slots`, of levels of this search, and of nodes of
    its beam.
    """

    bits: AnyArray
    used: AnyArray
    keys: AnyArray
    about: Ints
    floor: Floats
    slots: Ints
    ends: Ints


class Pool(NamedTuple):
    """Candidates and their scores."""

    words: Ints
    scores: Floats


class Scratch(NamedTuple):
    """Scratch memory to count one node, see `count_listed` and `list_places`."""

    found: Ints
    seen: AnyArray
    places: AnyArray


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


@njit(cache=True, nogil=True)
def begin(places, rows, split, nodes):
    """Make the first node, without conditions. IN places (of all rows), rows, split; OUT nodes."""
    bits, about = nodes.bits, nodes.about
    for array in (bits, nodes.used, nodes.keys):
        for word in range(array.shape[1]):
            array[0, word] = EMPTY
    for field in range(about.shape[1]):
        about[0, field] = 0
    for i in range(rows.size):
        place = places[rows[i]]
        if place >= 0:
            bits[0, place >> 6] |= ONE << np.uint64(place & 63)
            about[0, P if place >> 6 < split else N] += 1
    nodes.floor[0] = np.inf
    for number in range(nodes.ends.size):
        nodes.ends[number] = 0
    nodes.ends[NODES] = nodes.ends[INDEXED] = 1


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
def is_used(used, node, attribute):
    """Tell whether a node uses an attribute. IN used (nodes, words)."""
    return (used[node, attribute >> 6] >> np.uint64(attribute & 63)) & ONE != EMPTY


@inner
def purer(one, other):
    """Return the counts with the larger share of positives; `one` if they are equal."""
    return other if (other >> 32) * (one & LOW) > (one >> 32) * (other & LOW) else one


@inner
def competes(both, rows, least, sums):
    """Add a refinement to the sums of its node; tell whether it competes, that is, has a positive.

    Whether it is added must not depend on classes: it must remove a row and keep enough rows. IN
    both (its counts), rows (of its node), least (rows of a rule); IN-OUT sums: refinements tried,
    rows that they cover, candidates pruned, counts of the purest refinement.
    """
    size = (both >> 32) + (both & LOW)
    if size < least or size >= rows:
        return False
    sums[0] += 1
    sums[1] += size
    sums[3] = purer(sums[3], both)
    return both >= POSITIVE


@inner
def best_cut(found, size, known, rows, least, scores, sums):
    """Find the best ``>`` test of one cover and numeric column, or the best ``≤`` if known is 0.

    IN found (codes that occur, their counts), size, known (counts of all), rows, least, scores;
    IN-OUT sums. Return the position of the code before the cut, -1 if there is none, and the counts
    of the test.
    """
    low, best, best_both, best_at = np.int64(0), -np.inf, np.int64(0), np.int64(-1)
    for i in range(size - 1):
        low += found[COUNTS, i]
        both = known - low if known > 0 else low
        if competes(both, rows, least, sums):
            score = scores[both >> 32, both & LOW]
            if best_at < 0 or score > best or (score == best and both & LOW < best_both & LOW):
                best, best_both, best_at = score, both, i
    return best_at, best_both


@inner
def expand(problem, nodes, beam, size, floor, scratch, pool):
    """Write the candidates of nodes: all nominal tests, the best ``≤`` and ``>`` of each number.

    Nodes whose candidates are known down to the floor are skipped, and candidates with a lower
    bound are left out. A test between two numbers that occur uses the middle one of the cuts that
    separate them. IN problem, beam, size, floor, scratch; IN-OUT nodes, pool. Return whether
    there was room for all.
    """
    facts, scores, codes, bits = problem.facts, problem.scores, problem.codes, problem.bits
    covers, used, about, ends = nodes.bits, nodes.used, nodes.about, nodes.ends
    found, words, merits, n_words = scratch.found, pool.words, pool.scores, covers.shape[1]
    for node in beam[:size]:
        if nodes.floor[node] <= floor:
            continue
        at, p, n, is_listed = ends[CANDIDATES], about[node, P], about[node, N], False
        if at + problem.room > words.size:
            return False
        sums, rows, least = about[node, SCORED:], p + n, problem.least
        about[node, FIRST], sums[0], sums[1], sums[2], sums[3] = at, 0, 0, 0, NOTHING
        for column in range(facts.shape[0]):
            fact = facts[column]
            if is_used(used, node, fact[ATTRIBUTE]):
                continue
            if fact[FIRST_BITS] >= 0 and fact[N_CODES] * n_words <= WORDS_A_ROW * rows:
                both = p * POSITIVE + n
                n_found = count_packed(bits, fact, problem.split, covers, node, both, found)
            else:
                if not is_listed:
                    list_places(covers, node, scratch.places)
                    is_listed = True
                n_found = count_listed(
                    codes, column, fact[N_CODES], scratch.places, p, rows, found, scratch.seen
                )
            known = found[COUNTS, n_found]
            for way in range(2 if fact[NUMERIC] else 2 * n_found):
                i, op = way >> 1, (way & 1) + 2 * fact[NUMERIC]
                both = known - found[COUNTS, i] if op & 1 else found[COUNTS, i]
                code = found[CODES, i]
                if not (fact[ALLOWED] >> op) & 1:
                    continue
                if fact[NUMERIC]:
                    total = known if op == ABOVE else np.int64(0)
                    i, both = best_cut(found, n_found, total, rows, least, scores, sums)
                    code = (found[CODES, i] + found[CODES, i + 1] - 1) >> 1
                if i < 0 or (not fact[NUMERIC] and not competes(both, rows, least, sums)):
                    continue
                if scores[both >> 32, 0] < floor:
                    sums[2] += 1
                    continue
                test = (column << 18) | (op << 16) | code
                words[at] = ((both & LOW) << 48) | ((both >> 32) << 32) | test
                merits[at] = scores[both >> 32, both & LOW]
                at += 1
        about[node, STOP] = ends[CANDIDATES] = at
        nodes.floor[node] = floor
    return True


@inner
def key_with(facts, words, key, word):
    """Return the key of a body after adding the condition of a candidate."""
    column, outside, code = (word >> 18) & 0x3FFF, (word >> 16) & 1, word & 0xFFFF
    return key ^ words[facts[column, FIRST_KEY] + outside * facts[column, N_CODES] + code]


@inner
def find_slot(slots, keys, key):
    """Return the slot of a key in the index of nodes, or the empty one where it belongs."""
    mask = slots.size - 1
    slot = np.int64(key ^ (key >> np.uint64(32))) & mask
    while slots[slot] >= 0 and keys[slots[slot], KEY] != key:
        slot = (slot + 1) & mask
    return slot


@inner
def node_of(problem, nodes, parent, word, keep):
    """Return the node of a candidate; it is made if there is none. IN-OUT nodes."""
    about, used, keys = nodes.about, nodes.used, nodes.keys
    column, op, code = (word >> 18) & 0x3FFF, (word >> 16) & 3, word & 0xFFFF
    key, node = key_with(problem.facts, problem.keys, keys[parent, KEY], word), nodes.ends[NODES]
    if keep:
        slot = find_slot(nodes.slots, keys, key)
        if nodes.slots[slot] >= 0:
            return nodes.slots[slot]
        nodes.slots[slot] = node
    nodes.ends[NODES] += 1
    attribute = problem.facts[column, ATTRIBUTE]
    about[node, PARENT], about[node, COLUMN] = parent, column
    about[node, OP], about[node, CODE] = op, code
    about[node, P], about[node, N] = (word >> 32) & 0xFFFF, word >> 48
    about[node, SCORED] = 0
    nodes.floor[node] = np.inf
    keys[node, KEY] = key
    keys[node, SET_KEY] = keys[parent, SET_KEY] ^ problem.attribute_keys[attribute]
    for part in range(used.shape[1]):
        used[node, part] = used[parent, part]
    used[node, attribute >> 6] |= ONE << np.uint64(attribute & 63)
    refine(problem, nodes.bits, parent, node, column, op, code)
    return node
