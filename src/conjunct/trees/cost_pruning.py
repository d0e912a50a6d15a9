"""Pruning by a cost that adds up over leaves: the cheapest pruned tree is kept."""

from __future__ import annotations

import math

import numpy as np

from conjunct.choose.mdl import class_bits
from conjunct.trees.coded_tree import CodedTree
from conjunct.types import AnyArray, Flags


def cheapest_cuts(grown: CodedTree, as_leaf: AnyArray) -> Flags:
    """Tell which nodes become leaves because the leaves below them do not cost less.

    Parameters
    ----------
    grown : CodedTree
        The full tree.
    as_leaf : ndarray
        Cost of every node as a leaf.
    """
    costs, cut = as_leaf.tolist(), [False] * grown.n_nodes
    first, n_children = grown.first_child.tolist(), grown.n_children.tolist()
    for node in range(grown.n_nodes - 1, -1, -1):
        if n_children[node]:
            below = 0.0
            for cost in costs[first[node] : first[node] + n_children[node]]:
                below += cost
            cut[node] = below >= costs[node]
            costs[node] = min(below, costs[node])
    return np.array(cut)


def mdl_cuts(grown: CodedTree) -> Flags:
    """Tell which nodes become leaves so that Forsyth's cost is lowest.

    Forsyth (1994), in the form of Pfahringer (1995), section 3: a leaf costs its depth plus the
    bits of the classes of its rows, see `conjunct.choose.tree_cost`.

    Parameters
    ----------
    grown : CodedTree
        The full tree.
    """
    return cheapest_cuts(grown, grown.depth + class_bits(grown.counts))


def penalty_cuts(grown: CodedTree, penalty: float) -> Flags:
    """Tell which nodes become leaves so that accuracy minus a penalty for every leaf is highest.

    The score of a hypothesis in Weld's slides: training accuracy - complexity penalty.

    Parameters
    ----------
    grown : CodedTree
        The full tree.
    penalty : float
        Penalty for each leaf, as a share of the rows.
    """
    return cheapest_cuts(grown, grown.errors + penalty * grown.counts[0].sum().item())


def penalties(n_rows: float) -> tuple[float, ...]:
    """Return the penalties to choose from, per leaf: all rows, and halves of it down to 1/8 row.

    Examples
    --------
    >>> penalties(2)
    (1.0, 0.5, 0.25, 0.125, 0.0625)
    """
    return tuple(0.5**k for k in range((8 * max(math.ceil(n_rows), 1)).bit_length()))
