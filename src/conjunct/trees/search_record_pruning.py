"""Pruning by the search record: a subtree must have a lower error, given the splits tried for it.

A node is compared with the tree grown below it, in one of two ways. Domingos (1998), "A
process-oriented heuristic for model selection", names decision trees as future work: the tree below
a node counts as the best of as many candidates as splits were tried for it, the leaf as the only
candidate. With r_w of Quinlan & Cameron-Jones (1995), every leaf is a rule and counts as the best
of the attribute sets that were considered on the path to it.
"""

from __future__ import annotations

import numpy as np

from conjunct.choose import layered_error, poe_error
from conjunct.choose.poe import Prior
from conjunct.trees.coded_tree import CodedTree
from conjunct.trees.cost_pruning import cheapest_cuts
from conjunct.types import Flags


def process_cuts(grown: CodedTree, prior: Prior = (1.0, 1.0)) -> Flags:
    """Tell which nodes become leaves because the tree below them has no lower expected error.

    This goes from the bottom up. The tree below a node makes e errors on its n rows. It is the best
    of m candidates, one more than the splits tried for it, so its expected error is
    ``poe_error(n, e, m)``. Splits below nodes that were already cut do not count.

    Parameters
    ----------
    grown : CodedTree
        The full tree.
    prior : (float, float)
        Beta prior of the error rate, as for `conjunct.choose.poe_error`.
    """
    covered, errors = grown.counts.sum(axis=1), grown.errors
    as_leaf = poe_error(covered, errors, 1, prior)
    left, tried = np.zeros(grown.n_nodes), 1.0 + grown.tried
    cut = np.zeros(grown.n_nodes, bool)
    for nodes in reversed(list(grown.levels())):
        inner = nodes[~grown.is_leaf[nodes]]
        below = poe_error(covered[inner], left[inner], tried[inner], prior)
        cut[inner] = below >= as_leaf[inner]
        ends = nodes[grown.is_leaf[nodes] | cut[nodes]]
        left[ends], tried[ends] = errors[ends], 1.0
        if nodes[0] > 0:
            np.add.at(left, grown.parent[nodes], left[nodes])
            np.add.at(tried, grown.parent[nodes], tried[nodes] - 1.0)
    return cut


def layered_cuts(grown: CodedTree) -> Flags:
    """Tell which nodes become leaves because the leaves below them have no fewer expected errors.

    This goes from the bottom up. A leaf with n rows has ``n * r_w`` expected errors, where r_w is
    its error corrected for the attribute sets considered on the path to it.

    Parameters
    ----------
    grown : CodedTree
        The full tree.
    """
    covered, (sets, _) = grown.counts.sum(axis=1), grown.searched()
    rates = layered_error(covered, grown.errors, np.maximum(sets, 1))
    return cheapest_cuts(grown, covered * rates)
