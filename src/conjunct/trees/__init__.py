"""Decision trees: grown by hill climbing, pruned, and turned into rules."""

from conjunct.trees.coded_tree import CodedTree
from conjunct.trees.cuts import (
    chi_square_cuts,
    counts_at_nodes,
    layered_cuts,
    mdl_cuts,
    penalties,
    penalty_cuts,
    process_cuts,
    reduced_error_cuts,
)
from conjunct.trees.growth import SPLITTINGS, Criterion, GrowthLimits, Splitting, grow
from conjunct.trees.pruning import (
    P_CHANCES,
    PRUNINGS,
    ChiSquarePruning,
    Cuts,
    LayeredPruning,
    MdlPruning,
    PenaltyPruning,
    ProcessOrientedPruning,
    Pruning,
    ReducedErrorPruning,
    TreeGrowth,
    chosen_by_folds,
)
from conjunct.trees.readable import as_tree, leaf_paths, leaves_in_order
from conjunct.trees.simplify import LeafPath, Pessimistic, Significant, simplified

__all__ = [
    "PRUNINGS",
    "P_CHANCES",
    "SPLITTINGS",
    "ChiSquarePruning",
    "CodedTree",
    "Criterion",
    "Cuts",
    "GrowthLimits",
    "LayeredPruning",
    "LeafPath",
    "MdlPruning",
    "PenaltyPruning",
    "Pessimistic",
    "ProcessOrientedPruning",
    "Pruning",
    "ReducedErrorPruning",
    "Significant",
    "Splitting",
    "TreeGrowth",
    "as_tree",
    "chi_square_cuts",
    "chosen_by_folds",
    "counts_at_nodes",
    "grow",
    "layered_cuts",
    "leaf_paths",
    "leaves_in_order",
    "mdl_cuts",
    "penalties",
    "penalty_cuts",
    "process_cuts",
    "reduced_error_cuts",
    "simplified",
]
