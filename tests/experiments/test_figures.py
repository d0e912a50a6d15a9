"""Figures: the same bytes each time, every panel readable, one legend."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.experiments.figures import Curve, Panel, drawing, mark, place_names, save_picture
from conjunct.experiments.findings import Picture
from conjunct.plots.style import ORANGE, house_style, new_figure

matplotlib = pytest.importorskip("matplotlib")

FRAME = (0.0, 0.0, 500.0, 300.0)
WIDTHS = [2**power for power in range(10)]
TITLES = ("breast-cancer-4c", "primary-tumor", "kr-vs-kp (for chess endgame)", "vote")


def panel(title: str) -> Panel:
    errors = [0.2 + 0.001 * w**0.5 for w in WIDTHS]
    true = Curve("error on unseen rows (± 1 standard error)", WIDTHS, errors, [0.004] * 10)
    falling = [0.2 - 0.01 * i for i in range(10)]
    fitted = Curve("mean L", WIDTHS, falling, style="dotted", color=ORANGE)
    marks = (mark(1, 0.201, "circle", "lowest"), mark(6, 0.21, "asterisk", "layered choice"))
    return Panel(title, (fitted, true, *marks), "beam width", "error rate", "widths")


def picture(n_panels: int, columns: int) -> Picture:
    panels = [panel(TITLES[number % len(TITLES)]) for number in range(n_panels)]
    return Picture("p", "P", *drawing(panels, columns), "", "")


def drawn(panels: list[Panel], columns: int) -> Any:
    figure = new_figure((9.0, 5.0))
    drawing(panels, columns)[0](figure)
    return figure


def test_the_same_picture_gives_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    first = [path.read_bytes() for path in save_picture(picture(3, 2), tmp_path)]
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "pink", "svg.hashsalt": None}):
        again = [path.read_bytes() for path in save_picture(picture(3, 2), tmp_path / "again")]
    assert first == again
    assert first[0].lstrip().startswith(b"<?xml")
    assert b"<dc:date>" not in first[0]
    assert first[1].startswith(b"\x89PNG")


@pytest.mark.parametrize(("n_panels", "columns"), [(8, 4), (1, 4)])
def test_no_text_lies_on_another(n_panels: int, columns: int) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Text

    shown = picture(n_panels, columns)
    with house_style():
        figure = new_figure(shown.size)
        shown.draw(figure)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
    renderer = canvas.get_renderer()
    texts = [t for t in figure.findobj(Text) if t.get_text() and t.get_visible()]
    boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in texts]
    assert len(boxes) > 10 * n_panels
    for (first, a), (second, b) in itertools.combinations(boxes, 2):
        assert not a.overlaps(b), f"{first!r} lies on {second!r}"
    for text, box in boxes:
        assert figure.bbox.containsx(box.x0), text
        assert figure.bbox.containsx(box.x1), text


def test_all_panels_share_one_legend_and_axes_are_named_at_the_edge() -> None:
    figure = drawn([panel(str(n)) for n in range(5)], 3)
    (legend,) = figure.legends
    curves = ["mean L", "error on unseen rows (± 1 standard error)"]
    assert [one.get_text() for one in legend.get_texts()] == [*curves, "lowest", "layered choice"]
    assert len(figure.axes) == 5
    assert [axes.get_xlabel() for axes in figure.axes] == ["", "", *["beam width"] * 3]
    assert [bool(axes.get_ylabel()) for axes in figure.axes] == [True, False, False, True, False]
    labels = [tick.get_text() for tick in figure.axes[0].get_xticklabels()]
    assert labels == ["1", "2", "4", "8", "16", "32", "64", "128", "256", "512"]


@given(st.lists(st.tuples(st.floats(100, 400), st.floats(50, 250)), min_size=1, max_size=12))
def test_names_of_a_dozen_points_find_room(spots: list[tuple[float, float]]) -> None:
    names = [f"name-{number}" for number in range(len(spots))]
    boxes = [(x - 3, y - 3, x + 3, y + 3) for x, y in spots]
    for name, (x, y), (away, up) in zip(
        names, spots, place_names(spots, names, FRAME), strict=True
    ):
        width = 4.2 * len(name)  # of letters of seven points
        left = x + away - width * (away < 0)
        box = (left, y + up - 4, left + width, y + up + 4)
        assert 0 <= box[0] <= box[2] <= 500
        assert 0 <= box[1] <= box[3] <= 300
        for one in boxes:
            assert box[2] <= one[0] or one[2] <= box[0] or box[3] <= one[1] or one[3] <= box[1]
        boxes.append(box)


def test_a_name_without_room_stands_to_the_right_and_one_at_the_edge_to_the_left() -> None:
    assert place_names([(5.0, 5.0)], ["a long name"], (0.0, 0.0, 10.0, 10.0)) == [(6.0, 0.0)]
    assert place_names([(490.0, 150.0)], ["at the edge"], FRAME) == [(-6.0, 0.0)]


def test_panels_that_disagree_name_their_own_axes() -> None:
    other = Panel("b", (Curve("c", (0.0, 1.0), (0.0, 1.0)),), "share", "loss")
    figure = drawn([panel("a"), other], 2)
    assert [axes.get_ylabel() for axes in figure.axes] == ["error rate", "loss"]
    assert figure.axes[1].get_xscale() == "linear"
