"""The refinements of one cover in one compiled call, the twin of `conjunct.search.refinements`."""

from __future__ import annotations

import numpy as np

from conjunct.count.engine import CountingEngine, Tests
from conjunct.count.list_kernels import list_refinements
from conjunct.count.requests import ListRequest
from conjunct.types import Ints


def fused_list(engine: CountingEngine, request: ListRequest) -> tuple[Tests, Ints, tuple[int, int]]:
    """Return the answer to a `ListRequest`."""
    counts, columns, usable, least = request
    arrays = counts.offsets, counts.codes, counts.values
    forms = columns.allowed & usable[:, None]
    most, room = sum(counts.totals[0].tolist()) - 1, 2 * len(counts.codes)
    tests, sums = np.empty((room, 3), np.int64), np.empty((2, room), np.int64)
    found = list_refinements(*arrays, columns.numeric, forms, least, most, tests, sums)
    size, tried, covered = map(int, found)
    return tests[:size], sums[:, :size].T, (tried, covered)
