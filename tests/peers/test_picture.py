"""Names in the picture hide nothing, and the picture is the same each time."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.plots.style import house_style, new_figure
from peers.field import CONJUNCT, Learner
from peers.labels import Box, Named, placed
from peers.picture import AUC, SIZE, draw, drawable, radius, save_picture, save_pictures
from peers.summary import OnTable, Standing

FRAME = Box(0, 0, 800, 600)


def some(name: str, error: float, conditions: float, path: str = "", note: str = "") -> Standing:
    """Return a learner with a result; one called "step" has no name in the picture."""
    values = {"error": error, "rules": 1.0, "conditions": conditions, "seconds": 0.1}
    learner = Learner(name, CONJUNCT, name, path, is_named=name != "step")
    return Standing(learner, "1", {"a": OnTable(values)}, note)


SIZES = [some("large", 0.20, 90, "card"), some("step", 0.24, 20, "card")]
FOUND = [*SIZES, some("small", 0.30, 4, "card"), some("other", 0.2, 95)]


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(150, 650), st.integers(100, 500)), max_size=8, unique=True))
def test_names_lie_on_no_other_name_and_inside_the_frame(places: list[tuple[int, int]]) -> None:
    boxes = placed([Named(x, y, 4, 60, 10) for x, y in places], FRAME)
    assert all(one.overlap(other) == 0 for one, other in combinations(boxes, 2))
    assert all(box.left >= 0 and box.right <= 800 for box in boxes)


def test_names_of_neighbours_make_way_for_each_other() -> None:
    one, other = placed([Named(100, 100, 2, 40, 10), Named(100, 108, 2, 40, 10)], FRAME)
    assert one.overlap(other) == 0


def test_a_single_name_stands_to_the_right_of_its_point() -> None:
    [box] = placed([Named(100, 100, 5, 40, 10)], FRAME)
    assert box == Box(107, 95, 147, 105)


def test_a_name_avoids_what_is_taken_and_the_edge() -> None:
    point = Named(780, 100, 5, 40, 10)
    [at_edge] = placed([point], FRAME)
    assert at_edge.right <= 773
    [moved] = placed([point], FRAME, [at_edge])
    assert moved.overlap(at_edge) == 0


def test_marks_grow_with_time() -> None:
    sizes = [radius(seconds) for seconds in (0.0, 0.01, 0.1, 1, 10)]
    assert sizes == sorted(sizes)
    assert sizes[0] > 0


def test_learners_with_gaps_or_without_rules_are_not_drawn() -> None:
    late = some("late", 0.1, 5, note="1 of 2 tables")
    without = Standing(FOUND[0].learner, "1", {"a": OnTable({"error": 0.1, "seconds": 1.0})}, "")
    assert drawable([*FOUND, late, without]) == FOUND


def test_sizes_of_one_learner_are_joined_and_every_learner_is_named() -> None:
    with house_style():
        figure = new_figure(SIZE)
        draw(figure, FOUND)
        [axes] = figure.axes
        assert {text.get_text() for text in axes.texts} == {"small", "large", "other"}
        assert [4, 20, 90] in [np.asarray(line.get_xdata()).tolist() for line in axes.lines]
        extents = [text.get_window_extent() for text in axes.texts]
    assert not any(one.overlaps(other) for one, other in combinations(extents, 2))


def test_the_same_results_give_the_same_files(tmp_path: Path) -> None:
    files = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        files.append([path.read_bytes() for path in save_picture(FOUND, tmp_path / name)])
    assert len(files[0]) == 2
    assert files[0] == files[1]


def test_the_second_picture_shows_auc_of_those_that_have_it(tmp_path: Path) -> None:
    table = OnTable({**FOUND[0].tables["a"].values, "auc": 0.9})
    known = Standing(Learner("known", CONJUNCT, "known"), "1", {"a": table}, "")
    found = [*FOUND, known]
    assert drawable(found, AUC) == [known]
    written = save_pictures(found, found, tmp_path)
    assert sorted(path.name for path in written) == [
        *("peers-auc.png", "peers-auc.svg", "peers.png", "peers.svg"),
    ]
    with house_style():
        figure = new_figure(SIZE)
        draw(figure, [known], AUC)
    [axes] = figure.axes
    assert axes.get_ylabel() == "AUC on unseen rows, % (mean of 1 table)"
    assert 90 in [one for line in axes.lines for one in np.asarray(line.get_ydata()).tolist()]


def test_nothing_is_drawn_of_nothing(tmp_path: Path) -> None:
    assert save_picture([some("late", 0.1, 5, note="gap")], tmp_path) == []
    assert np.size(list(tmp_path.iterdir())) == 0
