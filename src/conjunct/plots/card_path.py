"""`ScoreCardPathDisplay`: cross-validated error and log loss of cards of increasing size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, cast

from conjunct.cards.learning import SizePoint
from conjunct.plots.style import BLUE, INK, VERMILION, axes_or_new, fitted_part

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

_LINE: dict[str, Any] = {"lw": 1.2, "ms": 5}
_RING: dict[str, Any] = {"ls": "", "marker": "o", "ms": 12, "mfc": "none", "mec": INK, "mew": 1.3}


class ScoreCardPathDisplay:
    """Cross-validated error and log loss of cards against their number of conditions.

    The cards are those of the folds; a ring marks the size of the chosen card. Made by
    `from_estimator`; matplotlib is needed only for drawing.

    Parameters
    ----------
    path : sequence of SizePoint
        The attribute ``path_`` of a fitted `conjunct.ScoreCardClassifier`.
    n_conditions : int
        Number of conditions of the chosen card.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
        The axes of the error.
    log_loss_ax_ : matplotlib.axes.Axes
        The axes of the log loss, on the right.
    figure_ : matplotlib.figure.Figure
        The figure of the axes.
    lines_ : list of matplotlib.lines.Line2D
        The lines of error and log loss.
    chosen_ : list of matplotlib.lines.Line2D
        The rings around the chosen size, one on each line.

    Examples
    --------
    >>> from conjunct import ScoreCardClassifier
    >>> X = [[size, size % 3] for size in range(60)]
    >>> y = ["large" if size > 35 else "small" for size in range(60)]
    >>> learner = ScoreCardClassifier(size="accurate").fit(X, y)
    >>> display = ScoreCardPathDisplay.from_estimator(learner)  # doctest: +SKIP
    """

    ax_: Axes
    log_loss_ax_: Axes
    figure_: Figure
    lines_: list[Line2D]
    chosen_: list[Line2D]

    def __init__(self, path: Sequence[SizePoint], *, n_conditions: int) -> None:
        self.path = tuple(path)
        self.n_conditions = n_conditions

    @classmethod
    def from_estimator(cls, estimator: Any, *, ax: Axes | None = None) -> Self:
        """Draw the path of a fitted learner.

        Parameters
        ----------
        estimator : ScoreCardClassifier
            A fitted learner.
        ax : matplotlib.axes.Axes or None, default=None
            As in `plot`.

        Returns
        -------
        display : ScoreCardPathDisplay
        """
        words = "of score cards to draw; give a fitted ScoreCardClassifier"
        path = fitted_part(estimator, "path_", SizePoint, words)
        return cls(path, n_conditions=estimator.rules_.n_conditions).plot(ax=ax)

    def plot(self, *, ax: Axes | None = None) -> Self:
        """Draw the path.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or None, default=None
            The axes to draw on; None makes a figure.

        Returns
        -------
        self
        """
        self.ax_ = axes_or_new(ax, "ScoreCardPathDisplay.plot")
        self.figure_ = cast("Figure", self.ax_.figure)
        self.log_loss_ax_ = self.ax_.twinx()
        self.lines_, self.chosen_ = [], []
        errors = [100 * one.error for one in self.path]
        losses = [one.log_loss for one in self.path]
        self._line(self.ax_, errors, BLUE, "o-", "error")
        self._line(self.log_loss_ax_, losses, VERMILION, "^--", "log loss")
        self.ax_.set_xlabel("conditions of the card, at most")
        self.ax_.set_ylabel("error in cross-validation, %", color=BLUE)
        self.log_loss_ax_.set_ylabel("log loss in cross-validation, nats per row", color=VERMILION)
        self.ax_.locator_params(axis="x", integer=True)
        self._start_at_data()
        handles = [*self.lines_, self.chosen_[0]]
        above: dict[str, Any] = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0)}
        self.ax_.legend(handles=handles, ncols=3, frameon=False, fontsize=8, **above)
        return self

    def _start_at_data(self) -> None:
        """Limit the horizontal axis to the range of sizes, without clipping marks at its ends."""
        sizes = [one.most for one in self.path]
        if min(sizes) < max(sizes):
            self.ax_.set_xlim(min(sizes), max(sizes))
        for mark in (*self.lines_, *self.chosen_):
            mark.set_clip_on(False)

    def _line(self, axes: Axes, y: Sequence[float], colour: str, style: str, label: str) -> None:
        """Draw a line, and a ring around the chosen size."""
        sizes = [one.most for one in self.path]
        taken = min(range(len(sizes)), key=lambda at: (sizes[at] < self.n_conditions, sizes[at]))
        self.lines_ += axes.plot(sizes, y, style, color=colour, label=label, **_LINE)
        self.chosen_ += axes.plot([sizes[taken]], [y[taken]], label="the card taken", **_RING)
