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
from tests.estimators.card_tables import every_setting, noisy, rules_of, some_penguins

from conjunct import ScoreCardClassifier, load_model
from conjunct.count.partitioned import Partitioned
from conjunct.data import shipped_table
from conjunct.errors import DataError
from conjunct.model import ScoreCard
from conjunct.types import AnyArray


@every_setting
@pytest.mark.parametrize("n_classes", [2, 3])
def test_predictions_and_probabilities_agree(settings: dict[str, Any], n_classes: int) -> None:
    X, y = noisy(n_classes=n_classes)
    model = ScoreCardClassifier(**settings).fit(X, y)
    probabilities = model.predict_proba(X)
    assert probabilities.shape == (len(X), n_classes)
    assert probabilities.sum(axis=1) == pytest.approx(1.0)
    assert (model.classes_[probabilities.argmax(axis=1)] == model.predict(X)).all()
    assert model.score(X, y) > np.bincount(y).max() / len(y) + 0.1
    assert log_loss(y, probabilities) < log_loss(y, np.bincount(y)[None].repeat(len(y), 0) / len(y))
    assert model.search_record_ == tuple(rule.search for rule in model.rules_.rules)


@every_setting
def test_engines_and_threads_learn_the_same_card(settings: dict[str, Any]) -> None:
    table = some_penguins(12)
    ways: list[dict[str, Any]] = [
        {"engine": "numpy"},
        {"engine": "local"},
        {"engine": "local", "n_jobs": 2},
        {"engine": Partitioned(3, "numpy")},
    ]
    first, *others = (ScoreCardClassifier(**settings, **way).fit_table(table) for way in ways)
    for other in others:
        assert other.rules_ == first.rules_
        assert [(one.price, one.rules, one.error, one.log_loss) for one in other.path_] == [
            (one.price, one.rules, one.error, one.log_loss) for one in first.path_
        ]


def test_the_seed_draws_the_folds_of_accurate_cards_only() -> None:
    X, y = noisy()
    one, same, other = (
        ScoreCardClassifier(size="accurate", random_state=seed).fit(X, y) for seed in (0, 0, 1)
    )
    losses = [[point.log_loss for point in model.path_] for model in (one, same, other)]
    assert losses[0] == losses[1] != losses[2]
    small = [ScoreCardClassifier(random_state=seed).fit(X, y).rules_ for seed in (0, 1)]
    assert small[0] == small[1]


# Weights


def test_a_row_of_weight_two_is_two_rows() -> None:
    X, y = noisy()
    twice = np.random.default_rng(1).random(len(y)) < 0.4
    weighed = ScoreCardClassifier().fit(X, y, sample_weight=1.0 + twice)
    repeated = ScoreCardClassifier().fit(
        np.concatenate((X, X[twice])), np.concatenate((y, y[twice]))
    )
    assert [body for body, _ in rules_of(weighed)] == [body for body, _ in rules_of(repeated)]
    for (_, one), (_, other) in zip(rules_of(weighed), rules_of(repeated), strict=True):
        assert one == pytest.approx(other, abs=0.0101)


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
    with pytest.raises(DataError, match=r"sum up to 1e\+10, .* divide them all by the same"):
        ScoreCardClassifier().fit(X, y, sample_weight=np.full(len(y), 1e8))


@pytest.mark.parametrize("weights", [np.ones(3), -np.ones(100)], ids=["too few", "negative"])
def test_weights_that_make_no_sense_are_refused(weights: AnyArray) -> None:
    X, y = noisy()
    with pytest.raises(ValueError, match="sample_weight"):
        ScoreCardClassifier().fit(X, y, sample_weight=weights)


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
    base = model.rules_.base[1] - model.rules_.base[0]
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
