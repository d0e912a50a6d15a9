"""Names beside the points of a plot, none on another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZE = 7.0
"""Of the letters, in points."""

_WIDTH, _HEIGHT = 0.6 * _SIZE, 1.15 * _SIZE
"""Of a letter and a line: a little more than most letters take."""

_POINT = 3.5
"""Half the width of a marker, in points."""

_AWAY = (0.0, 7.0, 14.0, 21.0, 28.0, 36.0, 45.0, 55.0, 66.0, 78.0, 91.0, 105.0)
"""Distances by which a name may move up or down, nearest first."""


class LabelBox(NamedTuple):
    """A rectangle, in points."""

    left: float
    low: float
    right: float
    high: float

    def holds(self, other: LabelBox) -> bool:
        """Tell whether another rectangle lies inside."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.low <= other.low and other.high <= self.high

    def meets(self, other: LabelBox) -> bool:
        """Tell whether two rectangles share more than an edge."""
        across = self.left < other.right and other.left < self.right
        return across and self.low < other.high and other.low < self.high


class Place(NamedTuple):
    """Where a name stands: its distance from the point, and the side of it."""

    across: float
    up: float
    is_right: bool


def place_names(
    points: Sequence[tuple[float, float]], names: Sequence[str], frame: LabelBox
) -> list[Place]:
    """Return a place beside each point where its name meets no point and no other name.

    Names are placed one after the other, each as near as it can be. Where nothing is free the name
    stands to the right of its point.

    Examples
    --------
    >>> place_names([(0.0, 0.0), (0.0, 1.0)], ["one", "two"], LabelBox(-50, -50, 50, 50))
    [Place(across=6.0, up=0.0, is_right=True), Place(across=-6.0, up=0.0, is_right=False)]
    """
    taken = [LabelBox(x - _POINT, y - _POINT, x + _POINT, y + _POINT) for x, y in points]
    found = []
    for point, name in zip(points, names, strict=True):
        free = (
            (place, box)
            for place, box in _candidates(point, name)
            if frame.holds(box) and not any(box.meets(other) for other in taken)
        )
        first = next(_candidates(point, name))
        place, box = next(free, first)
        taken.append(box)
        found.append(place)
    return found


def _candidates(point: tuple[float, float], name: str) -> Iterator[tuple[Place, LabelBox]]:
    x, y = point
    width = _WIDTH * len(name)
    for away, up, is_right in product(_AWAY, (1, -1), (True, False)):
        across = 6.0 + away / 4 if is_right else -6.0 - away / 4
        left = x + across if is_right else x + across - width
        middle = y + up * away
        box = LabelBox(left, middle - _HEIGHT / 2, left + width, middle + _HEIGHT / 2)
        yield Place(across, up * away, is_right), box


def write_names(
    axes: Axes, points: Sequence[tuple[float, float]], names: Sequence[str], colors: Sequence[str]
) -> None:
    """Write a name beside each point; a thin line leads to one that had to move."""
    figure = axes.figure
    figure.draw_without_rendering()  # type: ignore[union-attr]  # only then is its layout known
    inch = 72.0 / figure.dpi
    shown = [tuple(inch * one for one in axes.transData.transform(point)) for point in points]
    frame = LabelBox(*(inch * one for one in axes.bbox.extents))
    places = place_names([(x, y) for x, y in shown], names, frame)
    for point, name, color, place in zip(points, names, colors, places, strict=True):
        line = {"arrowstyle": "-", "color": color, "linewidth": 0.5, "shrinkA": 0, "shrinkB": 2}
        axes.annotate(
            name,
            point,
            xytext=(place.across, place.up),
            textcoords="offset points",
            ha="left" if place.is_right else "right",
            va="center",
            fontsize=_SIZE,
            arrowprops=line if abs(place.up) > _HEIGHT else None,
        )
