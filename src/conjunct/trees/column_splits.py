"""The best split of every column of every cover, from counts alone.

Entropies are sums of ``n log2 n`` in whole units, and errors are whole numbers. So the order of
addition does not matter, and equally good splits have equal scores. Rows with a missing cell take
the branch with most rows; of equal ones, the first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conjunct.count import Counts
from conjunct.count.counts import in_64_bits
from conjunct.count.engine import SCALE
from conjunct.count.requests import SplitRequest
from conjunct.types import AnyArray, Ints

LEFT, TRIED = 0, 4
"""Positions of the fields `left` and `tried` in `ColumnSplits`."""

NO_SPLIT = np.iinfo(np.int64).max
"""Entropy of a split that is not allowed: the largest number, so that no split is worse."""


class ColumnSplits(NamedTuple):
    """The best split of every column; each field is an array ``(covers, columns)``.

    Parameters
    ----------
    left, info : ndarray of int
        Entropy or errors after the split, -1 if there is no split, and the entropy of the split
        itself, in units.
    code : ndarray of int
        Its cut or value; 0 if every value has a branch.
    usual : ndarray of int
        The branch with most rows.
    tried, conditions : ndarray of int
        Number of the splits tried, and of their branches.
    """

    left: Ints
    info: Ints
    code: Ints
    usual: Ints
    tried: Ints
    conditions: Ints


class _Entries(NamedTuple):
    """The codes of some segments of `Counts`, one segment after the other.

    Parameters
    ----------
    segments, first, sizes : ndarray of int
        Number of each segment, its first entry and the number of its entries.
    codes : ndarray of int, (entries,)
        The codes.
    values : ndarray of int, (classes, entries)
        Number of rows with each code, by class.
    known, missing : ndarray of int, (classes, segments)
        Number of rows with a known and with a missing cell, by class.
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

    If rows have weights, the latter is their weight in fixed point.

    Parameters
    ----------
    counts : ndarray, (classes, groups)
        Number of rows of each group, by class.
    request : SplitRequest
        Says which of the two is wanted.
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
