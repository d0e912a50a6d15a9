"""The compiled search for a Newton step: what `conjunct.search.newton` does, in one call.

Every number is worked out by the same operations in the same order as there.
"""

from __future__ import annotations

import numpy as np

from conjunct.count.engine import ABOVE, AT_MOST, EQUAL, SCALE
from conjunct.count.jit import njit
from conjunct.count.kernels import BLOCK, passes, read_cells
from conjunct.count.state_kernels import sum_column

PARENT, COLUMN, OP, CODE, WEIGHT = range(5)


@njit(cache=True, nogil=True)
def newton_gain(sums, plan, sign):
    """Return what one Newton step saves, over the classes for which it saves more than their price.

    IN sums (1 + 2 classes,), plan; sign: what the step of the only class must be, 0 where it is
    free.
    """
    n_classes = sums.size // 2
    gain = 0.0
    for one in range(n_classes):
        gradient = sums[1 + one] / SCALE
        if sign * gradient < 0:
            continue
        curvature = sums[1 + n_classes + one] / SCALE
        saved = 0.5 * gradient * gradient / (curvature + plan.ridge) - plan.per_class
        if saved > 0:
            gain += saved
    return gain


@njit(cache=True, nogil=True)
def is_taken(sums, taken):
    """Tell whether sums are those of a cover that is not to be found again."""
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
def offer(gains, what, sums, plan, sign, candidate):
    """Put a candidate where it belongs in a beam, unless a better or an equal one is in its place.

    Candidates of equal gain and weight cover the same rows, or might as well. IN sums, plan, sign,
    candidate (parent, column, operator, code); IN-OUT gains, what: the beam, best first.
    """
    gain = newton_gain(sums, plan, sign)
    place = gains.size - 1
    if gain <= gains[place] or is_taken(sums, plan.taken):
        return
    for other in range(gains.size):
        if gains[other] == gain and what[other, WEIGHT] == sums[0]:
            return
    while place > 0 and gains[place - 1] < gain:
        gains[place] = gains[place - 1]
        what[place] = what[place - 1]
        place -= 1
    gains[place] = gain
    what[place, WEIGHT] = sums[0]
    for field in range(WEIGHT):
        what[place, field] = candidate[field]


@njit(cache=True, nogil=True)
def offer_sides(gains, what, sides, columns, candidate, parent, plan, level):
    """Offer the rows that a test takes and those that it leaves. As `offer_column`."""
    number, column, first, code = candidate
    _, weight, sign = parent
    for side in range(2):
        own = sides[side]
        wanted = plan.signs[column] * (1 if side else -1)
        if not columns.allowed[column, first + side] or sign * wanted < 0:
            continue
        if plan.least <= own[0] < weight:
            level[0] += 1
            level[1] += own[0]
            which = (number, column, first + side, code)
            offer(gains, what, own, plan, sign if sign else wanted, which)


