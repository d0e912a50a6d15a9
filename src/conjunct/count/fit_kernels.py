"""The compiled fit of joint weights: what `conjunct.cards.weights` does, in one call.

Every number is computed by the same operations in the same order as there. Rows of one class that
satisfy the same rules have the same scores, gradients and curvatures. A fit then uses one row with
the weight of all of them: the sums are the same whole numbers.
"""

from __future__ import annotations

import numpy as np

from conjunct.count.engine import LOSS_SCALE, SCALE
from conjunct.count.jit import njit
from conjunct.count.kernels import ZERO
from conjunct.count.requests import (
    BASE_RIDGE,
    CURVATURE_EVERY,
    FIRST_SHARE,
    HALVINGS,
    LONGEST_STEP,
    SHORTEST_SHARE,
)
from conjunct.count.state_kernels import add_pairs, score_rows, write_rows


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


@njit(cache=True, nogil=True)
def apply_weights(rows, rules, weights, base, plan, scored, sums):
    """Write the row state of given weights; return their loss.

    IN rows, rules, weights, base, plan; IN-OUT rows.values, scored; OUT sums (see `write_rows`).
    """
    score_rows(rules, weights, base, plan.touched, scored.scores)
    squares = 0.0
    for weight in weights:
        squares = squares + weight * weight
    sums[:] = 0
    write_rows(rows, scored, plan.touched, np.inf, sums)
    return sums[0] / LOSS_SCALE + 0.5 * plan.ridge * squares


@njit(cache=True, nogil=True)
def write_weights(rows, rules, values, plan, scored):
    """Write the row state of all weights and bases from scratch; return their loss."""
    n_weights, sums = rules.rules.size, np.zeros(3 + plan.touched.size, np.int64)
    weights, base = values[:n_weights], values[n_weights:]
    scored.highest[:] = np.nan
    score_rows(rules, weights, base, np.ones(base.size, np.bool_), scored.scores)
    return apply_weights(rows, rules, weights, base, plan, scored, sums)


@njit(cache=True, nogil=True)
def set_slopes(rows, rules, weights, plan, sums, slopes):
    """Write the negative gradient of the loss for every free weight and every touched base."""
    slopes[:] = 0.0
    numbers, values, places, ends = rows.rows, rows.values, rules.places, rules.ends
    for term in range(weights.size):
        if not plan.free[term]:
            continue
        rule, column = rules.rules[term], 1 + rules.channels[term]
        total = np.int64(0)
        for i in range(ends[rule], ends[rule + 1]):
            total += values[numbers[places[i]], column]
        slopes[term] = total / SCALE - plan.ridge * weights[term]
    for one in range(plan.touched.size):
        if plan.touched[one]:
            slopes[weights.size + one] = sums[3 + one] / SCALE


@njit(cache=True, nogil=True)
def invert(matrix):
    """Invert a symmetric positive definite matrix in place, line by line."""
    size = matrix.shape[0]
    line = np.empty(size)
    for k in range(size):
        pivot = matrix[k, k]
        for j in range(size):
            line[j] = matrix[k, j] / pivot
        for i in range(size):
            if i != k:
                factor = matrix[i, k]
                for j in range(size):
                    matrix[i, j] = matrix[i, j] - factor * line[j]
                matrix[i, k] = -(factor / pivot)
        for j in range(size):
            matrix[k, j] = line[j]
        matrix[k, k] = 1.0 / pivot


@njit(cache=True, nogil=True)
def set_inverses(rows, rules, ridge, blocks, ends, touched, inverses):
    """Write the inverse curvature matrices of all touched classes, class by class.

    IN blocks (the weights of all classes, class by class), ends (classes + 1,); OUT inverses.
    """
    at = 0
    for one in range(touched.size):
        block = blocks[ends[one] : ends[one + 1]]
        size = block.size + 1
        matrix = inverses[at : at + size * size].reshape(size, size)
        at += size * size
        if not touched[one]:
            continue
        sums = np.zeros((size, size), np.int64)
        column = 1 + touched.size + one
        own = rules.rules[block]
        add_pairs(rows.values, column, rows.rows, rules.places, rules.ends, own, rows.share, sums)
        for i in range(size):
            for j in range(size):
                matrix[i, j] = sums[i, j] / SCALE
            matrix[i, i] = matrix[i, i] + (BASE_RIDGE if i == size - 1 else ridge)
        invert(matrix)


@njit(cache=True, nogil=True)
def without_line(inverse, k):
    """Return the inverse of a matrix without line `k`, which is 0 in the result."""
    rest = np.zeros_like(inverse)
    for i in range(inverse.shape[0]):
        for j in range(inverse.shape[0]):
            if i != k and j != k:
                rest[i, j] = inverse[i, j] - inverse[i, k] * (inverse[k, j] / inverse[k, k])
    return rest


