"""Decision trees: grown by hill climbing, pruned, and turned into rules."""

from conjunct.trees.chi_square import chi_square_cuts
from conjunct.trees.grown import Grown
from conjunct.trees.growth import Growth, grow
from conjunct.trees.readable import as_tree, leaf_ways
from conjunct.trees.reduced_error import counts_at_nodes, held_out_rows, reduced_error_cuts
from conjunct.trees.searched import layered_cuts, process_cuts
from conjunct.trees.simplify import Pessimistic, Significant, simplified

__all__ = [
    "Grown",
    "Growth",
    "Pessimistic",
    "Significant",
    "as_tree",
    "chi_square_cuts",
    "counts_at_nodes",
    "grow",
    "held_out_rows",
    "layered_cuts",
    "leaf_ways",
    "process_cuts",
    "reduced_error_cuts",
    "simplified",
]
