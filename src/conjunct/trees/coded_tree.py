"""`CodedTree`: a tree as learning sees it, arrays over the nodes, level by level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from conjunct.count import CountingEngine, Splits, Tests
from conjunct.count.engine import ABOVE, AT_MOST, UNEQUAL
from conjunct.types import Flags, Ints


@dataclass(frozen=True, eq=False)
class CodedTree:
    """Nodes in the order of their depth; the children of a node stand one after the other.

    Parameters
    ----------
    counts : ndarray, (nodes, classes)
        Rows that reach each node.
    parent : ndarray
        Position of the parent; -1 for the root.
    first_child, n_children : ndarray
        Where the children stand; a leaf has none.
    tests : ndarray, (nodes, 3)
        The condition on codes under which a row comes to a node; not used at the root.
    usual : ndarray
        The branch of rows that no branch fits.
    attributes, tried, conditions : ndarray
        Columns that could be split, splits tried and branches of these, before the split of a
        node was chosen.
    depth : ndarray
        Of each node; 0 for the root.
    """

    counts: Ints
    parent: Ints
    first_child: Ints
    n_children: Ints
    tests: Tests
    usual: Ints
    attributes: Ints
    tried: Ints
    conditions: Ints
    depth: Ints

    @property
    def n_nodes(self) -> int:
        """Number of nodes, leaves included."""
        return len(self.parent)

    @property
    def is_leaf(self) -> Flags:
        """Tell which nodes are leaves."""
        return np.asarray(self.n_children == 0)

    @property
    def heads(self) -> Ints:
        """Class of each node: most rows; of equal ones the class with more rows in all."""
        order = np.argsort(-self.counts[0], kind="stable")
        return np.asarray(order[self.counts[:, order].argmax(axis=1)])

    @property
    def errors(self) -> Ints:
        """Rows of other classes than the head of each node."""
        right = self.counts[np.arange(self.n_nodes), self.heads]
        return np.asarray(self.counts.sum(axis=1) - right)

    def levels(self) -> Iterator[Ints]:
        """Yield the nodes of one depth after the other, the root first."""
        edges = np.searchsorted(self.depth, np.arange(self.depth[-1] + 2))
        for start, stop in pairwise(edges):
            yield np.arange(start, stop)

    def tables(self) -> Iterator[tuple[Ints, Ints]]:
        """Yield inner nodes with equally many children, and their (nodes, children, classes)."""
        for n_children in sorted({*self.n_children.tolist()} - {0}):
            nodes = np.flatnonzero(self.n_children == n_children)
            yield nodes, self.counts[self.first_child[nodes][:, None] + np.arange(n_children)]

    def summed(self, values: Ints) -> Ints:
        """Add to the values of every node those of all nodes below it."""
        sums, parent = values.tolist(), self.parent.tolist()
        for node in range(self.n_nodes - 1, 0, -1):
            sums[parent[node]] += sums[node]
        return np.array(sums, values.dtype)

    def searched(self) -> tuple[Ints, Ints]:
        """Return the attributes and the conditions tried on the way to every node."""
        own_attributes, own_conditions = self.attributes.tolist(), self.conditions.tolist()
        attributes, conditions = [0], [0]
        for parent in self.parent[1:].tolist():
            attributes.append(attributes[parent] + own_attributes[parent])
            conditions.append(conditions[parent] + own_conditions[parent])
        return np.array(attributes, np.int64), np.array(conditions, np.int64)

    def splits(self, nodes: Ints, n_codes: Ints) -> Splits:
        """Return how the given inner nodes, all of one depth, divide their rows."""
        n_children = self.n_children[nodes]
        first = int(self.first_child[nodes[0]])
        tests = self.tests[first : first + int(n_children.sum())]
        return as_splits(tests, n_children, self.usual[nodes], n_codes)

    def body(self, node: int) -> Tests:
        """Return the conditions on the way to a node, from the root on."""
        path = []
        while node > 0:
            path.append(self.tests[node])
            node = int(self.parent[node])
        return np.array(path[::-1], np.int64).reshape(-1, 3)

    def kept(self, cut: Flags) -> Flags:
        """Tell which nodes are left where the nodes that `cut` says are leaves."""
        stays, cuts = [True], cut.tolist()
        for above in self.parent[1:].tolist():
            stays.append(stays[above] and not cuts[above])
        return np.array(stays)

    def pruned(self, cut: Flags) -> CodedTree:
        """Return the tree in which the nodes that `cut` says are leaves."""
        kept = self.kept(cut)
        place = np.cumsum(kept) - 1
        leaf = (cut | self.is_leaf)[kept]
        parent = self.parent[kept]
        return CodedTree(
            self.counts[kept],
            np.where(parent >= 0, place[parent], -1),
            np.where(leaf, 0, place[self.first_child[kept]]),
            np.where(leaf, 0, self.n_children[kept]),
            self.tests[kept],
            np.where(leaf, 0, self.usual[kept]),
            np.where(leaf, 0, self.attributes[kept]),
            np.where(leaf, 0, self.tried[kept]),
            np.where(leaf, 0, self.conditions[kept]),
            self.depth[kept],
        )

    def with_counts(self, counts: Ints) -> CodedTree:
        """Return the tree with other counts."""
        return replace(self, counts=counts)


def codes_of(engine: CountingEngine) -> Ints:
    """Return the number of codes of every column."""
    return np.array([column.n_codes for column in engine.columns], np.int64)


def numbered(sizes: Ints) -> Ints:
    """Return the place of each member in its group, for groups that follow each other.

    Examples
    --------
    >>> numbered(np.array([2, 3]))
    array([0, 1, 0, 1, 2])
    """
    return np.arange(int(sizes.sum())) - (np.cumsum(sizes) - sizes).repeat(sizes)


def as_splits(tests: Tests, n_children: Ints, usual: Ints, n_codes: Ints) -> Splits:
    """Return the splits that send rows by the given tests, and what fits none the usual way.

    In the order of the codes, a split in two has the same branch for all codes below that of its
    test, for that code, for all above it and for "missing".

    Examples
    --------
    >>> tests = np.array([[0, 2, 1], [0, 3, 1], [0, 0, 0], [0, 0, 3]])
    >>> as_splits(tests, np.array([2, 2]), np.array([1, 0]), np.array([4])).parts
    array([0, 0, 1, 1, 1, 0, 0, 0, 1, 0])
    """
    last = n_children.cumsum() - 1
    first = last + 1 - n_children
    columns, codes = tests[first, 0], tests[first, 2]
    known, one = n_codes[columns], np.ones_like(codes)
    branches = np.stack((tests[first, 1] != AT_MOST, 0 * one, one, usual), axis=1)
    by_value = ~np.isin(tests[last, 1], (UNEQUAL, ABOVE))
    branches[by_value] = usual[by_value, None]
    runs = np.stack((codes, one, known - codes - 1, one), axis=1)
    parts = branches.ravel().repeat(runs.ravel())
    start = np.cumsum(known + 1) - known - 1
    own = by_value.repeat(n_children)
    parts[(start.repeat(n_children) + tests[:, 2])[own]] = numbered(n_children)[own]
    return Splits(columns, parts, n_children)
