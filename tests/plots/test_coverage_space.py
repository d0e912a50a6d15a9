"""Coverage spaces as pictures: what is drawn is what was counted."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.tree import DecisionTreeClassifier

from conjunct import CN2Classifier, LayeredRuleClassifier, SeCoClassifier
from conjunct.data import shipped_table
from conjunct.errors import DataError, MissingPackageError, ModelError
from conjunct.evaluate import HEURISTICS
from conjunct.plots import CoveragePath, CoverageSpaceDisplay

from .slow_counts import slow_counts

pd = pytest.importorskip("pandas")

PENGUINS = shipped_table()
SPECIES = np.array(PENGUINS.target.levels)[PENGUINS.target.values]


@pytest.fixture(scope="module")
def seco() -> SeCoClassifier:
    return SeCoClassifier().fit_table(PENGUINS)


def path(number: int, *points: tuple[int, int]) -> CoveragePath:
    n, p = np.array(points).T
    return CoveragePath(number, p, n)


def texts(display: CoverageSpaceDisplay) -> list[str]:
    return [text.get_text() for text in display.ax_.texts if text.get_text()]


def test_nothing_of_matplotlib_is_imported_before_something_is_drawn() -> None:
    code = (
        "import sys, conjunct, conjunct.plots, conjunct.experiments.figures\n"
        "from conjunct.plots import Isometrics, CoverageSpaceDisplay\n"
        "CoverageSpaceDisplay(3, 4, isometrics=Isometrics.of('wra', 3, 4))\n"
        "sys.exit('matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingPackageError, match=r"CoverageSpaceDisplay.plot .*conjunct\[plots\]"):
        CoverageSpaceDisplay.from_heuristic("wra", 3, 4)


def test_a_plane_has_named_axes_to_scale_and_the_diagonal(pyplot) -> None:
    display = CoverageSpaceDisplay(48, 60).plot()
    ax = display.ax_
    assert display.figure_ is ax.figure
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("negatives covered", "positives covered")
    assert (ax.get_xlim(), ax.get_ylim()) == ((0, 60), (0, 48))
    assert ax.get_aspect() == 1
    (diagonal,) = ax.get_lines()
    assert diagonal.get_xydata().tolist() == [[0, 0], [60, 48]]
    assert display.contours_ is display.surface_ is None
    assert display.lines_ == display.points_ == []


def test_a_space_that_would_be_too_thin_is_not_to_scale(pyplot) -> None:
    assert CoverageSpaceDisplay(10, 50).plot().ax_.get_aspect() == 1
    assert CoverageSpaceDisplay(10, 51).plot().ax_.get_aspect() == "auto"
    assert CoverageSpaceDisplay(51, 10).plot().ax_.get_aspect() == "auto"


def score_on_an_edge(name: str, n: float, p: float) -> float:
    """Return the score between two neighbours on the grid of counts, drawn straight."""
    ends = np.array([[np.floor(p), np.floor(n)], [np.ceil(p), np.ceil(n)]], int)
    low, high = HEURISTICS[name](ends[:, 0], ends[:, 1], 48, 60)
    share = p % 1 + n % 1
    assert min(p % 1, n % 1) == 0
    return low + share * (high - low)


@pytest.mark.parametrize("name", HEURISTICS)
def test_an_isometric_runs_where_its_score_is(name: str, pyplot) -> None:
    display = CoverageSpaceDisplay.from_heuristic(name, 48, 60, labels=False)
    assert display.ax_.get_title() == name
    assert 5 <= len(display.contours_.levels) <= 12
    for level, line in zip(display.contours_.levels, display.contours_.get_paths(), strict=True):
        found = [score_on_an_edge(name, *point) for point in line.vertices.round(9)]
        assert len(found) > 1
        np.testing.assert_allclose(found, level, atol=1e-6)


def test_asked_for_levels_are_drawn_and_labels_can_be_left_out(pyplot) -> None:
    display = CoverageSpaceDisplay.from_heuristic(
        "precision", 48, 60, levels=[0.75, 0.25], labels=False
    )
    assert display.contours_.levels.tolist() == [0.25, 0.75]
    assert texts(display) == []
    few = CoverageSpaceDisplay.from_heuristic("precision", 48, 60, levels=4)
    assert texts(few) == ["0.25", "0.5", "0.75"]


def test_numbers_on_lines_have_real_minus_signs_and_a_plain_zero(pyplot) -> None:
    for P, N in ((48, 60), (165, 168)):
        shown = texts(CoverageSpaceDisplay.from_heuristic("wra", P, N))
        assert {"−0.1", "0", "0.1"} <= set(shown)


def test_a_heuristic_without_preferences_has_no_lines(pyplot) -> None:
    flat = CoverageSpaceDisplay.from_heuristic(lambda p, n, P, N: 0.0 * p, 4, 5)
    assert flat.contours_ is None
    assert flat.plot(kind="both").contours_ is None


@pytest.mark.parametrize("kind", ["surface", "both"])
def test_heights_are_the_scores_over_a_plane_below_them(kind: str, pyplot) -> None:
    display = CoverageSpaceDisplay.from_heuristic("correlation", 48, 60, kind=kind)
    ax = display.ax_
    assert ax.name == "3d"
    assert (ax.get_xlim(), ax.get_ylim()) == ((0, 60), (0, 48))
    assert ax.get_xlabel() == "negatives covered"
    assert ax.get_zlabel() == "score"
    low, high = display.isometrics.range
    assert ax.get_zlim()[1] == high
    assert ax.get_zlim()[0] == (low if kind == "surface" else low - 0.8 * (high - low))
    assert (display.contours_ is not None) == (kind == "both")
    assert all(low <= tick <= high for tick in ax.get_zticks())
    display.figure_.canvas.draw()


def test_the_lines_below_a_surface_lie_on_the_floor(pyplot, monkeypatch) -> None:
    ax = pyplot.figure().add_subplot(projection="3d")
    drawn, contour = [], ax.contour
    monkeypatch.setattr(ax, "contour", lambda *a, **k: drawn.append(k) or contour(*a, **k))
    CoverageSpaceDisplay.from_heuristic("wra", 48, 60, kind="both", ax=ax)
    assert [(one["zdir"], one["offset"]) for one in drawn] == [("z", ax.get_zlim()[0])]


def test_scores_that_are_not_finite_leave_a_hole(pyplot) -> None:
    display = CoverageSpaceDisplay.from_heuristic(lambda p, n, P, N: p / (p + n), 8, 9, kind="both")
    display.figure_.canvas.draw()
    display.plot(kind="contour").figure_.canvas.draw()
    assert np.isfinite(display.contours_.levels).all()


def test_axes_that_are_given_are_drawn_on_and_no_figure_is_made(pyplot) -> None:
    figure, ax = pyplot.subplots()
    assert CoverageSpaceDisplay.from_heuristic("wra", 4, 5, ax=ax).ax_ is ax
    assert pyplot.get_fignums() == [figure.number]


def test_axes_of_the_wrong_number_of_dimensions_are_refused(pyplot) -> None:
    display = CoverageSpaceDisplay.from_heuristic("wra", 4, 5)
    with pytest.raises(ValueError, match=r"three-dimensional axes; .*projection='3d'"):
        display.plot(kind="both", ax=display.ax_)
    solid = pyplot.figure().add_subplot(projection="3d")
    with pytest.raises(ValueError, match="two-dimensional axes"):
        display.plot(ax=solid)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"P": 0}, "'P' parameter of CoverageSpaceDisplay must be a whole number from 1 up. Got 0"),
        ({"N": 2.5}, "'N' parameter .* Got 2.5"),
        ({"kind": "flat"}, "'kind' parameter .* one of 'contour', 'surface', 'both'. Got 'flat'"),
        ({"grid_resolution": 1}, "'grid_resolution' parameter .* from 2 up. Got 1"),
        ({"heuristic": None}, "A heuristic must be one of .* Got None"),
    ],
)
def test_a_wrong_parameter_is_named(wrong: dict, sentence: str, pyplot) -> None:
    with pytest.raises(ValueError, match=sentence):
        CoverageSpaceDisplay.from_heuristic(**{"heuristic": "wra", "P": 4, "N": 5, **wrong})
    assert pyplot.get_fignums() == []


def test_heights_need_a_heuristic(pyplot) -> None:
    with pytest.raises(ValueError, match="kind='surface' needs a heuristic"):
        CoverageSpaceDisplay(4, 5).plot(kind="surface")
    assert pyplot.get_fignums() == []


@pytest.mark.parametrize("kind", ["contour", "both"])
@pytest.mark.parametrize(
    ("levels", "drawn"), [(1, None), (np.int64(3), None), ([0.5, 0.5], [0.5]), ([], [])]
)
def test_any_number_of_levels_can_be_drawn(levels, drawn, kind: str, pyplot) -> None:
    display = CoverageSpaceDisplay.from_heuristic("laplace", 8, 9, levels=levels, kind=kind)
    display.figure_.canvas.draw()
    found = [] if display.contours_ is None else display.contours_.levels.tolist()
    assert found == sorted(set(found))
    assert found if drawn is None else found == drawn


@pytest.mark.parametrize("factor", [1e-15, 1e15])
def test_scores_of_any_size_have_lines(factor: float, pyplot) -> None:
    display = CoverageSpaceDisplay.from_heuristic(lambda p, n, P, N: factor * (p - n), 8, 9)
    assert len(display.contours_.levels) >= 5
    assert "0" in texts(display)


def test_paths_are_lines_from_the_corner_and_rules_are_points(pyplot) -> None:
    ways = [path(1, (60, 48), (20, 40), (0, 30)), path(4, (60, 48), (10, 5))]
    display = CoverageSpaceDisplay(48, 60, paths=ways).plot()
    assert [line.get_xydata().tolist() for line in display.lines_] == [
        [[60, 48], [20, 40], [0, 30]],
        [[60, 48], [10, 5]],
    ]
    assert [point.get_xydata().tolist() for point in display.points_] == [[[0, 30]], [[10, 5]]]
    assert texts(display) == ["1", "4"]
    assert not any(point.get_clip_on() for point in display.points_)
    display.plot(paths=False, labels=False)
    assert display.lines_ == []
    assert len(display.points_) == 2
    assert texts(display) == []


def test_rules_close_together_share_one_text(pyplot) -> None:
    ways = [path(number, (60, 48), (0, 20 + number % 2)) for number in range(1, 8)]
    display = CoverageSpaceDisplay(48, 60, paths=[*ways, path(8, (60, 48), (9, 20))]).plot()
    assert texts(display) == ["1, 2, 3, 4 and 3 more", "8"]


@pytest.mark.parametrize(
    "learner", [SeCoClassifier("laplace"), LayeredRuleClassifier(), CN2Classifier()]
)
@pytest.mark.parametrize("label", ["Chinstrap", "Gentoo"])
def test_the_points_of_a_model_are_its_rules_counted_row_by_row(learner, label, pyplot) -> None:
    model = learner.fit_table(PENGUINS)
    display = CoverageSpaceDisplay.from_estimator(model, PENGUINS, SPECIES, class_=label)
    head = model.rules_.classes.index(label)
    expected = {
        number: slow_counts(rule.conditions, PENGUINS, label == SPECIES, "fails")[-1]
        for number, rule in enumerate(model.rules_, start=1)
        if rule.head == head
    }
    found = {one.number: (one.p[-1], one.n[-1]) for one in display.paths}
    assert found == expected
    assert len(expected) > 0
    assert ((label == SPECIES).sum(), (label != SPECIES).sum()) == (display.P, display.N)
    assert all((one.p[0], one.n[0]) == (display.P, display.N) for one in display.paths)
    assert len(display.lines_) == len(display.points_) == len(expected)
    assert display.ax_.get_title() == f"species = {label}"


def test_isometrics_lie_below_the_rules_of_a_model(seco: SeCoClassifier, pyplot) -> None:
    display = CoverageSpaceDisplay.from_estimator(
        seco, PENGUINS, SPECIES, heuristic="correlation", paths=False
    )
    assert display.isometrics.name == "correlation"
    assert display.contours_ is not None
    assert display.lines_ == []
    assert max(c.get_zorder() for c in display.ax_.collections) < display.points_[0].get_zorder()


def test_frames_arrays_and_lists_are_taken_as_by_fit(pyplot) -> None:
    X = [[1, 20], [2, 20], [3, 20], [4, 10], [5, 10], [6, 20], [7, 20]]
    y = [0, 0, 1, 1, 1, 0, 0]
    model = SeCoClassifier().fit(X, y)
    frame = pd.DataFrame(X, columns=["x0", "x1"])
    for rows in (X, np.array(X), frame):
        display = CoverageSpaceDisplay.from_estimator(model, rows, pd.Series(y))
        assert (display.P, display.N) == (3, 4)
        assert (display.paths[0].p[-1], display.paths[0].n[-1]) == (2, 0)


def test_the_class_with_most_rules_is_drawn_if_none_is_named(pyplot) -> None:
    model = CN2Classifier().fit_table(PENGUINS)
    heads = [rule.head for rule in model.rules_]
    most = model.rules_.classes[max(set(heads), key=heads.count)]
    display = CoverageSpaceDisplay.from_estimator(model, PENGUINS, SPECIES)
    assert display.ax_.get_title() == f"species = {most}"


def test_a_class_without_rules_is_refused_with_those_that_have_some(seco: SeCoClassifier) -> None:
    with pytest.raises(ModelError, match="class_='Adelie'; there are rules for 'Chinstrap', 'Gen"):
        CoverageSpaceDisplay.from_estimator(seco, PENGUINS, SPECIES, class_="Adelie")


def test_labels_that_do_not_fit_the_rows_are_refused(seco: SeCoClassifier) -> None:
    with pytest.raises(DataError, match="X has 344 rows, but y has 343"):
        CoverageSpaceDisplay.from_estimator(seco, PENGUINS, SPECIES[1:])
    with pytest.raises(DataError, match="none of the rows are of class 'Gentoo'"):
        CoverageSpaceDisplay.from_estimator(seco, PENGUINS, ["no"] * 344, class_="Gentoo")
    with pytest.raises(DataError, match="all of the rows are of class 'Gentoo'"):
        CoverageSpaceDisplay.from_estimator(seco, PENGUINS, ["Gentoo"] * 344, class_="Gentoo")


def test_models_without_rules_are_refused() -> None:
    X, y = [[0.0], [1.0]], [0, 1]
    with pytest.raises(NotFittedError):
        CoverageSpaceDisplay.from_estimator(SeCoClassifier(), X, y)
    with pytest.raises(ModelError, match="DecisionTreeClassifier has no rules in rules_"):
        CoverageSpaceDisplay.from_estimator(DecisionTreeClassifier().fit(X, y), X, y)
    with pytest.raises(ModelError, match="SeCoClassifier has learned no rules"):
        CoverageSpaceDisplay.from_estimator(SeCoClassifier(max_rules=0).fit(X, y), X, y)
