"""The best split of every cover, in one written tie order.

Of equally good splits, the one with the lower column is taken, and within a column the lower code.
A gain that is within rounding error counts as no gain.
"""

from __future__ import annotations

import numpy as np

from conjunct.count import Counts, Splits, Tests
from conjunct.count.counts import in_64_bits
from conjunct.count.engine import AT_MOST, EQUAL
from conjunct.count.requests import ChosenSplits, SplitRequest
from conjunct.trees.coded_tree import as_splits, numbered
from conjunct.trees.column_splits import ColumnSplits, column_splits, impurity
from conjunct.types import AnyArray, Ints


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

    Parameters
    ----------
    counts : Counts
        Counts with a channel for every class.
    covers : ndarray of int
        Position of the cover that each split divides.
    splits : Splits
        The splits; every branch has a code that occurs.
    n_codes : ndarray of int
        Number of codes of every column.
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
