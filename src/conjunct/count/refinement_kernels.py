"""The compiled loops over counts: all refinements of one cover, and the best split of every cover.

The conventions are those of `conjunct.count.kernels`. Sums of units are whole numbers, so the order
of addition does not matter, and they can be updated from cut to cut.
"""

from __future__ import annotations

import numpy as np

from conjunct.count.engine import ABOVE, AT_MOST, EQUAL
from conjunct.count.jit import njit
from conjunct.count.kernels import ZERO

LEFT, INFO, CODE, USUAL, TRIED, CONDITIONS = range(6)
"""Positions of the facts about the best split of a column: entropy after the split, -1 if there is
no split; entropy of the split itself; its code; the branch with most rows; the number of splits
tried, and of their branches."""
N_CHILDREN, WAY, ATTRIBUTES, SPLITS, BRANCHES, COLUMN, CUT = range(7)
"""Positions of the facts about the best split of a cover: those of `ChosenSplits`, its column and
code."""


@njit(cache=True, nogil=True)
def list_refinements(offsets, codes, values, numeric, forms, least, most, tests, sums):
    """List every refinement that keeps a positive and `least` to `most` rows.

    A numeric test between two codes that occur uses the middle one of the cuts that separate them.
    IN offsets, codes, values of one cover, numeric (columns,), forms (columns, 4), least, most;
    OUT tests (room, 3): column, operator, code; sums (2, room): negatives, positives. Return the
    number listed, the number tried, which includes those without a positive, and the sum of the
    numbers of rows that the latter cover.
    """
    at, tried, covered = ZERO, ZERO, ZERO
    for column in range(numeric.size):
        start, stop = offsets[column], offsets[column + 1]
        known_n, known_p, n, p = ZERO, ZERO, ZERO, ZERO
        for i in range(start, stop):
            known_n += values[i, 0]
            known_p += values[i, 1]
        first = AT_MOST if numeric[column] else EQUAL
        for i in range(start, stop - 1 if numeric[column] else stop):
            code = np.int64(codes[i])
            if numeric[column]:
                code = (code + np.int64(codes[i + 1]) - 1) >> 1
                n, p = n + values[i, 0], p + values[i, 1]
            else:
                n, p = np.int64(values[i, 0]), np.int64(values[i, 1])
            for side in range(2):
                own_n = known_n - n if side else n
                own_p = known_p - p if side else p
                if forms[column, first + side] and least <= own_n + own_p <= most:
                    tried, covered = tried + 1, covered + own_n + own_p
                    if own_p > 0:
                        tests[at, 0], tests[at, 1], tests[at, 2] = column, first + side, code
                        sums[0, at], sums[1, at] = own_n, own_p
                        at += 1
    return at, tried, covered


@njit(cache=True, nogil=True)
def take(units, sizes, sums, where, least, facts):
    """Record a binary split if it leaves less entropy than the best so far.

    IN units, sizes (rows of both sides), sums (units of their classes), where (code, usual
    branch), least (rows of a side); IN-OUT facts.
    """
    low, high = sizes
    if low < least or high < least:
        return
    facts[TRIED] += 1
    facts[CONDITIONS] += 2
    left = units[low] + units[high] - sums
    if facts[LEFT] < 0 or left < facts[LEFT]:
        facts[LEFT] = left
        facts[INFO] = units[low + high] - units[low] - units[high]
        facts[CODE], facts[USUAL] = where


@njit(cache=True, nogil=True)
def best_cut(codes, values, known, missing, units, least, facts):
    """Find the best threshold of a numeric column.

    IN codes (entries,), values (entries, classes), known and missing (classes,), units, least;
    OUT facts. Sums of units are updated from cut to cut, with and without the missing rows.
    """
    low, high, lost = np.zeros_like(known), known.copy(), missing.sum()
    n, others = np.int64(0), known.sum()
    low_alone, high_alone = np.int64(0), np.int64(0)
    low_all, high_all = np.int64(0), np.int64(0)
    for k in range(known.size):
        high_alone += units[known[k]]
        high_all += units[known[k] + missing[k]]
        low_all += units[missing[k]]
    for entry in range(codes.size - 1):
        for k in range(known.size):
            more = np.int64(values[entry, k])
            if more == 0:
                continue
            low_alone += units[low[k] + more] - units[low[k]]
            high_alone += units[high[k] - more] - units[high[k]]
            if lost > 0:
                with_low, with_high = low[k] + missing[k], high[k] + missing[k]
                low_all += units[with_low + more] - units[with_low]
                high_all += units[with_high - more] - units[with_high]
            low[k] += more
            high[k] -= more
            n += more
            others -= more
        cut = (np.int64(codes[entry]) + np.int64(codes[entry + 1]) - 1) // 2
        if lost == 0:
            usual = np.int64(0 if n >= others else 1)
            take(units, (n, others), low_alone + high_alone, (cut, usual), least, facts)
        elif n >= others:
            take(units, (n + lost, others), low_all + high_alone, (cut, 0), least, facts)
        else:
            take(units, (n, others + lost), low_alone + high_all, (cut, 1), least, facts)


