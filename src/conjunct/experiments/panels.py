"""What the panels of a figure show, as plain values: curves and marks."""

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
    """

    label: str
    x: Sequence[float]
    y: Sequence[float]
    error: Sequence[float] | None = None
    style: Literal["solid", "dotted", "dashed"] = "solid"
    color: str = BLUE


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
    x_scale : {"log2", "linear"}
        ``"log2"`` puts the ticks at 1, 2, 4, … as far as the curves go.
    """

    title: str
    curves: Sequence[Curve]
    marks: Sequence[Mark] = ()
    x_label: str = "beam width"
    y_label: str = "error"
    x_scale: Literal["log2", "linear"] = "log2"
