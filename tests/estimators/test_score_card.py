"""`ScoreCardClassifier`: any kind of table, weights, and scikit-learn's contract."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.base import clone
from sklearn.metrics import log_loss
from sklearn.model_selection import GridSearchCV
from tests.estimators.card_tables import (
    SETTINGS,
    every_setting,
    fitted,
    noisy,
    rules_of,
    some_penguins,
)

from conjunct import ScoreCardClassifier, load_model
from conjunct.data import shipped_table
from conjunct.errors import DataError, DataWarning
from conjunct.model import ScoreCard
from conjunct.types import AnyArray


@every_setting
@pytest.mark.parametrize("n_classes", [2, 3])
def test_predictions_and_probabilities_agree(settings: dict[str, Any], n_classes: int) -> None:
    X, y = noisy(n_classes=n_classes)
    model = fitted(settings, n_classes)
    probabilities = model.predict_proba(X)
    assert probabilities.shape == (len(X), n_classes)
    assert probabilities.sum(axis=1) == pytest.approx(1.0)
    assert (model.classes_[probabilities.argmax(axis=1)] == model.predict(X)).all()
    assert model.score(X, y) > np.bincount(y).max() / len(y) + 0.1
    assert log_loss(y, probabilities) < log_loss(y, np.bincount(y)[None].repeat(len(y), 0) / len(y))
    assert model.search_record_ == tuple(rule.search for rule in model.rules_.rules)


@pytest.mark.parametrize("settings", [SETTINGS[0], *SETTINGS[-2:]], ids=str)
def test_engines_and_threads_learn_the_same_card(
    settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other sizes and points, and parts of the rows, are compared together with all learners."""
    monkeypatch.setattr("conjunct.threads.MANY_CELLS", 0)  # threads however small the work is
    table = some_penguins(12)
    ways: list[dict[str, Any]] = [
        {"engine": "numpy"},
        {"engine": "local", "n_jobs": 2},
    ]
    first, *others = (
        ScoreCardClassifier(**settings, **way, promises=False).fit_table(table) for way in ways
    )
    for other in others:
        assert other.rules_ == first.rules_
        assert other.ridge_ == first.ridge_
        assert (other.feature_importances_ == first.feature_importances_).all()
        assert [(one.most, one.error, one.log_loss) for one in other.path_] == [
            (one.most, one.error, one.log_loss) for one in first.path_
        ]


def test_the_seed_draws_the_folds() -> None:
    X, y = noisy()
    one, same, other = (ScoreCardClassifier(random_state=seed).fit(X, y) for seed in (0, 0, 1))
    losses = [[point.log_loss for point in model.path_] for model in (one, same, other)]
    assert losses[0] == losses[1] != losses[2]
    assert one.rules_ == same.rules_


def test_the_names_of_classes_change_nothing_but_names() -> None:
    X, y = noisy(n_classes=3)
    one = ScoreCardClassifier().fit(X, y)
    other = ScoreCardClassifier().fit(X, np.array(["low", "mid", "top"])[y])
    assert rules_of(one) == rules_of(other)
    assert one.rules_.base == other.rules_.base


@every_setting
@pytest.mark.parametrize("n_classes", [2, 3])
def test_no_two_rules_have_the_same_conditions(settings: dict[str, Any], n_classes: int) -> None:
    rules = fitted(settings, n_classes).rules_
    assert len(rules)
    assert len({frozenset(rule.conditions) for rule in rules}) == len(rules)
    if n_classes == 2:
        assert {np.count_nonzero(rule.points) for rule in rules} == {1}


# The class that gets the points


def test_the_rarer_class_gets_the_points_unless_another_is_asked_for() -> None:
    X, y = noisy()
    assert np.bincount(y).argmin() == 0
    models = {
        positive: ScoreCardClassifier(positive=positive).fit(X, y) for positive in (None, 0, 1)
    }
    for positive, own in ((None, 0), (0, 0), (1, 1)):
        points = np.array([points for _, points in rules_of(models[positive])])
        assert points[:, own].all()
        assert not points[:, 1 - own].any()
        assert models[positive].rules_.base[1 - own] == 0
    assert models[None].rules_ == models[0].rules_
    assert models[0].predict_proba(X) == pytest.approx(models[1].predict_proba(X))


