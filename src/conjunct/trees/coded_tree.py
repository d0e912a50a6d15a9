"""`CodedTree`: a tree during learning, as arrays over the nodes, level by level."""

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
    """A tree whose nodes are ordered by depth; the children of a node are consecutive.

    `counts` has the rows that reach each node, ``(nodes, classes)``. The parent of the root is -1.
    A leaf has no children. `tests` has the condition on codes of the branch that leads to a node,
    and `usual` the branch of rows that fit no branch. `attributes`, `tried` and `conditions` are
    the numbers of columns that could be split, of splits tried and of the branches of these, when
    the split of a node was chosen.
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
        """The most frequent class of each node; of equal ones, the one with more rows in all."""
        order = np.argsort(-self.counts[0], kind="stable")
        return np.asarray(order[self.counts[:, order].argmax(axis=1)])

    @property
    def errors(self) -> Ints:
        """Number of rows of each node whose class is not the node's head."""
        right = self.counts[np.arange(self.n_nodes), self.heads]
        return np.asarray(self.counts.sum(axis=1) - right)

    def levels(self) -> Iterator[Ints]:
        """Yield the nodes of each depth, the root first."""
        edges = np.searchsorted(self.depth, np.arange(self.depth[-1] + 2))
        for start, stop in pairwise(edges):
            yield np.arange(start, stop)

    def tables(self) -> Iterator[tuple[Ints, Ints]]:
        """Yield inner nodes by number of children, with counts (nodes, children, classes)."""
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
        """Return the number of attributes and of conditions tried on the path to every node."""
        own_attributes, own_conditions = self.attributes.tolist(), self.conditions.tolist()
        attributes, conditions = [0], [0]
        for parent in self.parent[1:].tolist():
            attributes.append(attributes[parent] + own_attributes[parent])
            conditions.append(conditions[parent] + own_conditions[parent])
        return np.array(attributes, np.int64), np.array(conditions, np.int64)

    def splits(self, nodes: Ints, n_codes: Ints) -> Splits:
        """Return the splits of the given inner nodes, which must have the same depth."""
        n_children = self.n_children[nodes]
        first = int(self.first_child[nodes[0]])
        tests = self.tests[first : first + int(n_children.sum())]
        return as_splits(tests, n_children, self.usual[nodes], n_codes)

    def body(self, node: int) -> Tests:
        """Return the conditions on the path from the root to a node."""
        path = []
        while node > 0:
            path.append(self.tests[node])
            node = int(self.parent[node])
        return np.array(path[::-1], np.int64).reshape(-1, 3)

    def kept(self, cut: Flags) -> Flags:
        """Tell which nodes are left if the nodes flagged by `cut` become leaves."""
        stays, cuts = [True], cut.tolist()
        for above in self.parent[1:].tolist():
            stays.append(stays[above] and not cuts[above])
        return np.array(stays)

    def pruned(self, cut: Flags) -> CodedTree:
        """Return the tree in which the nodes flagged by `cut` are leaves."""
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
    """Return the position of each member in its group, for consecutive groups.

    Examples
    --------
    >>> numbered(np.array([2, 3]))
    array([0, 1, 0, 1, 2])
    """
    return np.arange(int(sizes.sum())) - (np.cumsum(sizes) - sizes).repeat(sizes)


def as_splits(tests: Tests, n_children: Ints, usual: Ints, n_codes: Ints) -> Splits:
    """Return the splits with the given tests; rows that fit no test take the usual branch.

    In a binary split all codes below that of its test take the same branch, and so do all codes
    above it.

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
