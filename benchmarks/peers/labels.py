"""Places for the names of points, so that no name covers another or a point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

ANGLES = (0, 180, 90, 270, 30, 150, 330, 210, 60, 120, 300, 240)
"""Directions to try, in degrees: right, left, above, below, then between."""

GAPS = (2, 6, 12, 20, 30, 42, 56, 72, 90)
"""Distances between a point and its name, the nearest first."""


class Box(NamedTuple):
    """A rectangle: left, bottom, right and top."""

    left: float
    bottom: float
    right: float
    top: float

    def overlap(self, other: Box) -> float:
        """Return the area that two rectangles share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(width, 0.0) * max(height, 0.0)


class Named(NamedTuple):
    """A round point with a name: its middle and radius, and the size of the name."""

    x: float
    y: float
    radius: float
    width: float
    height: float

    @property
    def box(self) -> Box:
        """The area that the point covers."""
        r = self.radius
        return Box(self.x - r, self.y - r, self.x + r, self.y + r)

    def beside(self, angle: float, gap: float) -> Box:
        """Return the box of the name in a direction, at a distance from the edge of the point."""
        along, up = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        x = self.x + along * (self.radius + gap + self.width / 2)
        y = self.y + up * (self.radius + gap + self.height / 2)
        half = (self.width / 2, self.height / 2)
        return Box(x - half[0], y - half[1], x + half[0], y + half[1])


def placed(points: Sequence[Named], within: Box, taken: Sequence[Box] = ()) -> list[Box]:
    """Return a box for each name: the nearest free one, or else the one that hides the least.

    Parameters
    ----------
    points : sequence of Named
        Points in the order in which their names are placed.
    within : Box
        The box that all names must stay in.
    taken : sequence of Box
        Further areas that must not be hidden.
    """
    taken = [*taken, *(point.box for point in points)]
    found = []
    for point in points:
        boxes = [point.beside(angle, gap) for gap, angle in product(GAPS, ANGLES)]
        inside = [box for box in boxes if _holds(within, box)] or boxes
        best = min(inside, key=lambda box: sum(box.overlap(other) for other in taken))
        taken.append(best)
        found.append(best)
    return found


def _holds(outer: Box, inner: Box) -> bool:
    fits_across = outer.left <= inner.left and inner.right <= outer.right
    return fits_across and outer.bottom <= inner.bottom and inner.top <= outer.top
