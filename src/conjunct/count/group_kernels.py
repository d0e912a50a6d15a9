"""The compiled loops that put rows together which a card cannot tell apart.

Rows of one class that satisfy the same rules have the same scores, gradients and curvatures. A fit
then works on one of them, which weighs as much as all of them: the sums are the same whole numbers.
"""

from __future__ import annotations

import numpy as np

from conjunct.count.jit import njit
from conjunct.count.kernels import ZERO


@njit(cache=True, nogil=True)
def group_rows(bounds, places, ends, words, group, first):
    """Find the groups of rows of one class that satisfy the same rules, and give them numbers.

    IN bounds (classes + 1,), places and ends of the rules, words (rules,): random; OUT group
    (rows,), first (rows,): the first row of each group. Return the number of groups.
    """
    keys = np.zeros(group.size, np.uint64)
    for rule in range(words.size):
        word = words[rule]
        for i in range(ends[rule], ends[rule + 1]):
            keys[places[i]] ^= word
    size = 64
    while size < 2 * group.size:
        size *= 2
    slots = np.full(size, -1, np.int64)
    n_groups, start = ZERO, ZERO
    for label in range(bounds.size - 1):
        start = n_groups  # groups of earlier classes have other rows
        for row in range(bounds[label], bounds[label + 1]):
            slot = np.int64((keys[row] ^ (keys[row] >> np.uint64(29))) & np.uint64(size - 1))
            while slots[slot] >= start and keys[first[slots[slot]]] != keys[row]:
                slot = (slot + 1) & (size - 1)
            if slots[slot] < start:
                slots[slot] = n_groups
                first[n_groups] = row
                n_groups += 1
            group[row] = slots[slot]
    return n_groups


@njit(cache=True, nogil=True)
def group_places(places, ends, group, first, found, stops):
    """List the groups whose rows satisfy each rule. IN all but found, stops; OUT found, stops."""
    at = ZERO
    stops[0] = 0
    for rule in range(stops.size - 1):
        for i in range(ends[rule], ends[rule + 1]):
            row = np.int64(places[i])
            if first[group[row]] == row:
                found[at] = group[row]
                at += 1
        stops[rule + 1] = at


@njit(cache=True, nogil=True)
def copy_state(values, group, sizes, rows):
    """Write the state of every row: that of its group, divided by the size of the group.

    The state of a group is that of one row times its size, so that nothing is left over. IN values
    (groups, numbers), group, sizes; OUT rows.values.
    """
    numbers, state = rows.rows, rows.values
    own = np.empty_like(values)
    for one in range(values.shape[0]):
        size = np.int64(sizes[one])
        for field in range(values.shape[1]):
            own[one, field] = values[one, field] // size
    for i in range(numbers.size):
        for field in range(values.shape[1]):
            state[numbers[i], field] = own[group[i], field]
