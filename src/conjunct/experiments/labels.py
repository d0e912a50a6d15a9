"""Names beside the points of a plot, none on another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Box = tuple[float, float, float, float]
"""A rectangle, in points: left, low, right, high."""

Place = tuple[float, float]
"""Where a name stands: its distance from the point to the right or left, and up."""

_SIZE = 7.0  # of the letters, in points
WIDTH, HEIGHT = 0.6 * _SIZE, 1.15 * _SIZE  # a little more than most letters and lines take
POINT = 3.5  # half the width of a marker, in points
_AWAY = (0.0, 7.0, 14.0, 21.0, 28.0, 36.0, 45.0, 55.0, 66.0, 78.0, 91.0, 105.0)
_PLACES: list[Place] = [
    (side * (6.0 + away / 4), up * away) for away, up, side in product(_AWAY, (1, -1), (1, -1))
]
"""Where a name may stand, nearest first."""


def is_inside(box: Box, frame: Box) -> bool:
    """Tell whether a rectangle lies inside another."""
    return frame[0] <= box[0] and frame[1] <= box[1] and box[2] <= frame[2] and box[3] <= frame[3]


def meet(box: Box, other: Box) -> bool:
    """Tell whether two rectangles share more than an edge."""
    across = box[0] < other[2] and other[0] < box[2]
    return across and box[1] < other[3] and other[1] < box[3]


def place_names(
    points: Sequence[tuple[float, float]], names: Sequence[str], frame: Box
) -> list[Place]:
    """Return a place beside each point where its name meets no point and no other name.

    Names are placed one after the other, each as near as it can be. Where nothing is free the name
    stands to the right of its point.

    Examples
    --------
    >>> place_names([(0.0, 0.0), (0.0, 1.0)], ["one", "two"], (-50, -50, 50, 50))
    [(6.0, 0.0), (-6.0, 0.0)]
    """
    taken: list[Box] = [(x - POINT, y - POINT, x + POINT, y + POINT) for x, y in points]
    found = []
    for point, name in zip(points, names, strict=True):
        boxes = [box_of(point, name, place) for place in _PLACES]
        free = (
            at
            for at, box in enumerate(boxes)
            if is_inside(box, frame) and not any(meet(box, other) for other in taken)
        )
        at = next(free, 0)
        taken.append(boxes[at])
        found.append(_PLACES[at])
    return found


def box_of(point: tuple[float, float], name: str, place: Place) -> Box:
    """Return the rectangle that a name takes at a place."""
    width = WIDTH * len(name)
    left = point[0] + place[0] - (width if place[0] < 0 else 0)
    middle = point[1] + place[1]
    return left, middle - HEIGHT / 2, left + width, middle + HEIGHT / 2


def write_names(
    axes: Axes, points: Sequence[tuple[float, float]], names: Sequence[str], colors: Sequence[str]
) -> None:
    """Write a name beside each point; a thin line leads to one that had to move."""
    figure = axes.figure
    figure.draw_without_rendering()  # type: ignore[union-attr]  # only then is its layout known
    inch = 72.0 / figure.dpi
    shown = [(inch * x, inch * y) for x, y in map(axes.transData.transform, points)]
    left, low, right, high = (inch * one for one in axes.bbox.extents)
    places = place_names(shown, names, (left, low, right, high))
    for point, name, color, place in zip(points, names, colors, places, strict=True):
        line = {"arrowstyle": "-", "color": color, "linewidth": 0.5, "shrinkA": 0, "shrinkB": 2}
        axes.annotate(
            name,
            point,
            xytext=place,
            textcoords="offset points",
            ha="left" if place[0] > 0 else "right",
            va="center",
            fontsize=_SIZE,
            arrowprops=line if abs(place[1]) > HEIGHT else None,
        )
