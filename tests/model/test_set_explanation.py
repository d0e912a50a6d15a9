from __future__ import annotations

import json
from dataclasses import replace

import pytest

from conjunct.data.table import Table
from conjunct.model import Rule, RuleSet, SearchRecord

GOLDEN = """\
row 1: Gentoo, by the sum of 2 rules
    rule 1: if bill_length_mm > 42.35 and island = Dream and sex = female then Chinstrap
        bill_length_mm > 42.35   here 46.5
        island = Dream           here Dream
        sex = female             here female
        34 training rows, 0 wrong
    rule 2: if flipper_length_mm > 206.5 then Gentoo
        flipper_length_mm > 206.5   here 215
        125 training rows, 7 wrong
    class      rule 1  rule 2  sum
    Adelie          0       2    2
    Chinstrap      34       5   39
    Gentoo          0     118  118
row 2: Chinstrap, by one rule
    rule 1: if bill_length_mm > 42.35 and island = Dream and sex = female then Chinstrap
        bill_length_mm > 42.35   here 46.5
        island = Dream           here Dream
        sex = female             here female
        34 training rows, 0 wrong
    class      rule 1
    Chinstrap      34"""


def test_explanations_print_all_rules_that_hold_and_their_sum(
    rule_set: RuleSet, both: Table
) -> None:
    assert str(rule_set.explain(both)) == GOLDEN


def test_where_no_rule_holds_the_default_is_explained(rule_set: RuleSet, penguins: Table) -> None:
    explanation = rule_set.explain(penguins)[2]
    assert str(explanation) == "row 3: Adelie, since no rule holds (344 training rows, 192 wrong)"
    assert (explanation.reasons, explanation.counts) == ((), (152, 68, 124))


def test_equal_sums_are_pointed_out(both: Table, record: SearchRecord) -> None:
    tied = Rule((), 1, (3, 3), record)
    rules = RuleSet((tied,), ("a", "b"), 0, (3, 7), {})
    assert str(rules.explain(both)[0]).splitlines()[-3:] == [
        "    a           3",
        "    b           3",
        "    the largest are equal: the class with more training rows is taken",
    ]


def test_the_predicted_class_is_shown_also_without_a_count(
    both: Table, record: SearchRecord
) -> None:
    empty = Rule((), 1, (0, 0), record)
    text = str(RuleSet((empty,), ("a", "b"), 0, (3, 7), {}).explain(both)[0])
    assert "    b           0\n" in text


def test_explanations_are_plain_data_on_request(rule_set: RuleSet, both: Table) -> None:
    dicts = rule_set.explain(both).to_dicts()
    assert json.loads(json.dumps(dicts)) == dicts
    assert {**dicts[0], "rules": None} == {
        "row": 1,
        "predicted": "Gentoo",
        "classes": ["Adelie", "Chinstrap", "Gentoo"],
        "counts": [2, 39, 118],
        "rules": None,
        "reasons": [
            {
                "code": "R2",
                "rule": 2,
                "text": "flipper_length_mm > 206.5",
                "holds": True,
                "points": 118,
            }
        ],
    }
    assert [rule["rule"] for rule in dicts[0]["rules"]] == [1, 2]
    assert [rule["counts"] for rule in dicts[0]["rules"]] == [[0, 34, 0], [2, 5, 118]]
    assert dicts[0]["rules"][1]["conditions"] == [
        {
            "condition": "flipper_length_mm > 206.5",
            "attribute": "flipper_length_mm",
            "value": 215.0,
        }
    ]


def test_one_row_alone_is_explained_as_among_the_others(rule_set: RuleSet, penguins: Table) -> None:
    explanations = rule_set.explain(penguins)
    assert [rule_set.explain_row(penguins, row) for row in range(5)] == list(explanations)
    with pytest.raises(IndexError):
        rule_set.explain_row(penguins, 5)


def test_a_default_that_is_not_the_majority_is_told_as_it_is(
    rule_set: RuleSet, penguins: Table
) -> None:
    explanation = replace(rule_set, default=1).explain(penguins)[2]
    assert str(explanation).endswith(
        "Chinstrap, since no rule holds (344 training rows, 276 wrong)"
    )
