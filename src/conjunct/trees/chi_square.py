"""Chi-square pruning: splits that chance may well have made are taken back, from the bottom up."""

from __future__ import annotations

import numpy as np

from conjunct.evaluate import chi_square_test
from conjunct.trees.coded_tree import CodedTree
from conjunct.types import Flags, Floats


def p_chances(grown: CodedTree) -> Floats:
    """Return for every split how often chance alone would give so uneven a one; 1 for leaves."""
    chance = np.ones(grown.n_nodes)
    for nodes, tables in grown.tables():
        chance[nodes] = chi_square_test(tables).p_value
    return chance


def chi_square_cuts(grown: CodedTree, max_p_chance: float) -> Flags:
    """Tell which nodes become leaves.

    The slides' way: beginning at the bottom, delete splits whose p_chance is above MaxPchance, up
    to those below which a split has stayed.

    Parameters
    ----------
    grown : CodedTree
        The full tree.
    max_p_chance : float
        How willing one is to risk fitting noise: the larger, the larger the tree.
    """
    likely = p_chances(grown) > max_p_chance
    inner = ~grown.is_leaf
    stays = inner.copy()
    n_splits_below = np.zeros(grown.n_nodes, np.int64)
    for node in range(grown.n_nodes - 1, -1, -1):
        stays[node] &= not (likely[node] and n_splits_below[node] == 0)
        if stays[node] and node > 0:
            n_splits_below[grown.parent[node]] += 1
    return inner & ~stays
