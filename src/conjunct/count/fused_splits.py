"""The best splits of a tree in one compiled call, the twin of `conjunct.trees.chooser`."""

from __future__ import annotations

import numpy as np

from conjunct.count.engine import CountingEngine, Splits
from conjunct.count.requests import ChosenSplits, SplitRequest
from conjunct.count.split_kernels import COLUMN, N_CHILDREN, best_splits, list_branches


def fused_splits(engine: CountingEngine, request: SplitRequest) -> ChosenSplits:
    """Return the best splits. Counts are all that is needed: the engine is not asked again."""
    counts, numeric, n_codes, units, *rules = request
    arrays = (counts.offsets, counts.codes, counts.values, counts.totals)
    best = np.zeros((7, counts.n_covers), np.int64)
    best_splits(arrays, numeric, n_codes, units, tuple(rules), best)
    split = best[N_CHILDREN] > 0
    columns, n_children = best[COLUMN, split], best[N_CHILDREN, split]
    tests = np.empty((int(n_children.sum()), 3), np.int64)
    parts = np.empty(int(n_codes[columns].sum()) + len(columns), np.int64)
    sums = np.empty((len(tests), counts.totals.shape[1]), np.int64)
    list_branches(arrays, numeric, n_codes, request.binary, best, tests, parts, sums)
    return ChosenSplits(best[:5], tests, Splits(columns, parts, n_children), sums)
