"""Weights of rows and classes, for every learner: a row of weight 3 is three rows."""

from __future__ import annotations

import inspect
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encode.drawn_tables import tables as drawn_tables
from tests.estimators.test_same_model import LEARNERS, PROMISING, models, plainly

from conjunct import (
    CN2Classifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleFeatures,
    RuleTreeClassifier,
    SeCoClassifier,
    estimators,
    load_model,
)
from conjunct.count.engines import FASTEST
from conjunct.data import Table, shipped_table
from conjunct.encode import repetition
from conjunct.errors import DataError
from conjunct.types import AnyArray

SLOW = ("exhaustive", "card", "accurate card", "real points", "extensive, gumbel", "cn2 poe")
"""Tried on one table only."""
FAST = {name: make for name, make in LEARNERS.items() if name not in SLOW}
ON_ORDER = (
    *("card", "real points", "card of 7", "accurate card", "ripper", "reduced error", "penalty"),
    *("chosen chance", "layered by gumbel", "extensive, gumbel"),
)
"""Learners whose rules depend on folds or permutations of the rows, and so on their number."""
CLASSIFIERS = [
    one
    for one in (getattr(estimators, name) for name in estimators.__all__)
    if hasattr(one, "fit_table") and not inspect.isabstract(one)
]


def weighted(table: Table, weights: Any) -> Table:
    return replace(table, weights=np.asarray(weights, float))


def repeated(table: Table, times: AnyArray) -> Table:
    return table.take(np.arange(table.n_rows).repeat(times))


def arrays(n_rows: int = 120) -> tuple[AnyArray, AnyArray]:
    """Return continuous columns, and classes that depend on two of them."""
    random = np.random.default_rng(7)
    X = random.normal(size=(n_rows, 4))
    noise = random.random(n_rows) < 0.1
    return X, np.where((X[:, 0] + X[:, 1] > 0.2) ^ noise, "yes", "no")


# Whole weights are repeated rows


@pytest.mark.parametrize("learner", LEARNERS)
def test_whole_weights_equal_repeated_rows(learner: str) -> None:
    table = shipped_table().take(np.arange(0, 344, 3))
    times = np.random.default_rng(1).integers(0, 4, table.n_rows)
    make, promises = LEARNERS[learner], learner in PROMISING
    ours = models(make, weighted(table, times), [FASTEST], promises)
    assert ours == models(make, repeated(table, times), [FASTEST], promises)


@pytest.mark.parametrize("learner", FAST)
@given(table=drawn_tables(), data=st.data())
@settings(max_examples=3)
def test_whole_weights_of_drawn_tables_equal_repeated_rows(
    learner: str, table: Table, data: st.DataObject
) -> None:
    times = st.lists(st.integers(0, 3), min_size=table.n_rows, max_size=table.n_rows)
    drawn = np.array(data.draw(times.filter(any)))
    ours = models(FAST[learner], weighted(table, drawn), [FASTEST], promises=False)
    assert ours == models(FAST[learner], repeated(table, drawn), ["local"], promises=False)


@pytest.mark.parametrize("make", CLASSIFIERS)
def test_many_values_are_cut_where_the_weights_are(make: Any) -> None:
    """There are more values than codes: cut points are quantiles of the weighted rows."""
    X, y = arrays(3000)
    X, times = X[:, :2], np.random.default_rng(2).integers(0, 3, len(y))
    given = {"promises": False, **({"random_state": 0} if "random_state" in vars(make()) else {})}
    if make is LayeredRuleClassifier:
        given["search"] = "greedy"
    ours = make(**given).fit(X, y, sample_weight=times).rules_
    plain = make(**given).fit(X.repeat(times, axis=0), y.repeat(times)).rules_
    assert ours.to_json() == plain.to_json()
    cuts = {condition.value for rule in plain for condition in rule.conditions}
    once = make(**given).fit(X[times > 0], y[times > 0]).rules_
    assert cuts - {condition.value for rule in once for condition in rule.conditions}


