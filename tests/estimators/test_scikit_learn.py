"""The estimator inside the tools of scikit-learn."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.impute import SimpleImputer
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from conjunct import LayeredRuleClassifier, RuleTreeClassifier


@pytest.fixture
def frame() -> pd.DataFrame:
    rng = np.random.default_rng(2)
    return pd.DataFrame(
        {
            "colour": pd.Categorical(rng.choice(["red", "green", "blue"], 90)),
            "size": rng.choice([1.0, 2.0, 3.0, np.nan], 90),
            "weight": rng.normal(size=90).round(1),
        }
    )


@pytest.fixture
def labels(frame: pd.DataFrame) -> Any:
    return np.where((frame["colour"] == "red") | (frame["weight"] > 0.5), "yes", "no")


def test_in_a_pipeline_after_an_imputer(frame: pd.DataFrame, labels: Any) -> None:
    numbers = FunctionTransformer(lambda X: X[["size", "weight"]])
    imputer = SimpleImputer().set_output(transform="pandas")
    pipeline = make_pipeline(numbers, imputer, LayeredRuleClassifier(max_width=4))
    pipeline.fit(frame, labels)
    assert pipeline[-1].feature_names_in_.tolist() == ["size", "weight"]
    assert pipeline.score(frame, labels) > 0.7


def test_in_a_grid_search_over_search_and_size(frame: pd.DataFrame, labels: Any) -> None:
    grid = {"search": ["greedy", "layered"], "max_conditions": [1, 2]}
    tuned = GridSearchCV(LayeredRuleClassifier(max_width=4), grid, cv=3).fit(frame, labels)
    assert set(tuned.best_params_) == set(grid)
    assert len(tuned.cv_results_["params"]) == 4
    assert tuned.best_estimator_.score(frame, labels) > 0.8
    assert tuned.predict(frame).shape == labels.shape


def test_in_cross_validation(frame: pd.DataFrame, labels: Any) -> None:
    model = LayeredRuleClassifier("greedy")
    assert cross_val_score(model, frame, labels, cv=3).mean() > 0.7
    assert cross_val_score(model, frame, labels, cv=3, scoring="roc_auc").mean() > 0.7
    probabilities = cross_val_predict(model, frame, labels, cv=3, method="predict_proba")
    assert probabilities.shape == (90, 2)


def test_clones_have_the_parameters_and_no_rules(frame: pd.DataFrame, labels: Any) -> None:
    model = LayeredRuleClassifier("extensive", max_width=3, conditions=("=", "<="), n_jobs=2)
    model.fit(frame, labels)
    copy = clone(model)
    assert copy.get_params() == model.get_params()
    assert not hasattr(copy, "rules_")
    assert copy.fit(frame, labels).rules_ == model.rules_


def test_a_pickled_model_is_the_same_model(frame: pd.DataFrame, labels: Any) -> None:
    model = LayeredRuleClassifier("greedy").fit(frame, labels)
    again = pickle.loads(pickle.dumps(model))
    assert again.rules_ == model.rules_
    assert again.search_record_ == model.search_record_
    assert (again.predict(frame) == model.predict(frame)).all()


def test_a_dumped_model_is_the_same_model(frame: pd.DataFrame, labels: Any, tmp_path: Path) -> None:
    model = LayeredRuleClassifier("greedy").fit(frame, labels)
    joblib.dump(model, tmp_path / "model.joblib")
    again = joblib.load(tmp_path / "model.joblib")
    assert again.rules_ == model.rules_
    assert (again.predict_proba(frame) == model.predict_proba(frame)).all()


def test_fitting_again_forgets_the_first_table(frame: pd.DataFrame, labels: Any) -> None:
    model = LayeredRuleClassifier("greedy").fit(frame, labels)
    model.fit(frame[["weight"]], labels)
    assert model.rules_.attributes == ("weight",)
    assert model.n_features_in_ == 1
    fresh = LayeredRuleClassifier("greedy").fit(frame[["weight"]], labels)
    assert model.rules_ == fresh.rules_


def test_fitting_leaves_the_table_and_the_parameters_alone(
    frame: pd.DataFrame, labels: Any
) -> None:
    before, model = frame.copy(), LayeredRuleClassifier()
    params = model.get_params()
    model.fit(frame, labels)
    pd.testing.assert_frame_equal(frame, before)
    assert model.get_params() == params


def test_an_unfitted_model_says_so(frame: pd.DataFrame) -> None:
    for method in ("predict", "predict_proba", "explain"):
        with pytest.raises(NotFittedError):
            getattr(LayeredRuleClassifier(), method)(frame)


@pytest.mark.parametrize("dtype", [int, float, str, object])
def test_classes_that_are_nearly_all_different_are_warned_of(dtype: type) -> None:
    y = np.arange(30).astype(str).astype(dtype)
    with pytest.warns(UserWarning, match="greater than 50%"):
        RuleTreeClassifier().fit(np.arange(30.0)[:, None], y)
