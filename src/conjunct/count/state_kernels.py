"""The compiled loops that add up row states, whole numbers for each row.

Sums of whole numbers (fixed point) are the same in any order. The conventions are those of
`conjunct.count.kernels`.
"""

from __future__ import annotations

import math

import numpy as np

from conjunct.count.cover_kernels import satisfies
from conjunct.count.engine import FLAT, LOSS_SCALE, SCALE
from conjunct.count.exact import (
    EXP_TERMS,
    LN2_HIGH,
    LN2_LOW,
    LOG_TERMS,
    LOWEST,
    PER_STEP,
    POWERS,
    ROOT_HALF,
    ROOTS,
    STEP_HIGH,
    STEP_LOW,
    STEPS,
)
from conjunct.count.jit import inner, njit
from conjunct.count.kernels import BLOCK, ZERO, find_bounds, read_cells


@inner
def sum_column(coded, column, rows, start, stop, cells, values, sums):
    """Add the numbers of every row of a cover to those of its code.

    IN coded, column, rows, start, stop, values (rows, channels); scratch cells;
    OUT sums (codes + 1, channels).
    """
    n_channels = values.shape[1]
    for block in range(start, stop, cells.size):
        end = min(block + cells.size, stop)
        read_cells(coded, column, rows, block, end, cells)
        if n_channels == 3:  # two classes: an inner loop would cost more than its additions
            for i in range(block, end):
                code, row = cells[i - block], np.uint32(rows[i])
                sums[code, 0] += values[row, 0]
                sums[code, 1] += values[row, 1]
                sums[code, 2] += values[row, 2]
        else:
            for i in range(block, end):
                code, row = cells[i - block], np.uint32(rows[i])
                for channel in range(n_channels):
                    sums[code, channel] += values[row, channel]


@njit(cache=True, nogil=True)
def sum_covers(coded, rows, spans, values, totals, out_codes, out_sums, offsets):
    """Add up every column of every cover, for codes with a sum other than 0.

    IN coded, rows, spans (covers, 2), values (rows, channels); OUT totals (covers, channels), zero
    on entry, out_codes (entries,), out_sums (entries, channels), offsets (covers * columns + 1,).
    """
    n_columns, n_channels = coded.n_codes.size, values.shape[1]
    size = ZERO
    for column in range(n_columns):
        size = max(size, coded.n_codes[column] + 1)
    sums = np.zeros((size, n_channels), np.int64)
    cells = np.empty(BLOCK, np.uint16)
    at = ZERO
    offsets[0] = 0
    for cover in range(spans.shape[0]):
        start, stop = spans[cover, 0], spans[cover, 1]
        for i in range(start, stop):
            for channel in range(n_channels):
                totals[cover, channel] += values[rows[i], channel]
        for column in range(n_columns):
            sum_column(coded, column, rows, start, stop, cells, values, sums)
            n_codes = coded.n_codes[column]
            for code in range(n_codes + 1):
                found = False
                if code < n_codes:
                    for channel in range(n_channels):
                        if sums[code, channel] != 0:
                            found = True
                            break
                for channel in range(n_channels):
                    if found:
                        out_sums[at, channel] = sums[code, channel]
                    sums[code, channel] = 0
                if found:
                    out_codes[at] = code
                    at += 1
            offsets[cover * n_columns + column + 1] = at


@inner
def add_row(sums, values, row, n_scores):
    """Add the numbers of a row, and its first `n_scores` gradients if they are positive."""
    width = values.shape[1]
    for channel in range(width):
        sums[channel] += values[row, channel]
    for score in range(n_scores):
        sums[width + score] += max(values[row, 1 + score], 0)


@njit(cache=True, nogil=True)
def tally_covers(coded, rows, spans, tests, ends, first, borders, channels, values, sums):
    """Add up the rows of every cover that satisfy every body.

    IN coded, rows, spans (covers, 2), tests of all bodies, ends (bodies,), first (whether a row
    counts only for the first body that it satisfies), borders, channels; values (rows, numbers),
    empty to count rows; OUT sums (covers, bodies, channels), zero on entry.
    """
    bounds = np.empty(borders.size, np.int64)
    n_scores = sums.shape[2] - values.shape[1]
    for cover in range(spans.shape[0]):
        find_bounds(rows, spans[cover, 0], spans[cover, 1], borders, bounds)
        for run in range(channels.size):
            channel = channels[run]
            if channel < 0:
                continue
            for i in range(bounds[run], bounds[run + 1]):
                row = np.int64(rows[i])
                start = ZERO
                for body in range(ends.size):
                    stop = ends[body]
                    if satisfies(coded, row, tests, start, stop):
                        if values.size == 0:
                            sums[cover, body, channel] += 1
                        else:
                            add_row(sums[cover, body], values, row, n_scores)
                        if first:
                            break
                    start = stop


