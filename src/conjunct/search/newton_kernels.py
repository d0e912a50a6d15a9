"""Beam search for the rule that lowers a loss most, in one compiled call.

What is added up of every row are whole numbers: its weight, and by class the gradient and the
curvature of the loss. Arrays in, arrays out, as in `conjunct.count.kernels`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from conjunct.count.kernels import ABOVE, AT_MOST, EQUAL, UNEQUAL, passes
from conjunct.count.sum_kernels import sum_column

SCALE = 2.0**32
"""What stands for one: the resolution of gradients, curvatures and weights."""
HEAVIEST = 2.0**30
"""The most that all rows may weigh together: sums then fit 64 bits."""


@njit(cache=True, nogil=True)
def newton_gain(sums, ridge, per_class, sign):
    """Return what one Newton step saves, over the classes for which it saves more than their price.

    IN sums (1 + 2 classes,): weight, gradients, curvatures; `sign` is what the step of the only
    class must be, 0 where it is free.
    """
    n_classes = sums.size // 2
    gain = 0.0
    for one in range(n_classes):
        gradient = sums[1 + one] / SCALE
        if sign * gradient < 0:
            continue
        saved = 0.5 * gradient * gradient / (sums[1 + n_classes + one] / SCALE + ridge) - per_class
        if saved > 0:
            gain += saved
    return gain


@njit(cache=True, nogil=True)
def is_taken(sums, taken):
    """Tell whether the numbers of a cover are among those of covers that are not to be found."""
    for other in range(taken.shape[0]):
        same = True
        for channel in range(sums.size):
            if taken[other, channel] != sums[channel]:
                same = False
                break
        if same:
            return True
    return False


@njit(cache=True, nogil=True)
def offer(beam, gain, sums, taken, parent, column, op, code):
    """Put a candidate where it belongs in a beam, unless a better or an equal one is in its place.

    Equal gain and weight: it covers the same rows, or might as well. IN sums of the candidate,
    taken (covers, channels); IN-OUT beam (gains, what): what has parent, column, operator, code
    and weight, and -1 as parent where it is empty.
    """
    gains, what = beam
    place = gains.size - 1
    weight = sums[0]
    if gain <= gains[place] or is_taken(sums, taken):
        return
    for other in range(gains.size):
        if gains[other] == gain and what[other, 4] == weight:
            return
    while place > 0 and gains[place - 1] < gain:
        gains[place] = gains[place - 1]
        what[place] = what[place - 1]
        place -= 1
    gains[place] = gain
    what[place, 0] = parent
    what[place, 1] = column
    what[place, 2] = op
    what[place, 3] = code
    what[place, 4] = weight


@njit(cache=True, nogil=True)
def offer_column(beam, sums, n_codes, column, parent, prices, bounds, round_):
    """Offer all refinements of one cover by one column.

    IN sums (codes + 1, channels); column (number, numeric, allowed, sign); parent (number, weight,
    sign); prices (ridge, per class); bounds (smallest weight of a cover, covers that are taken);
    IN-OUT beam, round_ (scored, covered weight).
    """
    number, numeric, allowed, monotone = column
    which, weight, sign = parent
    ridge, per_class = prices
    least, taken = bounds
    n_channels = sums.shape[1]
    known = np.zeros(n_channels, np.int64)
    for code in range(n_codes):
        for channel in range(n_channels):
            known[channel] += sums[code, channel]
    part = np.zeros(n_channels, np.int64)
    rest = np.empty(n_channels, np.int64)
    for code in range(n_codes):
        if sums[code, 0] == 0:
            continue
        for channel in range(n_channels):
            if numeric:
                part[channel] += sums[code, channel]
            else:
                part[channel] = sums[code, channel]
            rest[channel] = known[channel] - part[channel]
        if numeric and rest[0] == 0:
            break
        within, outside = (AT_MOST, ABOVE) if numeric else (EQUAL, UNEQUAL)
        if allowed[within] and least <= part[0] < weight and sign * monotone <= 0:
            round_[0] += 1
            round_[1] += part[0]
            wanted = sign if sign else -monotone
            gain = newton_gain(part, ridge, per_class, wanted)
            offer(beam, gain, part, taken, which, number, within, code)
        if allowed[outside] and least <= rest[0] < weight and sign * monotone >= 0:
            round_[0] += 1
            round_[1] += rest[0]
            wanted = sign if sign else monotone
            gain = newton_gain(rest, ridge, per_class, wanted)
            offer(beam, gain, rest, taken, which, number, outside, code)


@njit(cache=True, nogil=True)
def keep_passing(codes, test, rows, kept):
    """Copy the rows that pass a test. IN codes, test (op, code, n_codes), rows; OUT kept."""
    op, value, n_codes = test
    size = 0
    for i in range(rows.size):
        kept[size] = rows[i]
        if passes(np.int64(codes[rows[i]]), op, value, n_codes):
            size += 1
    return size


@njit(cache=True, nogil=True)
def best_hope(rows, values, ridge, per_class):
    """Return the most that a refinement could save: rows that pull one way, and no curvature."""
    n_classes = values.shape[1] // 2
    hope = 0.0
    for one in range(n_classes):
        up, down = np.int64(0), np.int64(0)
        for i in range(rows.size):
            gradient = values[rows[i], 1 + one]
            if gradient > 0:
                up += gradient
            else:
                down -= gradient
        most = max(up, down) / SCALE
        saved = 0.5 * most * most / ridge - per_class
        if saved > 0:
            hope += saved
    return hope


@njit(cache=True, nogil=True)
def offer_refinements(coded, columns, values, prices, bounds, covers, bodies, beam, round_):
    """Offer all refinements of the covers of one level.

    IN coded; columns, values, prices as in `search_newton`; bounds as in `offer_column`; covers
    (rows, sizes, weights, signs) of the level; bodies (level, their conditions); OUT beam, round_.
    """
    attribute, numeric, allowed, signs = columns
    rows, sizes, weights, own_signs = covers
    level, tests = bodies
    most_codes = np.int64(0)
    for column in range(coded.n_codes.size):
        most_codes = max(most_codes, np.int64(coded.n_codes[column]))
    sums = np.empty((most_codes + 1, values.shape[1]), np.int64)
    for parent in range(sizes.size):
        own = rows[parent, : sizes[parent]]
        state = (parent, weights[parent], own_signs[parent])
        for column in range(numeric.size):
            if is_used(tests[parent], level, column, attribute, numeric):
                continue
            n_codes = np.int64(coded.n_codes[column])
            sums[: n_codes + 1] = 0
            place = coded.place[column]
            if place >= 0:
                sum_column(coded.narrow[place], own, values, sums)
            else:
                sum_column(coded.wide[-1 - place], own, values, sums)
            facts = (column, numeric[column], allowed[column], signs[column])
            offer_column(beam, sums, n_codes, facts, state, prices[:2], bounds, round_)


@njit(cache=True, nogil=True)
def keep_candidate(coded, test, rows, kept):
    """Copy the rows that pass a test. IN coded, test (column, op, code), rows; OUT kept."""
    place = coded.place[test[0]]
    facts = (test[1], test[2], np.int64(coded.n_codes[test[0]]))
    if place >= 0:
        return keep_passing(coded.narrow[place], facts, rows, kept)
    return keep_passing(coded.wide[-1 - place], facts, rows, kept)


@njit(cache=True, nogil=True)
def search_newton(coded, columns, values, prices, limits, parents, rounds, body):
    """Search level by level for the body that saves most after its price.

    IN coded; columns (attribute, numeric, allowed, signs); values (rows, 1 + 2 classes); prices
    (ridge, per class, first condition, further condition); limits (width, conditions, weight, sums
    of the covers that are taken);
    OUT parents (levels, width, conditions, 3): bodies refined at each level, columns -1 where there
    is none; rounds (levels, 3): scored, covered weight, pruned; body (conditions, 3).
    Return what the best body saves after its price, and its length; 0 and 0 where none does.
    """
    signs = columns[3]
    ridge, per_class, first, further = prices
    width, most, least, taken = limits
    n_rows = values.shape[0]
    arena = np.empty((2, width, n_rows), np.int32)
    sizes = np.zeros((2, width), np.int64)
    weights = np.zeros((2, width), np.int64)
    own_signs = np.zeros((2, width), np.int64)
    arena[0, 0] = np.arange(n_rows)
    sizes[0, 0] = n_rows
    weights[0, 0] = values[:, 0].sum()
    parents[:] = -1
    gains = np.empty(width)
    what = np.empty((width, 5), np.int64)
    n_parents, best, length = 1, 0.0, 0
    for level in range(most):
        now, then = level % 2, 1 - level % 2
        price = first + level * further
        gains[:] = 0.0
        what[:] = -1
        covers = (arena[now], sizes[now, :n_parents], weights[now], own_signs[now])
        bodies = (level, parents[level])
        bounds = (least, taken)
        beam = (gains, what)
        offer_refinements(
            coded, columns, values, prices, bounds, covers, bodies, beam, rounds[level]
        )
        if gains[0] - price > best:
            best, length = gains[0] - price, level + 1
            body[:level] = parents[level, what[0, 0], :level]
            body[level] = what[0, 1:4]
        if level == most - 1:
            break
        n_parents = 0
        for place in range(max(1, width >> level)):
            parent, column, op = what[place, 0], what[place, 1], what[place, 2]
            if parent < 0:
                break
            kept = arena[then, n_parents]
            rows = arena[now, parent, : sizes[now, parent]]
            size = keep_candidate(coded, what[place, 1:4], rows, kept)
            if best_hope(kept[:size], values, ridge, per_class) - price - further <= best:
                rounds[level, 2] += 1
                continue
            sizes[then, n_parents] = size
            weights[then, n_parents] = what[place, 4]
            own_signs[then, n_parents] = own_signs[now, parent]
            if signs[column] != 0:
                own_signs[then, n_parents] = signs[column] if op == ABOVE else -signs[column]
            parents[level + 1, n_parents, :level] = parents[level, parent, :level]
            parents[level + 1, n_parents, level] = what[place, 1:4]
            n_parents += 1
        if n_parents == 0:
            break
    return best, length


@njit(cache=True, nogil=True)
def is_used(tests, size, column, attribute, numeric):
    """Tell whether a body has a condition that leaves nothing to ask of a column."""
    for place in range(size):
        other = tests[place, 0]
        if other == column and not numeric[column]:
            return True
        if other != column and attribute[other] == attribute[column]:
            return True
    return False
