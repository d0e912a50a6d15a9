"""The pictures: error and AUC against the number of conditions, one point per learner."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conjunct.experiments.figures import save_picture as save
from conjunct.experiments.findings import Picture
from conjunct.model.notation import count_text
from conjunct.plots.style import BLUE, GREY, INK
from peers.labels import Box, Named, placed
from peers.summary import Standing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.legend import Legend
    from matplotlib.transforms import Bbox

SIZE = (8.0, 5.0)
TIMES = (0.01, 0.1, 1.0, 10.0)
"""Times in seconds that the legend shows marks for."""


def radius(seconds: float) -> float:
    """Return the radius of a mark in points, growing with the logarithm of the time.

    Examples
    --------
    >>> [round(radius(seconds), 1) for seconds in (0.0001, 0.01, 1, 10)]
    [1.5, 2.7, 5.1, 6.3]
    """
    return max(1.5, 5.1 + 1.2 * math.log10(max(seconds, 1e-6)))


class View(NamedTuple):
    """The content of a picture: a measure, its name for files, and its axis label."""

    measure: str
    file: str
    words: str


ERROR = View("error", "peers", "error on unseen rows, %")
AUC = View("auc", "peers-auc", "AUC on unseen rows, %")


def drawable(found: Sequence[Standing], view: View = ERROR) -> list[Standing]:
    """Return the learners with rules and with results on every table."""
    means = [(one, one.means) for one in found if one.is_complete]
    return [one for one, has in means if has.get("conditions", 0) > 0 and view.measure in has]


def save_pictures(
    found: Sequence[Standing], two_classes: Sequence[Standing], folder: Path
) -> list[Path]:
    """Write the errors on all tables and the AUC on those with two classes; return the paths."""
    return [*save_picture(found, folder, ERROR), *save_picture(two_classes, folder, AUC)]


def save_picture(found: Sequence[Standing], folder: Path, view: View = ERROR) -> list[Path]:
    """Write ``peers.svg`` and ``peers.png``; nothing if no learner has finished."""
    points = drawable(found, view)
    if not points:
        return []
    fill = partial(draw, found=points, view=view)
    return [*save(Picture(view.file, view.words, fill, SIZE, "", ""), folder)]


def draw(figure: Figure, found: Sequence[Standing], view: View = ERROR) -> None:
    """Draw a figure."""
    axes = figure.add_subplot()
    axes.set_xscale("log")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(visible=True, which="major", color=GREY, alpha=0.2, linewidth=0.6)
    axes.set_axisbelow(True)
    tables = count_text(len(found[0].tables), "table")
    axes.set_xlabel("conditions in the model (logarithmic)")
    axes.set_ylabel(f"{view.words} (mean of {tables})")
    for path in dict.fromkeys(one.learner.path for one in found if one.learner.path):
        _draw_path(axes, [one for one in found if one.learner.path == path], view)
    for one in found:
        _draw_point(axes, one, view)
    axes.margins(0.08)
    axes.xaxis.set_major_formatter(lambda value, _place: f"{value:,.0f}")
    legend = _draw_legend(axes, "upper right" if view is ERROR else "lower right")
    named = [one for one in found if one.learner.is_named]
    _draw_names(figure, axes, named, legend, view)


def _place(one: Standing, view: View) -> tuple[float, float]:
    return one.means["conditions"], 100 * one.means[view.measure]


def _color(one: Standing) -> str:
    return BLUE if one.learner.is_ours else GREY


def _draw_path(axes: Axes, sizes: Sequence[Standing], view: View) -> None:
    """Join the sizes of one learner, the smallest first."""
    x, y = zip(*sorted(_place(one, view) for one in sizes), strict=True)
    axes.plot(x, y, color=_color(sizes[0]), linewidth=1.4, zorder=1.5)


def _draw_point(axes: Axes, one: Standing, view: View) -> None:
    size = 2 * radius(one.means["seconds"]) if one.learner.is_named else 3.0
    style = {"color": _color(one), "markersize": size, "markeredgewidth": 0, "alpha": 0.85}
    axes.plot(*_place(one, view), "o", **style)


def _draw_legend(axes: Axes, where: str) -> Legend:
    from matplotlib.lines import Line2D

    def mark(label: str, color: str, seconds: float) -> Line2D:
        size = 2 * radius(seconds)
        return Line2D([], [], ls="", marker="o", color=color, ms=size, mew=0, label=label)

    marks = [mark("Conjunct", BLUE, 0.1), mark("other packages", GREY, 0.1)]
    marks += [mark(f"{seconds:g} s to fit (CPU)", GREY, seconds) for seconds in TIMES]
    return axes.legend(handles=marks, loc=where, frameon=False, fontsize=7.5)


def _draw_names(
    figure: Figure, axes: Axes, found: Sequence[Standing], legend: Legend, view: View
) -> None:
    """Write the names where they hide nothing, with a thin line to a distant point."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    scale = figure.dpi / 72
    texts = [
        axes.text(0, 0, one.learner.name, color=_ink(one), fontsize=8, va="bottom") for one in found
    ]
    points = []
    for one, text in zip(found, texts, strict=True):
        x, y = axes.transData.transform(_place(one, view))
        extent = text.get_window_extent()
        mark = radius(one.means["seconds"]) * scale
        points.append(Named(x, y, mark, extent.width + 2, extent.height))
    taken = [_box(legend.get_window_extent()), *_along(axes)]
    boxes = placed(points, _box(axes.get_window_extent()), taken)
    to_data = axes.transData.inverted()
    for text, point, box in zip(texts, points, boxes, strict=True):
        text.set_position(to_data.transform((box.left + 1, box.bottom)))
        edge = _nearest(box, point)
        if math.dist(edge, (point.x, point.y)) > point.radius + 10 * scale:
            line = to_data.transform([edge, (point.x, point.y)])
            axes.plot(line[:, 0], line[:, 1], color=GREY, linewidth=0.6, zorder=1)


def _along(axes: Axes) -> list[Box]:
    """Return small boxes along the lines that join points."""
    found = []
    for line in axes.lines:
        places = axes.transData.transform(line.get_xydata())
        for start, end in pairwise(places):
            for share in np.linspace(0, 1, 40):
                x, y = start + share * (end - start)
                found.append(Box(x - 2, y - 2, x + 2, y + 2))
    return found


def _box(extent: Bbox) -> Box:
    return Box(extent.x0, extent.y0, extent.x1, extent.y1)


def _ink(one: Standing) -> str:
    return BLUE if one.learner.is_ours else INK


def _nearest(box: Box, point: Named) -> tuple[float, float]:
    x = min(max(point.x, box.left), box.right)
    return x, min(max(point.y, box.bottom), box.top)
