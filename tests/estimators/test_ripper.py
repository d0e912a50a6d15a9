from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV

from conjunct import RipperClassifier, load_model
from conjunct.cover import IncrementalPruning
from conjunct.data import shipped_table
from conjunct.estimators.comparison import stratified_folds
from conjunct.model import RuleList
from public_tables import public_table

X = [[size, size % 3] for size in range(30)]
Y = ["large" if size > 17 else "small" for size in range(30)]


def penguins() -> tuple[Any, Any]:
    table = shipped_table()
    return table, np.array(table.target.levels)[table.target.values]


def test_the_shipped_table_is_learned_in_a_few_rules() -> None:
    table, actual = penguins()
    for seed in range(5):
        model = RipperClassifier(random_state=seed).fit_table(table)
        assert isinstance(model.rules_, RuleList)
        assert np.mean(model.rules_.predict(table) == actual) > 0.95
        assert 2 <= len(model.rules_) <= 6
        assert model.search_record_ == tuple(rule.search for rule in model.rules_.rules)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"missing": "value", "pruning": IncrementalPruning(optimizations=1)},
        {"pruning": None, "min_coverage": 5},
        {"pruning": IncrementalPruning(folds=5, optimizations=0)},
    ],
)
def test_engines_and_threads_learn_the_same_rules(settings: dict[str, Any]) -> None:
    table = shipped_table().take(np.arange(0, 344, 3))
    auto, threads, plain = (
        RipperClassifier(**settings, **how, random_state=2).fit_table(table).rules_
        for how in ({}, {"engine": "local", "n_jobs": 2}, {"engine": "numpy"})
    )
    assert auto == threads == plain


def test_the_seed_decides_what_is_grown_and_pruned_on() -> None:
    table, _ = penguins()
    one, same, other = (
        RipperClassifier(random_state=seed).fit_table(table).rules_ for seed in (0, 0, 1)
    )
    assert one == same != other


def test_missing_cells_satisfy_no_condition() -> None:
    numbers = [*np.arange(20.0), *[np.nan] * 10]
    classes = ["high" if number > 12 else "low" for number in numbers]
    model = RipperClassifier(random_state=0).fit(np.array(numbers)[:, None], classes)
    assert [rule.body for rule in model.rules_.rules] == ["x0 > 12"]
    assert model.predict([[np.nan], [15.0]]).tolist() == ["low", "high"]


def test_missing_can_be_a_value() -> None:
    numbers = [*np.arange(40.0), *[np.nan] * 20]
    classes = ["unknown" if np.isnan(number) else "known" for number in numbers]
    model = RipperClassifier(missing="value", random_state=0)
    model.fit(np.array(numbers)[:, None], classes)
    assert model.score(np.array(numbers)[:, None], classes) == 1.0


def test_probabilities_agree_with_classes() -> None:
    table, _ = penguins()
    rules = RipperClassifier(random_state=0).fit_table(table).rules_
    shares = rules.predict_proba(table)
    assert np.allclose(shares.sum(axis=1), 1.0)
    assert (shares.argmax(axis=1) == rules.decide(table)).all()


def test_a_saved_list_predicts_the_same(tmp_path: Path) -> None:
    table, _ = penguins()
    rules = RipperClassifier(random_state=0).fit_table(table).rules_
    rules.save(tmp_path / "ripper.json")
    assert load_model(tmp_path / "ripper.json") == rules


def test_parameters_can_be_searched_over() -> None:
    prunings = [IncrementalPruning(optimizations=times) for times in (0, 2)]
    grid = {"pruning": prunings, "min_coverage": [1, 2]}
    found = GridSearchCV(RipperClassifier(random_state=0), grid, cv=2).fit(X, Y)
    assert found.best_estimator_.score(X, Y) > 0.9


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"min_coverage": 0}, "'min_coverage' .* whole number from 1 up. Got 0"),
        ({"pruning": "yes"}, "'pruning' .* one of 'incremental', .* object of Inc.* Got 'yes'"),
    ],
)
def test_a_wrong_parameter_is_named(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        RipperClassifier(**settings).fit(X, Y)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "error", "conditions"), [("glass", 0.330, 15.1), ("vote", 0.045, 3.4)]
)
def test_errors_and_sizes_are_those_of_jrip(
    tables: Path, name: str, error: float, conditions: float
) -> None:
    """Ten folds, ten seeds, beside JRip's mean over ten seeds (benchmarks/ripper_jrip.py)."""
    table = public_table(tables, name)
    actual = np.array(table.target.levels)[table.target.values]
    folds = stratified_folds(table.target.values, 10)
    wrong, size = 0, 0
    for seed in range(10):
        for fold in range(10):
            train = table.take(np.flatnonzero(folds != fold))
            rules = RipperClassifier(random_state=seed, promises=False).fit_table(train).rules_
            test = table.take(np.flatnonzero(folds == fold))
            wrong += int((rules.predict(test) != actual[folds == fold]).sum())
            size += rules.n_conditions
    assert wrong / 10 / table.n_rows == pytest.approx(error, abs=0.04)
    assert size / 100 == pytest.approx(conditions, rel=0.15)
