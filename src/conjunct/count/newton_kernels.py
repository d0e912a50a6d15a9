"""The compiled search for a Newton step: what `conjunct.search.newton` does, in one call.

Every number is computed by the same operations in the same order as there. Loops replace array
assignments, which would take seconds to compile.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conjunct.count.engine import AT_MOST, EQUAL, SCALE
from conjunct.count.jit import inner, njit
from conjunct.count.kernels import ZERO, passes
from conjunct.types import Floats, Ints

PARENT, COLUMN, OP, CODE, WEIGHT = range(5)
"""Positions of the facts about a candidate."""
START, STOP, SUM, SIGN = range(4)
"""Positions of the facts about a refined body: start and stop of its rows, their weight, and the
sign of its points."""


class NewtonRoom(NamedTuple):
    """Working memory of a search.

    `parents` (levels, width, levels, 3) are the bodies refined at each level, -1 for none, and
    `facts` (2, width, 4) are their facts at two levels. `levels` (levels, 3) has the numbers
    scored, `body` (levels, 3) the best body. `gains` and `what` (width, 5) are the best candidates
    of one level. `sums` (codes + 1, channels), `counts` (codes + 1,), both zero, and `sides`
    (3, channels) belong to one column; `totals` (channels,) are sums over all rows of a body.
    """

    parents: Ints
    facts: Ints
    levels: Ints
    body: Ints
    gains: Floats
    what: Ints
    sums: Ints
    counts: Ints
    sides: Ints
    totals: Ints


@inner
def newton_gain(sides, side, ridge, sign):
    """Return the nats that a Newton step saves in the class where it saves most.

    IN sides (sides, 1 + 2 classes), side, ridge; sign: required sign of the step, 0 if it is free.
    """
    n_classes = sides.shape[1] // 2
    gain = 0.0
    for one in range(n_classes):
        gradient = sides[side, 1 + one] / SCALE
        if sign * gradient < 0:
            continue
        curvature = sides[side, 1 + n_classes + one] / SCALE
        gain = max(gain, 0.5 * gradient * gradient / (curvature + ridge))
    return gain


@inner
def is_taken(sums, taken):
    """Tell whether sums are those of a cover that must not be found again."""
    for other in range(taken.shape[0]):
        same = True
        for channel in range(sums.size):
            if taken[other, channel] != sums[channel]:
                same = False
                break
        if same:
            return True
    return False


@inner
def offer(gains, what, gain, weight, candidate):
    """Insert a candidate into a beam at its position, unless an equal one is there.

    Candidates with equal gain and weight are treated as covering the same rows. IN gain, weight,
    candidate (parent, column, operator, code); IN-OUT gains, what: the beam, best first.
    """
    place = gains.size - 1
    for other in range(gains.size):
        if gains[other] == gain and what[other, WEIGHT] == weight:
            return
    while place > 0 and gains[place - 1] < gain:
        gains[place] = gains[place - 1]
        for field in range(WEIGHT + 1):
            what[place, field] = what[place - 1, field]
        place -= 1
    gains[place], what[place, WEIGHT] = gain, weight
    what[place, PARENT], what[place, COLUMN], what[place, OP], what[place, CODE] = candidate


@inner
def offer_column(gains, what, sums, sides, columns, plan, parent, number, column, level):
    """Offer all refinements of one body by one column.

    IN sums (codes + 1, channels), columns, plan, parent (facts of the body), number (of the body),
    column; scratch sides (3, channels): sums over rows that pass a test, over those that do not,
    and over all; IN-OUT gains, what, level (refinements scored, weight that they cover, pruned).
    """
    allowed, taken, asked, sign = columns.allowed, plan.taken, plan.signs[column], parent[SIGN]
    numeric, before, n_channels = columns.numeric[column], np.int64(-1), sums.shape[1]
    first, weight, n_codes = AT_MOST if numeric else EQUAL, parent[SUM], columns.n_codes[column]
    ridge, least = plan.ridge, plan.least
    for channel in range(n_channels):
        sides[0, channel] = sides[2, channel] = 0
    for code in range(n_codes):
        if sums[code, 0] != 0:
            for channel in range(n_channels):
                sides[2, channel] += sums[code, channel]
    for code in range(n_codes):
        if sums[code, 0] == 0:
            continue
        if not numeric:
            for channel in range(n_channels):
                sides[0, channel] = sums[code, channel]
                sides[1, channel] = sides[2, channel] - sums[code, channel]
        for side in range(0 if before >= 0 or not numeric else 2, 2):
            own, wanted = sides[side, 0], asked * (2 * side - 1)
            if (
                own < least
                or own >= weight
                or sign * wanted < 0
                or not allowed[column, first + side]
            ):
                continue
            level[0] += 1
            level[1] += own
            gain = newton_gain(sides, side, ridge, sign if sign else wanted)
            if gain > gains[gains.size - 1] and not is_taken(sides[side], taken):
                cut = (before + code - 1) >> 1 if numeric else np.int64(code)
                offer(gains, what, gain, own, (number, column, first + side, cut))
        if numeric:
            for channel in range(n_channels):
                sides[0, channel] += sums[code, channel]
                sides[1, channel] = sides[2, channel] - sides[0, channel]
        before = np.int64(code)


@inner
def is_used(body, column, columns):
    """Tell whether a body has a condition after which a column may not be tested again."""
    for place in range(body.shape[0]):
        other = body[place, 0]
        if other == column and not columns.numeric[column]:
            return True
        if other != column and columns.attribute[other] == columns.attribute[column]:
            return True
    return False


@inner
def best_hope(rows, start, stop, values, plan):
    """Return the most that a refinement could save: rows of one gradient sign, no curvature."""
    hope = 0.0
    for one in range(values.shape[1] // 2):
        up, total = np.int64(0), np.int64(0)
        for i in range(start, stop):
            gradient = values[rows[i], 1 + one]
            total += gradient
            if gradient > 0:
                up += gradient
        most = max(up, up - total) / SCALE
        hope = max(hope, 0.5 * most * most / plan.ridge)
    return hope


@inner
def keep_passing(coded, test, rows, parent, kept, at):
    """Copy the rows of a body that pass a test. IN all but kept; OUT kept; return its new end."""
    narrow, wide, place = coded.narrow, coded.wide, np.int64(coded.place[test[COLUMN]])
    op, value, n_codes = test[OP], test[CODE], coded.n_codes[test[COLUMN]]
    for i in range(parent[START], parent[STOP]):
        row = rows[i]
        code = np.int64(narrow[place, row] if place >= 0 else wide[-1 - place, row])
        kept[at] = row
        if passes(code, op, value, n_codes):
            at += 1
    return at


@inner
def write_body(body, parent, test):
    """Write the conditions of a body and one more. IN parent, test; OUT body."""
    for field in range(3):
        for place in range(parent.shape[0]):
            body[place, field] = parent[place, field]
        body[parent.shape[0], field] = test[COLUMN + field]


@inner
def add_rows(codes, line, rows, parent, values, n_codes, room):
    """Add the numbers of every row of a body to those of its code. OUT room.sums; the rest is IN.

    With several classes, the sums of the most frequent code are the totals minus all other sums.
    """
    sums = room.sums
    if values.shape[1] == 3:  # two classes: an inner loop would cost more than its additions
        for i in range(parent[START], parent[STOP]):
            row = np.uint32(rows[i])
            code = codes[line, row]
            sums[code, 0] += values[row, 0]
            sums[code, 1] += values[row, 1]
            sums[code, 2] += values[row, 2]
        return
    counts = room.counts
    for i in range(parent[START], parent[STOP]):
        counts[codes[line, np.uint32(rows[i])]] += 1
    often = np.int64(0)
    for code in range(n_codes + 1):
        if counts[code] > counts[often]:
            often = code
    for code in range(n_codes + 1):
        counts[code] = 0
    for i in range(parent[START], parent[STOP]):
        row = np.uint32(rows[i])
        code = codes[line, row]
        if code != often:
            for channel in range(values.shape[1]):
                sums[code, channel] += values[row, channel]
    for channel in range(values.shape[1]):
        left = room.totals[channel]
        for code in range(n_codes + 1):
            left -= sums[code, channel]
        sums[often, channel] = left


@inner
def add_all(rows, parent, values, totals):
    """Add up the numbers of the rows of a body. OUT totals; the rest is IN."""
    for channel in range(totals.size):
        totals[channel] = 0
    for i in range(parent[START], parent[STOP]):
        row = np.uint32(rows[i])
        for channel in range(totals.size):
            totals[channel] += values[row, channel]


@inner
def offer_level(coded, columns, rows, values, plan, room, level, n_parents):
    """Offer all refinements of the bodies of one level.

    IN coded, columns, rows (of all bodies), values, plan, level, n_parents; IN-OUT room.
    """
    gains, what, sums, sides = room.gains, room.what, room.sums, room.sides
    for place in range(gains.size):
        gains[place], what[place, PARENT] = 0.0, -1
    line = room.levels[level]
    for number in range(n_parents):
        own, body = room.facts[level & 1, number], room.parents[level, number, :level]
        add_all(rows, own, values, room.totals)
        for column in range(columns.n_codes.size):
            if is_used(body, column, columns):
                continue
            place, n_codes = np.int64(coded.place[column]), columns.n_codes[column]
            if place >= 0:
                add_rows(coded.narrow, place, rows, own, values, n_codes, room)
            else:
                add_rows(coded.wide, -1 - place, rows, own, values, n_codes, room)
            offer_column(gains, what, sums, sides, columns, plan, own, number, column, line)
            for code in range(n_codes + 1):
                for channel in range(sums.shape[1]):
                    sums[code, channel] = 0


@njit(cache=True, nogil=True)
def search_newton(coded, columns, rows, values, plan, room):
    """Search level by level for the body that saves most after subtracting its price.

    IN coded; columns; rows; values (rows of the table, 1 + 2 classes); plan; OUT room. Return the
    nats that the best body saves minus its price, and its length; 0 and 0 if no body pays.
    """
    most, width, what = room.parents.shape[0], room.gains.size, room.what
    room.facts[0, 0, STOP] = rows.size
    add_all(rows, room.facts[0, 0], values, room.totals)
    room.facts[0, 0, SUM] = room.totals[0]
    n_parents, best, length = np.int64(1), 0.0, 0
    for level in range(most):
        own, then = room.facts[level & 1], room.facts[1 - (level & 1)]
        bodies, price = room.parents[level, :, :level], plan.first + level * plan.further
        offer_level(coded, columns, rows, values, plan, room, level, n_parents)
        if room.gains[0] - price > best:
            best, length = room.gains[0] - price, level + 1
            write_body(room.body, bodies[what[0, PARENT]], what[0])
        if level == most - 1:
            break
        n_parents, n_chosen, size, at = np.int64(0), 0, 1, ZERO
        while n_chosen < max(1, width >> level) and what[n_chosen, PARENT] >= 0:
            size += own[what[n_chosen, PARENT], STOP] - own[what[n_chosen, PARENT], START]
            n_chosen += 1
        kept = np.empty(size, np.int32)
        for test in what[:n_chosen]:
            parent = own[test[PARENT]]
            stop = keep_passing(coded, test, rows, parent, kept, at)
            if best_hope(kept, at, stop, values, plan) - price - plan.further <= best:
                room.levels[level, 2] += 1
                continue
            asked = plan.signs[test[COLUMN]] * (1 if test[OP] & 1 else -1)
            then[n_parents, START], then[n_parents, STOP] = at, stop
            then[n_parents, SUM], then[n_parents, SIGN] = test[WEIGHT], asked or parent[SIGN]
            write_body(room.parents[level + 1, n_parents], bodies[test[PARENT]], test)
            n_parents += 1
            at = stop
        if n_parents == 0:
            break
        rows = kept
    return best, length
