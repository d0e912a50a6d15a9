"""The compiled fit of joint weights: what `conjunct.cards.weights` does, in one call.

Every number is computed by the same operations in the same order as there.
"""

from __future__ import annotations

import numpy as np

from conjunct.count.engine import LOSS_SCALE, SCALE
from conjunct.count.fitting import (
    BASE_RIDGE,
    CURVATURE_EVERY,
    FIRST_SHARE,
    HALVINGS,
    LONGEST_STEP,
    SHORTEST_SHARE,
)
from conjunct.count.jit import njit
from conjunct.count.state_kernels import add_pairs, score_rows, write_rows


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
