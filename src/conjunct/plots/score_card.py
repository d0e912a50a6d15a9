"""`ScoreCardDisplay`: a score card as a plot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, cast

from sklearn.utils.validation import check_is_fitted

from conjunct.errors import ModelError
from conjunct.model import ScoreCard
from conjunct.model.bands import score_bands
from conjunct.model.notation import amount_text, label_text
from conjunct.model.points import points_text
from conjunct.plots.style import BLUE, GREY, ORANGE, VERMILION, matplotlib_missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.container import BarContainer
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

_LONGEST = 40
"""Longest text of a rule beside its bar, in characters."""
_MOST_BARS = 60
"""Largest number of bars of the distribution of scores; more scores are drawn in bins."""


class ScoreCardDisplay:
    """The points of the rules as bars, the distribution of scores by class, and the calibration.

    The first panel has a bar for each rule; with several classes, one for each class that it gives
    points to. The second panel shows the training rows of two classes by score, with the cut
    between the predictions. The third compares the probabilities of score bands with the rates
    observed in training; on the diagonal they are equal. A card of more classes, or one without
    recorded scores, has only the first panel.

    Made by `from_estimator` or `from_rules`; matplotlib is needed only for drawing.

    Parameters
    ----------
    card : ScoreCard
        The attribute ``rules_`` of a fitted `conjunct.ScoreCardClassifier`.

    Attributes
    ----------
    axes_ : tuple of matplotlib.axes.Axes
        The axes drawn on, one for each panel.
    figure_ : matplotlib.figure.Figure
        The figure of the axes.
    bars_ : matplotlib.container.BarContainer
        The bars of the points.
    scores_ : list of matplotlib.container.BarContainer
        The rows of each class by score; empty if there is only one panel.
    calibration_ : matplotlib.lines.Line2D or None
        Predicted and observed rates.

    Examples
    --------
    >>> from conjunct import ScoreCardClassifier
    >>> X = [[size, size % 3] for size in range(60)]
    >>> y = ["large" if size > 35 else "small" for size in range(60)]
    >>> display = ScoreCardDisplay.from_estimator(
    ...     ScoreCardClassifier().fit(X, y)
    ... )  # doctest: +SKIP
    """

    axes_: tuple[Axes, ...]
    figure_: Figure
    bars_: BarContainer
    scores_: list[BarContainer]
    calibration_: Line2D | None

    def __init__(self, card: ScoreCard) -> None:
        self.card = card

    @classmethod
    def from_estimator(cls, estimator: Any, *, axes: Sequence[Axes] | None = None) -> Self:
        """Draw the card of a fitted learner.

        Parameters
        ----------
        estimator : ScoreCardClassifier
            A fitted learner.
        axes : sequence of matplotlib.axes.Axes or None, default=None
            As in `plot`.

        Returns
        -------
        display : ScoreCardDisplay
        """
        check_is_fitted(estimator)
        return cls.from_rules(getattr(estimator, "rules_", None), axes=axes)

    @classmethod
    def from_rules(cls, rules: Any, *, axes: Sequence[Axes] | None = None) -> Self:
        """Draw a card, learned or loaded.

        Parameters
        ----------
        rules : ScoreCard
            The card.
        axes : sequence of matplotlib.axes.Axes or None, default=None
            As in `plot`.

        Returns
        -------
        display : ScoreCardDisplay
        """
        if not isinstance(rules, ScoreCard):
            raise ModelError(
                f"a {type(rules).__name__} is not a score card to draw; give a fitted "
                "ScoreCardClassifier or its rules_"
            )
        return cls(rules).plot(axes=axes)

    @property
    def n_panels(self) -> int:
        """Number of panels, and of axes."""
        return 3 if self.card.scores and len(self.card) else 1

    def plot(self, *, axes: Sequence[Axes] | None = None) -> Self:
        """Draw the card.

        Parameters
        ----------
        axes : sequence of matplotlib.axes.Axes or None, default=None
            The axes to draw on, `n_panels` of them; None makes a figure.

        Returns
        -------
        self
        """
        self.axes_ = self._new_axes() if axes is None else tuple(axes)
        if len(self.axes_) != self.n_panels:
            raise ModelError(f"this card takes {self.n_panels} axes, not {len(self.axes_)}")
        self.figure_ = cast("Figure", self.axes_[0].figure)
        self.scores_, self.calibration_ = [], None
        self._draw_points(self.axes_[0])
        if self.n_panels == 3:
            self._draw_scores(self.axes_[1])
            self._draw_calibration(self.axes_[2])
        return self

    def _new_axes(self) -> tuple[Axes, ...]:
        try:
            from matplotlib import pyplot
        except ImportError:
            raise matplotlib_missing("ScoreCardDisplay.plot") from None
        height = max(3.0, 0.9 + 0.24 * len(self._given()))
        if self.n_panels == 1:
            figure = pyplot.figure(figsize=(8.0, height), layout="constrained")
            return (figure.add_subplot(),)
        figure = pyplot.figure(figsize=(9.0, height + 3.0), layout="constrained")
        grid = figure.add_gridspec(2, 2, height_ratios=(height, 3.0))
        parts = grid[0, :], grid[1, 0], grid[1, 1]
        return tuple(figure.add_subplot(part) for part in parts)

    def _given(self) -> list[tuple[str, float]]:
        """Return all points in printing order, each with its rule and, if needed, its class."""
        card, two = self.card, len(self.card.classes) == 2
        given = []
        for rule in card.rules:
            body = rule.body if len(rule.body) <= _LONGEST else f"{rule.body[: _LONGEST - 1]}…"
            for place, points in enumerate(rule.points):
                whose = "" if two else f"{label_text(card.classes[place])}: "
                if points:
                    given.append((f"{whose}{body}", points))
        return given

    def _draw_points(self, ax: Axes) -> None:
        given = self._given()
        points = [one for _, one in given]
        colours = [BLUE if one > 0 else VERMILION for one in points]
        self.bars_ = ax.barh(range(len(given)), points, color=colours)
        texts = [points_text(one, self.card.score_decimals) for one in points]
        ax.bar_label(self.bars_, texts, padding=3, fontsize=8)
        # Escape dollar signs: in a name they do not start a formula.
        ax.set_yticks(range(len(given)), [name for name, _ in given], parse_math=False)
        ax.invert_yaxis()
        ax.axvline(0, color=GREY, lw=0.8)
        ax.margins(x=0.2)
        ax.set_xlabel(f"points{self._for_class()}", parse_math=False)

    def _for_class(self) -> str:
        if len(self.card.classes) != 2:
            return ""
        return f" for {label_text(self.card.classes[self.card.scored[0]])}"

    def _draw_scores(self, ax: Axes) -> None:
        card = self.card
        (ours,) = card.scored
        lowest, highest = card.scores[0].score, card.scores[-1].score
        width = max((highest - lowest) / _MOST_BARS, 10.0**-card.score_decimals)
        places = [round((one.score - lowest) / width) for one in card.scores]
        below = [0] * (max(places) + 1)
        for one, colour in ((1 - ours, ORANGE), (ours, BLUE)):
            rows = [0] * len(below)
            for place, score in zip(places, card.scores, strict=True):
                rows[place] += score.counts[one]
            at = [lowest + place * width for place in range(len(rows))]
            label = label_text(card.classes[one])
            bars = ax.bar(at, rows, 0.9 * width, below, color=colour, label=label)
            self.scores_.append(bars)
            below = [a + b for a, b in zip(below, rows, strict=True)]
        ax.axvline(card.cut - width / 2, color=GREY, lw=1, ls="--", label="cut")
        ax.set(xlabel="score", ylabel="training rows")
        ax.legend(frameon=False)

    def _draw_calibration(self, ax: Axes) -> None:
        bands = [band for band in score_bands(self.card) if band.observed is not None]
        predicted = [band.predicted for band in bands]
        observed = [cast("float", band.observed) for band in bands]
        ax.plot([0, 1], [0, 1], color=GREY, lw=0.8)
        (self.calibration_,) = ax.plot(predicted, observed, "o", color=BLUE)
        for band, x, y in zip(bands, predicted, observed, strict=True):
            ax.annotate(
                amount_text(band.rows), (x, y), (4, -9), textcoords="offset points", fontsize=7
            )
        ax.set(
            xlabel="predicted, by band of scores",
            ylabel="observed in training",
            xlim=(-0.03, 1.03),
            ylim=(-0.03, 1.03),
        )