def test_the_second_of_two_classes_that_are_equally_frequent_gets_the_points() -> None:
    X = np.arange(40.0)[:, None]
    model = ScoreCardClassifier().fit(X, X[:, 0] > 19)
    assert all(points[0] == 0 for _, points in rules_of(model))


def test_a_positive_class_that_does_not_exist_is_refused() -> None:
    X, y = noisy()
    with pytest.raises(DataError, match="positive is 'yes', which is not a class; the classes"):
        ScoreCardClassifier(positive="yes").fit(X, y)
    again = ScoreCardClassifier(positive=1).fit(X, y).set_params(positive="b")
    assert again.fit(X, np.array(["a", "b"])[y]).classes_.tolist() == ["a", "b"]


@every_setting
@pytest.mark.parametrize("n_classes", [2, 3])
def test_decisions_agree_with_predictions(settings: dict[str, Any], n_classes: int) -> None:
    X, _ = noisy(n_classes=n_classes)
    model = fitted(settings, n_classes)
    points, chances = model.decision_function(X), model.predict_proba(X)
    if n_classes == 2:
        assert points.shape == (len(X),)
        clear = points != 0
        assert (model.predict(X)[clear] == model.classes_[(points[clear] > 0).astype(int)]).all()
        expected = 1 / (1 + np.exp(-points / model.rules_.unit))
        assert chances[:, 1] == pytest.approx(expected)
    else:
        assert points.shape == (len(X), n_classes)
        own = points[np.arange(len(X)), np.searchsorted(model.classes_, model.predict(X))]
        assert (own == points.max(axis=1)).all()


# Importances


def plain_importances(model: ScoreCardClassifier, X: AnyArray, y: AnyArray) -> AnyArray:
    """Take the points of one rule after the other away, and add up what that costs."""
    card = model.rules_
    names = [f"x{number}" for number in range(X.shape[1])]
    scores = model.decision_function(X)
    if scores.ndim == 1:
        scores = np.column_stack((np.zeros(len(X)), scores))
    frame = dict(zip(names, X.T, strict=True))

    def loss(scores: AnyArray) -> float:
        shares = np.exp(scores / card.unit)
        return float(-np.log(shares[np.arange(len(y)), y] / shares.sum(axis=1)).sum())

    costs = np.zeros(len(names))
    for at, name in enumerate(names):
        without = scores.copy()
        for rule in card.rules:
            if name not in rule.attributes:
                continue
            held = np.ones(len(X), bool)
            for one in rule.conditions:
                cells = frame[one.attribute]
                held &= cells <= one.value if one.op == "<=" else cells > one.value
            own = np.array(rule.points) - (rule.points[0] if len(rule.points) == 2 else 0.0)
            without[held] -= own
        costs[at] = max(loss(without) - loss(scores), 0.0)
    return costs / costs.sum() if costs.sum() else costs


@every_setting
@pytest.mark.parametrize("n_classes", [2, 3])
def test_importances_are_the_loss_that_the_rules_of_an_attribute_save(
    settings: dict[str, Any], n_classes: int
) -> None:
    X, y = noisy(n_classes=n_classes)
    model = fitted(settings, n_classes)
    if "class_weight" in settings:
        model = clone(model).set_params(class_weight=None, promises=False).fit(X, y)
    found = model.feature_importances_
    assert found == pytest.approx(plain_importances(model, X, y), abs=1e-4)
    assert found.shape == (3,)
    assert found.sum() == pytest.approx(1.0)
    assert (found >= 0).all()


def test_attributes_without_rules_and_cards_without_rules_have_no_importance() -> None:
    X, y = noisy()
    used = ScoreCardClassifier(size=1).fit(X, y)
    assert sorted(used.feature_importances_.tolist()) == [0.0, 0.0, 1.0]
    assert ScoreCardClassifier(size=0).fit(X, y).feature_importances_.tolist() == [0.0] * 3


