from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.model.spoilt import refusal

from conjunct.errors import ModelError
from conjunct.model import Condition, Distribution, RuleList, ScoreCard, TrainingFacts, load_model
from conjunct.model.decided import decided_by, fingerprint
from conjunct.model.threshold import Threshold
from conjunct.model.training import with_training

from .remembering import card, facts_of, people, rule_list


def test_what_is_known_of_the_training_is_saved_and_read_back(tmp_path: Path) -> None:
    for model in (card(), rule_list(), card().dated("2026-11-17")):
        model.save(tmp_path / "model.json")
        loaded = load_model(tmp_path / "model.json")
        assert loaded == model
        assert loaded.training == model.training
        assert loaded.training is not None
        assert model.training is not None
        assert loaded.training.date == model.training.date
        assert decided_by(loaded) is not None
        assert loaded.to_json() == model.to_json()


def test_a_date_has_no_part_in_comparisons() -> None:
    model = card()
    assert model.dated("2026-11-17") == model == model.dated("2027-01-01")
    assert '"date": "2027-01-01"' in model.dated("2027-01-01").to_json()


def test_dates_that_cannot_be_are_refused() -> None:
    with pytest.raises(ModelError, match=r"training\.date is not a date: 'yesterday'"):
        card().dated("yesterday")
    with pytest.raises(ModelError, match="nothing is known of the training"):
        replace(card(), training=None).dated("2026-11-17")


def test_the_same_rules_are_equal_whoever_learned_them() -> None:
    model = card()
    assert replace(model, training=None) == model
    assert facts_of(model, source="other.csv") != model.training


def test_what_a_model_says_is_counted() -> None:
    decided = decided_by(card())
    assert decided is not None
    # Ages above 60 are known of 36 rows, none of them of Bonn; points for bad are 3, base −1.
    assert decided.covered == (36, 50)
    assert decided.predicted == (64, 36)
    assert decided.first == ()
    assert decided.score == Distribution("numeric", 0, (50, 14, 36), (-2.0, 0.0))
    listed = decided_by(rule_list())
    assert listed is not None
    assert (listed.covered, listed.first) == ((36, 50), (36, 50, 14))


def changed_rule(model: ScoreCard) -> ScoreCard:
    body = (Condition("age", ">", 61.0),)
    return replace(model, rules=(replace(model.rules[0], conditions=body), model.rules[1]))


@pytest.mark.parametrize(
    "change",
    [
        changed_rule,
        lambda model: replace(model, rules=model.rules[:1]),
        lambda model: replace(model, base=(0.0, -2.0)),
        lambda model: replace(model, missing="value"),
        lambda model: replace(model, threshold=Threshold(1, "precision", 0.8, 0.95, 120)),
        lambda model: model.rounded(unit=3),
    ],
)
def test_a_model_that_was_changed_does_not_say_what_the_old_one_said(
    change: Callable[[ScoreCard], ScoreCard],
) -> None:
    changed = change(card())
    assert changed.training is not None
    assert decided_by(changed) is None
    assert decided_by(load_model(changed.to_json())) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda model: replace(model, promises=None, notes=(), n_rows=7, target="x"),
        lambda model: replace(model, classes=("a", "b")),
        lambda model: replace(model, checked=None, unit=3.0),
    ],
)
def test_what_does_not_decide_changes_nothing(change: Callable[[ScoreCard], ScoreCard]) -> None:
    assert fingerprint(change(card())) == fingerprint(card())


@given(st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=5))
def test_a_fingerprint_survives_saving(cut: float, name: str) -> None:
    number: Any = int(cut) if cut.is_integer() and abs(cut) < 1e9 else cut
    body = (Condition(name, "<=", number),)
    model = rule_list()
    rule = replace(model.rules[0], conditions=body)
    other = RuleList((rule,), model.classes, 0, model.class_counts, {name: "numeric"})
    assert fingerprint(load_model(other.to_json())) == fingerprint(other)


def _training(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["training"].update(changes)


def _decided(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["training"]["decided"].update(changes)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda data: data.pop("training"), "training is missing"),
        (_training(rows=-1), "training.rows must be a number from 0 up, not -1"),
        (_training(rows=99), "training counts 100 rows of 'age', but there are 99"),
        (_training(date="2026-02-30"), "training.date is not a date: '2026-02-30'"),
        (_training(date=7), "training.date must be a text, not 7"),
        (_training(changed=["colour"]), "training.changed names 'colour', which is not a setting"),
        (_training(settings=[]), "training.settings must be an object, not []"),
        (_training(attributes=3), "training.attributes must be an object, not 3"),
        (_training(attributes={"age": 3}), "training.attributes.age must be an object, not 3"),
        (_training(cost=3), "training.cost is not a field of this format"),
        (_training(decided=3), "training.decided must be an object, not 3"),
        (_decided(covered=[101, 50]), "training counts 101 rows of a rule, but there are 100"),
        (_decided(covered=[36]), "training.decided does not fit the rules and classes"),
        (_decided(predicted=[90, 36]), "126 rows of the predicted classes, but there are 100"),
        (_decided(first=[1]), "training.decided does not fit the rules and classes"),
        (_decided(score={"kind": "numeric", "missing": 0, "counts": [101]}), "of the score, but"),
    ],
)
def test_spoilt_facts_are_refused(
    spoil: Callable[[dict[str, Any]], Any], complaint: str, tmp_path: Path
) -> None:
    assert complaint in refusal(card(), spoil, tmp_path)


def test_weights_may_be_off_by_their_last_digits() -> None:
    third = Distribution("numeric", 0.1, (0.2,))
    facts = TrainingFacts("t", 0.3, "L", {}, (), "0", {"x": third})
    assert facts.attributes["x"].known + 0.1 > facts.rows


def test_weights_are_added_up() -> None:
    from conjunct.model.decided import count_decided

    table = people([70.0, 70.0, 20.0], [1, 0, 0])
    decided = count_decided(card(), table, np.array([0.5, 2.0, 1.0]))
    assert decided.covered == (2.5, 3)
    assert decided.predicted == (3, 0.5)


def test_adding_the_facts_leaves_the_rules_unchanged() -> None:
    for model in (card(), rule_list()):
        bare = replace(model, training=None)
        assert model.training is not None
        trained = with_training(bare, model.training)
        assert type(trained) is type(model)
        assert trained.to_json() == replace(bare, training=model.training).to_json()
        assert bare.training is None
