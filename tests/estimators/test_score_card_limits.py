"""What can be asked of a score card: its size, its language, and monotonic attributes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.metrics import log_loss
from tests.encode.drawn_tables import tables as drawn_tables
from tests.estimators.card_tables import noisy

from conjunct import ScoreCardClassifier
from conjunct.cards import FixedRidge
from conjunct.cards.settings import SETTINGS
from conjunct.data import Table
from conjunct.errors import DataError


@pytest.mark.parametrize("settings", [{}, {"size": "accurate"}, {"points": "real"}], ids=str)
@pytest.mark.parametrize("asked", [{"x0": 1, "x2": -1}, [1, 0, -1], {"x0": -1, "x1": 1}], ids=str)
def test_predictions_are_monotonic(settings: dict[str, Any], asked: Any) -> None:
    X, y = noisy(seed=3)
    model = ScoreCardClassifier(monotonic_cst=asked, promises=False, **settings).fit(X, y)
    given = asked if isinstance(asked, dict) else dict(zip(("x0", "x1", "x2"), asked, strict=True))
    numbers = np.arange(-1.0, 11.0, 0.5)
    for name, sign in given.items():
        lines = np.repeat(X[:40, None], len(numbers), axis=1)
        lines[:, :, int(name[1])] = numbers
        chances = model.predict_proba(lines.reshape(-1, 3))[:, 1].reshape(len(lines), -1)
        assert (sign * np.diff(chances, axis=1) >= 0).all()


def test_nothing_is_asked_by_zeros() -> None:
    X, y = noisy()
    free = ScoreCardClassifier().fit(X, y).rules_
    assert ScoreCardClassifier(monotonic_cst=[0, 0, 0]).fit(X, y).rules_ == free
    assert ScoreCardClassifier(monotonic_cst={"x1": 0}).fit(X, y).rules_ == free


def test_what_the_data_say_anyway_changes_nothing() -> None:
    X, y = noisy()
    model = ScoreCardClassifier(monotonic_cst={"x0": 1}).fit(X, y)
    assert model.score(X, y) > 0.8


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"x9": 1}, "names 'x9', which is not an attribute; the columns are 'x0', 'x1'"),
        ({"x0": 2}, "of 'x0' must be -1, 0 or 1, not 2"),
        ({"x0": "up"}, "of 'x0' must be -1, 0 or 1, not 'up'"),
        ([1, 0], "has 2 values for 3 attributes; give one for each, or a dict by name"),
    ],
)
def test_other_orders_are_refused_in_one_sentence(asked: Any, words: str) -> None:
    with pytest.raises(DataError, match=f"monotonic_cst {words}"):
        ScoreCardClassifier(monotonic_cst=asked).fit(*noisy())


def test_categories_have_no_order() -> None:
    model = ScoreCardClassifier(monotonic_cst=[1, 0, 0], categorical_features=[0])
    with pytest.raises(DataError, match="'x0' to be monotonic, but it is nominal"):
        model.fit(*noisy())


def test_with_more_than_two_classes_the_class_must_be_named() -> None:
    with pytest.raises(DataError, match=r"of 'x0' must name a class, as in \{'x0': \{"):
        ScoreCardClassifier(monotonic_cst=[1, 0, 0]).fit(*noisy(n_classes=3))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"none": 1}, "of 'x0' names 'none', which is not a class"),
        ({0: 1, 1: -1}, "of 'x0' names 2 classes; name one, and the others follow"),
        ({0: 5}, "of 'x0' must be -1, 0 or 1, not 5"),
    ],
)
def test_wrong_classes_are_refused(asked: Any, words: str) -> None:
    with pytest.raises(DataError, match=f"monotonic_cst {words}"):
        ScoreCardClassifier(monotonic_cst={"x0": asked}).fit(*noisy(n_classes=3))


@pytest.mark.parametrize(
    ("settings", "label", "sign"),
    [({}, 0, 1), ({}, 1, -1), ({}, 2, 1), ({"size": "accurate"}, 1, 1)],
    ids=str,
)
def test_of_many_classes_the_one_named_is_monotonic(settings: Any, label: int, sign: int) -> None:
    X, y = noisy(seed=5, n_classes=3)
    asked = {"x0": {label: sign}, "x1": {(label + 1) % 3: -sign}}
    model = ScoreCardClassifier(monotonic_cst=asked, promises=False, **settings).fit(X, y)
    numbers = np.arange(-1.0, 11.0, 0.5)
    used = 0
    for name, trend in asked.items():
        ((one, direction),) = trend.items()
        lines = np.repeat(X[:40, None], len(numbers), axis=1)
        lines[:, :, int(name[1])] = numbers
        chances = model.predict_proba(lines.reshape(-1, 3))[:, one].reshape(len(lines), -1)
        assert (direction * np.diff(chances, axis=1) >= -1e-12).all()
        used += np.ptp(chances) > 0
    assert used or not len(model.rules_)


def test_the_first_of_two_classes_can_be_named() -> None:
    X, y = noisy()
    second = ScoreCardClassifier(monotonic_cst={"x0": 1}).fit(X, y).rules_
    first = ScoreCardClassifier(monotonic_cst={"x0": {np.unique(y)[0]: -1}}).fit(X, y).rules_
    assert first == second


@pytest.mark.parametrize(
    "wrong",
    [
        *({"size": "big"}, {"size": -1}, {"size": 2.5}, {"points": "round"}),
        *({"max_conditions": 0}, {"beam_width": 0}, {"min_coverage": 0}, {"conditions": ()}),
    ],
    ids=str,
)
def test_a_wrong_value_is_named(wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(ValueError, match=f"The '{name}' parameter of ScoreCardClassifier must be"):
        ScoreCardClassifier(**wrong).fit(*noisy())


@pytest.mark.parametrize("most", [0, 1, 3, 6])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_number_of_conditions_is_obeyed(most: int, n_classes: int) -> None:
    model = ScoreCardClassifier(size=most, promises=False).fit(*noisy(200, n_classes))
    assert model.rules_.n_conditions == most
    assert model.path_[0].most == most


@given(drawn_tables(), st.sampled_from(["small", "accurate", 0, 1, 2, 5]))
@hypothesis_settings(max_examples=min(8, hypothesis_settings().max_examples))
def test_no_card_of_any_table_is_larger_than_it_may_be(table: Table, size: Any) -> None:
    model = ScoreCardClassifier(size=size, promises=False).fit_table(table)
    n_classes = len(model.classes_)
    most = {"small": max(24, 2 * n_classes), "accurate": 100}.get(size, size)
    assert model.rules_.n_conditions <= most
    assert all(np.count_nonzero(rule.points) == 1 for rule in model.rules_.rules)
    assert all(point.most <= most for point in model.path_)


@pytest.mark.parametrize(
    ("size", "n_classes", "most"),
    [("small", 3, 24), ("small", 12, 24), ("small", 13, 26), ("accurate", 3, 100), (7, 3, 7)],
)
def test_many_classes_have_room_for_two_conditions_each(
    size: Any, n_classes: int, most: int
) -> None:
    y = np.arange(2 * n_classes) // 2
    model = ScoreCardClassifier(size=size, promises=False).fit(y[:, None] % 5, y)
    assert model.path_[0].most == most


def test_with_many_classes_no_rule_has_more_than_ten_points() -> None:
    random = np.random.default_rng(0)
    X = random.integers(0, 12, (400, 2))
    y = ((X[:, 0] + random.normal(0, 0.7, 400)) // 2).astype(int) + (X[:, 1] > 7) * 7
    whole, real = (
        ScoreCardClassifier(points=points, promises=False).fit(X, y)
        for points in ("integer", "real")
    )
    points = np.array([rule.points for rule in whole.rules_.rules])
    assert (points == points.round()).all()
    assert 5 < np.abs(points).max() <= SETTINGS.most_points == 10
    assert whole.score(X, y) > real.score(X, y) - 0.01


def test_next_to_nothing_is_learned_from_noise() -> None:
    n_rules = 0
    for seed in range(5):
        random = np.random.default_rng(seed)
        X, y = random.normal(size=(300, 8)), random.integers(0, 2, 300)
        model = ScoreCardClassifier(random_state=seed, promises=False).fit(X, y)
        n_rules += len(model.rules_)
        if not model.rules_.rules:
            assert model.predict_proba(X[:1])[0, 1] == pytest.approx(y.mean(), abs=0.03)
    assert n_rules <= 2


def test_no_conditions_leave_the_frequencies_of_the_classes() -> None:
    X, y = noisy(n_classes=3)
    model = ScoreCardClassifier(size=0).fit(X, y)
    assert len(model.rules_) == 0
    assert model.predict_proba(X[:1])[0] == pytest.approx(np.bincount(y) / len(y), abs=0.05)
    assert (model.predict(X) == np.bincount(y).argmax()).all()


def test_a_larger_card_fits_better() -> None:
    X, y = noisy()
    models = [ScoreCardClassifier(size=most).fit(X, y) for most in (0, 1, 6)]
    losses = [log_loss(y, model.predict_proba(X)) for model in models]
    assert losses == sorted(losses, reverse=True)
    assert models[-1].rules_.n_conditions > models[1].rules_.n_conditions


def test_the_path_goes_from_large_to_empty_and_the_card_is_where_it_costs_least() -> None:
    X, y = noisy()
    for size, reading in (("small", SETTINGS.small_reading), ("accurate", 0.1)):
        model = ScoreCardClassifier(size=FixedRidge(1.0, size)).fit(X, y)
        sizes = [point.most for point in model.path_]
        assert sizes == sorted(set(sizes), reverse=True)
        assert sizes[-1] == 0
        assert all(0 <= point.error <= 1 for point in model.path_)
        costs = [
            len(y) * point.log_loss + reading * point.most + SETTINGS.worth * (point.most > 0)
            for point in model.path_
        ]
        assert model.rules_.n_conditions <= sizes[int(np.argmin(costs))]
        assert model.ridge_ == 1.0


def test_the_ridge_is_one_of_those_that_are_compared() -> None:
    assert ScoreCardClassifier().fit(*noisy()).ridge_ in SETTINGS.ridges


def test_rules_of_one_condition_cannot_tell_what_two_columns_tell_together() -> None:
    random = np.random.default_rng(0)
    X = random.integers(0, 2, (300, 3)).astype(float)
    y = X[:, 0] != X[:, 1]
    alone, together = (ScoreCardClassifier(max_conditions=most).fit(X, y) for most in (1, 4))
    assert all(len(rule.conditions) == 1 for rule in alone.rules_.rules)
    assert together.score(X, y) == 1.0 > alone.score(X, y)


def test_rules_keep_to_the_language() -> None:
    X, y = noisy(n_classes=3)
    settings: dict[str, Any] = {"max_conditions": 2, "min_coverage": 20, "conditions": ("<=",)}
    rules = ScoreCardClassifier(size=12, **settings).fit(X, y).rules_.rules
    assert rules
    assert {one.op for rule in rules for one in rule.conditions} == {"<="}
    assert max(len(rule.conditions) for rule in rules) <= 2
    assert min(rule.covered for rule in rules) >= 20


def test_cut_points_that_are_given_are_the_only_thresholds() -> None:
    X, y = noisy(n_rows=300)
    model = ScoreCardClassifier(size=8, cuts={"x0": [2.5, 7, 99], "x1": [6]}).fit(X, y)
    found: dict[str, set[Any]] = {"x0": set(), "x1": set(), "x2": set()}
    for rule in model.rules_.rules:
        for one in rule.conditions:
            found[one.attribute].add(one.value)
    assert found["x0"] == {2.5, 7.0}
    assert found["x1"] == {6.0}


def test_thresholds_of_whole_numbers_are_whole() -> None:
    model = ScoreCardClassifier(size=6).fit(*noisy())
    values = [one.value for rule in model.rules_.rules for one in rule.conditions]
    assert values
    assert all(value == int(value) for value in values)


def test_cut_points_of_other_columns_are_refused() -> None:
    with pytest.raises(DataError, match="cuts names 'age', which is not an attribute"):
        ScoreCardClassifier(cuts={"age": [30]}).fit(*noisy())


def test_a_larger_ridge_makes_smaller_points() -> None:
    X, y = noisy()
    loose, tight = (
        ScoreCardClassifier(size=FixedRidge(ridge), points="real").fit(X, y).rules_
        for ridge in (0.5, 50.0)
    )
    largest = [
        max(abs(one) for rule in card.rules for one in rule.points) for card in (loose, tight)
    ]
    assert largest[0] > 2 * largest[1]


@pytest.mark.parametrize("size", ["small", "accurate"])
def test_parts_of_large_tables_are_learned_from_nearly_as_well(
    size: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    X, y = noisy(n_rows=300, n_classes=3)
    full = ScoreCardClassifier(size=size, promises=False).fit(X, y)
    few = replace(SETTINGS, fold_cells=300, all_cells=450)
    monkeypatch.setattr("conjunct.cards.learning.SETTINGS", few)
    less = clone(full).fit(X, y)
    assert less.rules_ == clone(full).fit(X, y).rules_
    assert less.score(X, y) > full.score(X, y) - 0.08
    assert [point.most for point in less.path_] == [point.most for point in full.path_]


def test_a_larger_table_is_cut_at_more_places() -> None:
    X = np.arange(4000.0)[:, None]
    y = np.where(X[:, 0] > 3940, "high", "low")
    wrong = (ScoreCardClassifier().fit(X, y).predict(X) != y).sum()
    assert wrong <= 20  # a cut for every 40 rows; with 32 codes the next one is 65 rows away
