"""`DecisionBoundaryDisplay`: the predictions of a classifier in the plane of two attributes."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np
from sklearn.utils.validation import check_is_fitted, column_or_1d

from conjunct.errors import DataError
from conjunct.model import Rules
from conjunct.model.notation import label_text, number_text
from conjunct.params import Whole, check_params
from conjunct.plots.boundary_plane import (
    PlaneAxis,
    borders,
    grid_rows,
    plane_axis,
    regions,
    table_of,
    two_columns,
    usual_row,
)
from conjunct.plots.style import COLORS, GREY, INK, axes_or_new
from conjunct.types import AnyArray, Ints

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import LineCollection, PathCollection, QuadMesh
    from matplotlib.figure import Figure

    from conjunct.data import Column, Table

_NAME = "DecisionBoundaryDisplay"
_PALE = 0.72
_JITTER = 0.3
_NAMED, _LINE = 4, 60


class DecisionBoundaryDisplay:
    """The plane of two attributes, coloured by the class that a classifier predicts there.

    Rule lists, trees and score cards divide the plane into rectangles. Their sides are the cut
    points of the model, so the boundary is exact; that of any other classifier is drawn on a grid.
    A nominal attribute has a band for each value. All other attributes are fixed at one value
    each, so the plot shows one slice of a model of many attributes; the title says which.

    Made by `from_estimator`; matplotlib is needed only for drawing.

    Parameters
    ----------
    x, y : PlaneAxis
        The two attributes.
    classes : ndarray
        The class labels.
    cells : ndarray of shape (n_y, n_x)
        Position of the class of each cell; the first row of cells is at the bottom.
    labels : ndarray or None
        Position of the class of each row; None draws no rows.
    title : str
        Title above the plane.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
        The axes drawn on.
    figure_ : matplotlib.figure.Figure
        The figure of the axes.
    surface_ : matplotlib.collections.QuadMesh
        The coloured cells.
    boundary_ : matplotlib.collections.LineCollection
        The sides between cells of different classes.
    points_ : list of matplotlib.collections.PathCollection
        The rows, one collection per class; empty if no classes of rows were given.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> X, y = [[1, 5], [2, 5], [3, 5], [4, 9], [5, 5], [6, 5]], list("aabbbb")
    >>> learner = RuleTreeClassifier(pruning=None).fit(X, y)
    >>> display = DecisionBoundaryDisplay.from_estimator(learner, X, y)  # doctest: +SKIP
    """

    ax_: Axes
    figure_: Figure
    surface_: QuadMesh
    boundary_: LineCollection
    points_: list[PathCollection]

    def __init__(
        self,
        x: PlaneAxis,
        y: PlaneAxis,
        *,
        classes: AnyArray,
        cells: Ints,
        labels: Ints | None = None,
        title: str = "",
    ) -> None:
        self.x = x
        self.y = y
        self.classes = classes
        self.cells = cells
        self.labels = labels
        self.title = title

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any = None,
        *,
        attributes: Sequence[str | int] | None = None,
        others: int | None = None,
        grid_resolution: int = 200,
        ax: Axes | None = None,
    ) -> Self:
        """Draw the boundary of a fitted classifier.

        Parameters
        ----------
        estimator : classifier
            A fitted classifier; any that has ``predict``.
        X : data frame or array of shape (n_rows, n_attributes)
            Rows with the columns of `fit`; they determine the range of the axes.
        y : array of shape (n_rows,) or None, default=None
            The classes of the rows, to draw the rows as points.
        attributes : sequence of two str or int, default=None
            Names or numbers of the horizontal and the vertical column; None if X has just two.
        others : int or None, default=None
            Position of the row of X whose values all other attributes get. None takes the median
            of numbers and the most frequent category.
        grid_resolution : int, default=200
            Number of cells along a numeric attribute, for classifiers that are not rule models.
        ax : matplotlib.axes.Axes or None, default=None
            As in `plot`.

        Returns
        -------
        display : DecisionBoundaryDisplay
        """
        check_is_fitted(estimator)
        check_params(_NAME, {"grid_resolution": grid_resolution}, {"grid_resolution": Whole(2)})
        check_params(_NAME, {"others": others}, {"others": Whole(0, optional=True)})
        rules = getattr(estimator, "rules_", None)
        kinds = rules.kinds if isinstance(rules, Rules) else {}
        table = table_of(X, [name for name, kind in kinds.items() if kind == "nominal"])
        if others is not None and others >= table.n_rows:
            raise DataError(f"others={others} is not a row; X has {table.n_rows}, the first is 0")
        columns = two_columns(table, attributes)
        across, up = (plane_axis(column, estimator, grid_resolution) for column in columns)
        rows = grid_rows(X, table, across, up, others)
        classes, cells = regions(estimator, rows, (len(up.middles), len(across.middles)))
        used = rules.attributes if isinstance(rules, Rules) else table.names
        kept = [one for one in table.columns if one not in columns and one.name in used]
        return cls(
            across,
            up,
            classes=classes,
            cells=cells,
            labels=None if y is None else _places(y, classes, table),
            title=_kept_text(kept, others),
        ).plot(ax=ax)

    def plot(self, *, ax: Axes | None = None) -> Self:
        """Draw the plane.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or None, default=None
            The axes to draw on; None makes a figure.

        Returns
        -------
        self
        """
        self.ax_ = axes_or_new(ax, f"{_NAME}.plot")
        from matplotlib.collections import LineCollection
        from matplotlib.colors import ListedColormap

        self.figure_ = cast("Figure", self.ax_.figure)
        colours = _colours(len(self.classes))
        pale = ListedColormap([_pale(colour) for colour in colours])
        self.surface_ = self.ax_.pcolormesh(
            *(self.x.edges, self.y.edges, self.cells),
            cmap=pale,
            vmin=-0.5,
            vmax=len(colours) - 0.5,
        )
        sides = borders(self.cells, self.x.edges, self.y.edges)
        self.boundary_ = LineCollection(sides, colors=INK, linewidths=1.1, capstyle="projecting")
        self.ax_.add_collection(self.boundary_)
        self.points_ = []
        self._draw_points(colours)
        self._name_axes()
        self._add_legend(colours)
        if self.title:
            self.ax_.set_title(self.title, fontsize=8, color=GREY, parse_math=False)
        return self

    def _draw_points(self, colours: Sequence[Any]) -> None:
        """Draw the rows of each class; rows with the same category are spread over its band."""
        if self.labels is None:
            return
        random = np.random.default_rng(0)
        places = []
        for axis in (self.x, self.y):
            width = _JITTER if axis.column.kind == "nominal" else 0.0
            places.append(axis.places() + random.uniform(-width, width, len(axis.column)))
        for place, colour in enumerate(colours):
            own = self.labels == place
            self.points_.append(
                self.ax_.scatter(
                    *(places[0][own], places[1][own]),
                    s=14,
                    color=[colour],
                    edgecolors="white",
                    linewidths=0.4,
                )
            )

    def _name_axes(self) -> None:
        for axis, name in ((self.x, "x"), (self.y, "y")):
            getattr(self.ax_, f"set_{name}label")(axis.column.name, parse_math=False)
            getattr(self.ax_, f"set_{name}lim")(axis.edges[0], axis.edges[-1])
            if axis.column.kind == "nominal":
                ticks = getattr(self.ax_, f"set_{name}ticks")
                ticks(axis.middles, axis.column.levels, parse_math=False)

    def _add_legend(self, colours: Sequence[Any]) -> None:
        from matplotlib.patches import Patch

        texts = map(label_text, self.classes.tolist())
        shown = [Patch(color=one, label=text) for one, text in zip(colours, texts, strict=True)]
        beside: dict[str, Any] = {"bbox_to_anchor": (1.0, 1.0), "frameon": False, "fontsize": 8}
        legend = self.ax_.legend(handles=shown, loc="upper left", **beside)
        for text in legend.get_texts():
            text.set_parse_math(False)


def _places(y: Any, classes: AnyArray, table: Table) -> Ints:
    """Return the position of the class of each row, -1 for an unknown class."""
    labels = np.asarray(column_or_1d(y), dtype=object)
    if len(labels) != table.n_rows:
        raise DataError(
            f"X has {table.n_rows} rows, but y has {len(labels)}; give one class for each row"
        )
    known = {label: place for place, label in enumerate(classes.tolist())}
    return np.array([known.get(label, -1) for label in labels.tolist()], dtype=np.int64)


def _kept_text(columns: Sequence[Column], others: int | None) -> str:
    """Return a text on the values at which the other attributes are fixed."""
    texts = []
    for column in columns:
        value = column.values[usual_row(column) if others is None else others]
        if column.kind == "nominal":
            text = column.levels[value] if value >= 0 else "missing"
        else:
            text = "missing" if np.isnan(value) else number_text(float(value))
        texts.append(f"{column.name} = {text}")
    more = f" and {len(texts) - _NAMED} more" if len(texts) > _NAMED else ""
    return fill(f"at {', '.join(texts[:_NAMED])}{more}", _LINE) if texts else ""


def _colours(n: int) -> list[Any]:
    """Return one colour per class; with too many for the palette, from a colour map."""
    if n <= len(COLORS):
        return list(COLORS[:n])
    from matplotlib import colormaps

    return [colormaps["turbo"](place / (n - 1)) for place in range(n)]


def _pale(colour: Any) -> tuple[float, ...]:
    from matplotlib.colors import to_rgb

    return tuple(_PALE + (1 - _PALE) * part for part in to_rgb(colour))
