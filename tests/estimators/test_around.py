from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
)
from conjunct.data import Column, Table
from conjunct.errors import ConjunctError, DataError
from conjunct.estimators.around import (
    forbidden_rules,
    learn_around,
    without_columns,
    without_rules,
)
from conjunct.model import Rules
from conjunct.model.condition import body_cover


def table_of(seed: int = 0, n_rows: int = 200) -> Table:
    random = np.random.default_rng(seed)
    age = random.integers(20, 90, n_rows).astype(float)
    bmi = random.normal(27, 5, n_rows).round(0)
    town = random.integers(0, 3, n_rows).astype(np.int32)
    by_chance = random.random(n_rows) < 0.1 + 0.1 * (town == 1)
    labels = ((age > 55) & (bmi > 20) | by_chance).astype(np.int32)
    return Table(
        (
            Column("age", "numeric", age),
            Column("bmi", "numeric", bmi),
            Column("town", "nominal", town, ("A", "B", "C")),
            Column("fixed", "nominal", np.zeros(n_rows, np.int32), ("x",)),
        ),
        Column("ill", "nominal", labels, ("no", "yes")),
    )


PEOPLE = table_of()
LISTS: dict[str, Any] = {
    "layered": LayeredRuleClassifier(),
    "cn2": CN2Classifier(),
    "cn2 list": CN2Classifier(ordered=True),
    "seco": SeCoClassifier(),
    "ripper": RipperClassifier(random_state=0),
    "knopf": KnopfClassifier(),
}


def learn(estimator: Any, table: Table, progress: Any) -> Rules:
    rules: Rules = estimator.fit_table(table, progress).rules_
    return rules


def around(
    estimator: Any,
    keep: list[str] | None = None,
    require: list[str] | None = None,
    table: Table = PEOPLE,
) -> Rules:
    return learn_around(estimator, table, keep or [], require or [], learn, lambda share: None)


@pytest.mark.parametrize("name", LISTS)
def test_given_rules_come_first_and_the_rest_is_learned_from_the_rows_they_leave(name: str) -> None:
    keep = ["if town = A and age > 70 then no", "bmi > 38"]
    rules = around(LISTS[name], keep)
    assert [rule.body for rule in rules][:2] == ["town = A and age > 70", "bmi > 38"]
    assert rules[0].head == 0
    assert rules.edits == ()
    assert rules.notes[-2:] == (
        "Given and kept: if town = A and age > 70 then no.",
        "Given and kept: if bmi > 38.",
    )
    covered = body_cover(rules[0].conditions, PEOPLE) | body_cover(rules[1].conditions, PEOPLE)
    rest = learn(LISTS[name], PEOPLE.take(np.flatnonzero(~covered)), lambda share: None)
    assert [rule.conditions for rule in rules][2:] == [rule.conditions for rule in rest]
    assert [rule.head for rule in rules][2:] == [rule.head for rule in rest]
    assert rules.n_rows == PEOPLE.n_rows
    assert sum(rules.class_counts) == PEOPLE.n_rows
    assert rules[0].covered == np.count_nonzero(body_cover(rules[0].conditions, PEOPLE))


def test_given_and_learned_rules_of_a_list_have_promises() -> None:
    rules = around(LISTS["ripper"], ["town = A and age > 70 then no"])
    assert len(rules) > 1
    assert all(rule.expected is not None and rule.at_most is not None for rule in rules)


@pytest.mark.parametrize("name", ["layered", "ripper", "card"])
def test_a_required_column_is_used(name: str) -> None:
    estimator = LISTS.get(name, ScoreCardClassifier())
    assert "town" not in around(estimator).attributes or name == "layered"
    assert "town" in around(estimator, require=["town", "age"]).attributes


def test_a_column_that_is_used_anyway_changes_nothing() -> None:
    estimator = ScoreCardClassifier()
    assert around(estimator, require=["age"]) == around(estimator)


@pytest.mark.parametrize("name", ["ripper", "card"])
def test_a_column_that_says_nothing_cannot_be_required(name: str) -> None:
    with pytest.raises(DataError, match="column 'fixed' cannot be required: no rule is found in"):
        around(LISTS.get(name, ScoreCardClassifier()), require=["fixed"])


def test_wishes_that_cannot_be_followed_are_refused() -> None:
    ripper = LISTS["ripper"]
    for keep, require, problem in (
        ([], ["agee"], "has no column 'agee'; did you mean 'age'"),
        (["agee > 3 then no"], [], "kept rule 1: table has no column 'agee'; did you mean 'age'"),
        (["age > 500 then no"], [], "kept rule 1 covers no row: if age > 500 then no"),
        (["age > 60 then perhaps"], [], "kept rule 1: 'perhaps' is not a class"),
        (["town > 3"], [], "kept rule 1: the model needs column 'town' to be numeric"),
        (["age > 3 then no"], [], "the rules to keep cover all rows"),
        (["age > 60 then +2 for no"], [], "kept rule 1: points are fitted"),
    ):
        with pytest.raises(ConjunctError) as refused:
            around(ripper, list(keep), list(require))
        assert problem in str(refused.value)


def test_a_tree_keeps_no_rules() -> None:
    with pytest.raises(ConjunctError, match="a tree cannot keep rules"):
        around(RuleTreeClassifier(), ["age > 70 then no"])


def test_forbidden_columns_are_left_out_and_noted() -> None:
    left = without_columns(PEOPLE, ["age", "town", "age"])
    assert left.names == ("bmi", "fixed")
    assert left.notes == ("Left out 'age': it is forbidden.", "Left out 'town': it is forbidden.")
    with pytest.raises(DataError, match="has no column 'agee'; did you mean 'age'"):
        without_columns(PEOPLE, ["agee"])
    with pytest.raises(DataError, match="all columns of table are forbidden"):
        without_columns(PEOPLE, list(PEOPLE.names))


@pytest.mark.parametrize("name", [*LISTS, "card"])
def test_a_forbidden_rule_is_not_learned(name: str) -> None:
    estimator = ScoreCardClassifier() if name == "card" else LISTS[name]
    learned = learn(estimator, PEOPLE, lambda share: None)
    out = f"if {learned[0].body}"
    rules = without_rules(learned, PEOPLE, [out])
    assert learned[0].conditions not in [rule.conditions for rule in rules]
    assert [edit.op for edit in rules.edits] == ["forbid_rule", "refit"]
    again = learned.forbid_rule(out).refit(PEOPLE)
    assert rules.predict(PEOPLE).tolist() == again.predict(PEOPLE).tolist()
    assert without_rules(learned, PEOPLE, ["if age > 88 and bmi > 1000"]) is learned


def test_what_is_forbidden_is_a_column_or_a_rule() -> None:
    table = Table((Column("if x", "numeric", np.arange(3.0)), *table_of(n_rows=3).columns), None)
    assert forbidden_rules(table, ["age", "if x", "if age > 3"]) == ("if age > 3",)
    with pytest.raises(DataError, match="forbidden rule 'if age >': the end of the rule"):
        forbidden_rules(table, ["if age >"])
    with pytest.raises(DataError, match=r"'if agee > 3': .* no column 'agee'; did you mean 'age'"):
        forbidden_rules(table, ["if agee > 3"])
