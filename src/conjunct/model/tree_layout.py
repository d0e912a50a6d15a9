"""Where the nodes of a drawn tree stand, and what is written in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from conjunct.model.notation import amount_text, count_text, label_text, name_text

if TYPE_CHECKING:
    from conjunct.model.tree import Tree

GAP = 2.0
"""Free room between two boxes, in characters."""


class Box(NamedTuple):
    """A node of a drawn tree.

    Parameters
    ----------
    lines : tuple of str
        The attribute of a split or the class of a leaf; the rows, and how many are wrong.
    x : float
        Middle of the box, in characters from the left.
    depth : int
        0 for the root.
    width : float
        In characters.
    parent : int
        Position of the parent's box; -1 for the root.
    label : str
        What the branch that leads here asks, such as "≤ 30".
    is_leaf : bool
    head : int
        Position of the class of most rows.
    """

    lines: tuple[str, str]
    x: float
    depth: int
    width: float
    parent: int
    label: str
    is_leaf: bool
    head: int


def tree_boxes(tree: Tree) -> list[Box]:
    """Return a box for every node: no two overlap, and a parent stands amid its children."""
    facts = _facts(tree)
    needed = [max(map(len, (*lines, label))) + GAP for lines, label, *_ in facts]
    room = needed.copy()
    for at in range(len(facts) - 1, -1, -1):
        room[at] = max(room[at], sum(room[child] for child in tree.nodes[at].children))
    starts = [0.0] * len(facts)
    boxes = []
    for at, (lines, label, parent, depth) in enumerate(facts):
        boxes.append(
            Box(
                lines,
                starts[at] + room[at] / 2,
                depth,
                max(map(len, lines)) + GAP / 2,
                parent,
                label,
                tree.nodes[at].is_leaf,
                tree.nodes[at].head,
            )
        )
        children = tree.nodes[at].children
        start = starts[at] + (room[at] - sum(room[child] for child in children)) / 2
        for child in children:
            starts[child] = start
            start += room[child]
    return boxes


def _facts(tree: Tree) -> list[tuple[tuple[str, str], str, int, int]]:
    """Return for every node its lines, its branch's label, its parent and its depth."""
    parent, depth, label = [-1] * len(tree.nodes), [0] * len(tree.nodes), [""] * len(tree.nodes)
    lines = []
    for at, node in enumerate(tree.nodes):
        name = label_text(tree.classes[node.head])
        if not node.is_leaf:
            name = name_text(node.branches[0].attribute)
            for number, child in enumerate(node.children):
                parent[child], depth[child] = at, depth[at] + 1
                star = "*" if number == node.usual else ""
                label[child] = str(node.branches[number]).removeprefix(name).strip() + star
        lines.append((name, f"{count_text(node.covered, 'row')}, {amount_text(node.errors)} wrong"))
    return list(zip(lines, label, parent, depth, strict=True))