@njit(cache=True, nogil=True)
def best_value(codes, values, known, missing, units, least, facts):
    """Find the best value of a nominal column against all others; arguments as in `best_cut`.

    If only two values occur, only the first is tried: the other gives the same split.
    """
    total, lost = known.sum(), missing.sum()
    for entry in range(codes.size if codes.size > 2 else codes.size - 1):
        n = np.int64(0)
        for k in range(known.size):
            n += values[entry, k]
        here = n >= total - n
        sums = np.int64(0)
        for k in range(known.size):
            inside, outside = np.int64(values[entry, k]), known[k] - values[entry, k]
            if here:
                sums += units[inside + missing[k]] + units[outside]
            else:
                sums += units[inside] + units[outside + missing[k]]
        code = np.int64(codes[entry])
        if here:
            take(units, (n + lost, total - n), sums, (code, 0), least, facts)
        else:
            take(units, (n, total - n + lost), sums, (code, 1), least, facts)


@njit(cache=True, nogil=True)
def every_value(values, missing, units, least, facts):
    """Evaluate the split with a branch for every value; at least two need enough rows.

    Arguments as in `best_cut`.
    """
    most, usual = np.int64(-1), np.int64(0)
    for entry in range(values.shape[0]):
        n = values[entry].sum()
        if n > most:
            most, usual = n, entry
    left, own, rows, large = np.int64(0), np.int64(0), np.int64(0), 0
    for entry in range(values.shape[0]):
        n = np.int64(0)
        for k in range(missing.size):
            count = np.int64(values[entry, k])
            if entry == usual:
                count += missing[k]
            n += count
            left -= units[count]
        left += units[n]
        own += units[n]
        rows += n
        large += n >= least
    if large > 1:
        facts[LEFT] = left
        facts[INFO] = units[rows] - own
        facts[USUAL] = usual
        facts[TRIED] = 1
        facts[CONDITIONS] = values.shape[0]


@njit(cache=True, nogil=True)
def find_gains(found, units, totals, n_branches, require_gain, gains):
    """Find the units that the best split of each column gains.

    IN found (columns, 6), units, totals (classes,), n_branches (columns,), require_gain;
    OUT gains (columns,), -1 if there is no split. A gain within rounding error is not counted.
    """
    whole, rows = np.int64(0), np.int64(0)
    for k in range(totals.size):
        whole -= units[totals[k]]
        rows += totals[k]
    whole += units[rows]
    for column in range(gains.size):
        gains[column] = -1
        if found[column, LEFT] < 0:
            continue
        gain = whole - found[column, LEFT]
        if gain > (totals.size + 1) * (n_branches[column] + 1):
            gains[column] = gain
        elif not require_gain:
            gains[column] = 0


@njit(cache=True, nogil=True)
def best_column(found, gains, by_ratio):
    """Return the column with the highest gain, the first of equal ones; -1 if there is no split.

    IN found (columns, 6), gains (columns,), by_ratio: take the highest gain ratio instead, among
    the columns of at least mean gain.
    """
    total, n_positive = np.int64(0), np.int64(0)
    for gain in gains:
        if gain > 0:
            total += gain
            n_positive += 1
    best, most = -1, -1.0
    for column in range(gains.size):
        gain = gains[column]
        if gain < 0 or (by_ratio and gain * n_positive < total):
            continue
        score = float(gain)
        if by_ratio:
            score = gain / max(found[column, INFO], 1)
        if score > most:
            best, most = column, score
    return best


