"""What models keep of their training, whichever learner made them."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encode.drawn_tables import tables as drawn_tables
from tests.estimators.test_same_model import LEARNERS

from conjunct import (
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
    __version__,
    load_model,
    read_table,
)
from conjunct.cards import FixedRidge
from conjunct.data import Table, shipped_table
from conjunct.errors import DataWarning
from conjunct.estimators.guaranteed import learn_guaranteed
from conjunct.estimators.remembered import settings_of
from conjunct.evaluate import laplace
from conjunct.model import Rules
from conjunct.model.decided import decided_by

KEPT = (
    *("card", "real points", "layered", "cn2", "ordered cn2", "seco", "ripper", "knopf"),
    *("one class knopf", "tree", "reduced error"),
)


def indices(rules: Rules, table: Table) -> set[float]:
    return {shift.index for part in rules.drift(table).periods for shift in part.shifts}


@pytest.mark.parametrize("learner", KEPT)
@given(table=drawn_tables(), data=st.data())
@settings(max_examples=6)
def test_the_training_table_did_not_move(learner: str, table: Table, data: st.DataObject) -> None:
    if data.draw(st.booleans()):
        weight = st.sampled_from([0.0, 0.3, 1.0, 2.0, 5.5])
        drawn = st.lists(weight, min_size=table.n_rows, max_size=table.n_rows)
        table = replace(table, weights=np.array([*data.draw(drawn)[1:], 1.0]))
    class_weight = data.draw(st.sampled_from([None, "balanced"]))
    model = LEARNERS[learner](promises=False, class_weight=class_weight).fit_table(table)
    rules = model.rules_
    assert decided_by(rules) is not None
    assert max(indices(rules, table), default=0.0) == pytest.approx(0.0, abs=1e-12)
    loaded = load_model(rules.to_json())
    assert loaded.training == rules.training
    assert loaded.drift(table) == rules.drift(table)


@pytest.mark.parametrize("learner", KEPT)
def test_rules_of_learned_models_are_counted_as_plain_loops_do(learner: str) -> None:
    table = shipped_table()
    size = {"size": 3} if learner in ("card", "real points") else {}
    rules = LEARNERS[learner](promises=False, **size).fit_table(table).rules_
    decided = decided_by(rules)
    assert decided is not None
    assert rules.training is not None
    labels = rules.predict(table).tolist()
    assert decided.predicted == tuple(labels.count(label) for label in rules.classes)
    deciding = rules.deciding(table)
    if rules.ADDS_UP:
        found = [sum(at in row for row in deciding) for at in range(len(rules))]
        assert decided.covered == tuple(found)
    else:
        first = [row[0] if row else len(rules) for row in deciding]
        assert decided.first == tuple(first.count(at) for at in range(len(rules) + 1))
    for column in table.columns:
        spread = rules.training.attributes[column.name]
        assert spread.missing == column.n_missing
        assert spread.known == (344 - column.n_missing if column.name in rules.attributes else 0)


@pytest.mark.parametrize("learner", ["card", "ripper", "tree"])
def test_a_row_of_weight_two_is_two_rows(learner: str) -> None:
    table = shipped_table().take(np.arange(0, 344, 3))
    twice = table.take(np.repeat(np.arange(table.n_rows), 2))
    weighted = replace(table, weights=np.full(table.n_rows, 2.0))
    make = partial(LEARNERS[learner], promises=False)
    one, two = (make().fit_table(rows).rules_.training for rows in (twice, weighted))
    assert one == two


def test_rows_that_do_not_count_leave_no_trace() -> None:
    table = shipped_table()
    weights = np.ones(344)
    weights[::7] = 0.0
    rest = table.take(np.flatnonzero(weights))
    one = RipperClassifier(random_state=0, promises=False).fit_table(rest).rules_
    two = RipperClassifier(random_state=0, promises=False).fit_table(
        replace(table, weights=weights)
    )
    assert two.rules_.training == one.training


def test_the_order_of_rows_does_not_matter() -> None:
    table = shipped_table()
    shuffled = table.take(np.random.default_rng(1).permutation(344))
    one, two = (ScoreCardClassifier(size=2).fit_table(rows).rules_ for rows in (table, shuffled))
    assert two.to_json() == one.to_json()


def test_rows_held_out_are_training_rows_too() -> None:
    table = shipped_table()
    rules = ScoreCardClassifier(size=2, hold_out=0.3).fit_table(table).rules_
    assert rules.training is not None
    assert (rules.training.rows, rules.training.changed) == (344, ("hold_out", "size"))
    assert indices(rules, table) == {0.0}


def test_who_learned_and_how_is_kept() -> None:
    X = {"size": [1.0, 2.0, 3.0, 4.0] * 5, "id": [f"row {number}" for number in range(20)]}
    y = ["low", "low", "high", "high"] * 5
    with pytest.warns(DataWarning, match="Left out 'id'"):
        table = read_table({**X, "kind": y}, target="kind", kinds={"size": "numeric"})
    training = SeCoClassifier("laplace", n_jobs=2).fit_table(table).rules_.training
    assert training is not None
    assert (training.learner, training.version) == ("SeCoClassifier", __version__)
    assert (training.changed, training.settings["heuristic"]) == (("heuristic",), "laplace")
    assert training.date is None
    assert list(training.attributes) == ["size"]


@pytest.mark.parametrize("weigh", [False, True])
def test_threads_do_not_change_what_is_kept(weigh: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conjunct.threads.MANY_CELLS", 0)  # threads however small the work is
    table = shipped_table()
    if weigh:
        table = replace(table, weights=np.linspace(0.5, 2.0, table.n_rows))
    one, two = (
        SeCoClassifier(promises=False, n_jobs=n_jobs).fit_table(table).rules_.to_json()
        for n_jobs in (1, 2)
    )
    assert one == two


def test_settings_are_plain_data() -> None:
    given: dict[str, Any] = {
        "class_weight": {"a": np.float64(2.0), 1: 3},
        "conditions": ("<=", ">"),
        "random_state": np.random.RandomState(0),
        "size": FixedRidge(np.float64(0.5)),
        "monotonic_cst": np.array([1, 0]),
        "cuts": {"age": [25, 40]},
    }
    found = settings_of(ScoreCardClassifier(**given))
    plain = {name: value for name, (value, _) in found.items()}
    assert json.loads(json.dumps(plain)) == plain
    assert plain["class_weight"] == {"a": 2.0, "1": 3}
    assert plain["random_state"] == "RandomState"
    assert plain["size"] == "FixedRidge(ridge=0.5, size='small')"
    assert {name for name, (_, default) in found.items() if not default} == set(given)
    assert settings_of(SeCoClassifier(laplace))["heuristic"] == ("laplace", False)
    assert all(default for _, default in settings_of(ScoreCardClassifier()).values())


def test_a_threshold_that_is_chosen_later_is_counted() -> None:
    rows = {"size": list(range(400)), "kind": ["low"] * 200 + ["high"] * 200}
    table = read_table(rows, target="kind")
    card = learn_guaranteed(ScoreCardClassifier(), table, "false positive rate", 0.1)
    assert decided_by(card) is not None
    none = learn_guaranteed(ScoreCardClassifier(), table, "precision", 1.0)
    assert len(none) == 0
    assert decided_by(none) is not None


def test_a_tree_is_written_once_and_knows_its_training() -> None:
    model = RuleTreeClassifier().fit_table(shipped_table())
    assert model.rules_ is model.tree_
    assert model.tree_.training is not None
    assert model.tree_.training.learner == "RuleTreeClassifier"


def test_rules_of_a_tree_can_be_watched() -> None:
    table = shipped_table()
    rules = RuleTreeClassifier(max_leaves=4).fit_table(table).to_rules()
    drift = rules.drift(table)
    about = {shift.about for shift in drift.periods[0].shifts}
    assert about == {"rule", "values", "missing"}
    assert "changed after learning" in drift.notes[0]
    assert {shift.index for shift in drift.periods[0].shifts if shift.about != "rule"} == {0.0}
