"""A tree as plain text: one line for every node, with its counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from conjunct.model.notation import amount_text, count_text
from conjunct.model.printed.cells import head_text, number_cells, number_headings
from conjunct.model.printed.footer import footer_lines
from conjunct.text_width import text_width, to_left, to_right

if TYPE_CHECKING:
    from conjunct.model.tree import Tree

_GAP = "  "
_USUAL = "A missing cell or a new category goes to the branch marked *."


def tree_text(tree: Tree, width: int = 100, footer: bool = True, details: bool = False) -> str:
    """Return the tree with one line for every node, and the numbers of leaves in columns.

    Parameters
    ----------
    tree : Tree
    width : int, default=100
        Characters in a line. Nothing is cut: a condition that leaves no room for the numbers
        gets a line of its own above them.
    footer : bool, default=True
        Whether to explain below the tree what the numbers mean.
    details : bool, default=False
        Whether to print the numbers of the search, too.

    Returns
    -------
    text : str
        Without a newline at the end.
    """
    lines = _node_lines(tree, width, number_headings(tree, details))
    if footer:
        lines += ["", *footer_lines(tree, tree_about(tree), width, details)]
    return "\n".join(lines)


def _node_lines(tree: Tree, width: int, numbers: tuple[str, ...]) -> list[str]:
    rows = [("", "tree", ("#", "class", *numbers)), *_rows(tree, numbers)]
    cells_of = zip(*(cells for *_, cells in rows), strict=True)
    widths = [max(map(text_width, column)) for column in cells_of]
    rights = [
        _GAP.join(
            to_left(cell, wide) if at == 1 else to_right(cell, wide)
            for at, (cell, wide) in enumerate(zip(cells, widths, strict=True))
        )
        for *_, cells in rows
    ]
    room = max(width - len(_GAP) - text_width(rights[0]), 1)
    names = [f"{lead}{name}" for lead, name, _ in rows]
    column = max((wide for wide in map(text_width, names) if wide <= room), default=0)
    lines = []
    for name, right in zip(names, rights, strict=True):
        if text_width(name) > column:
            lines.append(name)
            name = ""
        lines.append(f"{to_left(name, column)}{_GAP}{right}".rstrip())
    return lines


def _rows(tree: Tree, numbers: tuple[str, ...]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the lead-in, the name and the cells of every node, parents before children."""
    rules = enumerate(tree.rules, start=1)
    walking = [(0, "", "", "all")]
    while walking:
        at, lead, below, name = walking.pop()
        node = tree.nodes[at]
        if node.is_leaf:
            number, rule = next(rules)
            yield lead, name, (str(number), head_text(tree, rule), *number_cells(rule, numbers))
            continue
        empty = [""] * (len(numbers) - 2)
        yield lead, name, ("", "", amount_text(node.covered), amount_text(node.errors), *empty)
        last = len(node.children) - 1
        for place in reversed(range(len(node.children))):
            star = "*" if place == node.usual else ""
            ahead = "└─ " if place == last else "├─ "
            after = "   " if place == last else "│  "
            walking.append(
                (
                    node.children[place],
                    f"{below}{ahead}",
                    f"{below}{after}",
                    f"{node.branches[place]}{star}",
                )
            )


def tree_about(tree: Tree) -> str:
    """Return sentences on the size of a tree, and on rows that fit no branch."""
    leaves = count_text(len(tree), "leaf").replace("leafs", "leaves")
    if len(tree) == 1:
        return f"{leaves}: every row gets this class."
    return f"{leaves}, {count_text(tree.n_conditions, 'condition')}. {_USUAL}"
