"""A bound on the number of leaves: keep the splits that a best-first search would make."""

from __future__ import annotations

import heapq

import numpy as np

from conjunct.trees.coded_tree import CodedTree
from conjunct.trees.units import units_of
from conjunct.types import Flags, Ints


def best_first_cuts(grown: CodedTree, max_leaves: int, by_errors: bool = False) -> Flags:
    """Tell which nodes become leaves so that there are at most `max_leaves`.

    Leaves are split best first: starting from the one-leaf tree, the leaf whose split gains most
    over all its rows is split; of equal ones, the one nearest to the root, then the first. A split
    that would exceed the bound is skipped. How a node is split does not depend on when it is split,
    so the tree grown best first is the top of the full tree.

    Parameters
    ----------
    grown : CodedTree
        The full tree.
    max_leaves : int
        The largest number of leaves.
    by_errors : bool
        Whether the gain is the number of errors that a split saves, instead of the entropy.
    """
    gains, first, n_children = _gains(grown, by_errors), grown.first_child, grown.n_children
    cut, n_leaves = ~grown.is_leaf, 1
    waiting = [(0, 0)] if cut[0] else []
    while waiting:
        _, node = heapq.heappop(waiting)
        if n_leaves - 1 + n_children[node] > max_leaves:
            continue
        cut[node] = False
        n_leaves += int(n_children[node]) - 1
        for child in range(first[node], first[node] + n_children[node]):
            if cut[child]:
                heapq.heappush(waiting, (-gains[child].item(), child))
    return cut


def _gains(grown: CodedTree, by_errors: bool) -> Ints:
    """Return the errors or the units of entropy that the split of every node saves."""
    rows, units = grown.counts.sum(axis=1), units_of(grown.counts[:1])
    own = grown.errors if by_errors else units[rows] - units[grown.counts].sum(axis=1)
    below = np.zeros_like(own)
    np.add.at(below, grown.parent[1:], own[1:])
    return own - below