@njit(cache=True, nogil=True)
def tally_places(rows, places, ends, rules, values, sums):
    """Add up the numbers of the rows at the places of some rules.

    IN rows (cover), places of all rules, ends (rules + 1,), rules (the wanted ones, -1 to leave one
    out), values (rows of the table, numbers); OUT sums (wanted rules, numbers and positive
    gradients), zero on entry.
    """
    n_scores = sums.shape[1] - values.shape[1]
    for one in range(rules.size):
        rule = rules[one]
        if rule < 0:
            continue
        if n_scores != 1:
            for i in range(ends[rule], ends[rule + 1]):
                add_row(sums[one], values, rows[places[i]], n_scores)
            continue
        weight, gradient, curvature, up = ZERO, ZERO, ZERO, ZERO
        for i in range(ends[rule], ends[rule + 1]):
            row = np.uint32(rows[np.uint32(places[i])])
            weight += values[row, 0]
            gradient += values[row, 1]
            curvature += values[row, 2]
            up += max(values[row, 1], 0)
        sums[one, 0], sums[one, 1], sums[one, 2], sums[one, 3] = weight, gradient, curvature, up


@inner
def exponential(x):
    """Return what `exact_exp` returns for one number, bit for bit."""
    x = max(x, LOWEST)
    n = math.floor(x * PER_STEP + 0.5)
    r = (x - n * STEP_HIGH) - n * STEP_LOW
    total = 0.0
    for term in EXP_TERMS:
        total = total * r + term
    whole = np.int64(n)
    return (ROOTS[whole & (STEPS - 1)] * total) * POWERS[np.uint64((whole >> 6) + 1022)]


@njit(cache=True, nogil=True, inline="always")
def power(x):
    """Return the exponential; that of 0, which every row needs, is not computed."""
    return 1.0 if x == 0.0 else exponential(x)


@inner
def logarithm(y):
    """Return what `exact_log` returns for one number, bit for bit; fast for numbers near 1."""
    m, e = y, 0.0
    while m >= 2.0 * ROOT_HALF:
        m, e = 0.5 * m, e + 1.0
    while m < ROOT_HALF:
        m, e = 2.0 * m, e - 1.0
    z = (m - 1.0) / (m + 1.0)
    square = z * z
    total = 0.0
    for term in LOG_TERMS:
        total = total * square + term
    return (e * LN2_LOW + total * z) + e * LN2_HIGH


@njit(cache=True, nogil=True)
def score_rows(rules, weights, base, changed, scores):
    """Compute scores from bases and weights, only those flagged in `changed`. OUT scores."""
    places, ends = rules.places, rules.ends
    for one in range(base.size):
        if changed[one]:
            for i in range(scores.shape[0]):
                scores[i, one] = base[one]
    for term in range(weights.size):
        rule, one, weight = rules.rules[term], rules.channels[term], weights[term]
        if changed[one]:
            for i in range(ends[rule], ends[rule + 1]):
                scores[places[i], one] += weight


@inner
def add_odds(scores, odds, highest, i, changed):
    """Update the odds of a row; return their sum. IN scores, i; IN-OUT odds, highest."""
    most = scores[i, 0]
    for one in range(scores.shape[1]):
        most = max(most, scores[i, one])
    anew = most != highest[i]
    highest[i] = most
    total = 0.0
    for one in range(scores.shape[1]):
        if anew or changed[one]:
            odds[i, one] = power(scores[i, one] - most)
        total += odds[i, one]
    return total


