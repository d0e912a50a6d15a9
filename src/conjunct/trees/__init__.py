"""Decision trees: grown by hill climbing, pruned, and turned into rules."""

from conjunct.trees.chi_square import chi_square_cuts
from conjunct.trees.coded_tree import CodedTree
from conjunct.trees.cost_pruning import mdl_cuts, penalties, penalty_cuts
from conjunct.trees.growth import SPLITTINGS, Criterion, GrowthLimits, Splitting, grow
from conjunct.trees.pruning import (
    PRUNINGS,
    ChiSquarePruning,
    LayeredPruning,
    MdlPruning,
    PenaltyPruning,
    ProcessOrientedPruning,
    Pruning,
    ReducedErrorPruning,
    TreeGrowth,
)
from conjunct.trees.readable import as_tree, leaf_paths, leaves_in_order
from conjunct.trees.reduced_error import counts_at_nodes, reduced_error_cuts
from conjunct.trees.search_record_pruning import layered_cuts, process_cuts
from conjunct.trees.simplify import LeafPath, Pessimistic, Significant, simplified
from conjunct.trees.validation import P_CHANCES, Cuts, chosen_by_folds

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
