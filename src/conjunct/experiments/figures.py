"""Figures of the studies: panels of curves and points, and their files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from conjunct.experiments.findings import Drawing, Picture
from conjunct.files import writing
from conjunct.plots.style import BLUE, GREY, INK, house_style, new_figure

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_STYLES = {"solid": "-", "dotted": ":", "dashed": "--"}
# Marker and width of its edge.
_MARKS: dict[str, tuple[Any, float]] = {"circle": ("o", 1.3), "asterisk": ((6, 2, 0), 1.5)}
_NUMBER = "#fdfdfd"  # numbers in points: nearly white, since pages make pure white transparent
_LEGEND_WIDTH = 6.0  # inches that the longest legend of a study needs

_LETTER = 7.0  # size of the letters of names, in points
_WIDTH, _HEIGHT = 0.6 * _LETTER, 1.15 * _LETTER  # a little more than most letters and lines take
_POINT = 3.5  # half the width of a marker, in points
_AWAY = (0.0, 7.0, 14.0, 21.0, 28.0, 36.0, 45.0, 55.0, 66.0, 78.0, 91.0, 105.0)
# Where a name may stand, nearest first: its distance to the right of its point or left, and up.
_PLACES: list[tuple[float, float]] = [
    (side * (6.0 + away / 4), up * away) for away, up, side in product(_AWAY, (1, -1), (1, -1))
]


@dataclass(frozen=True)
class Curve:
    """Points joined by a line, marked with `dots`; `error` is half the height of their bars."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    error: Sequence[float] | None = None
    style: Literal["solid", "dotted", "dashed"] = "solid"
    color: str = BLUE
    dots: bool = True

    def draw(self, axes: Axes) -> None:
        """Draw it into a panel."""
        style: dict[str, Any] = {"color": self.color, "linestyle": _STYLES[self.style]}
        style |= {"linewidth": 1.5, "marker": "o" if self.dots else "", "markersize": 2.4}
        style |= {"yerr": self.error, "elinewidth": 0.9, "capsize": 1.5}
        axes.errorbar(self.x, self.y, label=self.label or "_nolegend_", **style)


