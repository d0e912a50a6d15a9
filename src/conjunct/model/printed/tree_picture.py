"""A tree as a picture: as SVG without scripts or external files, and for Graphviz."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from conjunct.model.notation import amount_text, count_text, label_text, name_text

if TYPE_CHECKING:
    from conjunct.model.tree import Tree

GAP = 2.0
"""Space between two boxes, in characters."""


class Box(NamedTuple):
    """A node of a drawn tree.

    Parameters
    ----------
    lines : tuple of str
        The attribute of a split or the class of a leaf; then the rows and the wrong rows.
    x : float
        Middle of the box, in characters from the left.
    depth : int
        Depth of the node; 0 for the root.
    width : float
        Width of the box, in characters.
    parent : int
        Position of the parent's box; -1 for the root.
    label : str
        Label of the branch that leads to the node, such as "≤ 30".
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
    """Return a box for every node: boxes do not overlap, parents are centred above children."""
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


_CHARACTER, _LEVEL, _HEIGHT, _EDGE = 7.5, 86, 38, 8
# Inherited colours and half-transparent areas work on light and dark pages.
_STYLE = "font:12px sans-serif;color:inherit;max-width:none"
_SPLIT = "rgba(128,128,128,.10)"
_CLASSES = ("0,114,178", "230,159,0", "0,158,115", "213,94,0", "86,180,233", "204,121,167")
"""Leaf colours by class, from the palette of Okabe and Ito; leaves also name their class."""


def tree_svg(tree: Tree) -> str:
    """Return a picture of the tree, wide enough for its leaves.

    Parameters
    ----------
    tree : Tree

    Returns
    -------
    svg : str
    """
    boxes = tree_boxes(tree)
    width = max(_across(box) + box.width * _CHARACTER / 2 for box in boxes) + _EDGE
    height = max(box.depth for box in boxes) * _LEVEL + _HEIGHT + 2 * _EDGE
    drawn = [_branch(box, boxes[box.parent]) for box in boxes if box.parent >= 0]
    drawn += [_box(box) for box in boxes]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="conjunct-tree" style="{_STYLE}" '
        f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'text-anchor="middle" fill="currentColor">{"".join(drawn)}</svg>'
    )


def _across(box: Box) -> float:
    return _EDGE + box.x * _CHARACTER


def _top(box: Box) -> float:
    return _EDGE + box.depth * _LEVEL


def _box(box: Box) -> str:
    wide, x, y = box.width * _CHARACTER, _across(box), _top(box)
    own = f"rgba({_CLASSES[box.head % len(_CLASSES)]},.22)"
    fill, corner = (own, 10) if box.is_leaf else (_SPLIT, 2)
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{y}" width="{wide:.1f}" height="{_HEIGHT}" '
        f'rx="{corner}" fill="{fill}" stroke="currentColor" stroke-opacity=".5"/>'
        f'<text x="{x:.1f}" y="{y + 15}" font-weight="bold">{escape(box.lines[0])}</text>'
        f'<text x="{x:.1f}" y="{y + 31}">{escape(box.lines[1])}</text>'
    )


def _branch(box: Box, parent: Box) -> str:
    x, y = _across(box), _top(box)
    return (
        f'<path d="M{_across(parent):.1f} {_top(parent) + _HEIGHT}L{x:.1f} {y - 18}" '
        f'fill="none" stroke="currentColor" stroke-opacity=".5"/>'
        f'<text x="{x:.1f}" y="{y - 5}" stroke="none">{escape(box.label)}</text>'
    )


def tree_dot(tree: Tree) -> str:
    """Return a directed graph for ``dot -Tpdf``; leaves have rounded corners.

    Parameters
    ----------
    tree : Tree

    Returns
    -------
    dot : str
        Ends with a newline.
    """
    lines = ["digraph tree {", '  node [shape=box, fontname="sans-serif"];']
    lines.append('  edge [fontname="sans-serif"];')
    for at, box in enumerate(tree_boxes(tree)):
        style = ", style=rounded" if box.is_leaf else ""
        lines.append(f"  n{at} [label={_quoted(*box.lines)}{style}];")
        if box.parent >= 0:
            lines.append(f"  n{box.parent} -> n{at} [label={_quoted(box.label)}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(*lines: str) -> str:
    written = [line.replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return '"' + "\\n".join(written) + '"'
