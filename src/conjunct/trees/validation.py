"""How much to prune, chosen by cross-validation: the slides' way to set a magic parameter."""

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
"""Folds of a cross-validation."""

P_CHANCES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
"""MaxPchance to choose from, those of the smallest trees first."""

Cuts = Callable[[CodedTree, float], Flags]
"""Which nodes of a tree become leaves, given how much to prune."""


def chosen_by_folds(
    engine: CountingEngine,
    limits: GrowthLimits,
    cuts: Cuts,
    values: Sequence[float],
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> float:
    """Return the value with which pruned trees err least on the folds they were not grown on.

    Where time is up before, the folds so far choose; without any it is the first value.

    Parameters
    ----------
    engine : CountingEngine
        Where the rows are.
    limits : GrowthLimits
        How the tree of every fold is grown.
    cuts : callable
        Prunes a tree by a value.
    values : sequence of float
        To choose from; the first of equally good ones is taken.
    seed : int
        Draws the folds.
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
    """Return how many rows a tree gets wrong once some nodes are leaves.

    Parameters
    ----------
    grown : CodedTree
        The full tree, which gives every node its class.
    cut : ndarray of bool
        The nodes that become leaves.
    counts : ndarray of int, (nodes, classes)
        Rows that come to each node.
    """
    ends = np.flatnonzero(grown.kept(cut) & (grown.is_leaf | cut))
    return (counts[ends].sum() - counts[ends, grown.heads[ends]].sum()).item()
