"""A score card as a picture."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.model.conftest import promising, scored

from conjunct import RipperClassifier, ScoreCardClassifier
from conjunct.errors import ModelError
from conjunct.model import Condition, Score, ScoreCard
from conjunct.model.bands import score_bands
from conjunct.plots import ScoreCardDisplay

pytestmark = pytest.mark.usefixtures("pyplot")


@pytest.fixture
def card() -> ScoreCard:
    rules = [
        scored((Condition("cost", ">", 5.0),), 1, (10, 30), (0, 3)),
        scored((Condition("a $ sign", "=", "x $"),), 0, (30, 10), (0, -2)),
    ]
    kinds = {"cost": "numeric", "a $ sign": "nominal"}
    scores = [(-2, (25, 5)), (0, (10, 10)), (1, (5, 5)), (3, (5, 30))]
    return promising(
        ScoreCard.of(
            rules,
            ("no", "yes"),
            (45, 50),
            kinds,
            base=(0, -1),
            scores=tuple(Score(score, counts) for score, counts in scores),
        )
    )


def test_bars_are_the_points_in_the_order_of_print(card: ScoreCard) -> None:
    display = ScoreCardDisplay.from_rules(card)
    display.figure_.canvas.draw()
    assert [bar.get_width() for bar in display.bars_] == [3, -2]
    names = [text.get_text() for text in display.axes_[0].get_yticklabels()]
    assert names == ["cost > 5", "'a $ sign' = 'x $'"]
    assert display.axes_[0].yaxis_inverted()
    assert display.axes_[0].get_xlabel() == "points for yes"


def test_scores_are_stacked_by_class_and_cut(card: ScoreCard) -> None:
    display = ScoreCardDisplay.from_rules(card)
    others, ours = ([bar.get_height() for bar in bars] for bars in display.scores_)
    assert [height for height in others if height] == [25, 10, 5, 5]
    assert [height for height in ours if height] == [5, 10, 5, 30]
    places = [bar.get_x() + bar.get_width() / 2 for bar in display.scores_[0]]
    assert places == pytest.approx([-2, -1, 0, 1, 2, 3])
    assert card.cut == 1  # yes has more rows, and gets a sum of 0
    (line,) = display.axes_[1].lines
    assert line.get_xdata()[0] == pytest.approx(0.5)


def test_calibration_is_that_of_the_bands(card: ScoreCard) -> None:
    display = ScoreCardDisplay.from_rules(card)
    bands = score_bands(card)
    assert display.calibration_.get_xdata().tolist() == [band.predicted for band in bands]
    assert display.calibration_.get_ydata().tolist() == [band.observed for band in bands]


def test_a_card_that_does_not_know_its_scores_has_one_panel(card: ScoreCard) -> None:
    display = ScoreCardDisplay.from_rules(replace(card, scores=()))
    assert (len(display.axes_), display.scores_, display.calibration_) == (1, [], None)


def test_points_for_several_classes_name_the_class() -> None:
    rule = scored((Condition("sex", "=", "male"),), 0, (9, 1, 2), (2, 0, -1))
    card = ScoreCard.of([rule], ("a", "b", "c"), (9, 9, 9), {"sex": "nominal"}, base=(0, 0, 0))
    display = ScoreCardDisplay.from_rules(card)
    names = [text.get_text() for text in display.axes_[0].get_yticklabels()]
    assert names == ["a: sex = male", "c: sex = male"]


def test_many_scores_are_drawn_in_bins(card: ScoreCard) -> None:
    rules = [replace(card.rules[0], points=(0, 300.0))]
    scores = tuple(Score(score, (1, 1)) for score in range(0, 301, 3))
    facts = {"scores": scores, "class_counts": (101, 101), "kinds": card.kinds}
    display = ScoreCardDisplay.from_rules(replace(card, rules=tuple(rules), **facts))
    assert len(display.scores_[0]) == 61
    assert sum(bar.get_height() for bar in display.scores_[1]) == 101


def test_it_draws_where_it_is_told_to(card: ScoreCard) -> None:
    from matplotlib.figure import Figure

    axes = Figure().subplots(1, 3)
    display = ScoreCardDisplay.from_rules(card, axes=axes)
    assert display.axes_ == tuple(axes)
    with pytest.raises(ModelError, match="this card takes 3 axes, not 1"):
        ScoreCardDisplay(card).plot(axes=axes[:1])


def test_it_is_made_from_an_estimator_and_refuses_others() -> None:
    X, y = [[size] for size in range(40)], [size > 20 for size in range(40)]
    model = ScoreCardClassifier(promises=False).fit(X, y)
    assert ScoreCardDisplay.from_estimator(model).card is model.rules_
    with pytest.raises(ModelError, match="a RuleList is not a score card to draw"):
        ScoreCardDisplay.from_estimator(RipperClassifier(promises=False).fit(X, y))
