from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from conjunct.data.table import Table
from conjunct.errors import ModelError
from conjunct.model import Scale, ScoreCard, load_model
from conjunct.model.points import row_scores
from conjunct.model.threshold import Threshold

from .random_cards import decimal_points, score_cards
from .random_rules import tables

PRINTED = """\
Score for heart = healthy: 165 of 303 rows (54 %).

#  rule                   points  rows  healthy  expected  guaranteed
   every row starts with    +559
1  sex = female              +29    96     75 %      74 %      ≥ 64 %
2  vessels > 0.5             −58   123     25 %      26 %      ≤ 36 %
3  pain = none               −43   143     27 %      28 %      ≤ 38 %
4  defect = reversible       −43   117     24 %      24 %      ≤ 35 %
5  angina = yes              −29    99     23 %      24 %      ≤ 34 %
                     score = ___

score      398   428   458   488   518   548   578
predicted  4 %  11 %  27 %  51 %  74 %  89 %  96 %

A score of 488 or more predicts healthy, any other ill.
600 points are odds of 50 to 1 for healthy; 20 points more double the odds.
A missing cell meets no condition and earns no points.
Beside the rows of a rule: the share of them that are healthy. Expected: that
share among new rows. Guaranteed: with 95 % confidence, for all rules at once."""

EXPLAINED = """\
row 1: bad, 66.0 %: score 468, and 488 or more predicts good
    #  rule                                  points  here
       start                                   +499
    1  checking = none                          +32  none
    2  history = 'no credits'                   −40  'no credits'
    3  duration > 22.5 and savings = '<100'     −23  24, '<100', 'no credits'
         and history ≠ 'critical account'
    Points lost for good: R2 (40), R3 (23)."""

scales = st.sampled_from([(600, 50, 20), (0, 1, 1), (500.5, 0.1, 33.3), (660, 15, 40)])


@pytest.mark.parametrize("given", [(600, 50, 20), (660, 15, 40), (500.5, 0.1, 33.3)])
def test_a_score_and_its_odds_are_as_said(given: tuple[float, float, float]) -> None:
    card = ScoreCard.of((), ("bad", "good"), (3, 7), {}, base=(-0.85, 0)).scaled(given)
    score, odds, double = given
    for times in (-2, 0, 1, 3):
        share = card.chance(score + times * double)
        assert share / (1 - share) == pytest.approx(odds * 2**times, rel=1e-5)


def test_the_formula_is_that_of_textbooks() -> None:
    scale = Scale(600, 50, 20)
    factor = 20 / math.log(2)
    assert scale.unit == pytest.approx(factor, rel=1e-7)
    assert scale.even == pytest.approx(600 - factor * math.log(50), abs=1e-4)


def test_a_scaled_card_prints_where_scores_start_and_what_they_mean(hearts: ScoreCard) -> None:
    scaled = hearts.scaled((600, 50, 20))
    assert scaled.to_text() == PRINTED
    details = scaled.to_text(width=200, details=True)
    assert "P(healthy) = 1/(1 + exp(−(score − 487.1229)/28.853901))." in details
    assert "every row starts with" in scaled._repr_html_()


def test_an_explanation_starts_where_scores_do(credit: ScoreCard, clients: Any) -> None:
    (first, *_) = credit.scaled((600, 50, 20)).explain(clients)
    assert str(first) == EXPLAINED
    assert (first.score, first.to_dict()["start"]) == (468.0, 499.0)


def test_points_of_the_bad_class_change_their_sign(credit: ScoreCard) -> None:
    scaled = credit.scaled((600, 50, 20))
    assert (credit.scored, scaled.scored) == ((1,), (0,))
    assert credit.classes[credit.good] == scaled.classes[scaled.good] == "good"
    unit = 20 / math.log(2)
    expected = {rule.body: -round(rule.points[1] * unit) for rule in credit.rules}
    assert {rule.body: rule.points[0] for rule in scaled.rules} == expected
    assert scaled.start == round(600 - unit * math.log(50) - credit.base[1] * unit)


def test_another_class_can_be_the_good_one(credit: ScoreCard) -> None:
    scaled = credit.scaled((600, 50, 20), good="bad")
    assert (scaled.scored, scaled.classes[scaled.good]) == ((1,), "bad")
    again = scaled.scaled((500, 1, 10))
    assert again.classes[again.good] == "bad"
    assert again.scale == Scale(500, 1, 10)


