"""How much to prune, chosen by cross-validation, as in Weld's slides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from conjunct.count import CountingEngine, Fold
from conjunct.count.deadline import TimeIsUpError
from conjunct.trees.coded_tree import CodedTree
from conjunct.trees.growth import GrowthLimits, grow
from conjunct.trees.reduced_error import counts_at_nodes
from conjunct.types import Count, Flags, Ints

N_FOLDS = 10
"""Number of folds of a cross-validation."""

P_CHANCES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
"""Values of MaxPchance to choose from, those of the smallest trees first."""

Cuts = Callable[[CodedTree, float], Flags]
"""A function that tells which nodes of a tree become leaves, given how much to prune."""


def chosen_by_folds(
    engine: CountingEngine,
    limits: GrowthLimits,
    cuts: Cuts,
    values: Sequence[float],
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> float:
    """Return the value whose pruned trees make the fewest errors on the folds left out.

    If time is up earlier, the finished folds decide; if there are none, the first value is taken.

    Parameters
    ----------
    engine : CountingEngine
        The engine that holds the rows.
    limits : GrowthLimits
        How the tree of every fold is grown.
    cuts : callable
        Prunes a tree by a value.
    values : sequence of float
        The values to choose from; of equally good ones, the first is taken.
    seed : int
        Seed with which the folds are drawn.
    progress : callable or None
        Called after each fold with the share of the folds that are done.
    """
    errors = np.zeros(len(values))
    for number in range(N_FOLDS):
        fold = Fold(seed, N_FOLDS, number)
        held, rest = (engine.subset(engine.root(), fold=part) for part in (fold, fold.rest))
        try:
            grown = grow(engine, rest, limits, partly=False)
        except TimeIsUpError:
            break
        counts = counts_at_nodes(grown, engine, held)
        engine.release(np.array([held, rest]))
        errors += [errors_of_pruned(grown, cuts(grown, value), counts) for value in values]
        if progress is not None:
            progress((number + 1) / N_FOLDS)
    return values[int(errors.argmin())]


def errors_of_pruned(grown: CodedTree, cut: Flags, counts: Ints) -> Count:
    """Return the number of rows that a tree gets wrong if some nodes become leaves.

    Parameters
    ----------
    grown : CodedTree
        The full tree, which gives every node its class.
    cut : ndarray of bool
        The nodes that become leaves.
    counts : ndarray of int, (nodes, classes)
        Number of rows that reach each node, by class.
    """
    ends = np.flatnonzero(grown.kept(cut) & (grown.is_leaf | cut))
    return (counts[ends].sum() - counts[ends, grown.heads[ends]].sum()).item()
