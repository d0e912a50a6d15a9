"""The path of a score card as a picture."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conjunct import RuleTreeClassifier, ScoreCardClassifier
from conjunct.errors import ModelError
from conjunct.plots import ScoreCardPathDisplay

pytestmark = pytest.mark.usefixtures("pyplot")


def learned(size: Any, **settings: Any) -> ScoreCardClassifier:
    random = np.random.default_rng(0)
    X = random.integers(0, 10, (120, 3)).astype(float)
    y = X[:, 0] + 3 * (X[:, 1] > 6) + random.normal(0, 1, 120) > 5
    return ScoreCardClassifier(size=size, **settings).fit(X, y)


def test_error_and_log_loss_stand_against_the_size() -> None:
    model = learned("accurate")
    display = ScoreCardPathDisplay.from_estimator(model)
    errors, losses = display.lines_
    sizes = [point.most for point in model.path_]
    assert errors.get_xdata().tolist() == losses.get_xdata().tolist() == sizes
    assert errors.get_ydata() == pytest.approx([100 * point.error for point in model.path_])
    assert losses.get_ydata().tolist() == [point.log_loss for point in model.path_]
    assert errors.axes is display.ax_
    assert losses.axes is display.log_loss_ax_


@pytest.mark.parametrize("size", ["accurate", 5, "small", 0])
def test_the_ring_is_around_the_smallest_size_that_the_card_fits_in(size: Any) -> None:
    model = learned(size)
    display = ScoreCardPathDisplay.from_estimator(model)
    n_conditions = model.rules_.n_conditions
    taken = min(point.most for point in model.path_ if point.most >= n_conditions)
    place = [point.most for point in model.path_].index(taken)
    for line, ring in zip(display.lines_, display.chosen_, strict=True):
        assert ring.get_xydata().tolist() == [line.get_xydata()[place].tolist()]
    display.figure_.canvas.draw()


def test_axes_that_are_given_are_drawn_on() -> None:
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    display = ScoreCardPathDisplay.from_estimator(learned("accurate"), ax=axes)
    assert display.ax_ is axes
    assert display.figure_ is axes.figure
    again = ScoreCardPathDisplay(display.path, n_conditions=display.n_conditions).plot()
    assert again.ax_ is not axes
    assert again.lines_[0].get_xydata().tolist() == display.lines_[0].get_xydata().tolist()


def test_other_learners_are_refused_in_one_sentence() -> None:
    tree = RuleTreeClassifier().fit([[1], [2]], ["a", "b"])
    with pytest.raises(ModelError, match="RuleTreeClassifier has no path_ of score cards to draw"):
        ScoreCardPathDisplay.from_estimator(tree)


def test_the_axis_begins_and_ends_with_the_sizes() -> None:
    display = ScoreCardPathDisplay.from_estimator(learned("accurate"))
    sizes = [point.most for point in display.path]
    assert display.ax_.get_xlim() == (min(sizes), max(sizes))
    assert display.log_loss_ax_.get_xlim() == display.ax_.get_xlim()
    low, high = display.ax_.get_ylim()
    errors = display.lines_[0].get_ydata()
    assert 0 < low <= min(errors) <= max(errors) <= high
    assert high - low < 1.2 * (max(errors) - min(errors))
    assert not any(mark.get_clip_on() for mark in (*display.lines_, *display.chosen_))


def test_one_size_alone_is_drawn() -> None:
    model = learned(0)
    display = ScoreCardPathDisplay(model.path_[:1], n_conditions=0).plot()
    assert display.ax_.get_xlim()[0] < display.ax_.get_xlim()[1]
