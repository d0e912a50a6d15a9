"""The compiled loops that group the rows that a card cannot distinguish.

Rows of one class that satisfy the same rules have the same scores, gradients and curvatures. A fit
then uses one row with the weight of all of them: the sums are the same whole numbers.
"""

from __future__ import annotations

import numpy as np

from conjunct.count.jit import njit
from conjunct.count.kernels import ZERO


@njit(cache=True, nogil=True)
def group_rows(bounds, places, ends, words, group, first):
    """Find the groups of rows of one class that satisfy the same rules, and number them.

    IN bounds (classes + 1,), places and ends of the rules, words (rules,): random words; OUT group
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
        start = n_groups  # do not mix with the groups of earlier classes
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
def copy_state(values, group, sizes, rows, state):
    """Write the state of every row: that of its group, divided by the size of the group.

    The state of a group is that of one row times its size, so there is no remainder. IN values
    (groups, numbers), group, sizes, rows (cover); OUT state (rows of the table, numbers).
    """
    own = np.empty_like(values)
    for one in range(values.shape[0]):
        size = np.int64(sizes[one])
        for field in range(values.shape[1]):
            own[one, field] = values[one, field] // size
    for i in range(rows.size):
        row, one = np.uint32(rows[i]), np.uint32(group[i])
        for field in range(values.shape[1]):
            state[row, field] = own[one, field]


@njit(cache=True, nogil=True)
def number_halves(holds, group, sizes, numbers):
    """Divide groups in two by a rule, and number the halves in order.

    IN holds (places of the rows that satisfy the rule), sizes; IN-OUT group (rows,); OUT numbers
    (groups + 1, 2): the groups of the rows that do not satisfy the rule and of those that do; both
    are the same if a group is not divided; the last line has the number of groups. Return this
    number.
    """
    held = np.zeros(sizes.size, np.int64)
    for place in holds:
        held[group[place]] += 1
    n_groups = ZERO
    for one in range(sizes.size):
        is_divided = 0 < held[one] < sizes[one]
        numbers[one, 0] = n_groups
        numbers[one, 1] = n_groups + 1 if is_divided else n_groups
        n_groups = numbers[one, 1] + 1
    numbers[sizes.size, 0] = numbers[sizes.size, 1] = n_groups
    for place in holds:
        group[place] = -1 - group[place]
    for i in range(group.size):
        one = group[i]
        group[i] = numbers[one, 0] if one >= 0 else numbers[-1 - one, 1]
    return n_groups


@njit(cache=True, nogil=True)
def divide_places(places, ends, numbers, holds, group, found, stops):
    """List the halves of the groups that satisfy each rule; those of the new rule are last.

    IN places and ends of the rules so far, numbers (see `number_halves`), holds, group (after it);
    OUT found, stops (rules + 2,).
    """
    at = ZERO
    stops[0] = 0
    for rule in range(ends.size - 1):
        for i in range(ends[rule], ends[rule + 1]):
            first, second = numbers[places[i], 0], numbers[places[i], 1]
            found[at] = first
            at += 1
            if second != first:
                found[at] = second
                at += 1
        stops[rule + 1] = at
    seen = np.zeros(numbers[numbers.shape[0] - 1, 0], np.bool_)
    for place in holds:
        seen[group[place]] = True
    for one in range(seen.size):
        if seen[one]:
            found[at] = one
            at += 1
    stops[ends.size] = at


@njit(cache=True, nogil=True)
def divide_state(numbers, old, sizes, new, new_sizes):
    """Copy the state and the scores of groups to their halves.

    IN numbers, old (values, scores, odds, highest), sizes, new_sizes; OUT new, as old.
    """
    values, scores, odds, highest = old
    new_values, new_scores, new_odds, new_highest = new
    for one in range(sizes.size):
        size = np.int64(sizes[one])
        for half in range(numbers[one, 0], numbers[one, 1] + 1):
            new_highest[half] = highest[one]
            for field in range(values.shape[1]):
                own = values[one, field] // size
                new_values[half, field] = own * np.int64(new_sizes[half])
            for field in range(scores.shape[1]):
                new_scores[half, field] = scores[one, field]
                new_odds[half, field] = odds[one, field]