@njit(cache=True, nogil=True)
def offer_column(gains, what, sums, n_codes, column, columns, parent, plan, level):
    """Offer all refinements of one body by one column.

    IN sums (codes + 1, channels), n_codes, column, columns, parent (number, weight, sign), plan;
    IN-OUT gains, what, level (refinements scored, weight that they cover, pruned).
    """
    number, numeric = parent[0], columns.numeric[column]
    first, n_channels = AT_MOST if numeric else EQUAL, sums.shape[1]
    known, sides = np.zeros(n_channels, np.int64), np.zeros((2, n_channels), np.int64)
    for code in range(n_codes):
        if sums[code, 0] != 0:
            for channel in range(n_channels):
                known[channel] += sums[code, channel]
    before = -1
    for code in range(n_codes):
        if sums[code, 0] == 0:
            continue
        if numeric and before >= 0:  # the cut between the last two codes that occur
            candidate = (number, column, first, (before + code - 1) // 2)
            offer_sides(gains, what, sides, columns, candidate, parent, plan, level)
        for channel in range(n_channels):
            if not numeric:
                sides[0, channel] = 0
            sides[0, channel] += sums[code, channel]
            sides[1, channel] = known[channel] - sides[0, channel]
        if not numeric:
            candidate = (number, column, first, code)
            offer_sides(gains, what, sides, columns, candidate, parent, plan, level)
        before = code


@njit(cache=True, nogil=True)
def is_used(body, size, column, columns):
    """Tell whether a body has a condition that leaves nothing to ask of a column."""
    for place in range(size):
        other = body[place, 0]
        if other == column and not columns.numeric[column]:
            return True
        if other != column and columns.attribute[other] == columns.attribute[column]:
            return True
    return False


@njit(cache=True, nogil=True)
def best_hope(rows, values, plan):
    """Return the most that a refinement could save: rows that pull one way, and no curvature."""
    hope = 0.0
    for one in range(values.shape[1] // 2):
        up, total = np.int64(0), np.int64(0)
        for row in rows:
            gradient = values[row, 1 + one]
            total += gradient
            if gradient > 0:
                up += gradient
        most = max(up, up - total) / SCALE
        saved = 0.5 * most * most / plan.ridge - plan.per_class
        if saved > 0:
            hope += saved
    return hope


@njit(cache=True, nogil=True)
def keep_passing(coded, test, rows, cells, kept):
    """Copy the rows that pass a test; return how many do. IN coded, test, rows; OUT kept."""
    column, n_codes, size = test[COLUMN], coded.n_codes[test[COLUMN]], 0
    for block in range(0, rows.size, cells.size):
        end = min(block + cells.size, rows.size)
        read_cells(coded, column, rows, block, end, cells)
        for i in range(block, end):
            kept[size] = rows[i]
            if passes(np.int64(cells[i - block]), test[OP], test[CODE], n_codes):
                size += 1
    return size


@njit(cache=True, nogil=True)
def search_newton(coded, columns, rows, values, plan, parents, levels, body):
    """Search level by level for the body that saves most after its price.

    IN coded; columns; rows; values (rows of the table, 1 + 2 classes); plan;
    OUT parents (levels, width, levels, 3): bodies refined at each level, columns -1 where there
    is none; levels (levels, 3), zero on entry; body (levels, 3).
    Return what the best body saves after its price, and its length; 0 and 0 where none does.
    """
    width, most = parents.shape[1], parents.shape[0]
    arena = np.empty((2, width, rows.size), rows.dtype)
    sizes, weights = np.zeros((2, width), np.int64), np.zeros((2, width), np.int64)
    signs = np.zeros((2, width), np.int64)
    arena[0, 0] = rows
    sizes[0, 0] = rows.size
    for row in rows:
        weights[0, 0] += values[row, 0]
    parents[:] = -1
    cells = np.empty(BLOCK, np.uint16)
    gains, what = np.empty(width), np.empty((width, 5), np.int64)
    sums = np.empty((coded.n_codes.max() + 1, values.shape[1]), np.int64)
    n_parents, best, length = 1, 0.0, 0
    for level in range(most):
        now, then = level % 2, 1 - level % 2
        price = plan.first + level * plan.further
        gains[:] = 0.0
        what[:] = -1
        for parent in range(n_parents):
            own = arena[now, parent, : sizes[now, parent]]
            about = (parent, weights[now, parent], signs[now, parent])
            for column in range(columns.numeric.size):
                if is_used(parents[level, parent], level, column, columns):
                    continue
                n_codes = coded.n_codes[column]
                sums[: n_codes + 1] = 0
                sum_column(coded, column, own, 0, own.size, cells, values, sums)
                offer_column(
                    gains, what, sums, n_codes, column, columns, about, plan, levels[level]
                )
        if gains[0] - price > best:
            best, length = gains[0] - price, level + 1
            body[:level] = parents[level, what[0, PARENT], :level]
            body[level] = what[0, COLUMN:WEIGHT]
        if level == most - 1:
            break
        n_parents = 0
        for line in what[: max(1, width >> level)]:
            if line[PARENT] < 0:
                break
            kept, old = arena[then, n_parents], arena[now, line[PARENT]]
            old = old[: sizes[now, line[PARENT]]]
            size = keep_passing(coded, line, old, cells, kept)
            if best_hope(kept[:size], values, plan) - price - plan.further <= best:
                levels[level, 2] += 1
                continue
            sizes[then, n_parents], weights[then, n_parents] = size, line[WEIGHT]
            asked = plan.signs[line[COLUMN]] * (1 if line[OP] == ABOVE else -1)
            signs[then, n_parents] = asked if asked else signs[now, line[PARENT]]
            parents[level + 1, n_parents, :level] = parents[level, line[PARENT], :level]
            parents[level + 1, n_parents, level] = line[COLUMN:WEIGHT]
            n_parents += 1
        if n_parents == 0:
            break
    return best, length
