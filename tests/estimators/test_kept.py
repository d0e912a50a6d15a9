from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.base import clone

from conjunct import ScoreCardClassifier, load_model
from conjunct.data import Column, Table
from conjunct.errors import DataError
from conjunct.model import Condition, ScoreCard


def patients(n_classes: int = 2, seed: int = 0, n_rows: int = 240) -> Table:
    random = np.random.default_rng(seed)
    age = random.integers(20, 90, n_rows).astype(float)
    bmi = random.normal(27, 5, n_rows).round(1)
    town = random.integers(0, 3, n_rows).astype(np.int32)
    labels = ((age > 55).astype(int) + (random.random(n_rows) < 0.25)) % n_classes
    bmi[random.random(n_rows) < 0.1] = np.nan
    return Table(
        (
            Column("age", "numeric", age),
            Column("bmi", "numeric", bmi),
            Column("town", "nominal", town, ("A", "B", "C")),
        ),
        Column("ill", "nominal", labels.astype(np.int32), ("no", "yes", "maybe")[:n_classes]),
    )


def learned(table: Table, keep: Any, **how: Any) -> ScoreCard:
    card = ScoreCardClassifier(keep=keep, **how).fit_table(table).rules_
    assert isinstance(card, ScoreCard)
    return card


KEEP = ("if bmi > 31.37 and town = A", "age > 60.5")


@pytest.mark.parametrize("how", [{}, {"size": 1}, {"size": 6}, {"points": "real"}])
def test_a_card_has_the_rules_that_it_must_have(how: dict[str, Any]) -> None:
    card = learned(patients(), KEEP, **how)
    bodies = [frozenset(rule.conditions) for rule in card]
    assert frozenset({Condition("bmi", ">", 31.37), Condition("town", "=", "A")}) in bodies
    assert frozenset({Condition("age", ">", 60.5)}) in bodies
    assert "Given and kept: if age > 60.5." in card.notes
    assert load_model(card.to_json()) == card


def test_the_others_are_learned_around_them() -> None:
    table = patients()
    free, kept = learned(table, ()), learned(table, ("town = B",))
    assert len(kept) > 1
    assert {rule.body for rule in kept} - {"town = B"} <= {rule.body for rule in free} | {
        rule.body for rule in kept
    }
    assert "age" in kept.attributes
    rule = next(rule for rule in kept if rule.body == "town = B")
    assert table.target is not None
    covered = table.column("town").values == 1
    assert rule.counts == tuple(np.bincount(table.target.values[covered], minlength=2).tolist())
    assert str(rule.search) == "written by hand, not searched for"
    assert rule.at_most is not None


def test_of_several_classes_a_kept_rule_names_one() -> None:
    card = learned(patients(3), ("age > 60.5 then maybe",))
    (rule,) = [rule for rule in card.rules if rule.body == "age > 60.5"]
    assert rule.head == 2
    assert [bool(one) for one in rule.points] == [False, False, True]


def test_conditions_that_others_imply_are_left_out() -> None:
    card = learned(patients(), ("age > 60.5 and age > 30 and town = A and town != B",))
    assert any(
        set(rule.conditions) == {Condition("age", ">", 60.5), Condition("town", "=", "A")}
        for rule in card
    )


def test_whether_a_cell_is_missing_can_be_kept() -> None:
    card = learned(patients(), ("bmi is missing",), missing="value", points="real")
    said = [note for note in card.notes if "bmi is missing" in note]
    assert said == ["Given and kept: if bmi is missing."]


def test_the_engine_and_the_order_of_rows_do_not_matter() -> None:
    table = patients()
    order = np.random.default_rng(1).permutation(table.n_rows)
    first = learned(table, KEEP, engine="numpy")
    assert learned(table, KEEP, engine="local") == first
    assert learned(table.take(order), KEEP, engine="local") == first
    assert learned(table, list(KEEP), engine="local", n_jobs=2) == first


def test_without_rules_to_keep_nothing_changes() -> None:
    table = patients()
    assert learned(table, ()) == learned(table, [])
    assert learned(table, ()).notes == ()


def test_a_classifier_with_rules_to_keep_is_cloned_and_fits_frames() -> None:
    X = np.array([[one, one % 5] for one in range(60)])
    y = np.where(X[:, 0] > 30, "old", "young")
    model = clone(ScoreCardClassifier(keep=["x1 > 3"])).fit(X, y)
    assert any("x1 > 3" in note for note in model.rules_.notes)


def test_a_cut_point_that_was_given_and_one_that_is_kept_go_together() -> None:
    card = learned(patients(), ("age > 60.5",), cuts={"age": [40.0]})
    values = {one.value for rule in card for one in rule.conditions if one.attribute == "age"}
    assert 60.5 in values
    assert values <= {40.0, 60.5}


@pytest.mark.parametrize(
    ("keep", "problem"),
    [
        ("age > 60", "keep must be a list of rules, not 'age > 60'"),
        (3, "keep must be a list of rules, not 3"),
        ([3], "kept rule 1: a rule must be a text"),
        (["age >"], "kept rule 1: the end of the rule 'age >'"),
        (["age > 60", "agee > 3"], "kept rule 2: there is no column 'agee'; did you mean 'age'?"),
        (["town > 3"], "kept rule 1: column 'town' is nominal, but the rule tests it as numeric"),
        (["town = Z"], "kept rule 1: the condition 'town = Z' holds for no row, or for all rows"),
        (["age > 500"], "the condition 'age > 500' holds for no row, or for all rows"),
        (["bmi is missing"], "the condition 'bmi is missing' holds for no row"),
        (["age > 60 and age <= 40"], "kept rule 1 covers no row: if age > 60 and age ≤ 40"),
        (["town = A and town = B"], "kept rule 1 covers no row: if town = A and town = B"),
        (["age > 60 then +3 for yes"], "kept rule 1: points are fitted; write a class or nothing"),
        (["age > 60 then perhaps"], "rule 1: 'perhaps' is not a class; the classes are no, yes"),
        (["always"], "kept rule 1 has no conditions"),
    ],
)
def test_rules_that_cannot_be_kept_are_refused(keep: Any, problem: str) -> None:
    with pytest.raises(DataError) as refused:
        ScoreCardClassifier(keep=keep).fit_table(patients())
    assert problem in str(refused.value)


def test_several_classes_want_to_know_which() -> None:
    with pytest.raises(DataError, match="kept rule 1: say which class it is for: then CLASS"):
        ScoreCardClassifier(keep=["age > 60"]).fit_table(patients(3))


def test_a_rule_without_any_weight_is_said_to_have_no_points() -> None:
    even, labels = np.arange(200) % 2, np.arange(200) // 2 % 2
    table = Table(
        (Column("even", "nominal", even.astype(np.int32), ("n", "y")),),
        Column("ill", "nominal", labels.astype(np.int32), ("no", "yes")),
    )
    card = learned(table, ("even = y",))
    assert card.notes == ("Given, but without points: if even = y.",)
    assert "even" not in card.attributes
