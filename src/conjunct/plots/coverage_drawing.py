"""Drawing a coverage space: its plane, isometrics, surfaces and the paths of rules."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import cycle
from numbers import Integral
from typing import TYPE_CHECKING, cast

import numpy as np

from conjunct.plots.coverage_path import CoveragePath
from conjunct.plots.isometrics import Isometrics
from conjunct.plots.style import BLUE, GREEN, GREY, INK, ORANGE, PAPER, PURPLE, VERMILION
from conjunct.types import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from matplotlib.contour import ContourSet
    from matplotlib.lines import Line2D
    from matplotlib.patheffects import AbstractPathEffect
    from mpl_toolkits.mplot3d import Axes3D
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

_TINT = "#a3cce6"
"""Colour of the highest scores: pale, so that lines and points stand out."""
_PATHS = (VERMILION, GREEN, PURPLE, INK, ORANGE)
_LONGEST_SIDE = 5.0
"""Largest ratio of the two sides at which both axes have the same scale."""
_FLOOR = 0.8
"""Depth of the plane below the lowest score, as a share of the range of scores."""
_NEAR = 0.05
"""Distance, as a share of a side, within which points share one label."""
_MOST_NUMBERS = 4
"""Largest number of rule numbers in one label."""


def draw_plane(axes: Axes, P: int, N: int) -> None:
    """Set up two-dimensional axes, and draw the diagonal of rules without information."""
    axes.plot((0, N), (0, P), color=GREY, linewidth=1.0, linestyle=(0, (4, 3)), zorder=1.5)
    axes.set_xlim(0, N)
    axes.set_ylim(0, P)
    if _is_to_scale(P, N):
        axes.set_aspect("equal", adjustable="box")
    _name_axes(axes)


def draw_isometrics(
    axes: Axes, isometrics: Isometrics, levels: int | Sequence[float], labels: bool
) -> ContourSet | None:
    """Draw lines of equal score on a tinted plane; return None if there are none."""
    low, high = isometrics.range
    if not low < high:
        return None
    scores = np.ma.masked_invalid(isometrics.scores)
    lines = line_scores(low, high, levels)
    grid = (isometrics.n, isometrics.p, scores)
    axes.contourf(*grid, levels=sorted({low, *lines, high}), cmap=_tints(), zorder=0)
    if not lines:
        return None
    contours = axes.contour(
        *grid, levels=lines, colors=BLUE, linewidths=0.9, linestyles="solid", zorder=1
    )
    if labels:
        places = list(_label_places(contours))
        contours.clabel(manual=places, fontsize="x-small", colors=INK, fmt=_score_text, zorder=2)
        for text in contours.labelTexts:
            text.set_path_effects(_halo())
    return contours


def draw_surface(axes: Axes3D, isometrics: Isometrics, floor: float) -> Poly3DCollection:
    """Draw the scores as heights above the plane, which is at the height `floor`."""
    across, up = np.meshgrid(isometrics.n, isometrics.p)
    low, high = isometrics.range
    surface = axes.plot_surface(
        across,
        up,
        np.ma.masked_invalid(isometrics.scores),
        cmap=_tints(),
        edgecolor=BLUE,
        linewidth=0.4,
        rcount=24,
        ccount=30,
    )
    right, top = int(isometrics.n[-1]), int(isometrics.p[-1])
    axes.set_xlim(0, right)
    axes.set_ylim(0, top)
    axes.set_zlim(floor, high if low < high else low + 1)
    axes.set_zticks(_round_scores(low, high, 5))
    if _is_to_scale(top, right):
        axes.set_box_aspect((right, top, 0.8 * max(right, top)))
    axes.set_zlabel("score")
    _name_axes(axes)
    return surface


def draw_floor(
    axes: Axes3D, isometrics: Isometrics, levels: int | Sequence[float], floor: float
) -> ContourSet | None:
    """Draw lines of equal score at the bottom of 3D axes; return None if there are none."""
    lines = line_scores(*isometrics.range, levels)
    if not lines:
        return None
    contours: ContourSet = axes.contour(
        isometrics.n,
        isometrics.p,
        np.ma.masked_invalid(isometrics.scores),
        levels=lines,
        zdir="z",
        offset=floor,
        colors=BLUE,
        linewidths=0.9,
        linestyles="solid",
    )
    return contours


def draw_paths(axes: Axes, paths: Iterable[CoveragePath]) -> list[Line2D]:
    """Draw each rule as a line from the empty body, with a dot at each body; first rules on top."""
    return [
        axes.plot(
            path.n,
            path.p,
            color=color,
            linewidth=1.1,
            alpha=0.75,
            marker="o",
            markersize=2.5,
            clip_on=False,
            zorder=3 + 1 / path.number,
        )[0]
        for path, color in zip(paths, cycle(_PATHS), strict=False)
    ]


def draw_points(axes: Axes, paths: Iterable[CoveragePath]) -> list[Line2D]:
    """Draw each rule as a point; first rules on top."""
    return [
        axes.plot(
            path.n[-1:],
            path.p[-1:],
            color=color,
            marker="o",
            markersize=6.5,
            markeredgecolor=PAPER,
            clip_on=False,
            zorder=4 + 1 / path.number,
        )[0]
        for path, color in zip(paths, cycle(_PATHS), strict=False)
    ]


def number_points(axes: Axes, paths: Iterable[CoveragePath], P: int, N: int) -> None:
    """Write the number of each rule beside its point; rules close together share a label."""
    for group in _near_groups(paths, P, N):
        axes.annotate(
            _numbers([path.number for path in group]),
            (group[0].n[-1], group[0].p[-1]),
            xytext=(6, 0),
            textcoords="offset points",
            va="center_baseline",
            fontsize="small",
            color=INK,
            path_effects=_halo(),
            zorder=6,
        )


def _numbers(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:_MOST_NUMBERS]))
    more = len(numbers) - _MOST_NUMBERS
    return f"{shown} and {more} more" if more > 0 else shown


def _near_groups(paths: Iterable[CoveragePath], P: int, N: int) -> list[list[CoveragePath]]:
    """Group each rule with the first rule near it."""
    groups: list[list[CoveragePath]] = []
    for path in paths:
        for group in groups:
            across = abs(int(path.n[-1]) - int(group[0].n[-1])) / N
            up = abs(int(path.p[-1]) - int(group[0].p[-1])) / P
            if max(across, up) <= _NEAR:
                group.append(path)
                break
        else:
            groups.append([path])
    return groups


def line_scores(low: float, high: float, levels: int | Sequence[float]) -> list[float]:
    """Return round scores between the lowest and the highest, about as many as requested.

    Examples
    --------
    >>> line_scores(0.0, 1.0, 5)
    [0.2, 0.4, 0.6, 0.8]
    >>> line_scores(0.0, 1.0, [0.5, 0.25])
    [0.25, 0.5]
    >>> line_scores(0.5, 0.5, 5)
    []
    """
    if not low < high:
        return []
    if isinstance(levels, Integral):
        return [score for score in _round_scores(low, high, int(levels)) if low < score < high]
    return sorted({float(level) for level in cast("Sequence[float]", levels)})


def _round_scores(low: float, high: float, number: int) -> list[float]:
    from matplotlib.ticker import MaxNLocator

    ticks = MaxNLocator(max(1, number), min_n_ticks=1).tick_values(low, high)
    return [float(f"{tick:.12g}") for tick in ticks if low <= tick <= high]


def floor_below(isometrics: Isometrics) -> float:
    """Return a height far enough below the lowest score for lines at it to be visible."""
    low, high = isometrics.range
    return low - _FLOOR * (high - low)


def _label_places(contours: ContourSet) -> Iterable[tuple[float, float]]:
    """Yield the middle of each line that is long enough for a number."""
    right, top = contours.axes.get_xlim()[1], contours.axes.get_ylim()[1]
    for path in contours.get_paths():
        pieces = [np.asarray(piece, float) for piece in path.to_polygons(closed_only=False)]
        if not pieces:
            continue
        longest = max(pieces, key=_length)
        if _length(longest) > 0.15 * math.hypot(right, top):
            yield _middle(longest)


def _score_text(score: float) -> str:
    return f"{score:.4g}".replace("-", "−")


def _length(line: Floats) -> float:
    return float(np.hypot(*np.diff(line, axis=0).T).sum())


def _middle(line: Floats) -> tuple[float, float]:
    """Return the point half way along a line."""
    walked = np.concatenate([[0.0], np.hypot(*np.diff(line, axis=0).T).cumsum()])
    half = walked[-1] / 2
    return float(np.interp(half, walked, line[:, 0])), float(np.interp(half, walked, line[:, 1]))


def _halo() -> list[AbstractPathEffect]:
    """Return a path effect that separates a text from the lines behind it."""
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=2.0, foreground=PAPER)]


def _tints() -> Colormap:
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("tints", [PAPER, _TINT])


def _is_to_scale(P: int, N: int) -> bool:
    """Tell whether a plot with the same scale on both sides is wide enough to be read."""
    return 1 / _LONGEST_SIDE <= N / P <= _LONGEST_SIDE


def _name_axes(axes: Axes) -> None:
    axes.set_xlabel("negatives covered")
    axes.set_ylabel("positives covered")
    for axis in ("x", "y"):
        axes.locator_params(axis=axis, integer=True)
