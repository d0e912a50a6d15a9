"""What the panels of a figure show, as plain values: curves and marks, or points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from conjunct.plots.style import BLUE, INK


@dataclass(frozen=True)
class Curve:
    """Points joined by a line.

    Parameters
    ----------
    label : str
        In the legend; curves of several panels with the same label share one entry.
    x, y : sequence of float
        The points, from left to right. A y that is not a number leaves a gap.
    error : sequence of float or None
        Half the height of each point's error bar: one standard error.
    style : {"solid", "dotted", "dashed"}
        Of the line.
    color : str
        One of `COLORS`, or `INK`.
    dots : bool
        Whether the points are marked.
    """

    label: str
    x: Sequence[float]
    y: Sequence[float]
    error: Sequence[float] | None = None
    style: Literal["solid", "dotted", "dashed"] = "solid"
    color: str = BLUE
    dots: bool = True


@dataclass(frozen=True)
class Mark:
    """A single point that stands out.

    Parameters
    ----------
    x, y : float
        Where.
    shape : {"circle", "asterisk"}
        An open circle leaves what it marks visible.
    label : str
        In the legend.
    color : str
        One of `COLORS`, or `INK`.
    """

    x: float
    y: float
    shape: Literal["circle", "asterisk"]
    label: str
    color: str = INK


@dataclass(frozen=True)
class Panel:
    """One small plot of a figure.

    Parameters
    ----------
    title : str
        Above it.
    curves : sequence of Curve
        What it shows.
    marks : sequence of Mark
        Points that stand out.
    x_label, y_label : str
        Of the axes; written once at the edge of the figure if all panels have the same.
    x_scale : {"log2", "linear", "log"}
        ``"log2"`` puts the ticks at 1, 2, 4, … as far as the curves go.
    y_scale : {"linear", "log"}
        Of the other axis.
    """

    title: str
    curves: Sequence[Curve]
    marks: Sequence[Mark] = ()
    x_label: str = "beam width"
    y_label: str = "error"
    x_scale: Literal["log2", "linear", "log"] = "log2"
    y_scale: Literal["linear", "log"] = "linear"


@dataclass(frozen=True)
class Dots:
    """Points of one kind.

    Parameters
    ----------
    label : str
        In the legend, once for all points with the same label.
    x, y : sequence of float
        Where they are.
    color : str
        One of `COLORS`, or `INK`.
    marker : str
        As matplotlib calls it.
    size : float
        Of the markers.
    filled : bool
        Whether the markers are.
    bars : sequence of float or None
        Half the width of each point's error bar.
    numbers : sequence of str
        Written into the markers.
    names : sequence of str
        Written beside them.
    joined : bool
        Whether a line joins them.
    """

    label: str
    x: Sequence[float]
    y: Sequence[float]
    color: str = BLUE
    marker: str = "o"
    size: float = 5.0
    filled: bool = True
    bars: Sequence[float] | None = None
    numbers: Sequence[str] = ()
    names: Sequence[str] = ()
    joined: bool = False


def published_points(x: Sequence[float], y: Sequence[float]) -> Dots:
    """Return published numbers, which look the same in all figures: open diamonds."""
    return Dots("published", x, y, INK, "D", 4.5, filled=False)


@dataclass(frozen=True)
class PointPanel:
    """One small plot of points.

    Parameters
    ----------
    points : sequence of Dots
        What it shows.
    title, x_label, y_label : str
        Above it and beside its axes.
    at_x, at_y : float or None
        Where lines are drawn through the plot.
    x_scale : {"linear", "log2", "log"}
        Of the axis.
    x_ticks : sequence of int
        Of a logarithmic axis; matplotlib's own if there are none.
    lines : sequence of str
        Names of the values 0, 1, 2, … of y, the first at the top.
    """

    points: Sequence[Dots]
    title: str = ""
    x_label: str = ""
    y_label: str = ""
    at_x: float | None = None
    at_y: float | None = None
    x_scale: Literal["linear", "log2", "log"] = "linear"
    x_ticks: Sequence[int] = ()
    lines: Sequence[str] = ()