@pytest.mark.parametrize("seed", range(3))
def test_ripper_does_not_look_at_the_order_of_rows(seed: int) -> None:
    table = shipped_table()
    random = np.random.default_rng(seed)
    times, order = random.integers(0, 4, table.n_rows), random.permutation(table.n_rows)
    ours = RipperClassifier(random_state=seed).fit_table(weighted(table, times).take(order))
    plain = RipperClassifier(random_state=seed).fit_table(repeated(table, times))
    assert ours.rules_ == plain.rules_


# Real weights


@pytest.mark.parametrize("learner", [one for one in LEARNERS if one not in ON_ORDER])
def test_counting_weights_equals_counting_rows(learner: str, monkeypatch: Any) -> None:
    """Whole weights that are not repeated take the way of real ones: the slow twin is the other."""
    table = shipped_table().take(np.arange(0, 344, 2))
    table = weighted(table, np.random.default_rng(3).integers(1, 4, table.n_rows))
    by_rows = models(LEARNERS[learner], table, [FASTEST], promises=False)
    monkeypatch.setattr(repetition, "MOST_REPEATED", 0)
    monkeypatch.setattr(repetition, "MOST_TIMES", 0)
    by_weight = models(LEARNERS[learner], table, [FASTEST], promises=False)
    assert list(map(read_all, by_weight)) == list(map(read_all, by_rows))


def read_all(text: str) -> list[Any]:
    """Read JSON documents that stand one after the other; 12.0 is 12."""
    found, at = [], 0
    while at < len(text.rstrip()):
        one, at = json.JSONDecoder().raw_decode(text, at)
        found.append(one)
        at += len(text[at:]) - len(text[at:].lstrip())
    return found


@pytest.mark.parametrize("learner", FAST)
@given(table=drawn_tables(), data=st.data())
@settings(max_examples=3)
def test_engines_learn_the_same_from_real_weights(
    learner: str, table: Table, data: st.DataObject
) -> None:
    weight = st.floats(0.01, 50) | st.sampled_from([0.5, 1.0, 1 / 3])
    weights = data.draw(st.lists(weight, min_size=table.n_rows, max_size=table.n_rows))
    engines = ["local", plainly(table)]
    compiled, plain = models(FAST[learner], weighted(table, weights), engines, promises=False)
    assert compiled == plain


@pytest.mark.parametrize("make", CLASSIFIERS)
def test_what_is_learned_from_real_weights_is_saved(make: Any, tmp_path: Path) -> None:
    table = shipped_table()
    table = weighted(table, np.random.default_rng(4).uniform(0.1, 3.0, table.n_rows))
    rules = make(hold_out=0.3).fit_table(table).rules_
    rules.save(tmp_path / "model.json")
    again = load_model(tmp_path / "model.json")
    assert again == rules
    assert again.to_text() == rules.to_text()
    np.testing.assert_array_equal(again.predict_proba(table), rules.predict_proba(table))
    assert rules.n_rows == pytest.approx(table.n_counted)
    assert rules.to_frame()["rows"].dtype == float
    assert str(rules[0].search)


def test_rows_that_weigh_less_than_one_together_have_no_rule() -> None:
    X, y = arrays()
    model = LayeredRuleClassifier(class_weight={"no": 1000, "yes": 1e-4}).fit(X, y)
    assert (model.predict(X) == "no").all()


def test_weighted_sums_are_printed() -> None:
    X = [[1], [2], [3], [4], [5], [6]]
    y = ["low", "low", "low", "high", "high", "low"]
    model = CN2Classifier(max_rules=2).fit(X, y, sample_weight=[2.25, 1, 1, 20.5, 1, 0.5])
    assert model.rules_.to_text(footer=False) == (
        "#  rule       class  rows  wrong  expected  at most\n"
        "1  if x0 > 3  high     22    0.5     2.9 %   32.0 %\n"
        "2  if x0 ≤ 3  low     4.2      0    27.7 %   81.4 %\n"
        "   otherwise  high   21.5 of 26.2 rows"
    )
    path = SeCoClassifier().fit(X, y, sample_weight=[2.25, 1, 1, 20.5, 1, 0.5]).paths_[0]
    assert str(path).splitlines()[1].split() == ["always", "4.8", "21.5"]


# Weights of 1, of 0, and of classes


