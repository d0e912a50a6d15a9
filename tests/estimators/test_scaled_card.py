"""Score cards that are learned on a scale of credit scores."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.metrics import roc_auc_score

from conjunct import ScoreCardClassifier, load_model
from conjunct.errors import DataError
from conjunct.estimators.guaranteed import learn_guaranteed
from conjunct.model.points import row_scores

from .card_tables import noisy
from .test_guaranteed import rows

SCALE = (600, 50, 20)
UNIT = 20 / math.log(2)
EVEN = 600 - UNIT * math.log(50)


def fitted(**parameters: Any) -> tuple[ScoreCardClassifier, Any, Any]:
    X, y = noisy(200)
    y = np.where(y == 1, "good", "bad")
    return ScoreCardClassifier(scale=SCALE, promises=False, **parameters).fit(X, y), X, y


@pytest.mark.parametrize("bad", ["bad", "good"])
def test_the_score_is_that_of_the_textbook(bad: str) -> None:
    model, X, _ = fitted(positive=bad)
    card = model.rules_
    assert card.classes[card.good] != bad
    (score,) = row_scores(card, card.table_of(X)).T
    good = model.classes_.tolist().index(card.classes[card.good])
    shares = 1 / (1 + np.exp(-(score - EVEN) / UNIT))
    assert model.predict_proba(X)[:, good] == pytest.approx(shares, abs=1e-5)
    assert (score == np.rint(score)).all()
    assert (model.predict(X) == card.classes[card.good]).tolist() == (score >= card.cut).tolist()


def test_the_bad_class_is_the_one_with_fewer_rows() -> None:
    model, _, y = fitted()
    labels, counts = np.unique(y, return_counts=True)
    assert model.rules_.classes[1 - model.rules_.good] == labels[counts.argmin()]


def test_scores_of_training_rows_are_as_printed() -> None:
    model, X, y = fitted()
    card = model.rules_
    (score,) = row_scores(card, card.table_of(X)).T
    expected = [
        (one, tuple(int(((score == one) & (y == label)).sum()) for label in card.classes))
        for one in np.unique(score)
    ]
    assert [tuple(one) for one in card.scores] == expected
    assert card.reach[0] <= score.min() <= score.max() <= card.reach[1]
    assert load_model(card.to_json()) == card


def test_little_is_lost_by_the_scale() -> None:
    model, X, y = fitted()
    plain = ScoreCardClassifier(points="real", promises=False).fit(X, y)
    assert model.predict_proba(X) == pytest.approx(plain.predict_proba(X), abs=0.03)
    bodies = {rule.body for rule in plain.rules_}
    assert {rule.body for rule in model.rules_} <= bodies


def test_gini_is_that_of_the_scores() -> None:
    model, X, y = fitted()
    bad = model.rules_.classes[1 - model.rules_.good]
    auc = roc_auc_score(y == bad, -row_scores(model.rules_, model.rules_.table_of(X))[:, 0])
    assert model.rules_.separation(X, y).gini == pytest.approx(2 * auc - 1)


@pytest.mark.parametrize("other", [{"engine": "numpy"}, {"n_jobs": 2}])
def test_the_model_is_the_same_whatever_counts(other: dict[str, Any]) -> None:
    assert fitted()[0].rules_.to_json() == fitted(**other)[0].rules_.to_json()


@pytest.mark.parametrize("scale", [(600, 50), (600, 50, -1), (600, 0, 20), "600", 3, (None, 1, 1)])
def test_what_is_no_scale_is_refused(scale: Any) -> None:
    X, y = noisy(50)
    with pytest.raises(ValueError, match=r"'scale' parameter .* must be three numbers, a score"):
        ScoreCardClassifier(scale=scale).fit(X, y)


def test_more_classes_have_no_scale() -> None:
    X, y = noisy(50, n_classes=3)
    with pytest.raises(DataError, match="a scale needs two classes; the table has 3"):
        ScoreCardClassifier(scale=SCALE).fit(X, y)


def test_points_on_a_scale_are_whole() -> None:
    X, y = noisy(50)
    with pytest.raises(DataError, match="points on a scale are whole; leave points='real' out"):
        ScoreCardClassifier(scale=SCALE, points="real").fit(X, y)


def test_a_scale_is_cloned() -> None:
    assert clone(ScoreCardClassifier(scale=SCALE)).scale == SCALE


def test_a_threshold_on_a_scale_keeps_bad_rows_out() -> None:
    model = ScoreCardClassifier(scale=SCALE, positive="yes", promises=False)
    card = learn_guaranteed(model, rows(3000, 1), "false positive rate", 0.25)
    new = rows(20_000, 2)
    accepted = card.decide(new) == card.good
    assert card.threshold is not None
    assert accepted.tolist() == (row_scores(card, new)[:, 0] >= card.cut).tolist()
    assert accepted[new.target.values != card.good].mean() <= 0.25
    assert f"A score of {card.cut:g} or more predicts no" in " ".join(str(card).split())


def test_where_no_threshold_qualifies_the_empty_card_keeps_its_scale() -> None:
    model = ScoreCardClassifier(scale=SCALE, promises=False)
    card = learn_guaranteed(model, rows(120, 3), "precision", 0.999)
    assert (len(card), card.threshold) == (0, None)
    assert card.scale is not None
    assert load_model(card.to_json()) == card
