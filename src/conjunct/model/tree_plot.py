"""A tree drawn with matplotlib, which is imported only here and only when a tree is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conjunct.errors import MissingPackageError
from conjunct.model.tree_layout import tree_boxes

if TYPE_CHECKING:
    from conjunct.model.tree import Tree

_INCHES = 0.085
"""A character, at the size of the text."""


def plot_tree(tree: Tree, ax: Any = None) -> Any:
    """Draw a tree; branches lead down, leaves are rounded.

    Parameters
    ----------
    tree : Tree
    ax : matplotlib.axes.Axes or None
        Where to draw; None makes a figure that has room for all leaves.

    Returns
    -------
    ax : matplotlib.axes.Axes
    """
    boxes = tree_boxes(tree)
    width = max(box.x + box.width / 2 for box in boxes)
    depth = max(box.depth for box in boxes)
    axes = _new_axes(width * _INCHES + 0.4, depth * 1.1 + 0.9) if ax is None else ax
    axes.set_axis_off()
    axes.set_xlim(0, width)
    axes.set_ylim(-depth - 0.5, 0.5)
    for box in boxes:
        if box.parent >= 0:
            parent = boxes[box.parent]
            axes.plot([parent.x, box.x], [-parent.depth, -box.depth], color="0.6", lw=1, zorder=1)
            across = 0.6 * box.x + 0.4 * parent.x
            _write(axes, across, 0.4 - box.depth, box.label, "square", "white", 0.0)
        style, colour = ("round", "#d9e6f2") if box.is_leaf else ("square", "0.95")
        _write(axes, box.x, -box.depth, "\n".join(box.lines), style, colour, 1.0)
    return axes


def _write(axes: Any, x: float, y: float, text: str, style: str, colour: str, line: float) -> None:
    frame = {"boxstyle": f"{style},pad=0.3", "fc": colour, "ec": "0.4", "lw": line}
    # A dollar sign in a name is not the beginning of a formula.
    axes.text(x, y, text, ha="center", va="center", fontsize=8, bbox=frame, parse_math=False)


def _new_axes(width: float, height: float) -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingPackageError.named("matplotlib", "plots", "drawing a tree") from None
    return Figure(figsize=(width, height)).add_axes((0.0, 0.0, 1.0, 1.0))
