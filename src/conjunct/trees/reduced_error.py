"""Reduced-error pruning: what does not help on rows that the tree was not grown on is cut."""

from __future__ import annotations

import numpy as np

from conjunct.count import NO_TESTS, CountingEngine, each_class
from conjunct.trees.coded_tree import CodedTree, codes_of
from conjunct.types import Flags, Ints


def counts_at_nodes(grown: CodedTree, engine: CountingEngine, cover: int) -> Ints:
    """Walk the rows of a cover down a tree; return how many come to each node, by class."""
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

    The slides' way: again and again the node is cut whose cutting most improves the accuracy on
    the rows held out, until any further cut would harm. Of equally good ones the one highest up
    is cut, so that of equally accurate trees the smaller is left.

    Parameters
    ----------
    grown : CodedTree
        The full tree.
    held_out : ndarray, (nodes, classes)
        Rows held out that come to each node.
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
    """Take a node and all below it out of the choice."""
    gone = [node]
    while gone:
        node = gone.pop()
        better[node] = -1
        first = int(grown.first_child[node])
        gone += range(first, first + int(grown.n_children[node]))
