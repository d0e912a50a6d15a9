"""The compiled loops that find the best split of every cover and column.

Entropies are sums of ``n log2 n`` in whole units, from a table of them: the order of adding does
not matter, and splits that are equally good have equal scores. Rows with a missing cell go with the
branch that has most rows, the first of equal ones. Every function also runs as plain Python with
``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from conjunct.count.kernels import AT_MOST, EQUAL, UNEQUAL

LEFT, INFO, CUT, USUAL, TRIED, CONDITIONS = 0, 1, 2, 3, 4, 5
"""What is known of the best split of a column: entropy that it leaves, -1 where there is no split;
its own entropy; its code; the branch with most rows; the number of splits tried, and of their
branches."""

COLUMN, CODE, WAY, ATTRIBUTES, SPLITS, BRANCHES, N_CHILDREN = 0, 1, 2, 3, 4, 5, 6
"""What is known of the best split of a cover: its column, -1 where there is no split; its code; the
branch with most rows; the number of columns that could be split, of splits tried over all of them,
and of their branches; the number of its own branches."""


@njit(cache=True, nogil=True)
def take(units, sizes, sums, where, least, found):
    """Note a split in two that leaves less entropy than the best so far.

    IN units, sizes (rows of both sides), sums (units of their classes), where (code, usual
    branch), least (rows of a side); IN-OUT found.
    """
    low, high = sizes
    if low < least or high < least:
        return
    found[TRIED] += 1
    found[CONDITIONS] += 2
    left = units[low] + units[high] - sums
    if found[LEFT] < 0 or left < found[LEFT]:
        found[LEFT] = left
        found[INFO] = units[low + high] - units[low] - units[high]
        found[CUT], found[USUAL] = where


@njit(cache=True, nogil=True)
def best_cut(codes, values, known, missing, units, least, found):
    """Find the best threshold of a numeric column.

    IN codes (entries,), values (entries, classes), known and missing (classes,), units, least;
    OUT found. Sums of units are carried from cut to cut, with and without the missing rows.
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
            take(units, (n, others), low_alone + high_alone, (cut, usual), least, found)
        elif n >= others:
            take(units, (n + lost, others), low_all + high_alone, (cut, 0), least, found)
        else:
            take(units, (n, others + lost), low_alone + high_all, (cut, 1), least, found)


@njit(cache=True, nogil=True)
def best_value(codes, values, known, missing, units, least, found):
    """Find the best value of a nominal column against all others. As `best_cut`.

    Of two values that occur only the first is tried: the other says the same.
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
            take(units, (n + lost, total - n), sums, (code, 0), least, found)
        else:
            take(units, (n, total - n + lost), sums, (code, 1), least, found)


@njit(cache=True, nogil=True)
def every_value(values, missing, units, least, found):
    """Look at the split with a branch for every value; two must have enough rows. As `best_cut`."""
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
    if values.shape[0] > 1 and large > 1:
        found[LEFT] = left
        found[INFO] = units[rows] - own
        found[USUAL] = usual
        found[TRIED] = 1
        found[CONDITIONS] = values.shape[0]


@njit(cache=True, nogil=True)
def find_gains(found, units, totals, n_branches, require_gain, gains):
    """Find the units that the best split of each column gains.

    IN found (columns, 6), units, totals (classes,), n_branches (columns,), require_gain;
    OUT gains (columns,), -1 where there is no split. What rounding may have made is no gain.
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
    """Return the column of the highest gain, the first of equal ones; -1 where there is no split.

    IN found (columns, 6), gains (columns,), by_ratio: the highest gain ratio instead, among the
    columns of at least mean gain.
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
        segment = cover * numeric.size + column
        found[column] = 0
        found[column, LEFT] = -1
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
            best_cut(here, own, known, missing, units, least, found[column])
        elif binary:
            best_value(here, own, known, missing, units, least, found[column])
        else:
            every_value(own, missing, units, least, found[column])


@njit(cache=True, nogil=True)
def best_splits(counts, columns, units, rules, best):
    """Find the best split of every cover.

    IN counts (offsets, codes, values, totals), columns (numeric, n_branches), units (rows + 1,),
    rules (binary, by_ratio, require_gain, least); OUT best (covers, 7) int64.
    """
    numeric, n_branches = columns
    binary, by_ratio, require_gain, least = rules
    found = np.empty((numeric.size, 6), np.int64)
    gains = np.empty(numeric.size, np.int64)
    for cover in range(best.shape[0]):
        find_splits(counts, cover, numeric, binary, units, least, found)
        find_gains(found, units, counts[3][cover], n_branches, require_gain, gains)
        column = best_column(found, gains, by_ratio)
        best[cover] = 0
        best[cover, COLUMN] = column
        if column < 0:
            continue
        best[cover, CODE], best[cover, WAY] = found[column, CUT], found[column, USUAL]
        for other in range(numeric.size):
            best[cover, ATTRIBUTES] += found[other, TRIED] > 0
            best[cover, SPLITS] += found[other, TRIED]
            best[cover, BRANCHES] += found[other, CONDITIONS]
        best[cover, N_CHILDREN] = 2
        if not (numeric[column] or binary):
            segment = cover * numeric.size + column
            best[cover, N_CHILDREN] = counts[0][segment + 1] - counts[0][segment]


@njit(cache=True, nogil=True)
def list_tests(offsets, codes, operators, best, tests):
    """List the condition of every branch of the best splits.

    IN offsets and codes of the counts, operators (columns,): that of the first of two branches, or
    -1 where every code that occurs has a branch; best (covers, 7); OUT tests (branches, 3).
    """
    at = 0
    for cover in range(best.shape[0]):
        column = best[cover, COLUMN]
        if column < 0:
            continue
        start = offsets[cover * operators.size + column]
        for way in range(best[cover, N_CHILDREN]):
            tests[at, 0] = column
            if operators[column] < 0:
                tests[at, 1], tests[at, 2] = EQUAL, codes[start + way]
            else:
                tests[at, 1], tests[at, 2] = operators[column] + way, best[cover, CODE]
            at += 1


@njit(cache=True, nogil=True)
def list_parts(tests, n_children, usual, n_codes, parts):
    """List the part that every code of a split's column goes to, split by split.

    IN tests (branches, 3), n_children and usual (splits,), n_codes (columns,); OUT parts, with
    n_codes + 1 places for each split, the last for "missing".
    """
    at, first = 0, 0
    for split in range(n_children.size):
        column, op, code = tests[at]
        n, stop = n_codes[column], at + n_children[split]
        here = parts[first : first + n + 1]
        here[:] = usual[split]
        if op == AT_MOST:
            here[: code + 1] = 0
            here[code + 1 : n] = 1
        elif tests[stop - 1, 1] == UNEQUAL:
            here[:n] = 1
            here[code] = 0
        else:
            for way in range(n_children[split]):
                here[tests[at + way, 2]] = way
        at, first = stop, first + n + 1
