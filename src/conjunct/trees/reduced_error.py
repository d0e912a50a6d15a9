"""Reduced-error pruning: cut subtrees that do not help on rows the tree was not grown on."""

from __future__ import annotations

import numpy as np

from conjunct.count import NO_TESTS, CountingEngine, each_class
from conjunct.trees.coded_tree import CodedTree, codes_of
from conjunct.types import Flags, Ints


def counts_at_nodes(grown: CodedTree, engine: CountingEngine, cover: int) -> Ints:
    """Return the number of rows of a cover that reach each node of a tree, by class."""
    counts, n_codes = np.zeros_like(grown.counts), codes_of(engine)
    covers = np.array([cover])
    for nodes in grown.levels():
        counts[nodes] = engine.tally(covers, [NO_TESTS], each_class(engine.n_classes))[:, 0]
        inner, above = ~grown.is_leaf[nodes], covers
        if inner.any():
            covers = engine.part(covers[inner], grown.splits(nodes[inner], n_codes))
        if nodes[0] > 0:
            engine.release(above)
    return counts


def reduced_error_cuts(grown: CodedTree, held_out: Ints) -> Flags:
    """Tell which nodes become leaves.

    As in Weld's slides: the node whose cut most improves the accuracy on the held-out rows is cut,
    again and again, until any further cut would lower it. Of equally good nodes, the one nearest to
    the root is cut, so that the smaller of equally accurate trees is kept.

    Parameters
    ----------
    grown : CodedTree
        The full tree.
    held_out : ndarray, (nodes, classes)
        Number of held-out rows that reach each node, by class.
    """
    inner = ~grown.is_leaf
    as_leaf = held_out.sum(axis=1) - held_out[np.arange(grown.n_nodes), grown.heads]
    as_tree = grown.summed(np.where(inner, 0, as_leaf))
    better = np.where(inner, as_tree - as_leaf, -1)
    cut = np.zeros(grown.n_nodes, bool)
    while (improvement := better.max()) >= 0:
        node = int(better.argmax())
        cut[node] = True
        _forget(grown, node, better)
        while (node := int(grown.parent[node])) >= 0:
            better[node] -= improvement
    return cut


def _forget(grown: CodedTree, node: int, better: Ints) -> None:
    """Exclude a node and all nodes below it from further cuts."""
    gone = [node]
    while gone:
        node = gone.pop()
        better[node] = -1
        first = int(grown.first_child[node])
        gone += range(first, first + int(grown.n_children[node]))
