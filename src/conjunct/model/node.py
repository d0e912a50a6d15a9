"""One node of a tree: the rows that reach it, and the branch that each row takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from conjunct.errors import ModelError
from conjunct.model.condition import Condition
from conjunct.model.promise import NO_PROMISE, Promise
from conjunct.model.record import Round, SearchRecord
from conjunct.model.rule import Rule


@dataclass(frozen=True, slots=True)
class Node:
    """A leaf, or a split with a condition for every branch.

    Parameters
    ----------
    counts : tuple of int
        Training rows that reach the node, by class.
    head : int
        Position of the class that the node predicts as a leaf.
    branches : tuple of Condition
        A row takes the first branch whose condition holds; empty for a leaf.
    children : tuple of int
        Position of the node below each branch.
    usual : int
        The branch with the most training rows. A row that fits no branch takes it, because its
        cell is missing or holds a category that the node never saw.
    gain : float
        Information gain of the split, in bits.
    p_chance : float
        Probability of a split at least this uneven if attribute and class are independent.
    attributes_tried, splits_tried, conditions_tried : int
        What the split was chosen from: attributes, splits, and their branches.
    promise : Promise
        What the rule of a leaf promises about new rows.
    possible : int
        Number of possible paths to a leaf with the same number of conditions; 0 if not known.

    Examples
    --------
    >>> leaf = Node((2, 8), 1)
    >>> leaf.is_leaf, leaf.covered, leaf.errors
    (True, 10, 2)
    """

    counts: tuple[int, ...]
    head: int
    branches: tuple[Condition, ...] = ()
    children: tuple[int, ...] = ()
    usual: int = 0
    gain: float = 0.0
    p_chance: float = 1.0
    attributes_tried: int = 0
    splits_tried: int = 0
    conditions_tried: int = 0
    promise: Promise = NO_PROMISE
    possible: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.head < len(self.counts):
            raise ModelError(f"a node has head {self.head} for {len(self.counts)} classes")
        if self.branches or self.children:
            self._check_branches()
        # The sum is finite only if both numbers are, and one test is faster than two.
        if not math.isfinite(self.gain + self.p_chance):
            raise ModelError("a number of a node is not finite")

    def _check_branches(self) -> None:
        n_branches = len(self.branches)
        if n_branches != len(self.children) or n_branches == 1:
            raise ModelError(f"a node has {n_branches} branches and {len(self.children)} children")
        if not 0 <= self.usual < n_branches:
            raise ModelError(f"usual is {self.usual}, which is not a branch of the node")
        attribute = self.branches[0].attribute
        if any(branch.attribute != attribute for branch in self.branches):
            raise ModelError("the branches of a node test different attributes")

    @property
    def is_leaf(self) -> bool:
        """Whether the node is a leaf, which predicts a class."""
        return not self.branches

    @property
    def covered(self) -> int:
        """Training rows that reach the node."""
        return sum(self.counts)

    @property
    def errors(self) -> int:
        """Training rows that reach the node and are not of its class."""
        return self.covered - self.counts[self.head]


def check_nodes(nodes: Sequence[Node]) -> None:
    """Refuse nodes that are not a tree with the root first and every child after its parent."""
    if not nodes:
        raise ModelError("a tree has no nodes")
    children = [child for node in nodes for child in node.children]
    if sorted(children) != list(range(1, len(nodes))):
        raise ModelError("every node of a tree but the first must be the child of one node")
    if any(child <= at for at, node in enumerate(nodes) for child in node.children):
        raise ModelError("a node of a tree comes before its parent")


def leaf_numbers(nodes: Sequence[Node]) -> dict[int, int]:
    """Return the number of every leaf by its position; leaves are numbered from left to right.

    Examples
    --------
    >>> low, high = Condition("age", "<=", 30), Condition("age", ">", 30)
    >>> leaf_numbers((Node((1, 1), 0, (low, high), (2, 1)), Node((0, 1), 1), Node((1, 0), 0)))
    {2: 0, 1: 1}
    """
    numbers: dict[int, int] = {}
    open_nodes = [0]
    while open_nodes:
        at = open_nodes.pop()
        if nodes[at].is_leaf:
            numbers[at] = len(numbers)
        open_nodes += reversed(nodes[at].children)
    return numbers


def leaf_rules(nodes: Sequence[Node]) -> tuple[Rule, ...]:
    """Return the path to each leaf as a rule, in the order of the leaves.

    Of several conditions on a numeric attribute only the tightest are kept, and ``≠`` is dropped
    if an ``=`` implies it. The search record of a rule has a round for every split on the path.
    """
    rules = []
    open_ways: list[_Way] = [(0, (), (), 0, 0)]
    while open_ways:
        at, conditions, rounds, tried, combinations = open_ways.pop()
        node = nodes[at]
        covered = node.covered
        if node.branches:
            rounds = (*rounds, _round(node, covered, len(rounds) + 1))
            tried += node.conditions_tried
            combinations += node.attributes_tried
            for child, branch in zip(node.children[::-1], node.branches[::-1], strict=True):
                body = tightened(conditions, branch)
                open_ways.append((child, body, rounds, tried, combinations))
            continue
        errors = covered - node.counts[node.head]
        facts = "tree", 1, tried, 0, combinations, covered, errors
        record = SearchRecord(*facts, possible=node.possible, rounds=rounds)
        rules.append(Rule(conditions, node.head, node.counts, record, node.promise))
    return tuple(rules)


_Way = tuple[int, tuple[Condition, ...], tuple[Round, ...], int, int]
"""A node, the conditions and rounds of its path, and the totals of candidates and combinations."""


def _round(node: Node, covered: int, level: int) -> Round:
    """Return the search for the split of a node as a round."""
    tried = node.conditions_tried
    return Round(1, level, tried, 0, covered * node.splits_tried / max(tried, 1))


def tightened(body: tuple[Condition, ...], more: Condition) -> tuple[Condition, ...]:
    """Return a body with one more condition, without conditions that others imply.

    Examples
    --------
    >>> body = (Condition("age", "<=", 50), Condition("sex", "=", "f"))
    >>> [str(one) for one in tightened(body, Condition("age", "<=", 30))]
    ['sex = f', 'age ≤ 30']
    """
    kept = []
    for one in body:
        if one.attribute == more.attribute:
            if _implies(one, more):
                return body
            if _implies(more, one):
                continue
        kept.append(one)
    return (*kept, more)


def _implies(one: Condition, other: Condition) -> bool:
    """Tell whether every row that passes `one` passes `other`, on the same attribute."""
    if one.op != other.op:
        return one.op == "=" and other.op == "!=" and one.value != other.value
    if isinstance(one.value, float) and isinstance(other.value, float):
        return one.value <= other.value if one.op == "<=" else one.value >= other.value
    return one.value == other.value
