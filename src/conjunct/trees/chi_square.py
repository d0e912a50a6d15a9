"""Chi-square pruning: splits that may be due to chance are removed, from the bottom up."""

from __future__ import annotations

import numpy as np

from conjunct.evaluate import chi_square_test
from conjunct.trees.coded_tree import CodedTree
from conjunct.types import Flags, Floats


def p_chances(grown: CodedTree) -> Floats:
    """Return the chi-square p-value of every split; 1 for leaves."""
    chance = np.ones(grown.n_nodes)
    for nodes, tables in grown.tables():
        chance[nodes] = chi_square_test(tables).p_value
    return chance


def chi_square_cuts(grown: CodedTree, max_p_chance: float) -> Flags:
    """Tell which nodes become leaves.

    As in Weld's slides: from the bottom up, splits are removed whose p_chance is above MaxPchance,
    unless a split below them is kept.

    Parameters
    ----------
    grown : CodedTree
        The full tree.
    max_p_chance : float
        Largest p-value of a split that is kept: the larger, the larger the tree, and the higher the
        risk of fitting noise.
    """
    likely = (p_chances(grown) > max_p_chance).tolist()
    parent, inner = grown.parent.tolist(), ~grown.is_leaf
    stays = inner.tolist()
    splits_below = [False] * grown.n_nodes
    for node in range(grown.n_nodes - 1, -1, -1):
        stays[node] = stays[node] and (splits_below[node] or not likely[node])
        if stays[node] and node > 0:
            splits_below[parent[node]] = True
    return np.asarray(inner & ~np.array(stays))
