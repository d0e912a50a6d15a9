"""Why a tree gave a row its class: the leaf, and where the row took a usual branch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.data.table import Table
from conjunct.model.explanation import Explanation, explain_first
from conjunct.model.reason import Reason
from conjunct.types import Ints

if TYPE_CHECKING:
    from conjunct.model.tree import Tree


@dataclass(frozen=True, slots=True)
class TreeExplanation(Explanation):
    """Explanation of one row: a leaf, whose number and path are those of its rule.

    The other fields are those of `Explanation`.

    Parameters
    ----------
    usual : tuple of bool
        For each condition, whether the row took that branch only because most training rows did:
        its cell is missing or holds a category that the node has not seen.

    Examples
    --------
    >>> from conjunct.model import Condition, Node, Tree
    >>> low, high = Condition("age", "<=", 30), Condition("age", ">", 30)
    >>> root = Node((4, 5), 1, (low, high), (1, 2), 1, 0.59, 0.009, 1, 3, 6)
    >>> tree = Tree.of((root, Node((3, 0), 0), Node((1, 5), 1)), ("no", "yes"), {"age": "numeric"})
    >>> one = tree.explain({"age": [20, None]})[1]
    >>> one.predicted, one.usual
    ('yes', (True,))
    """

    usual: tuple[bool, ...]

    def lines(self) -> list[str]:
        """Return the conditions beside the row's values, and the rule's statistics."""
        *values, statistics = Reason.lines(self)
        marked = [
            f"{line}, so it goes the usual way" if usual else line
            for line, usual in zip(values, self.usual, strict=True)
        ]
        return [*marked, statistics]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {**Explanation.to_dict(self), "usual": list(self.usual)}


def explain_leaf(tree: Tree, table: Table, leaves: Ints, row: int) -> TreeExplanation:
    """Explain a row by the leaf that it reaches.

    Parameters
    ----------
    tree : Tree
    table : Table
    leaves : ndarray of int
        Number of each row's leaf, from 0.
    row : int
        Position of the row, from 0.
    """
    found = explain_first(tree, table, leaves, row)
    facts = {name: getattr(found, name) for name in Explanation.__dataclass_fields__}
    held = [
        bool(test.holds(table.column(test.attribute).take(np.array([row])), tree.missing)[0])
        for test in found.conditions
    ]
    return TreeExplanation(**facts, usual=tuple(not one for one in held))