def test_importances_follow_the_names_of_a_frame() -> None:
    X, y = noisy()
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    one, other = (ScoreCardClassifier().fit(frame[list(names)], y) for names in ("abc", "cab"))
    assert one.feature_importances_[[2, 0, 1]] == pytest.approx(other.feature_importances_, abs=0.2)
    assert other.feature_importances_.argmax() == 1


def test_columns_that_are_not_learned_from_have_no_importance() -> None:
    X, y = noisy()
    frame = pd.DataFrame({"id": [f"row {row}" for row in range(len(y))], "a": X[:, 0]})
    with pytest.warns(DataWarning, match="id"):
        model = ScoreCardClassifier().fit(frame, y)
    assert model.feature_importances_.tolist() == [0.0, 1.0]


# Weights


def test_a_row_of_weight_0_is_no_row() -> None:
    X, y = noisy(n_classes=3)
    kept = np.random.default_rng(1).random(len(y)) < 0.7
    weighed = ScoreCardClassifier().fit(X, y, sample_weight=kept.astype(float))
    assert weighed.rules_ == ScoreCardClassifier().fit(X[kept], y[kept]).rules_


def test_class_weights_are_row_weights() -> None:
    X, y = noisy()
    by_class = ScoreCardClassifier(class_weight={0: 3, 1: 1}).fit(X, y)
    by_row = ScoreCardClassifier().fit(X, y, sample_weight=np.where(y == 0, 3.0, 1.0))
    assert by_class.rules_ == by_row.rules_


def test_balanced_classes_start_alike() -> None:
    X, y = noisy()
    rare = np.flatnonzero((y == 0) | (np.arange(len(y)) % 5 == 0))
    X, y = X[rare], y[rare]
    usual, balanced = (
        ScoreCardClassifier(size=0, class_weight=weight).fit(X, y) for weight in (None, "balanced")
    )
    assert balanced.predict_proba(X[:1])[0] == pytest.approx([0.5, 0.5], abs=0.01)
    assert usual.predict_proba(X[:1])[0, 1] < 0.4


def test_a_class_of_weight_0_is_not_learned() -> None:
    X, y = noisy(n_classes=3)
    model = ScoreCardClassifier(class_weight={0: 1, 1: 0, 2: 1}).fit(X, y)
    assert model.classes_.tolist() == [0, 1, 2]
    assert set(model.predict(X).tolist()) == {0, 2}
    assert (model.predict_proba(X)[:, 1] < 0.01).all()
    assert model.rules_.class_counts[1] == 0


def test_weights_of_no_row_are_refused() -> None:
    X, y = noisy()
    with pytest.raises(DataError, match="all weights are 0"):
        ScoreCardClassifier(class_weight={0: 0, 1: 0}).fit(X, y)


def test_weights_that_are_too_large_to_be_added_up_are_refused() -> None:
    X, y = noisy()
    with pytest.raises(DataError, match=r"add up to 1e\+10, .* divide them all by the same"):
        ScoreCardClassifier().fit(X, y, sample_weight=np.full(len(y), 1e8))


@pytest.mark.parametrize("weights", [np.ones(3), -np.ones(100)], ids=["too few", "negative"])
def test_weights_that_make_no_sense_are_refused(weights: AnyArray) -> None:
    X, y = noisy()
    with pytest.raises(ValueError, match="sample_weight"):
        ScoreCardClassifier().fit(X, y, sample_weight=weights)


def test_two_rows_and_constant_columns_are_no_obstacle() -> None:
    for size in ("small", "accurate", 3):
        two = ScoreCardClassifier(size=size).fit([[1.0], [2.0]], ["a", "b"])
        assert two.predict_proba([[1.0]]) == pytest.approx(0.5, abs=0.5)
        constant = ScoreCardClassifier(size=size).fit(np.ones((30, 2)), np.arange(30) % 3 == 0)
        assert len(constant.rules_) == 0
        assert constant.predict_proba([[1.0, 1.0]])[0, 1] == pytest.approx(1 / 3, abs=0.05)
        assert constant.feature_importances_.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("size", ["small", "accurate", 4])
