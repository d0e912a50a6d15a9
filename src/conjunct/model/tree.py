"""A decision tree: a list of rules of which exactly one decides, found by walking down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, Self

import numpy as np

from conjunct.data.table import Table
from conjunct.errors import ModelError
from conjunct.model.days import day_columns
from conjunct.model.explanation import Explanation, Explanations
from conjunct.model.json_form import tree_json
from conjunct.model.node import Node, check_nodes, leaf_numbers, leaf_rules
from conjunct.model.notation import Label
from conjunct.model.printed.tree_picture import tree_dot, tree_svg
from conjunct.model.printed.tree_text import tree_text
from conjunct.model.rule import Rule
from conjunct.model.rule_list import RuleList
from conjunct.model.tree_explanation import explain_leaf
from conjunct.types import Ints


@dataclass(frozen=True, slots=True)
class Tree(RuleList):
    """A decision tree. Its rules are the paths to its leaves, from left to right.

    Make one with `Tree.of`. A row that fits no branch of a node takes the usual branch, see
    `Node`. So every row reaches exactly one leaf, whose number is that of its rule. The counts of
    a rule are those of the training rows that reached its leaf.

    Parameters
    ----------
    nodes : tuple of Node
        The nodes: the root first, every child after its parent.

    Examples
    --------
    >>> from conjunct.data.table import Column
    >>> from conjunct.model import Condition
    >>> low, high = Condition("age", "<=", 30), Condition("age", ">", 30)
    >>> root = Node((4, 5), 1, (low, high), (1, 2), 1, 0.59, 0.009, 1, 3, 6)
    >>> leaves = Node((3, 0), 0), Node((1, 5), 1)
    >>> tree = Tree.of((root, *leaves), ("no", "yes"), {"age": "numeric"})
    >>> print(tree.to_text(footer=False))
    tree          #  class  rows  wrong
    all                        9      4
    ├─ age ≤ 30   1  no        3      0
    └─ age > 30*  2  yes       6      1
    >>> age = Column("age", "numeric", np.array([20.0, 50.0, np.nan]))
    >>> tree.predict(Table((age,))).tolist()
    ['no', 'yes', 'yes']
    """

    KIND: ClassVar[str] = "tree"

    reached: bool = field(default=True, init=False)
    nodes: tuple[Node, ...] = ()

    def __post_init__(self) -> None:
        check_nodes(self.nodes)
        RuleList.__post_init__(self)
        days = day_columns(self.forms, self.training)
        if days:
            dated = (
                replace(node, branches=tuple(one.dated(days) for one in node.branches))
                for node in self.nodes
            )
            object.__setattr__(self, "nodes", tuple(dated))
        if len(self.rules) != sum(node.is_leaf for node in self.nodes):
            raise ModelError("a tree must have a rule for every leaf; make it by Tree.of")

    @classmethod
    def of(cls, nodes: Sequence[Node], classes: Sequence[Label], kinds: Any, **facts: Any) -> Self:
        """Make a tree from its nodes.

        Parameters
        ----------
        nodes : sequence of Node
        classes : sequence of str, int, float or bool
        kinds : dict of str to {"numeric", "nominal"}
        **facts
            Further fields: missing, target, n_rows, notes, promises.
        """
        check_nodes(nodes)
        root = nodes[0]
        return cls(
            rules=leaf_rules(nodes),
            classes=tuple(classes),
            default=root.head,
            class_counts=root.counts,
            kinds=kinds,
            nodes=tuple(nodes),
            **facts,
        )

    @property
    def unprinted(self) -> tuple[int, ...]:
        """No position: every leaf can be reached."""
        return ()

    @property
    def combination(self) -> str:
        """A sentence on how a row is classified."""
        return "Every row comes to one leaf."

    @property
    def depth(self) -> int:
        """The largest number of splits on a path to a leaf."""
        return max(len(rule.search.rounds) for rule in self.rules)

    def __str__(self) -> str:
        return tree_text(self)

    def _repr_html_(self) -> str:
        return f'<div style="overflow-x:auto">{tree_svg(self)}</div>'

    def first_match(self, table: Table) -> Ints:
        """Return, for every row, the number of its leaf, from 0."""
        columns = {name: table.column(name) for name in self.attributes}
        numbers = leaf_numbers(self.nodes)
        found = np.zeros(table.n_rows, np.int64)
        walking = [(0, np.arange(table.n_rows))]
        while walking:
            at, rows = walking.pop()
            node = self.nodes[at]
            if node.is_leaf:
                found[rows] = numbers[at]
            elif len(rows):
                column = columns[node.branches[0].attribute].take(rows)
                way = np.full(len(rows), node.usual)
                for number in reversed(range(len(node.branches))):
                    way[node.branches[number].holds(column, self.missing)] = number
                below = enumerate(node.children)
                walking += [(child, rows[way == number]) for number, child in below]
        return found

    def explain(self, source: Any) -> Explanations[Explanation]:
        """Return, for every row, its leaf and the values that led there.

        Parameters
        ----------
        source : Table or anything that `read_table` reads

        Returns
        -------
        explanations : Explanations
            A sequence that computes each `TreeExplanation` on access.
        """
        table = self.table_of(source)
        explain = partial(explain_leaf, self, table, self.first_match(table))
        return Explanations(explain, table.n_rows)

    def to_rules(self) -> RuleList:
        """Return the paths to the leaves as a plain rule list, with nothing left out.

        The list gives every row the class that the tree gives, except rows that fit no branch of a
        node: no rule holds for them, so they get the default, the class of the root. The counts of
        a rule are those of its leaf, including rows that took a usual branch.
        """
        listed = self.listed(self.rules, self.default)
        return replace(listed, reached=True, promises=self.promises)

    def listed(self, rules: Sequence[Rule], default: int) -> RuleList:
        """Return a rule list of other rules for the same training rows.

        Parameters
        ----------
        rules : sequence of Rule
            Rules on attributes that the tree uses.
        default : int
            Position of the class of rows that no rule covers.
        """
        used = {name for rule in rules for name in rule.attributes}
        return RuleList(
            rules=tuple(rules),
            classes=self.classes,
            default=default,
            class_counts=self.class_counts,
            kinds={name: kind for name, kind in self.kinds.items() if name in used},
            missing=self.missing,
            target=self.target,
            n_rows=self.n_rows,
            notes=self.notes,
            forms={name: form for name, form in self.forms.items() if name in used},
            training=self.training,
        )

    def to_text(self, width: int = 100, footer: bool = True, details: bool = False) -> str:
        """Return the tree as text, see `conjunct.model.printed.tree_text.tree_text`."""
        return tree_text(self, width, footer, details)

    def to_dot(self) -> str:
        """Return the tree in the language of Graphviz."""
        return tree_dot(self)

    def to_svg(self) -> str:
        """Return a picture of the tree as SVG."""
        return tree_svg(self)

    def to_json(self) -> str:
        """Return the model as readable JSON, which `load_model` reads back exactly."""
        return tree_json(self)
