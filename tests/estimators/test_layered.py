from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct import LayeredRuleClassifier
from conjunct.count import NumpyEngine
from conjunct.data import shipped_table
from conjunct.errors import DataError
from conjunct.model import load_model


def numbers(n_rows: int = 80, n_columns: int = 5, seed: int = 0) -> tuple[Any, Any]:
    """Return numbers with few values, some missing, and three classes that depend on them."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 6, (n_rows, n_columns)).astype(float)
    y = np.array(["low", "mid", "top"])[(X[:, 0] > 2).astype(int) + (X[:, 1] * X[:, 2] > 9)]
    X[rng.random(X.shape) < 0.1] = np.nan
    return X, y


@pytest.mark.parametrize("search", ["layered", "greedy", "extensive", "exhaustive"])
def test_every_search_learns_rules_and_records_them(search: Any) -> None:
    X, y = numbers()
    model = LayeredRuleClassifier(search, max_width=8, max_conditions=3).fit(X, y)
    assert model.score(X, y) > 0.8
    assert model.search_record_ == tuple(rule.search for rule in model.rules_)
    assert {record.search for record in model.search_record_} == {search}
    widths = {record.width for record in model.search_record_}
    expected = {"greedy": {1}, "extensive": {8}, "exhaustive": {0}, "layered": {1, 2, 4, 8}}
    assert widths <= expected[search]
    assert all(rule.n_conditions <= 3 for rule in model.rules_)


def test_rules_decide_in_the_order_of_their_error() -> None:
    model = LayeredRuleClassifier().fit(*numbers())
    order = [(rule.laplace_error, rule.errors) for rule in model.rules_]
    assert order == sorted(order)


def test_rows_that_no_rule_covers_get_the_most_frequent_class() -> None:
    model = LayeredRuleClassifier().fit([[1.0], [2.0], [3.0]], ["b", "a", "a"])
    assert model.predict([[np.nan]]).tolist() == ["a"]


@pytest.mark.parametrize("search", ["layered", "greedy", "exhaustive"])
def test_threads_and_engines_learn_equal_rules(
    search: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conjunct.threads.MANY_CELLS", 0)  # threads however small the work is
    X, y = numbers(50)
    options = [{"engine": "local", "n_jobs": n_jobs} for n_jobs in (None, 1, 2, -1)]
    options += [{"engine": name} for name in ("numpy", "auto")] + [{"engine": NumpyEngine}]
    learned = [
        LayeredRuleClassifier(search, max_width=8, promises=False, **one).fit(X, y).rules_
        for one in options
    ]
    assert all(rules == learned[0] for rules in learned)


@given(st.integers(0, 20))
def test_the_order_of_the_rows_changes_nothing(seed: int) -> None:
    X, y = numbers(seed=seed)
    order = np.random.default_rng(seed).permutation(len(y))
    model = LayeredRuleClassifier(max_width=8, promises=False)  # folds go by the order of rows
    first = model.fit(X, y).rules_
    assert model.fit(X[order], y[order]).rules_ == first


@given(st.integers(0, 20), st.sampled_from(["layered", "greedy"]))
def test_probabilities_sum_to_one_and_agree_with_the_prediction(seed: int, search: Any) -> None:
    X, y = numbers(seed=seed)
    model = LayeredRuleClassifier(search, max_width=4).fit(X[::2], y[::2])
    probabilities = model.predict_proba(X)
    assert probabilities.sum(axis=1) == pytest.approx(1)
    assert (probabilities > 0).all()
    assert (model.classes_[probabilities.argmax(axis=1)] == model.predict(X)).all()


def test_every_row_is_explained_by_the_rule_that_decided() -> None:
    X, y = numbers()
    model = LayeredRuleClassifier().fit(X, y)
    explanations = model.explain(X)
    assert len(explanations) == len(X)
    assert [one.predicted for one in explanations] == model.predict(X).tolist()
    one = next(one for one in explanations if one.rule is not None)
    assert one.conditions == model.rules_[one.rule - 1].conditions
    cells = [X[one.row - 1, int(condition.attribute[1:])] for condition in one.conditions]
    assert list(one.values) == cells


@pytest.mark.parametrize("labels", [[3, 1, 2], [True, False, True], ["b", "a", "c"]])
def test_classes_keep_their_type(labels: list[Any]) -> None:
    model = LayeredRuleClassifier().fit([[1.0], [2.0], [3.0]], labels)
    assert model.predict([[1.0], [2.0]]).tolist() == labels[:2]
    assert model.classes_.tolist() == sorted(set(labels))
    assert model.rules_.predict({"x0": [1.0, 2.0]}).tolist() == labels[:2]


def test_limits_hold_for_every_rule() -> None:
    X, y = numbers()
    model = LayeredRuleClassifier(
        "extensive", max_width=4, max_rules=4, max_conditions=2, min_coverage=3, conditions=("<=",)
    ).fit(X, y)
    assert 0 < len(model.rules_) <= 4
    for rule in model.rules_:
        assert rule.n_conditions <= 2
        assert rule.covered >= 3
        assert {condition.op for condition in rule.conditions} == {"<="}


def test_no_rules_leave_the_default() -> None:
    X, y = numbers()
    model = LayeredRuleClassifier(max_rules=0).fit(X, y)
    assert len(model.rules_) == 0
    values, counts = np.unique(y, return_counts=True)
    assert set(model.predict(X)) == {values[counts.argmax()]}
    assert model.predict_proba(X).sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("wanted", [["b"], [1], [False, True], np.array([False, True]), "b"])
def test_numbers_can_be_taken_as_categories(wanted: Any) -> None:
    frame = pd.DataFrame({"a": [1, 2, 3, 4, 5, 6], "b": [1, 3, 2, 3, 1, 2]})
    model = LayeredRuleClassifier(categorical_features=wanted).fit(frame, list("nynyny"))
    assert model.rules_.kinds["b"] == "nominal"
    assert "b = 3" in str(model.rules_)
    assert len(model.predict(frame)) == 6


@pytest.mark.parametrize("wanted", [None, "from_dtype", [], [False, False]])
def test_numbers_are_numbers_unless_asked(wanted: Any) -> None:
    frame = pd.DataFrame({"a": [1, 2, 3, 4], "b": [1, 1, 2, 2]})
    model = LayeredRuleClassifier(categorical_features=wanted).fit(frame, list("nnyy"))
    assert set(model.rules_.kinds.values()) == {"numeric"}


def test_columns_of_an_array_can_be_taken_as_categories() -> None:
    X = np.array([[1.0], [2.0], [1.0], [3.0]])
    model = LayeredRuleClassifier(categorical_features=[0]).fit(X, list("ynyn"))
    assert "x0 = 1" in str(model.rules_)
    assert model.predict([[1.0], [9.0]]).tolist() == ["y", "n"]


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        (["b", "zz"], "categorical_features names 'zz', which is not a column"),
        ([2], "categorical_features names 2, which is not a column"),
        ([-1], "categorical_features names -1, which is not a column"),
        ([True], "categorical_features is a mask of length 1 for 2 columns"),
    ],
)
def test_columns_that_are_not_there_are_refused(wanted: Any, sentence: str) -> None:
    frame = pd.DataFrame({"a": [1, 2], "b": [1, 2]})
    with pytest.raises(DataError, match=sentence):
        LayeredRuleClassifier(categorical_features=wanted).fit(frame, ["y", "n"])


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("search", "best", "one of 'layered', 'greedy', 'extensive', 'exhaustive'"),
        ("max_width", 0, "a whole number from 1 up"),
        ("max_width", 2.5, "a whole number from 1 up"),
        ("max_width", None, "a whole number from 1 up"),
        (
            "max_rules",
            -1,
            "one of 'pfahringer', 'quinlan', 'complete', or a whole number from 0 up or None, or "
            "an object of PayingRules",
        ),
        ("max_conditions", 0, "a whole number from 1 up or None"),
        ("min_coverage", True, "a whole number from 1 up"),
        ("conditions", (), "a tuple of some of '=', '!=', '<=', '>'"),
        ("conditions", ("<",), "a tuple of some of '=', '!=', '<=', '>'"),
        ("conditions", "=", "a tuple of some of '=', '!=', '<=', '>'"),
        ("missing", "drop", "one of 'fails', 'value'"),
        (
            "engine",
            "spark",
            "one of 'auto', 'local', 'mapped', 'numpy', 'dask', or a function that makes an engine "
            "from coded rows",
        ),
    ],
)
def test_a_wrong_parameter_is_refused_in_one_sentence(name: str, value: Any, allowed: str) -> None:
    model = LayeredRuleClassifier(**{name: value})
    sentence = (
        f"The {name!r} parameter of LayeredRuleClassifier must be {allowed}. Got {value!r} instead."
    )
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        model.fit([[1.0], [2.0]], ["a", "b"])
    assert str(caught.value) == sentence
    with pytest.raises(ValueError, match="parameter of LayeredRuleClassifier"):
        model.fit_table(shipped_table())


def test_a_class_too_few_is_refused() -> None:
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        LayeredRuleClassifier().fit([[1.0], [2.0]], ["a"])
    with pytest.raises(ValueError, match=r"inconsistent numbers of samples: \[2, 1\]"):
        LayeredRuleClassifier().fit(pd.DataFrame({"a": [1, 2]}), ["a"])


def test_a_column_with_one_category_and_missing_cells_can_be_learned_from() -> None:
    frame = pd.DataFrame({"a": ["x", None, "x", None]})
    model = LayeredRuleClassifier().fit(frame, ["k", "m", "k", "m"])
    assert [rule.body for rule in model.rules_] == ["a = x"]
    assert model.search_record_[0].combinations == 1


def test_the_gumbel_criterion_records_what_chance_finds() -> None:
    model = LayeredRuleClassifier(max_width=4, criterion="gumbel").fit_table(shipped_table())
    assert all(rule.search.chance_ratio > 0 for rule in model.rules_)
    assert not hasattr(model, "_permuted")
    assert load_model(model.rules_.to_json()) == model.rules_


def test_the_gumbel_criterion_is_refused_with_exhaustive_search() -> None:
    with pytest.raises(ValueError, match="criterion='gumbel' repeats the search on permuted"):
        LayeredRuleClassifier("exhaustive", criterion="gumbel").fit_table(shipped_table())


def test_other_criteria_ask_nothing_of_permuted_classes() -> None:
    model = LayeredRuleClassifier(max_width=4, criterion="length").fit_table(shipped_table())
    assert {record.chance_ratio for record in model.search_record_} == {None}
    assert "chance_ratio" not in model.rules_.to_json()
