from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

from conjunct import SeCoClassifier, load_model
from conjunct.data import shipped_table
from conjunct.evaluate import HEURISTICS, FMeasure, MEstimate
from conjunct.model import RuleList
from conjunct.search import RefinementHeuristic

X = [[1, 20], [2, 20], [3, 20], [4, 10], [5, 10], [6, 20], [7, 20]]
Y = ["out", "out", "in", "in", "in", "out", "out"]


def penguin_classes() -> tuple[Any, Any]:
    table = shipped_table()
    return table, np.array(table.target.levels)[table.target.values]


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_every_heuristic_learns_the_shipped_table(heuristic: str) -> None:
    table, actual = penguin_classes()
    model = SeCoClassifier(heuristic).fit_table(table)
    assert isinstance(model.rules_, RuleList)
    assert np.mean(model.rules_.predict(table) == actual) > 0.9
    assert len(model.paths_) == len(model.search_record_) == len(model.rules_)
    json.dumps([path.to_dict() for path in model.paths_])


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"heuristic": "wra", "missing": "value", "conditions": ("=", "!=", "<=", ">")},
        {"refinement_heuristic": RefinementHeuristic("precision", "random"), "random_state": 3},
        {"heuristic": "accuracy", "max_conditions": 2, "min_coverage": 5},
    ],
)
def test_both_engines_learn_the_same_rules(settings: dict[str, Any]) -> None:
    table = shipped_table().take(np.arange(0, 344, 4))
    compiled, plain = (
        SeCoClassifier(**settings, engine=engine).fit_table(table) for engine in ("local", "numpy")
    )
    assert compiled.rules_ == plain.rules_
    assert compiled.paths_ == plain.paths_


def test_a_name_a_heuristic_and_a_function_learn_alike() -> None:
    table, _ = penguin_classes()

    def ours(p: Any, n: Any, P: int, N: int) -> Any:
        return (p + 22.466 * P / (P + N)) / (p + n + 22.466)

    by_name, by_value, by_function = (
        SeCoClassifier(one).fit_table(table).rules_
        for one in ("m_estimate", MEstimate(22.466), ours)
    )
    assert by_name == by_value
    assert [rule.body for rule in by_function.rules] == [rule.body for rule in by_name.rules]


def test_the_heuristic_that_refines_can_differ_from_the_one_that_selects() -> None:
    table, _ = penguin_classes()
    both = SeCoClassifier("laplace", refinement_heuristic="wra").fit_table(table)
    wra = SeCoClassifier("wra").fit_table(table)
    first, other = both.paths_[0], wra.paths_[0]
    common = zip(first.steps, other.steps, strict=False)
    assert all(step.condition == twin.condition for step, twin in common)
    assert first.kept == 1 + int(np.argmax([step.score for step in first.steps]))
    assert first.kept > other.kept


def test_random_ties_follow_the_seed_and_others_need_none() -> None:
    table, _ = penguin_classes()
    at_random = RefinementHeuristic(ties="random")
    fits = [
        SeCoClassifier("precision", refinement_heuristic=at_random, random_state=seed)
        .fit_table(table)
        .rules_
        for seed in (0, 0, 1)
    ]
    assert fits[0] == fits[1] != fits[2]
    assert SeCoClassifier().fit_table(table).rules_ == SeCoClassifier().fit_table(table).rules_


def test_a_saved_list_predicts_the_same(tmp_path: Any) -> None:
    table, _ = penguin_classes()
    rules = SeCoClassifier("laplace").fit_table(table).rules_
    rules.save(tmp_path / "seco.json")
    assert load_model(tmp_path / "seco.json") == rules


def test_a_row_is_explained_by_the_first_rule_that_holds() -> None:
    model = SeCoClassifier().fit(X, Y)
    (one, other, none) = model.explain([[5, 10], [3, 20], [9, 20]])
    assert "x1 ≤ 15" in str(one)
    assert "x0 > 2" in str(other)
    assert "out" in str(none)
    assert model.predict([[5, 10], [3, 20], [9, 20]]).tolist() == ["in", "in", "out"]


def test_heuristics_can_be_searched_over_and_cloned() -> None:
    grid = {"heuristic": ["wra", FMeasure(0.3)], "refinement_heuristic": [None, "precision"]}
    found = GridSearchCV(SeCoClassifier(), grid, cv=2).fit(X * 4, Y * 4)
    assert clone(found.best_estimator_).get_params() == found.best_estimator_.get_params()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"heuristic": "gain"}, "'heuristic' .* one of 'accuracy', .* a function of .*'gain'"),
        ({"heuristic": None}, "'heuristic' .* a function of .* Got None"),
        ({"refinement_heuristic": 3}, "'refinement_heuristic' .* a function of .*, or None"),
    ],
)
def test_a_wrong_parameter_is_named(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        SeCoClassifier(**settings).fit(X, Y)