@njit(cache=True, nogil=True)
def set_steps(blocks, ends, plan, inverses, slopes, values, steps):
    """Write the Newton step of every block; return the nats that the best single step saves.

    Weights held at 0 by their sign stay there.
    """
    touched, n_weights = plan.touched, plan.free.size
    steps[:] = 0.0
    at, worth = 0, 0.0
    for one in range(touched.size):
        size = ends[one + 1] - ends[one] + 1
        inverse = inverses[at : at + size * size].reshape(size, size)
        at += size * size
        if not touched[one]:
            continue
        for i in range(size - 1):
            place = blocks[ends[one] + i]
            if values[place] == 0.0 and plan.signs[place] * slopes[place] < 0:
                inverse = without_line(inverse, i)
        for i in range(size):
            own = 0.0
            for j in range(size):
                place = n_weights + one if j == size - 1 else blocks[ends[one] + j]
                own = own + inverse[i, j] * slopes[place]
            place = n_weights + one if i == size - 1 else blocks[ends[one] + i]
            steps[place] = max(min(own, LONGEST_STEP), -LONGEST_STEP)
            worth = max(worth, abs(slopes[place] * steps[place]))
    return worth


@njit(cache=True, nogil=True)
def next_share(share, old, new, before, after, n_weights):
    """Return the share of a full step that would have been best for the last step."""
    start, stop = 0.0, 0.0
    for first, last in ((0, n_weights), (n_weights, old.size)):
        one, two = 0.0, 0.0
        for place in range(first, last):
            moved = new[place] - old[place]
            one = one + before[place] * moved
            two = two + after[place] * moved
        start = start + one
        stop = stop + two
    fall = start - stop
    wanted = share * (start / fall) if fall > 0 and start > 0 else 1.0
    return min(max(wanted, SHORTEST_SHARE), 1.0)


@njit(cache=True, nogil=True)
def sum_gradients(rows, sums):
    """Add up the gradients of a row state that is already written."""
    values = rows.values
    for row in rows.rows:
        for one in range(sums.size - 3):
            sums[3 + one] += values[row, 1 + one]


@njit(cache=True, nogil=True)
def move(values, share, steps, plan, trial):
    """Take a share of the steps; a weight that would get the wrong sign becomes 0. OUT trial."""
    for place in range(values.size):
        trial[place] = values[place] + share * steps[place]
        if place < plan.free.size and plan.free[place] and plan.signs[place] * trial[place] < 0:
            trial[place] = 0.0


@njit(cache=True, nogil=True)
def fit(rows, scored, rules, plan, blocks, ends, values):
    """Fit weights and bases.

    IN rules, plan, blocks (the free weights of all scores, score by score), ends; IN-OUT
    rows.values, scored, values (the weights, then the bases). Return the loss.
    """
    n_weights, touched = rules.rules.size, plan.touched
    inverses = np.empty(((ends[1:] - ends[:-1] + 1) ** 2).sum())
    slopes, after = np.empty(values.size), np.empty(values.size)
    steps, trial = np.empty(values.size), np.empty(values.size)
    sums = np.zeros(3 + touched.size, np.int64)
    weights, base = values[:n_weights], values[n_weights:]
    loss = plan.loss
    if np.isnan(loss):  # the row state is that of other weights, or missing
        loss = write_weights(rows, rules, values, plan, scored)
    sum_gradients(rows, sums)
    share = 1.0 if touched.size == 1 else FIRST_SHARE
    set_slopes(rows, rules, weights, plan, sums, slopes)
    for cycle in range(plan.cycles):
        if cycle % CURVATURE_EVERY == 0:
            set_inverses(rows, rules, plan.ridge, blocks, ends, touched, inverses)
        if set_steps(blocks, ends, plan, inverses, slopes, values, steps) < plan.enough:
            break
        lower = False
        for _ in range(HALVINGS):
            move(values, share, steps, plan, trial)
            tried = apply_weights(
                rows, rules, trial[:n_weights], trial[n_weights:], plan, scored, sums
            )
            if tried <= loss:
                lower = True
                break
            share = share * 0.5
        if not lower:
            apply_weights(rows, rules, weights, base, plan, scored, sums)
            break
        set_slopes(rows, rules, trial[:n_weights], plan, sums, after)
        share = next_share(share, values, trial, slopes, after, n_weights)
        values[:] = trial
        slopes[:] = after
        loss = tried
    return loss