@inner
def write_one_score(rows, scored, most, sums):
    """Do what `write_rows` does, if only the last class has a score and all others have 0."""
    numbers, bounds, share, values = rows.rows, rows.bounds, rows.share, rows.values
    scores, highest = scored.scores, scored.highest
    is_weighted, is_written = share.size > 0, values.size > 0
    weight, whole, first = 1.0, np.int64(SCALE), bounds[bounds.size - 2]
    loss, wrong, every, slope = ZERO, ZERO, ZERO, ZERO
    for i in range(numbers.size):
        row, score = np.uint32(numbers[i]), scores[i, 0]
        odds = exponential(-abs(score))
        total = 1.0 + odds
        highest[i] = max(score, 0.0)
        own = (score if i >= first else 0.0) - highest[i]
        if is_weighted:
            weight = share[row]
            whole = round(SCALE * weight)
        loss += round(round(LOSS_SCALE * min(logarithm(total) - own, most)) * weight)
        wrong += whole if own < 0.0 else 0
        every += whole
        if is_written:
            p = (1.0 if score >= 0.0 else odds) * (1.0 / total)
            gradient = round(round(SCALE * ((1.0 if i >= first else 0.0) - p)) * weight)
            values[row, 0], values[row, 1] = whole, gradient
            values[row, 2] = round(round(SCALE * (p * (1.0 - p))) * weight)
            slope += gradient
    sums[0], sums[1], sums[2], sums[3] = loss, wrong, every, slope


@njit(cache=True, nogil=True)
def write_rows(rows, scored, changed, most, sums):
    """Write the weight, gradients and curvatures of the rows of a cover; add up loss and errors.

    IN rows (StateRows, but OUT rows.values), changed (the scores that have changed), most (the
    largest loss of a row); IN-OUT scored; OUT sums (3 + scores,), zero on entry: loss, weight of
    wrong rows, weight, and gradients if values are written.
    """
    # Arrays are taken out of tuples once: in a loop, numba would count references to each.
    numbers, bounds, share, values = rows.rows, rows.bounds, rows.share, rows.values
    scores, odds, highest = scored.scores, scored.odds, scored.highest
    n_scores, is_weighted, is_written = scores.shape[1], share.size > 0, values.size > 0
    weight, whole = 1.0, np.int64(SCALE)
    if n_scores == 1:
        write_one_score(rows, scored, most, sums)
        return
    for label in range(bounds.size - 1):
        for i in range(bounds[label], bounds[label + 1]):
            row = np.uint32(numbers[i])
            total = add_odds(scores, odds, highest, i, changed)
            own = scores[i, label] - highest[i]
            if is_weighted:
                weight = share[row]
                whole = round(SCALE * weight)
            sums[0] += round(round(LOSS_SCALE * min(logarithm(total) - own, most)) * weight)
            sums[1] += whole if own < 0.0 else 0
            sums[2] += whole
            if not is_written:
                continue
            inverse = 1.0 / total
            values[row, 0] = whole
            for one in range(n_scores):
                p = odds[i, one] * inverse
                gradient = round(SCALE * ((1.0 if one == label else 0.0) - p))
                curvature = round(SCALE * (p * (1.0 - p)))
                if is_weighted:
                    gradient, curvature = round(gradient * weight), round(curvature * weight)
                values[row, 1 + one] = gradient
                values[row, 1 + n_scores + one] = curvature
                sums[3 + one] += gradient


@njit(cache=True, nogil=True)
def add_pairs(values, column, rows, places, ends, block, share, sums):
    """Add up one column of numbers over the rows of a cover that pairs of rules share.

    IN values (rows of the table, numbers), column, rows (cover), places of the rows that satisfy
    each rule, ends (rules + 1,), block (the rules to pair), share (weights of rows, empty if all
    are 1); OUT sums (block + 1, block + 1), zero on entry. The last line is over all rows; rows
    with at most `FLAT` count only there.
    """
    size = block.size
    stops = np.zeros(rows.size + 1, np.int64)
    for one in range(size):
        for i in range(ends[block[one]], ends[block[one] + 1]):
            stops[places[i] + 1] += 1
    for i in range(rows.size):
        stops[i + 1] += stops[i]
    at = stops.copy()
    found = np.empty(stops[rows.size], np.uint32)
    for one in range(size):
        for i in range(ends[block[one]], ends[block[one] + 1]):
            place = np.uint32(places[i])
            found[at[place]] = one
            at[place] += 1
    for i in range(rows.size):
        row = np.uint32(rows[i])
        number = values[row, column]
        flat = FLAT * share[row] if share.size else FLAT
        sums[size, size] += number
        for j in range(stops[i], stops[i + 1]):
            one = found[j]
            sums[size, one] += number
            if number > flat:
                for k in range(stops[i], j + 1):
                    sums[one, found[k]] += number
    for one in range(size + 1):
        for two in range(one):
            sums[two, one] = sums[one, two]
