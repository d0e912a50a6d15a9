"""A tree in the language of Graphviz."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conjunct.model.tree_layout import tree_boxes

if TYPE_CHECKING:
    from conjunct.model.tree import Tree


def tree_dot(tree: Tree) -> str:
    """Return a directed graph for ``dot -Tpdf``; leaves are rounded.

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