@given(score_cards(points=decimal_points), tables(), scales)
@settings(max_examples=50, deadline=None)
def test_a_scaled_card_says_about_what_it_said(card: ScoreCard, table: Table, scale: Any) -> None:
    assume(card.unit > 1e-3)  # points can be too large for a scale
    if len(card.classes) != 2:
        with pytest.raises(ModelError, match="only cards of two classes can be scaled"):
            card.scaled(scale)
        return
    scaled = card.scaled(scale)
    if not len(scaled) and not any(scaled.base):
        return  # then no class has points, and which is good does not matter
    assert scaled.classes[scaled.good] == card.classes[card.good]
    (score,) = row_scores(scaled, table).T
    assert (score == np.rint(score)).all()
    # What is printed is the model: a score and the formula give the probability.
    chances = [scaled.chance(one) for one in score.tolist()]
    found = scaled.predict_proba(table)[:, scaled.good]
    assert found == pytest.approx(chances, abs=1e-9)
    assert (scaled.decide(table) == scaled.good).tolist() == (score >= scaled.cut).tolist()
    assert load_model(scaled.to_json()) == scaled
    # Every number is off by half a point at most.
    slack = 0.5 * (len(card) + 2) / scaled.unit
    logit = [math.log(one / (1 - one)) for one in np.clip(found, 1e-12, 1 - 1e-12)]
    sums = card.sums(table)
    exact = (sums[:, card.good] - sums[:, 1 - card.good]) / card.unit
    near = np.abs(exact) < 20
    assert np.abs(np.array(logit) - exact)[near] == pytest.approx(0, abs=slack + 1e-6)


@given(score_cards(points=decimal_points), scales)
@settings(max_examples=30, deadline=None)
def test_scaling_a_scaled_card_to_the_same_scale_changes_nothing(
    card: ScoreCard, scale: Any
) -> None:
    assume(card.unit > 1e-3)
    if len(card.classes) == 2:
        scaled = card.scaled(scale)
        assert scaled.scaled(scale, good=scaled.classes[scaled.good]) == scaled


@pytest.mark.parametrize(
    "given", [(600, 0, 20), (600, 50, 0), (math.nan, 50, 20), (600, math.inf, 20), (1e300, 50, 20)]
)
def test_what_is_no_scale_is_refused(given: tuple[float, float, float]) -> None:
    with pytest.raises(ModelError, match="a scale needs a score, its odds above 0"):
        Scale(*given)


def test_three_numbers_are_asked_for(credit: ScoreCard) -> None:
    with pytest.raises(ModelError, match="a scale is three numbers"):
        credit.scaled((600, 50))


def test_cards_that_cannot_be_scaled_are_refused(credit: ScoreCard, leaves: ScoreCard) -> None:
    with pytest.raises(ModelError, match="only cards of two classes can be scaled, not of 4"):
        leaves.scaled((600, 50, 20))
    kept = replace(credit, threshold=Threshold(1.0, "precision", 0.5, 0.95, 300))
    with pytest.raises(ModelError, match="rounding may break the guarantee; learn it with scale="):
        kept.scaled((600, 50, 20))
    with pytest.raises(ModelError, match="good is 'fine', which is not a class; the classes are"):
        credit.scaled((600, 50, 20), good="fine")
    with pytest.raises(ModelError, match="the points are too large for this scale"):
        replace(credit, base=(0, -1e12)).scaled((600, 50, 20))


def test_a_saved_scale_that_does_not_fit_is_refused(credit: ScoreCard) -> None:
    text = credit.scaled((600, 50, 20)).to_json()
    old = '"scale": [600.0, 50.0, 20.0]'
    assert old in text
    for new, message in [
        ("[600.0, 50.0, 30.0]", "the unit is 28.8539, but that of the scale is 43.28"),
        ("[600.0, 50.0]", "a scale is three numbers"),
        ("[600.5, 50.0, 20.0]", "must be whole numbers"),
    ]:
        with pytest.raises(ModelError, match=message):
            load_model(text.replace(old, f'"scale": {new}'))


def test_models_without_a_scale_are_saved_as_before(credit: ScoreCard) -> None:
    assert '"scale"' not in credit.to_json()
