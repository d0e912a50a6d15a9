"""From arrays over nodes to a `Tree` that can be printed, saved and used to predict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np

from conjunct.count import OPERATORS
from conjunct.count.counts import as_numbers
from conjunct.encode import CodedColumn
from conjunct.evaluate import information_gain
from conjunct.model import Condition, Node, Promise, Tree
from conjunct.model.condition import Operator
from conjunct.model.notation import Label
from conjunct.trees.coded_tree import CodedTree
from conjunct.trees.cuts import p_chances
from conjunct.trees.simplify import LeafPath
from conjunct.types import Floats, Ints


def as_tree(
    grown: CodedTree,
    columns: tuple[CodedColumn, ...],
    classes: tuple[Label, ...],
    promised: Sequence[tuple[Promise, int]] = (),
    **facts: Any,
) -> Tree:
    """Return the tree in readable form.

    `promised` has the promise of each leaf's rule, and the number of possible rules; empty for no
    promises. `facts` are further fields of the tree.
    """
    nodes = list(map(Node, *_fields(grown, columns)))
    leaves = iter(promised)
    if promised:
        nodes = [_promising(node, *next(leaves)) if node.is_leaf else node for node in nodes]
    used = set(grown.tests[1:, 0].tolist())
    kinds = {columns[at].name: _kind(columns, columns[at]) for at in sorted(used)}
    return Tree.of(nodes, classes, kinds, **facts)


def _fields(grown: CodedTree, columns: tuple[CodedColumn, ...]) -> Iterator[Sequence[Any]]:
    """Yield the values of each field of `Node`, in the order of printing."""
    order = _preorder(grown)
    counts = grown.counts[order]
    yield list(map(as_numbers, counts) if counts.dtype.kind == "f" else map(tuple, counts.tolist()))
    yield grown.heads[order].tolist()
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    first = grown.first_child[order]
    below = list(map(slice, first.tolist(), (first + grown.n_children[order]).tolist()))
    for children in ([None, *map(_Reader(columns).read, grown.tests[1:].tolist())], place.tolist()):
        yield [tuple(children[part]) for part in below]
    for numbers in (grown.usual, _gains(grown), p_chances(grown)):
        yield numbers[order].tolist()
    for numbers in (grown.attributes, grown.tried, grown.conditions):
        yield numbers[order].tolist()


def _promising(leaf: Node, promise: Promise, possible: int) -> Node:
    return replace(leaf, promise=promise, possible=possible)


def leaves_in_order(grown: CodedTree) -> Ints:
    """Return the leaves in the order of printing, which is the order of the rules."""
    order = _preorder(grown)
    return np.asarray(order[grown.is_leaf[order]])


def _kind(columns: tuple[CodedColumn, ...], column: CodedColumn) -> str:
    """Return the kind of a column's attribute; a presence column belongs to a numeric one."""
    return "numeric" if column.presence else column.kind


class _Reader:
    """Makes conditions on codes readable, each only once: finding a short threshold is slow."""

    def __init__(self, columns: tuple[CodedColumn, ...]) -> None:
        self._columns = columns
        self._known: dict[tuple[int, ...], Condition] = {}
        self._cuts: dict[tuple[int, int], float] = {}

    def read(self, test: list[int]) -> Condition:
        key = tuple(test)
        if key not in self._known:
            self._known[key] = self._condition(*key)
        return self._known[key]

    def _condition(self, number: int, op: int, code: int) -> Condition:
        column = self._columns[number]
        if column.kind != "numeric":
            name, sign, value = column.read(OPERATORS[op], code)
            return Condition(name, cast(Operator, sign), value)
        if (number, code) not in self._cuts:
            self._cuts[number, code] = column.threshold(code)
        return Condition(column.name, cast(Operator, OPERATORS[op]), self._cuts[number, code])


def _preorder(grown: CodedTree) -> Ints:
    """Return the nodes in the order of printing: a parent, then the subtree of each branch."""
    first_child, n_children = grown.first_child.tolist(), grown.n_children.tolist()
    order, walking = [], [0]
    while walking:
        at = walking.pop()
        order.append(at)
        first = first_child[at]
        walking += range(first + n_children[at] - 1, first - 1, -1)
    return np.array(order, np.int64)


def _gains(grown: CodedTree) -> Floats:
    gain = np.zeros(grown.n_nodes)
    for nodes, tables in grown.tables():
        gain[nodes] = information_gain(tables)
    return gain


def leaf_paths(grown: CodedTree, tree: Tree) -> list[LeafPath]:
    """Return the paths to the leaves of a tree, as conditions on codes."""
    leaves = leaves_in_order(grown).tolist()
    return [
        LeafPath(grown.body(at), rule.head, rule.search)
        for at, rule in zip(leaves, tree.rules, strict=True)
    ]
