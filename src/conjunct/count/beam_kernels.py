"""The compiled beam search for few rows: covers are bit sets, and scores are looked up.

Words and counts have the layout of `conjunct.count.node_kernels`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conjunct.count.jit import inner, njit
from conjunct.count.kernels import EMPTY, ONE
from conjunct.count.node_kernels import (
    CANDIDATES,
    COVERED,
    FIRST,
    INDEXED,
    KEY,
    LEVELS,
    NODES,
    NOTHING,
    PRUNED,
    PUREST,
    SCORED,
    SET_KEY,
    SIZE,
    STOP,
    expand,
    find_slot,
    is_used,
    key_with,
    node_of,
    purer,
)
from conjunct.types import Floats, Ints

COMBINATIONS, SELECTED, BEST, BEST_PARENT = 4, 5, 6, 7
MOST = (1 << 21) - 1
"""Largest width of a beam, and number of candidates of a node, that fit into a tie."""


class Selection(NamedTuple):
    """The nodes of two consecutive beams, and the scores and ties of the second."""

    nodes: Ints
    scores: Floats
    ties: Ints


@inner
def add_key(table, key):
    """Add a key to a set with open addressing; return whether it is new. IN-OUT table."""
    if key == EMPTY:
        key = ONE
    mask = table.size - 1
    slot = np.int64(key ^ (key >> np.uint64(32))) & mask
    while table[slot] != EMPTY:
        if table[slot] == key:
            return False
        slot = (slot + 1) & mask
    table[slot] = key
    return True


@inner
def with_room(table, n_keys):
    """Return the set of keys, enlarged so that it is at most half full with `n_keys`."""
    room = table.size
    while room < 2 * n_keys:
        room *= 2
    larger = np.zeros(room, np.uint64)
    for key in table:
        if key != EMPTY:
            add_key(larger, key)
    return larger


@inner
def count_attribute_sets(nodes, beam, size, attribute_keys):
    """Count the distinct attribute sets of the nodes after adding one unused attribute.

    IN nodes, beam, size, attribute_keys (0 for attributes that cannot be used). All sets have the
    same size, so neither a set nor its key occurs among the larger sets.
    """
    used, keys, nothing = nodes.used, nodes.keys, np.zeros(16, np.uint64)
    table = with_room(nothing, size)
    n_sets, distinct = 0, 0
    for i in range(size):
        n_sets += add_key(table, keys[beam[i], SET_KEY])
    table = with_room(nothing, n_sets * (attribute_keys.size + 1))
    for i in range(size):
        own = keys[beam[i], SET_KEY]
        if add_key(table, own):
            for attribute in range(attribute_keys.size):
                key = attribute_keys[attribute]
                if key != EMPTY and not is_used(used, beam[i], attribute):
                    distinct += add_key(table, own ^ key)
    return distinct


@inner
def sink(values, ties, at, size, value, tie):
    """Sift an entry down from the hole of a heap at `at`; the worst entry is at the root.

    IN-OUT values (scores), ties (lower ones come first among equal scores).
    """
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


@inner
def make_heap(values, ties, size):
    """Arrange entries as a heap. IN-OUT values, ties."""
    for at in range(size // 2 - 1, -1, -1):
        sink(values, ties, at, size, values[at], ties[at])


@inner
def word_at(about, words, beam, tie):
    """Return the candidate of a tie."""
    return words[about[beam[(tie >> 21) & MOST], FIRST] + (tie & MOST)]


@inner
def best_of(scores, word):
    """Return the score of the best candidate so far; word -1 means that there is none."""
    return scores[(word >> 32) & 0xFFFF, word >> 48] if word >= 0 else -np.inf


@inner
def select(problem, nodes, pool, beam, size, width, selection, line):
    """Find the best candidate, and keep those that could still lead to a better one, each once.

    A candidate is pruned if its positives alone would score no higher than the best candidate up to
    it. A selected candidate is pruned if they would score no higher than the best of all. A tie
    consists of the negatives, the position of the parent in the beam, and the position of the
    candidate among those of its parent.
    IN problem, nodes, pool, beam, size, width; OUT selection (scores, ties): those kept, best
    first; IN-OUT line: the best candidate and its parent, the numbers selected and pruned. Return
    the number kept.
    """
    values, ties, facts, words = selection.scores, selection.ties, problem.facts, problem.keys
    candidates, merits, keys, about = pool.words, pool.scores, nodes.keys, nodes.about
    scores = problem.scores
    best_word, best_parent, best_score = line[BEST], line[BEST_PARENT], best_of(scores, line[BEST])
    table, zero = np.zeros(4096, np.uint64), np.int64(0)
    n_keys, n_selected, pruned = zero, zero, zero
    for place in range(size):
        node = beam[place]
        first = about[node, FIRST]
        for i in range(first, about[node, STOP]):
            word, score = candidates[i], merits[i]
            n = word >> 48
            if best_word < 0 or score > best_score or (score == best_score and n < best_word >> 48):
                best_word, best_parent, best_score = word, node, score
            if scores[(word >> 32) & 0xFFFF, 0] <= best_score:
                pruned += 1
                continue
            tie = (n << 42) | (place << 21) | (i - first)
            full = n_selected == width
            if full and (score < values[0] or (score == values[0] and tie > ties[0])):
                continue
            if 2 * n_keys >= table.size:
                table = with_room(table, n_keys + 1)
            if not add_key(table, key_with(facts, words, keys[node, KEY], word)):
                continue
            n_keys += 1
            if full:
                sink(values, ties, zero, n_selected, score, tie)
                continue
            values[n_selected], ties[n_selected] = score, tie
            n_selected += 1
            if n_selected == width:
                make_heap(values, ties, n_selected)
    make_heap(values, ties, n_selected)
    for last in range(n_selected - 1, 0, -1):
        value, tie = values[last], ties[last]
        values[last], ties[last] = values[0], ties[0]
        sink(values, ties, zero, last, value, tie)
    kept = 0
    for i in range(n_selected):
        word = word_at(about, candidates, beam, ties[i])
        if scores[(word >> 32) & 0xFFFF, 0] > best_score:
            ties[kept] = ties[i]
            kept += 1
    line[BEST], line[BEST_PARENT] = best_word, best_parent
    line[SELECTED], line[2] = n_selected, pruned + n_selected - kept
    return kept


@njit(cache=True, nogil=True)
def run_beam(problem, nodes, pool, scratch, selection, width, keep, levels):
    """Search with a beam of one width until no candidate is left that could lead to a better one.

    IN problem, width, keep; IN-OUT nodes, pool, scratch, selection; OUT levels (most, 8): scored,
    covered, pruned, counts of the purest, attribute sets, selected, best candidate so far, its
    parent. If candidates are kept, a later search reuses those of the nodes that it meets again.
    Return whether the search is finished. If not, nodes or pool need more room, and another call
    with the same arguments continues it.
    """
    ends, about = nodes.ends, nodes.about
    while ends[SIZE] > 0 and ends[LEVELS] < levels.shape[0]:
        level, size, following = ends[LEVELS], ends[SIZE], ends[NODES] + width
        if following > nodes.floor.size or (keep and 2 * following > nodes.slots.size):
            return False
        for node in range(ends[INDEXED], ends[NODES] if keep else 0):
            nodes.slots[find_slot(nodes.slots, nodes.keys, nodes.keys[node, KEY])] = node
        beam, line = selection.nodes[level & 1], levels[level]
        for field in range(BEST, BEST_PARENT + 1):
            line[field] = levels[level - 1, field] if level > 0 else -1
        floor = best_of(problem.scores, line[BEST])
        if not expand(problem, nodes, beam, size, floor, scratch, pool):
            return False
        ends[SIZE] = select(problem, nodes, pool, beam, size, width, selection, line)
        line[COMBINATIONS] = count_attribute_sets(nodes, beam, size, problem.attribute_keys)
        line[0], line[1], line[3] = 0, 0, NOTHING
        for node in beam[:size]:
            line[0] += about[node, SCORED]
            line[1] += about[node, COVERED]
            line[2] += about[node, PRUNED]
            line[3] = purer(line[3], about[node, PUREST])
        for i in range(ends[SIZE]):
            parent = beam[(selection.ties[i] >> 21) & MOST]
            word = word_at(about, pool.words, beam, selection.ties[i])
            selection.nodes[1 - (level & 1), i] = node_of(problem, nodes, parent, word, keep)
        ends[LEVELS] += 1
        if keep:
            ends[INDEXED] = ends[NODES]
        else:
            ends[CANDIDATES] = 0
    return True
