from __future__ import annotations

import operator
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

from conjunct import CN2Classifier, LayeredRuleClassifier, RuleFeatures
from conjunct.errors import ModelError
from conjunct.estimators.rule_features import body_names, rule_columns, rules_of
from conjunct.model import Condition, Rules, ScoreCard, ScoredRule, SearchRecord

LEARNERS = {
    "layered": LayeredRuleClassifier("greedy"),
    "missing as a value": LayeredRuleClassifier("greedy", missing="value"),
    "cn2": CN2Classifier(),
    "decision list": CN2Classifier(ordered=True),
}
COMPARISONS = {"=": operator.eq, "!=": operator.ne, "<=": operator.le, ">": operator.gt}


@pytest.fixture
def frame() -> pd.DataFrame:
    rng = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "colour": rng.choice(np.array(["red", "green", "blue", None], dtype=object), 120),
            "size": rng.choice([1.0, 2.0, 3.0, np.nan], 120),
            "weight": rng.normal(size=120).round(1),
        }
    )


@pytest.fixture
def labels(frame: pd.DataFrame) -> Any:
    noise = np.random.default_rng(6).random(len(frame)) < 0.1
    red = (frame["colour"] == "red").to_numpy()
    return np.where(red & (frame["weight"] > 0).to_numpy() ^ noise, "yes", "no")


def holds(condition: Condition, cell: Any, missing: str) -> bool:
    """Test one cell the plain way."""
    if pd.isna(cell):
        if missing == "fails" or condition.op in ("<=", ">"):
            return False
        return (condition.value is None) == (condition.op == "=")
    if condition.value is None:
        return condition.op == "!="
    return bool(COMPARISONS[condition.op](cell, condition.value))


def plain_columns(rules: Rules, frame: pd.DataFrame) -> Any:
    return np.array(
        [
            [
                float(all(holds(c, row[c.attribute], rules.missing) for c in rule.conditions))
                for rule in rules
            ]
            for row in frame.to_dict("records")
        ]
    ).reshape(len(frame), len(rules))


@pytest.mark.parametrize("name", LEARNERS)
def test_a_column_is_one_where_all_conditions_of_its_rule_hold(
    frame: pd.DataFrame, labels: Any, name: str
) -> None:
    features = RuleFeatures(LEARNERS[name]).fit(frame[:80], labels[:80])
    unseen = frame[80:].copy()
    unseen.iloc[0, 0] = "violet"
    columns = features.transform(unseen)
    assert columns.shape == (40, len(features.rules_))
    assert len(features.rules_) > 3
    assert 0 < columns.mean() < 1
    np.testing.assert_array_equal(columns, plain_columns(features.rules_, unseen))


def test_an_unfitted_learner_is_cloned_and_fitted(frame: pd.DataFrame, labels: Any) -> None:
    learner = LayeredRuleClassifier("greedy", max_rules=3)
    features = RuleFeatures(learner).fit(frame, labels)
    assert not hasattr(learner, "rules_")
    assert features.rules_ == clone(learner).fit(frame, labels).rules_


def test_without_a_learner_the_layered_one_is_taken(frame: pd.DataFrame, labels: Any) -> None:
    features = RuleFeatures().fit(frame, labels)
    assert features.rules_ == LayeredRuleClassifier(promises=False).fit(frame, labels).rules_


@pytest.mark.parametrize("is_fitted_too", [False, True])
def test_a_fitted_learner_is_taken_as_it_is(
    frame: pd.DataFrame, labels: Any, is_fitted_too: bool
) -> None:
    learner = LayeredRuleClassifier("greedy").fit(frame[:60], labels[:60])
    features = RuleFeatures(learner, prefit=True)
    if is_fitted_too:
        features.fit(frame)
        assert features.feature_names_in_.tolist() == list(frame)
    assert features.rules_ == learner.rules_
    assert features.get_feature_names_out().tolist() == [rule.body for rule in learner.rules_]
    np.testing.assert_array_equal(features.transform(frame), plain_columns(learner.rules_, frame))
    frozen = RuleFeatures(FrozenEstimator(learner)).fit(frame, labels)
    np.testing.assert_array_equal(frozen.transform(frame), features.transform(frame))


def test_a_learner_that_should_be_fitted_must_be(frame: pd.DataFrame) -> None:
    features = RuleFeatures(LayeredRuleClassifier(), prefit=True)
    with pytest.raises(NotFittedError, match="LayeredRuleClassifier"):
        features.fit(frame)
    with pytest.raises(NotFittedError, match="LayeredRuleClassifier"):
        features.transform(frame)
    with pytest.raises(NotFittedError, match="RuleFeatures"):
        RuleFeatures().transform(frame)
    with pytest.raises(NotFittedError, match="RuleFeatures"):
        RuleFeatures().get_feature_names_out()


@pytest.mark.parametrize(("library", "kind"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame)])
def test_columns_of_frames_are_named_by_the_bodies(
    frame: pd.DataFrame, labels: Any, library: str, kind: type
) -> None:
    features = RuleFeatures(LayeredRuleClassifier("greedy")).set_output(transform=library)
    out = features.fit_transform(frame, labels)
    assert isinstance(out, kind)
    assert list(out.columns) == [rule.body for rule in features.rules_]
    plain = RuleFeatures(LayeredRuleClassifier("greedy")).fit_transform(frame, labels)
    np.testing.assert_array_equal(out.to_numpy(), plain)


