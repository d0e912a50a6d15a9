"""Names beside points: none on another, none on a point, none outside."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from conjunct.experiments.labels import POINT, box_of, is_inside, meet, place_names

FRAME = (0.0, 0.0, 500.0, 300.0)
points = st.tuples(st.floats(100, 400), st.floats(50, 250))


@given(st.lists(points, min_size=1, max_size=12))
def test_names_of_a_dozen_points_find_room(spots):
    names = [f"name-{number}" for number in range(len(spots))]
    placed = zip(spots, names, place_names(spots, names, FRAME), strict=True)
    boxes = [box_of(*one) for one in placed]
    marks = [(x - POINT, y - POINT, x + POINT, y + POINT) for x, y in spots]
    assert all(is_inside(box, FRAME) for box in boxes)
    assert not any(meet(one, other) for one, other in itertools.combinations(boxes, 2))
    assert not any(meet(box, mark) for box in boxes for mark in marks)


def test_a_name_without_room_stands_to_the_right():
    assert place_names([(5.0, 5.0)], ["a long name"], (0.0, 0.0, 10.0, 10.0)) == [(6.0, 0.0)]
