"""Decision trees: grown by hill climbing, pruned, and turned into rules."""

from conjunct.trees.chi_square import chi_square_cuts
from conjunct.trees.coded_tree import CodedTree
from conjunct.trees.growth import GrowthLimits, grow
from conjunct.trees.readable import as_tree, leaf_paths
from conjunct.trees.reduced_error import counts_at_nodes, reduced_error_cuts
from conjunct.trees.search_record_pruning import layered_cuts, process_cuts
from conjunct.trees.simplify import LeafPath, Pessimistic, Significant, simplified

__all__ = [
    "CodedTree",
    "GrowthLimits",
    "LeafPath",
    "Pessimistic",
    "Significant",
    "as_tree",
    "chi_square_cuts",
    "counts_at_nodes",
    "grow",
    "layered_cuts",
    "leaf_paths",
    "process_cuts",
    "reduced_error_cuts",
    "simplified",
]