@njit(cache=True, nogil=True)
def find_splits(counts, cover, numeric, binary, units, least, found):
    """Find the best split of every column of one cover.

    IN counts (offsets, codes, values, totals), cover, numeric (columns,), binary, units
    (rows + 1,), least; OUT found (columns, 6).
    """
    offsets, codes, values, totals = counts
    known = np.empty(totals.shape[1], np.int64)
    missing = np.empty(totals.shape[1], np.int64)
    for column in range(numeric.size):
        segment, facts = cover * numeric.size + column, found[column]
        facts[:] = 0
        facts[LEFT] = -1
        start, stop = offsets[segment], offsets[segment + 1]
        if stop - start < 2:
            continue
        known[:] = 0
        for entry in range(start, stop):
            for k in range(known.size):
                known[k] += values[entry, k]
        for k in range(known.size):
            missing[k] = totals[cover, k] - known[k]
        here, own = codes[start:stop], values[start:stop]
        if numeric[column]:
            best_cut(here, own, known, missing, units, least, facts)
        elif binary:
            best_value(here, own, known, missing, units, least, facts)
        else:
            every_value(own, missing, units, least, facts)


@njit(cache=True, nogil=True)
def best_splits(counts, numeric, n_codes, units, rules, best):
    """Find the best split of every cover.

    IN counts (offsets, codes, values, totals), numeric and n_codes (columns,), units (rows + 1,),
    rules (binary, by_ratio, require_gain, least); IN-OUT best (7, covers), zero. Return the number
    of splits, of their branches and of the codes of their columns, "missing" included.
    """
    n_splits, n_all, n_slots = 0, np.int64(0), np.int64(0)
    offsets, totals = counts[0], counts[3]
    binary, by_ratio, require_gain, least = rules
    found = np.empty((numeric.size, 6), np.int64)
    gains = np.empty(numeric.size, np.int64)
    n_branches = np.where(numeric | binary, 2, n_codes)
    for cover in range(best.shape[1]):
        find_splits(counts, cover, numeric, binary, units, least, found)
        find_gains(found, units, totals[cover], n_branches, require_gain, gains)
        column = best_column(found, gains, by_ratio)
        if column < 0:
            continue
        best[COLUMN, cover], best[CUT, cover] = column, found[column, CODE]
        best[WAY, cover], best[N_CHILDREN, cover] = found[column, USUAL], 2
        if not (numeric[column] or binary):
            segment = cover * numeric.size + column
            best[N_CHILDREN, cover] = offsets[segment + 1] - offsets[segment]
        for other in range(numeric.size):
            best[ATTRIBUTES, cover] += found[other, TRIED] > 0
            best[SPLITS, cover] += found[other, TRIED]
            best[BRANCHES, cover] += found[other, CONDITIONS]
        n_splits += 1
        n_all += best[N_CHILDREN, cover]
        n_slots += n_codes[column] + 1
    return n_splits, n_all, n_slots


@njit(cache=True, nogil=True)
def list_branches(counts, numeric, n_codes, binary, best, splits, tests, parts, sums):
    """List the condition and the class counts of every branch, and the part of every code.

    IN counts (offsets, codes, values, totals), numeric and n_codes (columns,), binary, best (7,
    covers); OUT splits (2, splits): column and number of branches, tests (branches, 3), parts
    (codes of all splits, "missing" last in each), sums (branches, classes).
    """
    offsets, codes, values, totals = counts
    at, first, split = 0, 0, 0
    for cover in range(best.shape[1]):
        n_children, usual = best[N_CHILDREN, cover], best[WAY, cover]
        if n_children == 0:
            continue
        column, cut = best[COLUMN, cover], best[CUT, cover]
        splits[0, split], splits[1, split] = column, n_children
        split += 1
        start, stop = offsets[cover * numeric.size + column : cover * numeric.size + column + 2]
        n = n_codes[column]
        here = parts[first : first + n + 1]
        two_sides = numeric[column] or (binary and n > 2)
        for way in range(n_children):
            tests[at + way, 0] = column
            tests[at + way, 1] = EQUAL + way if two_sides else EQUAL
            tests[at + way, 2] = cut if two_sides else codes[start + way]
        if numeric[column]:
            tests[at, 1], tests[at + 1, 1] = AT_MOST, ABOVE
            here[: cut + 1] = 0
            here[cut + 1 : n] = 1
        elif two_sides:
            here[:n] = 1
            here[cut] = 0
        else:
            here[:n] = usual
            for way in range(n_children):
                here[codes[start + way]] = way
        here[n] = usual
        sums[at : at + n_children] = 0
        sums[at + usual] = totals[cover]
        for entry in range(start, stop):
            for k in range(sums.shape[1]):
                sums[at + usual, k] -= values[entry, k]
                sums[at + here[codes[entry]], k] += values[entry, k]
        at, first = at + n_children, first + n + 1
