"""`ScoreCardPathDisplay`: what becomes of a score card as conditions get cheaper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, cast

from sklearn.utils.validation import check_is_fitted

from conjunct.errors import ModelError
from conjunct.estimators.score_card import CardPathPoint
from conjunct.plots.style import BLUE, GREY, INK, ORANGE, axes_or_new

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.text import Annotation

_LINE: dict[str, Any] = {"lw": 1.2, "ms": 5}
_RING: dict[str, Any] = {"ls": "", "marker": "o", "ms": 12, "mfc": "none", "mec": INK, "mew": 1.3}


class ScoreCardPathDisplay:
    """The cards of a path, from dear to cheap, with the one that was taken in a ring.

    Where prices were cross-validated, error and log loss are drawn against the number of
    conditions, with the price beside each card. They are of cards that were learned at the same
    price without the rows that they are checked on; the number of conditions is that of the card
    made from all rows. Where a number of conditions cuts the last card, or nothing is known of new
    rows, the number of conditions is drawn for each price, and no error: that on training rows
    would only ever fall.

    Made by `from_estimator`; matplotlib is needed for drawing only.

    Parameters
    ----------
    path : sequence of CardPathPoint
        As in the attribute ``path_`` of a fitted `conjunct.ScoreCardClassifier`.
    price : float
        Of the card that was taken, as in its attribute ``price_``.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
        What was drawn on; has the error, or the number of conditions.
    log_loss_ax_ : matplotlib.axes.Axes or None
        The axes on the right that the log loss is drawn on; None where nothing was checked.
    figure_ : matplotlib.figure.Figure
        What the axes belong to.
    lines_ : list of matplotlib.lines.Line2D
        Error and log loss, or the number of conditions.
    chosen_ : list of matplotlib.lines.Line2D
        The ring around the card that was taken, one a line.
    texts_ : list of matplotlib.text.Annotation
        The prices beside the cards; none where they stand below.

    Examples
    --------
    >>> from conjunct import ScoreCardClassifier
    >>> X = [[size, size % 3] for size in range(60)]
    >>> y = ["large" if size > 35 else "small" for size in range(60)]
    >>> learner = ScoreCardClassifier(size="accurate").fit(X, y)
    >>> display = ScoreCardPathDisplay.from_estimator(learner)  # doctest: +SKIP
    """

    ax_: Axes
    log_loss_ax_: Axes | None
    figure_: Figure
    lines_: list[Line2D]
    chosen_: list[Line2D]
    texts_: list[Annotation]

    def __init__(self, path: Sequence[CardPathPoint], *, price: float) -> None:
        self.path = tuple(path)
        self.price = price

    @classmethod
    def from_estimator(cls, estimator: Any, *, ax: Axes | None = None) -> Self:
        """Draw the path of a fitted learner.

        Parameters
        ----------
        estimator : ScoreCardClassifier
            Fitted.
        ax : matplotlib.axes.Axes or None, default=None
            As in `plot`.

        Returns
        -------
        display : ScoreCardPathDisplay
        """
        check_is_fitted(estimator)
        path = getattr(estimator, "path_", ())
        if not path or not all(isinstance(one, CardPathPoint) for one in path):
            raise ModelError(
                f"{type(estimator).__name__} has no path_ of score cards to draw; "
                "give a fitted ScoreCardClassifier"
            )
        return cls(path, price=estimator.price_).plot(ax=ax)

    def plot(self, *, ax: Axes | None = None) -> Self:
        """Draw.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or None, default=None
            Where to draw; None makes a figure.

        Returns
        -------
        self
        """
        self.ax_ = axes_or_new(ax, "ScoreCardPathDisplay.plot")
        self.figure_ = cast("Figure", self.ax_.figure)
        self.log_loss_ax_ = None
        self.lines_, self.chosen_, self.texts_ = [], [], []
        if all(one.error is not None for one in self.path):
            self._draw_checked()
        else:
            self._draw_sizes()
        return self

    def _draw_checked(self) -> None:
        """Draw error and log loss against the number of conditions."""
        sizes = [one.n_conditions for one in self.path]
        errors = [100 * cast("float", one.error) for one in self.path]
        losses = [one.log_loss for one in self.path if one.log_loss is not None]
        self._line(self.ax_, sizes, errors, BLUE, "o-", "error")
        if len(losses) == len(sizes):
            self.log_loss_ax_ = self.ax_.twinx()
            self._line(self.log_loss_ax_, sizes, losses, ORANGE, "^--", "log loss")
            self.log_loss_ax_.set_ylabel("log loss in cross-validation, nats a row", color=ORANGE)
            self.log_loss_ax_.set_ylim(0, 1.15 * max(*losses, 0.01))
        self._write_prices(sizes, errors)
        self.ax_.set_xlabel("conditions of the card")
        self.ax_.set_ylabel("error in cross-validation, %", color=BLUE)
        self.ax_.set_ylim(0, 1.15 * max(*errors, 1.0))
        self.ax_.margins(x=0.12)
        self.ax_.locator_params(axis="x", integer=True)
        self._add_legend([*self.lines_, self.chosen_[0]])

    def _draw_sizes(self) -> None:
        """Draw the number of conditions at each price, prices side by side."""
        places, sizes = range(len(self.path)), [one.n_conditions for one in self.path]
        self._line(self.ax_, places, sizes, BLUE, "o-", "conditions")
        self.ax_.set_xticks(places, [_price_text(one.price) for one in self.path])
        self.ax_.set(
            xlabel="price of a nat of description, in nats", ylabel="conditions of the card"
        )
        self.ax_.set_ylim(0, 1.15 * max(1, *sizes))
        self.ax_.locator_params(axis="y", integer=True)
        self._add_legend(self.chosen_)

    def _line(
        self,
        axes: Axes,
        x: Sequence[float],
        y: Sequence[float],
        colour: str,
        style: str,
        label: str,
    ) -> None:
        """Draw a line, and a ring around the card that was taken."""
        taken = [one.price for one in self.path].index(self.price)
        self.lines_ += axes.plot(x, y, style, color=colour, label=label, **_LINE)
        self.chosen_ += axes.plot([x[taken]], [y[taken]], label="the card taken", **_RING)

    def _write_prices(self, x: Sequence[int], y: Sequence[float]) -> None:
        """Write the price beside each card; cards in the same place share a text."""
        prices: dict[tuple[int, float], list[str]] = {}
        for place, one in zip(zip(x, y, strict=True), self.path, strict=True):
            prices.setdefault(place, []).append(_price_text(one.price))
        for place, texts in prices.items():
            first = "" if self.texts_ else "price "
            self.texts_.append(
                self.ax_.annotate(
                    first + ", ".join(texts),
                    place,
                    (6, 6),
                    textcoords="offset points",
                    fontsize=7,
                    color=GREY,
                )
            )

    def _add_legend(self, shown: Sequence[Artist]) -> None:
        labels = [str(one.get_label()) for one in shown]
        self.ax_.legend(shown, labels, frameon=False)


def _price_text(price: float) -> str:
    return "∞" if price == float("inf") else f"{price:.2g}"
