"""The compiled loops that fit the weights of a card, and measure its loss.

`odds` holds for every class and row the exponential of its score, `sums` their sum over the classes
of a row (one more for two classes, where only one has a score). Arrays in, arrays out.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from conjunct.search.newton_kernels import SCALE

LONGEST_STEP = 2.0
"""Newton steps are cut to this many nats."""
SMALLEST_CURVATURE = 1e-9


@njit(cache=True, nogil=True)
def set_odds(covers, terms, weights, base, odds, sums):
    """Work the odds out from the weights.

    IN covers (rows of all rules, ends), terms (rule, class of each weight), weights, base;
    OUT odds (classes, rows), sums (rows,).
    """
    rows, ends = covers
    rules, classes = terms
    n_classes, n_rows = odds.shape
    for one in range(n_classes):
        odds[one] = base[one]
    for term in range(rules.size):
        rule = rules[term]
        own = odds[classes[term]]
        for i in range(ends[rule], ends[rule + 1]):
            own[rows[i]] += weights[term]
    for row in range(n_rows):
        highest = 0.0
        if n_classes > 1:
            highest = odds[0, row]
            for one in range(1, n_classes):
                highest = max(highest, odds[one, row])
        total = 1.0 if n_classes == 1 else 0.0
        for one in range(n_classes):
            odds[one, row] = math.exp(odds[one, row] - highest)
            total += odds[one, row]
        sums[row] = total


@njit(cache=True, nogil=True)
def scale_odds(rows, one, step, odds, sums):
    """Add a step to the score of one class in some rows. IN rows, step; IN-OUT odds, sums."""
    factor = math.exp(step) - 1.0
    own = odds[one]
    for i in range(rows.size):
        row = rows[i]
        more = own[row] * factor
        own[row] += more
        sums[row] += more


@njit(cache=True, nogil=True)
def step_base(labels, share, one, odds, sums):
    """Take a Newton step of the base of one class; return the step and what it is worth."""
    slope, curvature = 0.0, SMALLEST_CURVATURE
    own = odds[one]
    for row in range(labels.size):
        p = own[row] / sums[row]
        slope += share[row] * ((1.0 if labels[row] == one else 0.0) - p)
        curvature += share[row] * p * (1.0 - p)
    step = max(min(slope / curvature, LONGEST_STEP), -LONGEST_STEP)
    factor = math.exp(step) - 1.0
    for row in range(labels.size):
        more = own[row] * factor
        own[row] += more
        sums[row] += more
    return step, abs(slope * step)


@njit(cache=True, nogil=True)
def step_weight(labels, share, cover, one, weight, ridge, sign, odds, sums):
    """Take a Newton step of one weight, which keeps its sign; return the weight and the worth."""
    slope, curvature = -ridge * weight, ridge
    own = odds[one]
    for i in range(cover.size):
        row = cover[i]
        p = own[row] / sums[row]
        slope += share[row] * ((1.0 if labels[row] == one else 0.0) - p)
        curvature += share[row] * p * (1.0 - p)
    step = max(min(slope / curvature, LONGEST_STEP), -LONGEST_STEP)
    if sign * (weight + step) < 0:
        step = -weight
    scale_odds(cover, one, step, odds, sums)
    return weight + step, abs(slope * step)


@njit(cache=True, nogil=True)
def fit_weights(problem, covers, terms, weights, base, state, ridge, effort):
    """Fit base and weights by cyclic Newton steps, and return the loss in nats.

    IN problem (labels, share of each row), covers, terms (rule, class, sign of each weight), ridge,
    effort (cycles, worth of a step that is too small to go on, first weight that is fitted: those
    before it stay, and the base of classes without later weights); IN-OUT weights, base,
    state (odds, sums). The loss is the negative log-likelihood and half the ridge times the
    squares of the weights.
    """
    labels, share = problem
    rows, ends = covers
    rules, classes, signs = terms
    odds, sums = state
    cycles, enough, first = effort
    touched = np.full(base.size, first == 0)
    for term in range(first, rules.size):
        touched[classes[term]] = True
    for _ in range(cycles):
        largest = 0.0
        for one in range(base.size):
            if not touched[one]:
                continue
            step, worth = step_base(labels, share, one, odds, sums)
            base[one] += step
            largest = max(largest, worth)
        for term in range(first, rules.size):
            cover = rows[ends[rules[term]] : ends[rules[term] + 1]]
            weights[term], worth = step_weight(
                labels,
                share,
                cover,
                classes[term],
                weights[term],
                ridge,
                signs[term],
                odds,
                sums,
            )
            largest = max(largest, worth)
        if largest < enough:
            break
    loss = 0.0
    for term in range(rules.size):
        loss += 0.5 * ridge * weights[term] * weights[term]
    for row in range(labels.size):
        own = 1.0 if base.size == 1 and labels[row] != 0 else odds[labels[row], row]
        loss -= share[row] * math.log(own / sums[row])
    return loss


@njit(cache=True, nogil=True)
def set_residuals(problem, state, values):
    """Write weight, gradients and curvatures of every row as whole numbers.

    IN problem (labels, share), state (odds, sums); OUT values (rows, 1 + 2 classes) int64. A row of
    weight 3 gets three times the numbers of a row of weight 1, exactly.
    """
    labels, share = problem
    odds, sums = state
    n_classes = odds.shape[0]
    for row in range(labels.size):
        values[row, 0] = np.int64(round(SCALE * share[row]))
        for one in range(n_classes):
            p = odds[one, row] / sums[row]
            gradient = (1.0 if labels[row] == one else 0.0) - p
            values[row, 1 + one] = np.int64(round(round(SCALE * gradient) * share[row]))
            values[row, 1 + n_classes + one] = np.int64(
                round(round(SCALE * p * (1.0 - p)) * share[row])
            )


@njit(cache=True, nogil=True)
def sum_covers(values, covers, totals):
    """Add up the numbers of the rows of each cover.

    IN values, covers (rows of all, ends); OUT totals (covers, channels).
    """
    rows, ends = covers
    for cover in range(totals.shape[0]):
        total = totals[cover]
        total[:] = 0
        for i in range(ends[cover], ends[cover + 1]):
            line = values[rows[i]]
            for channel in range(total.size):
                total[channel] += line[channel]
