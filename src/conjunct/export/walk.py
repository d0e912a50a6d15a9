"""A tree as nested choices; the last choice of each needs no test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from conjunct.export.cell_test import CellTest
from conjunct.model import Condition, Tree
from conjunct.model.node import leaf_numbers


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf of the tree; the first leaf has number 0."""

    number: int


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch for rows that pass a test and none of the tests in `unless`."""

    test: CellTest
    unless: tuple[CellTest, ...]
    way: Way


@dataclass(frozen=True, slots=True)
class Split:
    """A choice: a row takes the first branch that it fits, otherwise the usual one.

    Rows that fit no branch of a node take the usual branch, too. So that branch needs no test and
    comes last.
    """

    branches: tuple[Branch, ...]
    usual: Way


Way = Split | Leaf


def way_of(tree: Tree, test_of: Callable[[Condition], CellTest]) -> Way:
    """Return a tree as nested choices, from its root."""
    numbers = leaf_numbers(tree.nodes)
    ways: dict[int, Way] = {}
    for at in reversed(range(len(tree.nodes))):
        ways[at] = Leaf(numbers[at]) if at in numbers else _split(tree, at, test_of, ways)
    return ways[0]


def _split(
    tree: Tree, at: int, test_of: Callable[[Condition], CellTest], ways: dict[int, Way]
) -> Split:
    node = tree.nodes[at]
    tests = [test_of(branch) for branch in node.branches]
    branches = []
    for place, test in enumerate(tests):
        if place != node.usual:
            # The usual branch comes last here. If it is earlier in the tree, it takes precedence.
            earlier = tests[node.usual : node.usual + 1] if node.usual < place else []
            unless = tuple(one for one in earlier if not test.excludes(one))
            branches.append(Branch(test, unless, ways[node.children[place]]))
    return Split(tuple(branches), ways[node.children[node.usual]])
