"""The compiled thinning of a card: what `conjunct.cards.thinning` does, in one call.

Every number is computed by the same operations in the same order as there.
"""

from __future__ import annotations

import numpy as np

from conjunct.count.fit_kernels import set_inverses, set_slopes, sum_gradients
from conjunct.count.jit import njit


@njit(cache=True, nogil=True)
def block_of(blocks, ends, one, n_weights):
    """Return the positions of the weights of a score and, last, of its base."""
    first, last = ends[one], ends[one + 1]
    places = np.empty(last - first + 1, np.int64)
    places[:-1] = blocks[first:last]
    places[-1] = n_weights + one
    return places


@njit(cache=True, nogil=True)
def step_to_minimum(inverse, slopes, places, values):
    """Move the weights and the base of a score to the minimum of its quadratic form."""
    for i in range(places.size):
        step = inverse[i, 0] * slopes[places[0]]
        for j in range(1, places.size):
            step = step + inverse[i, j] * slopes[places[j]]
        values[places[i]] += step


@njit(cache=True, nogil=True)
def delete_weight(inverse, places, own, values, saved):
    """Set a weight to 0 and re-optimise the others of its score. IN places, own (its line)."""
    line, size = inverse[own].copy(), places.size
    pivot = line[own]
    share = values[places[own]] / pivot
    for i in range(size):
        values[places[i]] -= line[i] * share
    values[places[own]] = 0.0
    parts = line / pivot
    for i in range(size):
        for j in range(size):
            inverse[i, j] -= line[i] * parts[j]
    inverse[own, own] = 1.0
    set_saved(inverse, places, values, saved)


@njit(cache=True, nogil=True)
def set_saved(inverse, places, values, saved):
    """Write the loss that deleting each weight of a score would cost."""
    for i in range(places.size - 1):
        saved[places[i]] = 0.5 * (values[places[i]] * values[places[i]]) / inverse[i, i]


@njit(cache=True, nogil=True)
def worst_rule(owner, saved, left, costs, may_go):
    """Return the rule whose weights save least relative to its cost."""
    worth = np.zeros(costs.size)
    for place in range(owner.size):
        if left[place]:
            worth[owner[place]] += saved[place]
    worst, least = 0, np.inf
    for rule in range(costs.size):
        if may_go[rule] and worth[rule] / costs[rule] < least:
            worst, least = rule, worth[rule] / costs[rule]
    return worst


@njit(cache=True, nogil=True)
def worst_points(owner, saved, left, n_rules):
    """Return the weight that saves least among those of rules with several; -1 if there is none."""
    several = np.zeros(n_rules, np.int64)
    for place in range(owner.size):
        several[owner[place]] += left[place]
    worst = -1
    for place in range(owner.size):
        if left[place] and several[owner[place]] > 1 and (worst < 0 or saved[place] < saved[worst]):
            worst = place
    return worst


@njit(cache=True, nogil=True)
def thin(rows, rules, plan, limits, blocks, ends, values, left):
    """Delete rules, then points of rules that have several.

    IN rows, rules, plan (see `FitPlan`), limits (see `ThinLimits`), blocks (the weights of all
    scores, score by score), ends; IN-OUT values (the weights, then the bases), left (weights,),
    True on entry.
    """
    n_weights, n_scores = left.size, plan.touched.size
    inverses = np.empty(((ends[1:] - ends[:-1] + 1) ** 2).sum())
    set_inverses(rows, rules, plan.ridge, blocks, ends, plan.touched, inverses)
    sums, slopes = np.zeros(3 + n_scores, np.int64), np.empty(values.size)
    sum_gradients(rows, sums)
    set_slopes(rows, rules, values[:n_weights], plan, sums, slopes)
    starts, line = np.zeros(n_scores + 1, np.int64), np.empty(n_weights, np.int64)
    saved = np.empty(n_weights)
    for one in range(n_scores):
        places = block_of(blocks, ends, one, n_weights)
        starts[one + 1] = starts[one] + places.size**2
        inverse = inverses[starts[one] : starts[one + 1]].reshape(places.size, places.size)
        line[places[:-1]] = np.arange(places.size - 1)
        step_to_minimum(inverse, slopes, places, values)
        set_saved(inverse, places, values, saved)
    may_go, conditions, n_left = limits.costs > 0, limits.sizes.sum(), n_weights
    while True:
        rule, first = -1, 0
        if conditions > limits.most:
            rule = worst_rule(limits.owner, saved, left, limits.costs, may_go)
            may_go[rule] = False
            conditions -= limits.sizes[rule]
            last = n_weights
        else:
            first = worst_points(limits.owner, saved, left, may_go.size)
            if n_left <= limits.points or first < 0:
                return
            last = first + 1
        for place in range(first, last):
            if left[place] and (rule < 0 or limits.owner[place] == rule):
                left[place] = False
                n_left -= 1
                one = rules.channels[place]
                places = block_of(blocks, ends, one, n_weights)
                size = places.size
                inverse = inverses[starts[one] : starts[one + 1]].reshape(size, size)
                delete_weight(inverse, places, line[place], values, saved)
