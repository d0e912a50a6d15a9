"""The best splits of a tree in one compiled call, the twin of `conjunct.trees.chooser`."""

from __future__ import annotations

import numpy as np

from conjunct.count.engine import CountingEngine, Splits
from conjunct.count.requests import ChosenSplits, SplitRequest
from conjunct.count.split_kernels import best_splits, list_branches


def fused_splits(engine: CountingEngine, request: SplitRequest) -> ChosenSplits | None:
    """Return the best splits by entropy, or None if the request is for errors.

    Only the counts in the request are used, not the engine.
    """
    counts, numeric, n_codes, units, *rules, by_errors = request
    if by_errors:
        return None
    arrays = (counts.offsets, counts.codes, counts.values, counts.totals)
    best = np.zeros((7, counts.n_covers), np.int64)
    n_splits, n_all, n_slots = best_splits(arrays, numeric, n_codes, units, tuple(rules), best)
    splits = np.empty((2, n_splits), np.int64)
    tests = np.empty((n_all, 3), np.int64)
    parts = np.empty(n_slots, np.int64)
    sums = np.empty((n_all, counts.totals.shape[1]), np.int64)
    list_branches(arrays, numeric, n_codes, request.binary, best, splits, tests, parts, sums)
    return ChosenSplits(best[:5], tests, Splits(splits[0], parts, splits[1]), sums)
