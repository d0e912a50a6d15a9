"""The compiled loops that tell which rules of a card can be spared.

Near the lowest loss the loss is a square form: its curvatures, inverted, say what deleting a weight
costs once all others have given way. Each class has a block of its own, with the weights of its
rules and, last, its base; what the classes have to do with each other is left out. Blocks lie one
after the other in flat arrays, `firsts` says where the vector of each starts, and the square of its
size is what its matrix takes. Arrays in, arrays out.
"""

from __future__ import annotations

import numpy as np
from numba import njit

BASE_RIDGE = 1e-3
"""Curvature added for the bases: a class without rows has none."""
FLAT = 1e-6
"""Rows of no more curvature are left out where rules meet: most rows are sure of most classes."""


@njit(cache=True, nogil=True)
def weights_by_row(covers, rules, n_rows):
    """Return the numbers of the weights that count in every row, row after row, and their ends.

    IN covers (rows of all rules, ends), rules (rule of each weight).
    """
    rows, ends = covers
    stops = np.zeros(n_rows + 1, np.int64)
    for weight in range(rules.size):
        for i in range(ends[rules[weight]], ends[rules[weight] + 1]):
            stops[rows[i] + 1] += 1
    for row in range(n_rows):
        stops[row + 1] += stops[row]
    places = stops[:-1].copy()
    found = np.empty(stops[-1], np.int64)
    for weight in range(rules.size):
        for i in range(ends[rules[weight]], ends[rules[weight] + 1]):
            found[places[rows[i]]] = weight
            places[rows[i]] += 1
    return found, stops


@njit(cache=True, nogil=True)
def set_curvatures(problem, state, active, one, slopes, matrix):
    """Add up slopes and curvatures of the loss in the weights and the base of one class.

    IN problem (labels, share), state (odds, sums), active (weights that count in every row, ends);
    OUT slopes (weights + 1,): how much the loss falls; matrix, its lower half.
    """
    labels, share = problem
    odds, sums = state
    found, stops = active
    base = slopes.size - 1
    for row in range(labels.size):
        p = odds[one, row] / sums[row]
        slope = share[row] * ((1.0 if labels[row] == one else 0.0) - p)
        curvature = share[row] * p * (1.0 - p)
        slopes[base] += slope
        matrix[base, base] += curvature
        for i in range(stops[row], stops[row + 1]):
            line = matrix[found[i]]
            slopes[found[i]] += slope
            matrix[base, found[i]] += curvature
            if curvature > FLAT:
                for j in range(stops[row], i + 1):
                    line[found[j]] += curvature


@njit(cache=True, nogil=True)
def invert(matrix):
    """Invert a symmetric positive definite matrix in its place, from its lower half.

    One row and column after the other is swept out, which leaves the inverse with its sign turned.
    """
    size = matrix.shape[0]
    swept = np.empty(size)
    for k in range(size):
        pivot = matrix[k, k]
        swept[:k] = matrix[k, :k]
        swept[k:] = matrix[k:, k]
        for row in range(size):
            if row != k:
                factor = swept[row] / pivot
                line = matrix[row]
                for column in range(row + 1):
                    line[column] -= factor * swept[column]
        matrix[k, :k] = swept[:k] / pivot
        matrix[k:, k] = swept[k:] / pivot
        matrix[k, k] = -1.0 / pivot
    for row in range(size):
        for column in range(row + 1):
            matrix[row, column] = -matrix[row, column]
            matrix[column, row] = matrix[row, column]


@njit(cache=True, nogil=True)
def delete_weight(inverse, values, place):
    """Set a weight to 0 for good, and let the others give way. IN-OUT inverse, values."""
    line = inverse[place].copy()
    pivot, value = line[place], values[place]
    for row in range(values.size):
        factor = line[row] / pivot
        if factor != 0.0:
            values[row] -= factor * value
            inverse[row] -= factor * line
    values[place] = 0.0
    inverse[place] = 0.0
    inverse[:, place] = 0.0


@njit(cache=True, nogil=True)
def block_of(flat, starts, one, size):
    """Return the matrix of a class."""
    return flat[starts[one] : starts[one] + size * size].reshape(size, size)


@njit(cache=True, nogil=True)
def set_inverses(problem, covers, rules, state, ridge, firsts, starts, values, inverses):
    """Take a Newton step in each block; keep the inverted curvatures.

    IN problem, covers, rules (rule of each weight, class after class), state, ridge, firsts and
    starts (classes + 1,): where the vector and the matrix of each class begin; IN-OUT values;
    OUT inverses.
    """
    inverses[:] = 0.0
    for one in range(firsts.size - 1):
        own = values[firsts[one] : firsts[one + 1]]
        size = own.size
        matrix = block_of(inverses, starts, one, size)
        slopes = np.zeros(size)
        active = weights_by_row(
            covers, rules[firsts[one] - one : firsts[one + 1] - one - 1], problem[0].size
        )
        set_curvatures(problem, state, active, one, slopes, matrix)
        for place in range(size - 1):
            slopes[place] -= ridge * own[place]
            matrix[place, place] += ridge
        matrix[size - 1, size - 1] += BASE_RIDGE
        invert(matrix)
        for place in range(size):
            for other in range(size):
                own[place] += matrix[place, other] * slopes[other]


@njit(cache=True, nogil=True)
def spare(inverses, values, firsts, starts, members, sizes, costs, limits, kept):
    """Delete rules as long as one pays too little or there are too many conditions.

    The one that goes is always the one that saves least for what it costs. IN firsts, starts;
    members (class and place in its block of the weights of all rules, ends); sizes (rules,):
    conditions; costs (rules,): nats that each must save; limits (most conditions; with so few it
    is over in any case); IN-OUT inverses, values; OUT kept (rules,).
    """
    classes, places, ends = members
    most, fewest = limits
    conditions = sizes.sum()
    kept[:] = True
    while True:
        worst, least = -1, np.inf
        for rule in range(costs.size):
            if not kept[rule]:
                continue
            saved = 0.0
            for i in range(ends[rule], ends[rule + 1]):
                one, place = classes[i], places[i]
                size = firsts[one + 1] - firsts[one]
                value = values[firsts[one] + place]
                saved += 0.5 * value * value / inverses[starts[one] + place * (size + 1)]
            if saved / costs[rule] < least:
                worst, least = rule, saved / costs[rule]
        if worst < 0 or (least >= 1.0 and conditions <= most):
            return
        kept[worst] = False
        conditions -= sizes[worst]
        for i in range(ends[worst], ends[worst + 1]):
            one = classes[i]
            own = values[firsts[one] : firsts[one + 1]]
            delete_weight(block_of(inverses, starts, one, own.size), own, places[i])
        if conditions <= fewest:
            return
