"""`TreeDisplay`: a decision tree as a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, cast

from conjunct.model import Tree
from conjunct.model.printed.tree_picture import Box, tree_boxes
from conjunct.plots.style import COLORS, axes_or_new, fitted_part

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

_PALE = 0.3
"""Opacity of the colour behind the text of a leaf."""
_INCHES = 0.085
"""Width of a character at the size of the text, in inches."""


def _tint(head: int) -> str:
    """Return the pale colour of a class; colours repeat after the sixth class."""
    from matplotlib.colors import to_hex, to_rgb

    red, green, blue = (
        1 - _PALE * (1 - one) for one in to_rgb(COLORS[:-1][head % (len(COLORS) - 1)])
    )
    return str(to_hex((red, green, blue)))


class TreeDisplay:
    """A tree drawn from the top down with matplotlib, with counts at the nodes.

    Leaves are rounded and have the colour of their class.

    Made by `from_estimator`; matplotlib is needed only for drawing.

    Parameters
    ----------
    tree : Tree
        The attribute ``tree_`` of a fitted `conjunct.RuleTreeClassifier`.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
        The axes drawn on.
    figure_ : matplotlib.figure.Figure
        The figure of the axes.
    texts_ : list of matplotlib.text.Text
        One text for each node, and one for each branch.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> learner = RuleTreeClassifier(pruning=None).fit([[1], [2], [3]], ["a", "b", "b"])
    >>> display = TreeDisplay.from_estimator(learner)  # doctest: +SKIP
    """

    ax_: Axes
    figure_: Figure
    texts_: list[Text]

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    @classmethod
    def from_estimator(cls, estimator: Any, *, ax: Axes | None = None) -> Self:
        """Draw the tree of a fitted learner.

        Parameters
        ----------
        estimator : RuleTreeClassifier
            A fitted learner. Trees of scikit-learn are refused.
        ax : matplotlib.axes.Axes or None, default=None
            The axes to draw on; None makes a figure with room for all leaves.

        Returns
        -------
        display : TreeDisplay
        """
        words = "of this package to draw; give a fitted RuleTreeClassifier"
        return cls(fitted_part(estimator, "tree_", Tree, words)).plot(ax=ax)

    def plot(self, *, ax: Axes | None = None) -> Self:
        """Draw the tree.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or None, default=None
            The axes to draw on; None makes a figure with room for all leaves.

        Returns
        -------
        self
        """
        boxes = tree_boxes(self.tree)
        width = max(box.x + box.width / 2 for box in boxes)
        depth = max(box.depth for box in boxes)
        self.ax_ = axes_or_new(ax, "TreeDisplay.plot")
        self.figure_ = cast("Figure", self.ax_.figure)
        if ax is None:
            self.figure_.set_size_inches(width * _INCHES + 0.4, depth * 1.1 + 0.9)
        self.ax_.set_axis_off()
        self.ax_.set_xlim(0, width)
        self.ax_.set_ylim(-depth - 0.5, 0.5)
        self.texts_ = []
        for box in boxes:
            if box.parent >= 0:
                self._draw_branch(boxes[box.parent], box)
            style, colour = ("round", _tint(box.head)) if box.is_leaf else ("square", "0.95")
            self._write(box.x, -box.depth, "\n".join(box.lines), style, colour, 1.0)
        return self

    def _draw_branch(self, parent: Box, box: Box) -> None:
        across, down = [parent.x, box.x], [-parent.depth, -box.depth]
        self.ax_.plot(across, down, color="0.6", lw=1, zorder=1)
        middle = 0.6 * box.x + 0.4 * parent.x
        self._write(middle, 0.4 - box.depth, box.label, "square", "white", 0.0)

    def _write(self, x: float, y: float, text: str, style: str, colour: str, line: float) -> None:
        frame = {"boxstyle": f"{style},pad=0.3", "fc": colour, "ec": "0.4", "lw": line}
        # Escape dollar signs: in a name they do not start a formula.
        self.texts_.append(
            self.ax_.text(
                x, y, text, ha="center", va="center", fontsize=8, bbox=frame, parse_math=False
            )
        )