def test_the_index_of_a_frame_stays(frame: pd.DataFrame, labels: Any) -> None:
    frame.index = range(1000, 1120)
    out = RuleFeatures().set_output(transform="pandas").fit_transform(frame, labels)
    assert list(out.index) == list(frame.index)


def test_sparse_columns_are_the_dense_ones(frame: pd.DataFrame, labels: Any) -> None:
    learner = LayeredRuleClassifier("greedy").fit(frame, labels)
    thin = RuleFeatures(learner, prefit=True, sparse_output=True).transform(frame)
    assert sparse.issparse(thin)
    assert thin.format == "csr"
    dense = RuleFeatures(learner, prefit=True).transform(frame)
    np.testing.assert_array_equal(thin.toarray(), dense)
    assert LogisticRegression().fit(thin, labels).score(thin, labels) > 0.8


@pytest.mark.parametrize("is_sparse", [False, True])
def test_no_rules_give_no_columns(frame: pd.DataFrame, labels: Any, is_sparse: bool) -> None:
    features = RuleFeatures(LayeredRuleClassifier(max_rules=0), sparse_output=is_sparse)
    assert features.fit_transform(frame, labels).shape == (120, 0)
    assert features.get_feature_names_out().tolist() == []


def test_weighted_rules_are_a_pipeline(frame: pd.DataFrame, labels: Any) -> None:
    model = make_pipeline(
        RuleFeatures(LayeredRuleClassifier("greedy")), LogisticRegression(solver="newton-cg")
    )
    model.fit(frame[:80], labels[:80])
    assert model.score(frame[80:], labels[80:]) > 0.75
    rules = model[0].rules_
    columns = plain_columns(rules, frame)
    scores = columns @ model[-1].coef_[0] + model[-1].intercept_[0]
    np.testing.assert_allclose(model.predict_proba(frame)[:, 1], 1 / (1 + np.exp(-scores)))
    assert (pickle.loads(pickle.dumps(model)).predict(frame) == model.predict(frame)).all()


def test_the_learner_is_tuned_through_the_pipeline(frame: pd.DataFrame, labels: Any) -> None:
    model = make_pipeline(RuleFeatures(LayeredRuleClassifier("greedy")), LogisticRegression())
    grid = {"rulefeatures__estimator__max_rules": [1, 4]}
    tuned = GridSearchCV(model, grid, cv=3).fit(frame, labels)
    (best,) = tuned.best_params_.values()
    assert len(tuned.best_estimator_[0].rules_) == best


def test_a_body_that_comes_again_is_numbered(frame: pd.DataFrame, labels: Any) -> None:
    rules = LayeredRuleClassifier("greedy", max_rules=2).fit(frame, labels).rules_
    first, second = rules
    thrice = replace(rules, rules=(first, second, replace(first, head=1 - first.head), first))
    assert body_names(thrice) == [
        first.body,
        second.body,
        f"{first.body} (2)",
        f"{first.body} (3)",
    ]


class PathsOfATree(ClassifierMixin, BaseEstimator):
    """Stands for a learner whose model is no list of rules, but can be written as one."""

    def fit(self, X: Any, y: Any) -> PathsOfATree:
        self.inner_ = LayeredRuleClassifier("greedy").fit(X, y)
        return self

    def to_rules(self) -> Rules:
        return self.inner_.rules_

    def _to_predict(self, X: Any) -> Any:
        return self.inner_._to_predict(X)


def test_a_model_that_can_be_written_as_rules_will_do(frame: pd.DataFrame, labels: Any) -> None:
    features = RuleFeatures(PathsOfATree()).fit(frame, labels)
    plain = RuleFeatures(LayeredRuleClassifier("greedy")).fit(frame, labels)
    np.testing.assert_array_equal(features.transform(frame), plain.transform(frame))


def test_a_learner_without_rules_is_refused(frame: pd.DataFrame, labels: Any) -> None:
    numbers = frame[["weight"]]
    with pytest.raises(ModelError, match=r"LogisticRegression has neither rules_ nor to_rules\(\)"):
        RuleFeatures(LogisticRegression()).fit(numbers, labels)
    with pytest.raises(ModelError, match="give RuleFeatures a rule learner"):
        rules_of(LogisticRegression())
    fitted = LogisticRegression().fit(numbers, labels)
    with pytest.raises(ModelError, match="LogisticRegression has neither"):
        RuleFeatures(fitted, prefit=True).transform(numbers)


def test_a_wrong_parameter_is_refused(frame: pd.DataFrame, labels: Any) -> None:
    with pytest.raises(ValueError, match="'prefit' parameter of RuleFeatures must be one of"):
        RuleFeatures(prefit="yes").fit(frame, labels)


def test_rules_with_points_are_columns_as_any_others() -> None:
    record = SearchRecord("beam", 5, 96, 0, 2, 4, 0)
    small, large = (Condition("size", "<=", 1.5),), (Condition("size", ">", 2.5),)
    rules = (
        ScoredRule(small, 0, (4, 1), record, points=(0, -2)),
        ScoredRule(large, 1, (1, 4), record, points=(0, 3)),
    )
    card = ScoreCard.of(rules, ("a", "b"), (5, 5), {"size": "numeric"}, base=(0, 0))
    assert body_names(card) == ["size > 2.5", "size ≤ 1.5"]
    assert rule_columns(card, card.table_of({"size": [1, 2, 3]})).tolist() == [
        [0, 1],
        [0, 0],
        [1, 0],
    ]
