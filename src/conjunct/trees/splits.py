"""The best split of every cover, from counts alone, in one written tie order.

Entropies are sums of ``n log2 n`` in whole units, and errors are whole numbers. So the order of
addition does not matter, and equally good splits have equal scores. Of these, the one with the
lower column is taken, and within a column the lower code. Rows with a missing cell take the branch
with most rows; of equal ones, the first. A gain that is within rounding error counts as no gain.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from conjunct.count import Counts, Splits, Tests
from conjunct.count.counts import in_64_bits
from conjunct.count.engine import AT_MOST, EQUAL, SCALE
from conjunct.count.requests import ChosenSplits, SplitRequest
from conjunct.trees.coded_tree import as_splits, numbered
from conjunct.types import AnyArray, Ints

BITS = 52
"""The largest entry has at most this many bits, so that every entry is rounded only once."""
LEFT, TRIED = 0, 4
"""Positions of the fields `left` and `tried` in `ColumnSplits`."""
NO_SPLIT = np.iinfo(np.int64).max
"""Entropy of a split that is not allowed: the largest number, so that no split is worse."""


def entropy_units(n_rows: int) -> Ints:
    """Return n log2 n for n from 0 to `n_rows`, scaled by a power of two and rounded.

    ``units[sum of counts] - sum of units[counts]`` is then the entropy of counts times their sum.
    It is a whole number, the same for any order of addition. Two splits with the same counts in
    a different order have equal scores.

    Examples
    --------
    >>> units = entropy_units(8)
    >>> int(units[8] - 2 * units[4]) / int(units[2] - 2 * units[1]), int(units[1])
    (4.0, 0)
    """
    return EntropyUnits(n_rows)[np.arange(n_rows + 1)]


class EntropyUnits:
    """`entropy_units` of real numbers of rows up to `n_rows`, computed on demand.

    Examples
    --------
    >>> bool((EntropyUnits(8)[np.array([0.0, 3.0, 8.0])] == entropy_units(8)[[0, 3, 8]]).all())
    True
    """

    def __init__(self, n_rows: float) -> None:
        most = n_rows * math.log2(n_rows) if n_rows > 1 else 0.0
        self._scale = BITS - math.ceil(math.log2(most + 2.0))

    def __getitem__(self, n_rows: AnyArray) -> Ints:
        """Return the units of numbers of rows."""
        units = n_rows * np.log2(n_rows, out=np.zeros(n_rows.shape), where=n_rows > 0)
        return np.asarray(np.rint(np.ldexp(units, self._scale)), np.int64)


Units = Ints | EntropyUnits
"""Units by number of rows: an array, or an object that computes them for real numbers."""


def units_of(counts: AnyArray) -> Units:
    """Return the units of all numbers up to the sum of some counts."""
    total = counts.sum().item()
    return EntropyUnits(total) if counts.dtype.kind == "f" else entropy_units(total)


class ColumnSplits(NamedTuple):
    """The best split of every column; each field is an array ``(covers, columns)``.

    `left` is the entropy or the errors after the split, -1 if there is no split; `info` the entropy
    of the split itself; `code` its cut or value, 0 if every value has a branch; `usual` the branch
    with most rows. `tried` and `conditions` are the numbers of splits tried and of their branches.
    """

    left: Ints
    info: Ints
    code: Ints
    usual: Ints
    tried: Ints
    conditions: Ints


class _Entries(NamedTuple):
    """The codes of some segments of `Counts`, one segment after the other.

    `first` has the first entry of each segment, `sizes` their number. `values` are the rows with
    each code, ``(classes, entries)``, `known` and `missing` those with known and missing cells,
    ``(classes, segments)``.
    """

    segments: Ints
    first: Ints
    sizes: Ints
    codes: Ints
    values: Ints
    known: Ints
    missing: Ints


def column_splits(request: SplitRequest) -> ColumnSplits:
    """Return the best split of every column of every cover."""
    counts = request.counts
    shape = counts.n_covers, len(request.numeric)
    found = np.zeros((6, shape[0] * shape[1]), np.int64)
    found[LEFT] = -1
    live = (np.diff(counts.offsets) > 1).reshape(shape)
    for numeric in (True, False):
        segments = np.flatnonzero(live & (request.numeric == numeric))
        if len(segments):
            two_way = numeric or request.binary
            entries = _entries(counts, segments)
            best = _two_way(entries, numeric, request) if two_way else _every(entries, request)
            possible = best[TRIED] > 0
            found[:, segments[possible]] = best[:, possible]
    return ColumnSplits(*found.reshape(6, *shape))


def impurity(counts: AnyArray, request: SplitRequest) -> Ints:
    """Return rows times entropy in units, or the number of rows outside the most frequent class.

    `counts` are ``(classes, groups)``. If rows have weights, the latter is their weight in fixed
    point.
    """
    rows = counts.sum(axis=0)
    if request.by_errors:
        wrong: AnyArray = rows - counts.max(axis=0)
        return np.rint(wrong * SCALE).astype(np.int64) if wrong.dtype.kind == "f" else wrong
    left: Ints = request.units[rows]
    for own in counts:
        left -= request.units[own]
    return left


def _entries(counts: Counts, segments: Ints) -> _Entries:
    """Return the entries of some segments."""
    starts = counts.offsets[segments]
    sizes = counts.offsets[segments + 1] - starts
    first = np.cumsum(sizes) - sizes
    kept = np.arange(int(sizes.sum())) + (starts - first).repeat(sizes)
    values = np.ascontiguousarray(in_64_bits(counts.values[kept]).T)
    known = np.add.reduceat(values, first, axis=1)
    missing = counts.totals[segments // counts.n_columns].T - known
    codes = counts.codes[kept].astype(np.int64)
    return _Entries(segments, first, sizes, codes, values, known, missing)


def _two_way(entries: _Entries, ordered: bool, request: SplitRequest) -> Ints:
    """Return the best binary split of each segment: at a cut, or one value against the others.

    If only two values occur, only the first is tried: the other gives the same split.
    """
    units, first, sizes, codes = request.units, entries.first, entries.sizes, entries.codes
    inside, outside = _sides(entries, ordered)
    low, high = inside.sum(axis=0), outside.sum(axis=0)
    to_high = low < high
    if entries.missing.any():
        lost = entries.missing.repeat(sizes, axis=1)
        inside, outside = inside + lost * ~to_high, outside + lost * to_high
        low, high = inside.sum(axis=0), outside.sum(axis=0)
    tried = (low >= request.least) & (high >= request.least)
    last = first + sizes - 1
    tried[last if ordered else last[sizes == 2]] = False
    left = impurity(inside, request) + impurity(outside, request)
    best = _first_minimum(np.where(tried, left, NO_SPLIT), first, sizes)
    n_tried = np.add.reduceat(tried, first, dtype=np.int64)
    code = (codes[best] + codes[best + 1] - 1) // 2 if ordered else codes[best]
    info = units[low[best] + high[best]] - units[low[best]] - units[high[best]]
    return np.stack((left[best], info, code, to_high[best], n_tried, 2 * n_tried))


def _sides(entries: _Entries, ordered: bool) -> tuple[Ints, Ints]:
    """Return for each entry the known rows with its code, or up to it, and all other known rows."""
    values, known = entries.values, entries.known
    if not ordered:
        return values, known.repeat(entries.sizes, axis=1) - values
    inside, outside = values.copy(), -values
    inside[:, entries.first[1:]] -= known[:, :-1]
    outside[:, entries.first] += known
    return inside.cumsum(axis=1), outside.cumsum(axis=1)


def _every(entries: _Entries, request: SplitRequest) -> Ints:
    """Return the split of each segment by value; at least two branches need enough rows."""
    units, first, values = request.units, entries.first, entries.values
    usual = _first_minimum(-values.sum(axis=0), first, entries.sizes)
    values[:, usual] += entries.missing
    rows = values.sum(axis=0)
    own = np.add.reduceat(units[rows], first)
    left = np.add.reduceat(impurity(values, request), first)
    info = units[np.add.reduceat(rows, first)] - own
    large = np.add.reduceat(rows >= request.least, first, dtype=np.int64)
    code = np.zeros_like(left)
    return np.stack((left, info, code, usual - first, large > 1, entries.sizes))


def _first_minimum(values: Ints, first: Ints, sizes: Ints) -> Ints:
    """Return the position of the lowest value of each segment; of equal ones, the first."""
    lowest = np.minimum.reduceat(values, first)
    at = np.flatnonzero(values == lowest.repeat(sizes))
    return np.asarray(at[np.searchsorted(at, first)])


def choose_splits(request: SplitRequest) -> ChosenSplits:
    """Return the best splits; this is the plain path, for engines without a faster one."""
    counts, found = request.counts, column_splits(request)
    column = _best_column(request, found)
    split = np.flatnonzero(column >= 0)
    column = column[split]
    segment = split * counts.n_columns + column
    n_values = counts.offsets[segment + 1] - counts.offsets[segment]
    n_children = np.where(request.numeric[column] | request.binary, 2, n_values)
    usual = found.usual[split, column]
    tried = np.stack((found.tried > 0, found.tried, found.conditions)).sum(axis=2)
    facts = np.zeros((5, counts.n_covers), np.int64)
    facts[:, split] = n_children, usual, *tried[:, split]
    values = counts.codes[counts.offsets[segment].repeat(n_children) + numbered(n_children)]
    tests = _tests(request, column, found.code[split, column], values, n_children)
    splits = as_splits(tests, n_children, usual, request.n_codes)
    return ChosenSplits(
        facts, tests, splits, _branch_counts(counts, split, splits, request.n_codes)
    )


def _gains(request: SplitRequest, found: ColumnSplits) -> Ints:
    """Return the units of entropy, or the rows, that each split gains; -1 if there is no split.

    A gain within rounding error is not counted.
    """
    totals = request.counts.totals
    n_branches = np.where(request.numeric | request.binary, 2, request.n_codes)
    rounding = 0 if request.by_errors else (totals.shape[1] + 1) * (n_branches + 1)
    gains: Ints = impurity(totals.T, request)[:, None] - found.left
    gains[gains <= rounding] = -request.require_gain
    gains[found.left < 0] = -1
    return gains


def _best_column(request: SplitRequest, found: ColumnSplits) -> Ints:
    """Return the column of the best split, the first of equal ones; -1 if there is no split."""
    gains = _gains(request, found)
    if not gains.shape[1]:
        return np.full(len(gains), -1)
    scores: AnyArray = gains
    if request.by_ratio:
        positive = np.maximum(gains, 0)
        total, number = positive.sum(axis=1), np.count_nonzero(positive, axis=1)
        eligible = (gains >= 0) & (gains * number[:, None] >= total[:, None])
        scores = np.where(eligible, gains / np.maximum(found.info, 1), -1.0)
    best = scores.argmax(axis=1)
    return np.where(scores[np.arange(len(best)), best] >= 0, best, -1)


def _tests(
    request: SplitRequest, column: Ints, code: Ints, values: AnyArray, n_children: Ints
) -> Tests:
    """Return the condition of every branch: one side of a code, or one value."""
    column, code = column.repeat(n_children), code.repeat(n_children)
    two_sides = request.numeric | (request.binary & (request.n_codes > 2))
    by_code = two_sides[column]
    op = np.where(request.numeric[column], AT_MOST, EQUAL) + by_code * numbered(n_children)
    return np.stack((column, op, np.where(by_code, code, values)), axis=1)


def _branch_counts(counts: Counts, covers: Ints, splits: Splits, n_codes: Ints) -> AnyArray:
    """Return the number of rows of each branch, by class, from the counts alone.

    Every branch has a code that occurs.
    """
    if not len(covers):
        return counts.totals[:0]
    segments = covers * counts.n_columns + splits.columns
    starts = counts.offsets[segments]
    sizes = counts.offsets[segments + 1] - starts
    entries = starts.repeat(sizes) + numbered(sizes)
    slots = n_codes[splits.columns] + 1
    missing_slot = np.cumsum(slots) - 1
    first = np.cumsum(splits.n_parts) - splits.n_parts
    part = splits.parts[(missing_slot + 1 - slots).repeat(sizes) + counts.codes[entries]]
    branches = first.repeat(sizes) + part
    order = np.argsort(branches, kind="stable")
    edges = np.searchsorted(branches[order], np.arange(int(splits.n_parts.sum())))
    values = in_64_bits(counts.values[entries[order]])
    sums: AnyArray = np.add.reduceat(values, edges, axis=0)
    missing = counts.totals[covers] - np.add.reduceat(sums, first, axis=0)
    sums[first + splits.parts[missing_slot]] += missing
    return sums
