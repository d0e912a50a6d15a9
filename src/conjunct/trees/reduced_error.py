"""Reduced-error pruning: what does not help on rows that the tree was not grown on is cut."""

from __future__ import annotations

import numpy as np

from conjunct.count import CountingEngine, as_tests
from conjunct.trees.grown import Grown, codes_of
from conjunct.types import AnyArray, Flags, Ints


def counts_at_nodes(grown: Grown, engine: CountingEngine) -> Ints:
    """Walk the rows of an engine down a tree; return how many come to each node, by class."""
    engine.begin_classes()
    counts = np.zeros_like(grown.counts)
    counts[0] = engine.class_counts(as_tests([]))
    covers, n_codes = np.array([engine.root()]), codes_of(engine.columns)
    for nodes in grown.levels():
        inner = ~grown.is_leaf[nodes]
        if inner.any():
            splits = grown.splits(nodes[inner], n_codes)
            covers, sizes = engine.split(covers[inner], splits)
            first = int(grown.first_child[nodes[inner][0]])
            counts[first : first + len(sizes)] = sizes
    return counts


def reduced_error_cuts(grown: Grown, held_out: Ints) -> Flags:
    """Tell which nodes become leaves.

    The slides' way: again and again the node is cut whose cutting most improves the accuracy on
    the rows held out, until any further cut would harm. Of equally good ones the one highest up
    is cut, so that of equally accurate trees the smaller is left.

    Parameters
    ----------
    grown : Grown
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


def _forget(grown: Grown, node: int, better: Ints) -> None:
    """Take a node and all below it out of the choice."""
    gone = [node]
    while gone:
        node = gone.pop()
        better[node] = -1
        first = int(grown.first_child[node])
        gone += range(first, first + int(grown.n_children[node]))


def held_out_rows(labels: AnyArray, fraction: float, rng: np.random.RandomState) -> Flags:
    """Choose the rows to hold out: that share of each class, at random, but never all of one."""
    chosen = np.zeros(len(labels), bool)
    for label in np.unique(labels):
        rows = rng.permutation(np.flatnonzero(labels == label))
        chosen[rows[: min(round(fraction * len(rows)), len(rows) - 1)]] = True
    return chosen
