"""From arrays over nodes to a `Tree` that can be printed, saved and used to predict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

import numpy as np

from conjunct.count import OPERATORS
from conjunct.count.counts import as_numbers
from conjunct.encode import CodedColumn
from conjunct.evaluate import information_gain
from conjunct.model import NO_PROMISE, Condition, Node, Promise, Tree
from conjunct.model.condition import Operator
from conjunct.model.notation import Label
from conjunct.trees.coded_tree import CodedTree
from conjunct.trees.cuts import p_chances
from conjunct.trees.simplify import LeafPath
from conjunct.types import Floats, Ints


def as_tree(
    grown: CodedTree,
    columns: tuple[CodedColumn, ...],
    classes: Sequence[Label],
    class_order: Sequence[int] | None = None,
    promised: Sequence[tuple[Promise, int]] = (),
    **facts: Any,
) -> Tree:
    """Return the tree in readable form.

    `classes` are the labels of the classes of the tree. `class_order` has the position that each
    of them gets in the readable tree; None leaves them where they are. `promised` has the promise
    of each leaf's rule, and the number of possible rules; empty for no promises. `facts` are
    further fields of the tree.
    """
    order = np.arange(len(classes)) if class_order is None else np.asarray(class_order)
    classes = tuple(classes[place] for place in np.argsort(order).tolist())
    nodes = list(map(Node, *_fields(grown, columns, order), *_promises(grown, promised)))
    used = set(grown.tests[1:, 0].tolist())
    kinds = {columns[at].name: _kind(columns, columns[at]) for at in sorted(used)}
    return Tree.of(nodes, classes, kinds, **facts)


def _fields(
    grown: CodedTree, columns: tuple[CodedColumn, ...], class_order: Ints
) -> Iterator[Sequence[Any]]:
    """Yield the values of each field of `Node` but the last two, in the order of printing."""
    order = _preorder(grown)
    counts = grown.counts[order][:, np.argsort(class_order)]
    yield list(map(as_numbers, counts) if counts.dtype.kind == "f" else map(tuple, counts.tolist()))
    yield class_order[grown.heads[order]].tolist()
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


def _promises(grown: CodedTree, promised: Sequence[tuple[Promise, int]]) -> tuple[list[Any], ...]:
    """Return the last two fields of `Node`: only leaves have promises."""
    leaves = iter(promised or [(NO_PROMISE, 0)] * len(leaves_in_order(grown)))
    is_leaf = grown.is_leaf[_preorder(grown)].tolist()
    both = [next(leaves) if leaf else (NO_PROMISE, 0) for leaf in is_leaf]
    return tuple(map(list, zip(*both, strict=True)))


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
