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


def test_a_checked_path_shows_error_and_log_loss_against_the_size() -> None:
    model = learned("accurate")
    display = ScoreCardPathDisplay.from_estimator(model)
    errors, losses = display.lines_
    sizes = [point.n_conditions for point in model.path_]
    assert errors.get_xdata().tolist() == losses.get_xdata().tolist() == sizes
    assert errors.get_ydata() == pytest.approx([100 * point.error for point in model.path_])
    assert losses.get_ydata().tolist() == [point.log_loss for point in model.path_]
    assert errors.axes is display.ax_
    assert losses.axes is display.log_loss_ax_
    assert display.ax_.get_ylim()[0] == display.log_loss_ax_.get_ylim()[0] == 0


def test_the_ring_is_around_the_card_that_was_taken() -> None:
    for size in ("accurate", 5, "small"):
        model = learned(size)
        display = ScoreCardPathDisplay.from_estimator(model)
        place = [one.rules for one in model.path_].index(model.rules_)
        for line, ring in zip(display.lines_, display.chosen_, strict=True):
            assert ring.get_xydata().tolist() == [line.get_xydata()[place].tolist()]


def test_every_price_stands_beside_a_card() -> None:
    model = learned("accurate")
    display = ScoreCardPathDisplay.from_estimator(model)
    words = " ".join(text.get_text().replace(",", "") for text in display.texts_).split()
    assert words[0] == "price"
    prices = sorted(point.price for point in model.path_)
    assert sorted(map(float, words[1:])) == pytest.approx(prices, rel=0.05)
    places = [text.xy for text in display.texts_]
    assert len(set(places)) == len(places)


def test_a_path_that_was_not_checked_shows_sizes_and_no_error() -> None:
    model = learned(5)
    display = ScoreCardPathDisplay.from_estimator(model)
    (sizes,) = display.lines_
    assert sizes.get_ydata().tolist() == [point.n_conditions for point in model.path_]
    assert display.log_loss_ax_ is None
    assert display.texts_ == []
    ticks = [text.get_text() for text in display.ax_.get_xticklabels()]
    assert len(ticks) == len(model.path_)
    assert ticks[0] == "∞"
    assert "error" not in display.ax_.get_ylabel()


def test_a_path_of_one_card_or_of_no_rules_can_be_drawn() -> None:
    for size in ("small", 0):
        display = ScoreCardPathDisplay.from_estimator(learned(size))
        display.figure_.canvas.draw()
        assert display.ax_.get_ylim()[1] > 0


def test_axes_that_are_given_are_drawn_on() -> None:
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    display = ScoreCardPathDisplay.from_estimator(learned("accurate"), ax=axes)
    assert display.ax_ is axes
    assert display.figure_ is axes.figure
    again = ScoreCardPathDisplay(display.path, price=display.price).plot()
    assert again.ax_ is not axes
    assert again.lines_[0].get_xydata().tolist() == display.lines_[0].get_xydata().tolist()


def test_other_learners_are_refused_in_one_sentence() -> None:
    tree = RuleTreeClassifier().fit([[1], [2]], ["a", "b"])
    with pytest.raises(ModelError, match="RuleTreeClassifier has no path_ of score cards to draw"):
        ScoreCardPathDisplay.from_estimator(tree)
