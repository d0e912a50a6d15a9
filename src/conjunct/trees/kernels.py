"""The compiled loops that find the best split of every cover and column.

Entropies are sums of ``n log2 n`` in whole units, from a table of them: the order of adding does
not matter, and splits that are equally good have equal scores. Rows with a missing cell go with the
branch that has most rows, the first of equal ones. Every function also runs as plain Python with
``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

import numpy as np
from numba import njit

LEFT, INFO, CUT, USUAL, TRIED, CONDITIONS = 0, 1, 2, 3, 4, 5
"""What is known of the best split of a column: entropy that it leaves, -1 where there is no split;
its own entropy; its code; the branch with most rows; the number of splits tried, and of their
branches."""


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
def best_splits(counts, numeric, binary, units, least, found):
    """Find the best split of every cover and column.

    IN counts (offsets, codes, values, totals), numeric (columns,), binary, units (rows + 1,),
    least; OUT found (covers * columns, 6) int64.
    """
    offsets, codes, values, totals = counts
    n_columns = numeric.size
    known = np.zeros(totals.shape[1], np.int64)
    missing = np.zeros(totals.shape[1], np.int64)
    for cover in range(totals.shape[0]):
        for column in range(n_columns):
            segment = cover * n_columns + column
            found[segment] = 0
            found[segment, LEFT] = -1
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
                best_cut(here, own, known, missing, units, least, found[segment])
            elif binary:
                best_value(here, own, known, missing, units, least, found[segment])
            else:
                every_value(own, missing, units, least, found[segment])
