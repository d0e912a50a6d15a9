"""Names beside points: none on another, none on a point, none outside."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from conjunct.experiments.labels import _HEIGHT, _POINT, _WIDTH, LabelBox, Place, place_names

FRAME = LabelBox(0.0, 0.0, 500.0, 300.0)
points = st.tuples(st.floats(100, 400), st.floats(50, 250))


def box_of(point: tuple[float, float], name: str, place: Place) -> LabelBox:
    """Return the rectangle of a name, from where it is written."""
    width = _WIDTH * len(name)
    left = point[0] + place.across - (0 if place.is_right else width)
    middle = point[1] + place.up
    return LabelBox(left, middle - _HEIGHT / 2, left + width, middle + _HEIGHT / 2)


@given(st.lists(points, min_size=1, max_size=12))
def test_names_of_a_dozen_points_find_room(spots):
    names = [f"name-{number}" for number in range(len(spots))]
    boxes = [
        box_of(*one) for one in zip(spots, names, place_names(spots, names, FRAME), strict=True)
    ]
    marks = [LabelBox(x - _POINT, y - _POINT, x + _POINT, y + _POINT) for x, y in spots]
    assert all(FRAME.holds(box) for box in boxes)
    assert not any(one.meets(other) for one, other in itertools.combinations(boxes, 2))
    assert not any(box.meets(mark) for box in boxes for mark in marks)


def test_a_name_without_room_stands_to_the_right():
    (place,) = place_names([(5.0, 5.0)], ["a long name"], LabelBox(0.0, 0.0, 10.0, 10.0))
    assert place == Place(6.0, 0.0, True)