@dataclass(frozen=True)
class Dots:
    """Points of one kind; `bars` go to both sides, `numbers` inside, and `names` stand beside."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    color: str = BLUE
    marker: Any = "o"
    size: float = 5.0
    filled: bool = True
    bars: Sequence[float] | None = None
    numbers: Sequence[str] = ()
    names: Sequence[str] = ()
    joined: bool = False
    more: Mapping[str, Any] = field(default_factory=dict)

    def draw(self, axes: Axes) -> None:
        """Draw them into a panel; their names are written later."""
        style: dict[str, Any] = {"label": self.label or "_nolegend_", "color": self.color}
        style |= {"linestyle": "-" if self.joined else "none", "marker": self.marker}
        style |= {"markersize": self.size, "markerfacecolor": self.color if self.filled else "none"}
        style |= self.more
        if self.bars is None:
            axes.plot(self.x, self.y, **style)
        else:
            axes.errorbar(self.x, self.y, xerr=self.bars, elinewidth=1.0, capsize=2, **style)
        for x, y, number in zip(self.x, self.y, self.numbers, strict=False):
            place: dict[str, Any] = {"ha": "center", "va": "center", "clip_on": True}
            axes.annotate(number, (x, y), fontsize=6, color=_NUMBER, **place)


def published_points(x: Sequence[float], y: Sequence[float]) -> Dots:
    """Return published numbers, which look the same in all figures: open diamonds."""
    return Dots("published", x, y, INK, "D", 4.5, filled=False)


def mark(
    x: float, y: float, shape: Literal["circle", "asterisk"], label: str, color: str = INK
) -> Dots:
    """Return a single point that stands out, above all curves."""
    marker, edge = _MARKS[shape]
    more = {"markeredgewidth": edge, "zorder": 5}
    return Dots(label, [x], [y], color, marker, 9.0, filled=False, more=more)


Shown = Curve | Dots  # what a panel can show


@dataclass(frozen=True)
class Panel:
    """One small plot, with straight lines through it at `at_x` and `at_y`.

    The scale ``"widths"`` has ticks at 1, 2, 4, … as far as the curves go. `lines` are names of
    the values 0, 1, 2, … of y, the first at the top.
    """

    title: str
    shown: Sequence[Shown]
    x_label: str = ""
    y_label: str = ""
    x_scale: Literal["linear", "widths", "log2", "log"] = "linear"
    y_scale: Literal["linear", "log"] = "linear"
    at_x: float | None = None
    at_y: float | None = None
    x_ticks: Sequence[int] = ()
    lines: Sequence[str] = ()


def drawing(
    panels: Sequence[Panel],
    columns: int = 4,
    size: tuple[float, float] | None = None,
    *,
    share_y: bool = False,
) -> Drawing:
    """Return panels, line by line, in a figure that is as large as they and the legend need."""
    rows = -(-len(panels) // columns)
    width = max(3.0 * min(columns, len(panels)), _LEGEND_WIDTH)
    legend = 0.85 if width > _LEGEND_WIDTH else 1.6
    usual = round(width, 1), round(2.25 * rows + legend, 2)
    return partial(_draw, panels=panels, columns=columns, share_y=share_y), size or usual


def save_picture(picture: Picture, folder: Path) -> tuple[Path, Path]:
    """Draw a picture into ``<name>.svg`` and ``.png``; the same picture gives the same bytes."""
    svg, png = folder / f"{picture.name}.svg", folder / f"{picture.name}.png"
    with house_style():
        figure = new_figure(picture.size)
        picture.draw(figure)
        with writing(svg) as file:
            figure.savefig(file, format="svg", metadata={"Date": None, "Creator": "Conjunct"})
        with writing(png) as file:
            figure.savefig(file, format="png", dpi=150, metadata={"Software": None})
    return svg, png


def _draw(figure: Figure, panels: Sequence[Panel], columns: int, share_y: bool) -> None:
    columns = max(1, min(columns, len(panels)))
    rows = max(1, -(-len(panels) // columns))
    grid = list(figure.subplots(rows, columns, squeeze=False, sharey=share_y).flat)
    for axes in grid[len(panels) :]:
        axes.remove()
    shown = list(zip(grid, panels, strict=False))
    for axes, panel in shown:
        _draw_panel(axes, panel)
    _label_axes(grid, panels, columns)
    _draw_legend(figure)
    for axes, panel in shown:  # when the layout is known
        _name_points(axes, [one for one in panel.shown if isinstance(one, Dots)])


def _draw_legend(figure: Figure) -> None:
    """Write one legend for all axes of a figure below them: curves, then marks, each label once."""
    from matplotlib.lines import Line2D

    entries: dict[str, Artist] = {}
    for axes in figure.axes:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            entries.setdefault(label, handle)
    labels = sorted(entries, key=lambda label: isinstance(entries[label], Line2D))
    if labels:
        inches = 0.7 + 0.08 * max(map(len, labels))
        columns = max(1, min(len(labels), int(figure.get_figwidth() / inches)))
        handles = [entries[label] for label in labels]
        place: Any = {"loc": "outside lower center", "ncols": columns, "frameon": False}
        figure.legend(handles, labels, **place)


def _draw_panel(axes: Axes, panel: Panel) -> None:
    has_curves = any(isinstance(one, Curve) for one in panel.shown)
    for one in panel.shown:
        one.draw(axes)
    for line, place in ((axes.axvline, panel.at_x), (axes.axhline, panel.at_y)):
        if place is not None:
            line(place, color=INK, linewidth=0.8)
    axes.set_title(panel.title)
    _scale_axes(axes, panel)
    if has_curves:
        axes.margins(x=0.05, y=0.12)
    if panel.lines:
        axes.set_yticks(range(len(panel.lines)), labels=list(panel.lines))
        axes.set_ylim(len(panel.lines) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(True, axis="y" if has_curves else "both", color=GREY, alpha=0.25, linewidth=0.6)
    axes.set_axisbelow(True)


def _scale_axes(axes: Axes, panel: Panel) -> None:
    ticks = panel.x_ticks
    widths = [x for one in panel.shown if isinstance(one, Curve) for x in one.x]
    if panel.x_scale == "widths" and widths:
        ticks = [2**power for power in range(int(max(widths)).bit_length())]
    if panel.x_scale != "linear":
        axes.set_xscale("log", base=10 if panel.x_scale == "log" else 2)
    if panel.x_scale == "log2":
        axes.xaxis.set_major_formatter("{x:g}")
    if panel.x_scale == "log":
        axes.xaxis.set_minor_formatter("")  # 2 × 10⁻³ and its like lie on one another
    if ticks:
        axes.set_xticks(ticks, labels=[str(tick) for tick in ticks])
        axes.set_xticks([], minor=True)
    if panel.x_ticks:
        axes.set_xlim(2, 2 * panel.x_ticks[-1])
    if panel.y_scale != "linear":
        axes.set_yscale(panel.y_scale)


def _name_points(axes: Axes, points: Sequence[Dots]) -> None:
    """Write a name beside each point that has one; a thin line leads to a name that had to move."""
    named = [(one, *spot) for one in points for spot in zip(one.x, one.y, one.names, strict=False)]
    if not named:
        return
    figure = axes.figure
    figure.draw_without_rendering()  # type: ignore[union-attr]  # only then is its layout known
    inch = 72.0 / figure.dpi
    spots = inch * axes.transData.transform([(x, y) for _, x, y, _ in named])
    places = place_names(spots, [name for *_, name in named], inch * np.array(axes.bbox.extents))
    for (one, x, y, name), place in zip(named, places, strict=True):
        line = {"arrowstyle": "-", "color": one.color, "linewidth": 0.5, "shrinkA": 0, "shrinkB": 2}
        style: dict[str, Any] = {"ha": "left" if place[0] > 0 else "right", "va": "center"}
        style |= {"arrowprops": line if abs(place[1]) > _HEIGHT else None, "fontsize": _LETTER}
        axes.annotate(name, (x, y), xytext=place, textcoords="offset points", **style)


def place_names(points: Any, names: Sequence[str], frame: Any) -> list[tuple[float, float]]:
    """Return a place beside each point where its name meets no point and no other name.

    Each is as near as it can be inside the frame; where nothing is free it stands to the right of
    its point. All distances are in points.
    """
    spots, ends = np.array(points), np.array(frame)
    taken, found = np.hstack([spots - _POINT, spots + _POINT]), []
    for spot, name in zip(spots, names, strict=True):
        width = _WIDTH * len(name)
        corners = [(x - width * (x < 0), y - _HEIGHT / 2) for x, y in _PLACES]
        low = spot + np.array(corners)
        boxes = np.hstack([low, low + np.array([width, _HEIGHT])])
        inside = (low >= ends[:2]).all(axis=1) & (boxes[:, 2:] <= ends[2:]).all(axis=1)
        apart = (low[:, None] >= taken[:, 2:]) | (taken[:, :2] >= boxes[:, None, 2:])
        at = int(np.argmax(inside & apart.any(axis=2).all(axis=1)))  # the first if nothing is free
        taken = np.vstack([taken, boxes[at]])
        found.append(_PLACES[at])
    return found


def _label_axes(grid: Sequence[Axes], panels: Sequence[Panel], columns: int) -> None:
    """Name the axes at the left and the lower edge only, where all panels agree on the name."""
    one_x = len({panel.x_label for panel in panels}) == 1
    one_y = len({panel.y_label for panel in panels}) == 1
    for position, (axes, panel) in enumerate(zip(grid, panels, strict=False)):
        if position + columns >= len(panels) or not one_x:
            axes.set_xlabel(panel.x_label)
        if position % columns == 0 or not one_y:
            axes.set_ylabel(panel.y_label)