def test_one_class_is_predicted_always(size: Any) -> None:
    X, _ = noisy()
    model = ScoreCardClassifier(size=size).fit(X, ["only"] * len(X))
    assert set(model.predict(X)) == {"only"}
    assert (model.predict_proba(X) == 1.0).all()
    assert len(model.rules_) == 0


@pytest.mark.parametrize("size", ["small", "accurate"])
def test_a_class_without_rows_is_never_predicted(size: Any) -> None:
    table = shipped_table()
    assert table.target is not None
    gentoo = table.target.levels.index("Gentoo")
    others = table.take(np.flatnonzero(table.target.values != gentoo)[::5])
    model = ScoreCardClassifier(size=size).fit_table(others)
    assert model.classes_.tolist() == list(table.target.levels)
    probabilities = model.rules_.predict_proba(others)
    assert (probabilities[:, gentoo] < 0.02).all()
    assert np.isfinite(probabilities).all()
    assert "Gentoo" not in model.rules_.predict(others)


def test_missing_cells_satisfy_no_condition() -> None:
    X, y = noisy()
    X[::3, 0] = np.nan
    model = ScoreCardClassifier().fit(X, y)
    nothing_known = model.predict_proba(np.full((1, 3), np.nan))[0]
    base = (model.rules_.base[1] - model.rules_.base[0]) / model.rules_.unit
    assert nothing_known[1] == pytest.approx(1 / (1 + np.exp(-base)))


def test_missing_can_be_a_value() -> None:
    X, y = noisy()
    X[y == 1, 2] = np.nan
    fails, value = (ScoreCardClassifier(missing=way).fit(X, y) for way in ("fails", "value"))
    assert value.score(X, y) == 1.0
    assert any(one.value is None for rule in value.rules_.rules for one in rule.conditions)
    assert not any(one.value is None for rule in fails.rules_.rules for one in rule.conditions)


def test_text_columns_are_categories_and_unseen_ones_satisfy_only_unequal() -> None:
    random = np.random.default_rng(0)
    colour = random.choice(["red", "green", "blue"], 200)
    y = np.where(colour == "red", "stop", "go")
    frame = pd.DataFrame({"colour": colour, "size": random.integers(0, 5, 200)})
    model = ScoreCardClassifier(conditions=("=",)).fit(frame, y)
    assert rules_of(model)[0][0] == "colour = red"
    assert model.predict(pd.DataFrame({"colour": ["red", "pink"], "size": [1, 1]})).tolist() == [
        "stop",
        "go",
    ]


def test_frames_and_arrays_learn_the_same_card() -> None:
    X, y = noisy()
    cells = {f"x{number}": X[:, number] for number in range(3)}
    expected = ScoreCardClassifier().fit(X, y, sample_weight=np.ones(len(y)))
    for frame in (pd.DataFrame(cells), pl.DataFrame(cells), pa.table(cells)):
        model = ScoreCardClassifier().fit(frame, y, sample_weight=np.ones(len(y)))
        assert model.rules_ == expected.rules_
        assert (model.predict(frame) == expected.predict(X)).all()


def test_a_card_goes_through_scikit_learn() -> None:
    X, y = noisy()
    grid = GridSearchCV(ScoreCardClassifier(), {"beam_width": [1, 4]}, cv=3).fit(X, y)
    assert grid.best_score_ > 0.75
    model = clone(grid.best_estimator_).fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    assert again.rules_ == model.rules_ == load_model(model.rules_.to_json())
    assert (again.predict_proba(X) == model.predict_proba(X)).all()


def test_explanations_add_up_to_the_sums() -> None:
    table = some_penguins()
    model = ScoreCardClassifier().fit_table(table)
    card = model.rules_
    assert isinstance(card, ScoreCard)
    for sums, predicted, one in zip(
        card.sums(table), card.predict(table), card.explain(table), strict=True
    ):
        added = np.sum([card.base, *(reason.points for reason in one.reasons)], axis=0)
        assert one.sums == pytest.approx(added)
        assert one.sums == tuple(sums)
        assert one.predicted == predicted