@pytest.mark.parametrize("make", CLASSIFIERS)
def test_weights_of_1_change_nothing(make: Any) -> None:
    X, y = arrays()
    given: dict[str, Any] = {"random_state": 0} if "random_state" in vars(make()) else {}
    given["promises"] = make in (CN2Classifier, RuleTreeClassifier)
    ours, plain = (make(**given).fit(X, y, one).rules_ for one in (np.ones(len(y)), None))
    assert ours.to_json() == plain.to_json()


@pytest.mark.parametrize("make", CLASSIFIERS)
def test_class_weights_are_weights_of_rows(make: Any) -> None:
    X, y = arrays()
    given: dict[str, Any] = {"random_state": 0} if "random_state" in vars(make()) else {}
    given["promises"] = make in (CN2Classifier, RuleTreeClassifier)
    by_class = make(class_weight={"yes": 2.5, "no": 0.75}, **given).fit(X, y).rules_
    by_row = make(**given).fit(X, y, sample_weight=np.where(y == "yes", 2.5, 0.75)).rules_
    assert by_class == by_row


@pytest.mark.parametrize("make", CLASSIFIERS)
def test_balanced_classes_weigh_the_same(make: Any) -> None:
    X, y = arrays()
    times = np.where(y == "yes", 1, 3)
    one = make(class_weight="balanced", promises=False).fit(X, y, sample_weight=times).rules_
    two = (
        make(class_weight="balanced", promises=False)
        .fit(X.repeat(times, axis=0), y.repeat(times))
        .rules_
    )
    for rules in (one, two):
        assert rules.class_counts == pytest.approx([times.sum() / 2] * 2)


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        (
            {"yes": -1, "no": 1},
            "class_weight gives the class 'yes' the weight -1; give every class",
        ),
        ({"yes": np.nan, "no": 1}, "class_weight gives the class 'yes' the weight nan;"),
        ({"yes": 1, "no": np.inf}, "class_weight gives the class 'no' the weight inf;"),
        ({"yes": 0, "no": 0}, "all weights are 0 or almost 0; give at least one row a larger one"),
        ({"yes": 1e12, "no": 1}, "divide them all by the same number"),
    ],
)
@pytest.mark.parametrize("make", CLASSIFIERS)
def test_class_weights_that_make_no_sense_are_refused(
    make: Any, weights: dict[str, float], sentence: str
) -> None:
    X, y = arrays(30)
    with pytest.raises(DataError, match=sentence):
        make(class_weight=weights).fit(X, y)


@pytest.mark.parametrize("weights", [np.ones(3), -np.ones(30)], ids=["too few", "negative"])
@pytest.mark.parametrize("make", CLASSIFIERS)
def test_sample_weights_that_make_no_sense_are_refused(make: Any, weights: AnyArray) -> None:
    X, y = arrays(30)
    with pytest.raises(ValueError, match="sample_weight"):
        make().fit(X, y, sample_weight=weights)


# Around the learners


def test_promises_are_made_again_with_the_same_weights() -> None:
    X, y = arrays()
    weights = np.random.default_rng(5).integers(1, 4, len(y))
    rules = CN2Classifier(promises=False).fit(X, y, sample_weight=weights).rules_
    again = rules.promise(X, y, weights)
    assert again.promises.n_folds == 6
    with pytest.raises(DataError, match="these are not the rows"):
        rules.promise(X, y)


def test_features_are_learned_from_weights() -> None:
    X, y = arrays()
    weights = np.random.default_rng(6).integers(0, 3, len(y))
    ours = RuleFeatures().fit(X, y, sample_weight=weights)
    plain = RuleFeatures().fit(X.repeat(weights, axis=0), y.repeat(weights))
    assert ours.rules_ == plain.rules_


def test_rules_of_a_tree_are_shortened_by_weight() -> None:
    X, y = arrays()
    weights = np.random.default_rng(8).uniform(0.5, 2.0, len(y))
    model = RuleTreeClassifier(pruning=None).fit(X, y, sample_weight=weights)
    rules = model.to_rules()
    assert len(rules) < len(model.rules_)
    assert sum(rules.class_counts) == pytest.approx(weights.sum())
