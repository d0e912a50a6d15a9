"""`CoverageSpaceDisplay`: heuristics and rules in the plane of negatives and positives covered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Self, cast

from sklearn.utils.validation import check_is_fitted

from conjunct.evaluate import Heuristic
from conjunct.params import OneOf, Whole, check_params
from conjunct.plots.coverage_drawing import (
    draw_floor,
    draw_isometrics,
    draw_paths,
    draw_plane,
    draw_points,
    draw_surface,
    floor_below,
    number_points,
)
from conjunct.plots.coverage_path import CoveragePath
from conjunct.plots.isometrics import Isometrics
from conjunct.plots.rules_of_class import count_rules
from conjunct.plots.style import axes_or_new

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.contour import ContourSet
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from mpl_toolkits.mplot3d import Axes3D
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

Kind = Literal["contour", "surface", "both"]

_NAME = "CoverageSpaceDisplay"
_PROJECTIONS: dict[Kind, Literal["3d"] | None] = {"contour": None, "surface": "3d", "both": "3d"}


class CoverageSpaceDisplay:
    """A coverage space, with the isometrics of a heuristic or the rules of a model in it.

    A rule that covers n negatives and p positives is the point (n, p). The empty body, which
    covers all rows, is the upper right corner; a rule that covers all positives and nothing else
    is the upper left one; rules on the diagonal say nothing about the class. An isometric joins
    the points to which a heuristic gives the same score. Made by `from_heuristic` or
    `from_estimator`; matplotlib is needed only for drawing.

    Parameters
    ----------
    P, N : int
        Total numbers of positives and negatives.
    isometrics : Isometrics or None, default=None
        The scores of a heuristic over the space.
    paths : sequence of CoveragePath, default=()
        Rules and their paths.
    title : str or None, default=None
        Title above the plot; None takes the name of the heuristic.
    left_out : str, default=""
        A sentence below the plot about rules that are not in it.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
        The axes drawn on; three-dimensional for a surface.
    figure_ : matplotlib.figure.Figure
        The figure of the axes.
    contours_ : matplotlib.contour.QuadContourSet or None
        The isometrics.
    surface_ : mpl_toolkits.mplot3d.art3d.Poly3DCollection or None
        The scores as heights.
    lines_ : list of matplotlib.lines.Line2D
        One path per rule.
    points_ : list of matplotlib.lines.Line2D
        One point per rule.

    References
    ----------
    J. Fürnkranz and P. A. Flach (2005), ROC 'n' rule learning: towards a better understanding of
    covering algorithms. F. Janssen and J. Fürnkranz (2007), On meta-learning rule learning
    heuristics, section 5.4 and Figure 1.

    Examples
    --------
    >>> display = CoverageSpaceDisplay.from_heuristic("laplace", P=48, N=60)  # doctest: +SKIP
    >>> CoverageSpaceDisplay(P=0, N=60)
    Traceback (most recent call last):
        ...
    ValueError: The 'P' parameter of CoverageSpaceDisplay must be a whole number from 1 up. \
Got 0 instead.
    """

    ax_: Axes
    figure_: Figure
    contours_: ContourSet | None
    surface_: Poly3DCollection | None
    lines_: list[Line2D]
    points_: list[Line2D]

    def __init__(
        self,
        P: int,
        N: int,
        *,
        isometrics: Isometrics | None = None,
        paths: Sequence[CoveragePath] = (),
        title: str | None = None,
        left_out: str = "",
    ) -> None:
        check_params(_NAME, {"P": P, "N": N}, {"P": Whole(1), "N": Whole(1)})
        self.P = P
        self.N = N
        self.isometrics = isometrics
        self.paths = tuple(paths)
        self.title = title
        self.left_out = left_out

    @classmethod
    def from_heuristic(
        cls,
        heuristic: str | Heuristic,
        P: int,
        N: int,
        *,
        kind: Kind = "contour",
        levels: int | Sequence[float] = 10,
        labels: bool = True,
        grid_resolution: int = 201,
        ax: Axes | None = None,
    ) -> Self:
        """Draw the isometrics of a heuristic.

        Parameters
        ----------
        heuristic : str or callable
            A name in `conjunct.evaluate.HEURISTICS`, or a function of (p, n, P, N).
        P, N : int
            Total numbers of positives and negatives.
        kind, levels, labels, ax
            As in `plot`.
        grid_resolution : int, default=201
            Largest number of counts per side at which the heuristic is evaluated.

        Returns
        -------
        display : CoverageSpaceDisplay
        """
        sizes = {"P": P, "N": N, "grid_resolution": grid_resolution}
        check_params(_NAME, sizes, {"P": Whole(1), "N": Whole(1), "grid_resolution": Whole(2)})
        isometrics = Isometrics.of(heuristic, P, N, grid_resolution)
        display = cls(P, N, isometrics=isometrics)
        return display.plot(kind=kind, levels=levels, labels=labels, ax=ax)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        class_: Any = None,
        heuristic: str | Heuristic | None = None,
        paths: bool = True,
        levels: int | Sequence[float] = 10,
        labels: bool = True,
        ax: Axes | None = None,
    ) -> Self:
        """Draw the rules of a fitted model for one class, and the path to each of them.

        Each rule is counted by itself on all given rows. These include rows that an earlier rule
        of a list decides, and rows that it was not learned from, if you pass such rows.

        Parameters
        ----------
        estimator : classifier
            A fitted classifier with rules in ``rules_``.
        X : data frame, array or Table
            Rows with the columns that the rules use.
        y : array of shape (n_rows,)
            The classes of the rows.
        class_ : label or None, default=None
            The class whose rows are the positives. None takes the class that most rules predict;
            the first one in a tie.
        heuristic : str, callable or None, default=None
            A heuristic whose isometrics are drawn below the rules.
        paths : bool, default=True
            Whether to draw the path from the empty body to each rule, one condition per step.
        levels, labels, ax
            As in `plot`.

        Returns
        -------
        display : CoverageSpaceDisplay
        """
        check_is_fitted(estimator)
        P, N, counted, title, left_out = count_rules(estimator, X, y, class_)
        isometrics = None if heuristic is None else Isometrics.of(heuristic, P, N)
        display = cls(P, N, isometrics=isometrics, paths=counted, title=title, left_out=left_out)
        return display.plot(levels=levels, labels=labels, paths=paths, ax=ax)

    def plot(
        self,
        *,
        kind: Kind = "contour",
        levels: int | Sequence[float] = 10,
        labels: bool = True,
        paths: bool = True,
        ax: Axes | None = None,
    ) -> Self:
        """Draw the coverage space.

        Parameters
        ----------
        kind : {"contour", "surface", "both"}, default="contour"
            Lines of equal score in the plane, with the rules; the scores as heights above the
            plane; or heights with the lines below them. Axes for heights must be
            three-dimensional.
        levels : int or sequence of float, default=10
            The approximate number of lines, or their scores.
        labels : bool, default=True
            Whether to write scores beside the lines, and numbers beside the rules.
        paths : bool, default=True
            Whether to draw the path to each rule.
        ax : matplotlib.axes.Axes or None, default=None
            The axes to draw on; None makes a new figure.

        Returns
        -------
        self
        """
        check_params(_NAME, {"kind": kind}, {"kind": OneOf(tuple(_PROJECTIONS))})
        if kind != "contour" and self.isometrics is None:
            raise ValueError(f"kind={kind!r} needs a heuristic, whose scores are the heights.")
        self.ax_ = _checked_axes(axes_or_new(ax, f"{_NAME}.plot", _PROJECTIONS[kind]), kind)
        self.figure_ = cast("Figure", self.ax_.figure)
        self.contours_ = self.surface_ = None
        self.lines_, self.points_ = [], []
        if kind == "contour" or self.isometrics is None:
            self._draw_plane(levels, labels, paths)
        else:
            self._draw_heights(self.isometrics, kind, levels)
        title = self.title or (self.isometrics.name if self.isometrics else "")
        if title:
            self.ax_.set_title(title)
        return self

    def _draw_plane(self, levels: int | Sequence[float], labels: bool, paths: bool) -> None:
        draw_plane(self.ax_, self.P, self.N)
        if self.isometrics is not None:
            self.contours_ = draw_isometrics(self.ax_, self.isometrics, levels, labels)
        if paths:
            self.lines_ = draw_paths(self.ax_, self.paths)
        self.points_ = draw_points(self.ax_, self.paths)
        if labels:
            number_points(self.ax_, self.paths, self.P, self.N)
        if self.left_out:
            self.ax_.set_xlabel(f"{self.ax_.get_xlabel()}\n{self.left_out}", parse_math=False)

    def _draw_heights(
        self, isometrics: Isometrics, kind: Kind, levels: int | Sequence[float]
    ) -> None:
        axes = cast("Axes3D", self.ax_)
        floor = floor_below(isometrics) if kind == "both" else isometrics.range[0]
        self.surface_ = draw_surface(axes, isometrics, floor)
        if kind == "both":
            self.contours_ = draw_floor(axes, isometrics, levels, floor)


def _checked_axes(axes: Axes, kind: Kind) -> Axes:
    """Return the axes; refuse them if they have the wrong number of dimensions."""
    wanted = _PROJECTIONS[kind]
    if (axes.name == "3d") != (wanted == "3d"):
        how = "figure.add_subplot(projection='3d')" if wanted else "figure.add_subplot()"
        number = "three" if wanted else "two"
        raise ValueError(f"kind={kind!r} needs {number}-dimensional axes; make them with {how}.")
    return axes
