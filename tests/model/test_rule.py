from __future__ import annotations

from dataclasses import replace

import pytest

from conjunct.errors import ModelError
from conjunct.model import Condition, Promise, Rule, RuleList, ScoreCard, SearchRecord


def test_covered_and_errors_follow_from_the_counts(rules: RuleList) -> None:
    assert (rules[1].covered, rules[1].errors) == (125, 7)
    assert (rules[0].n_conditions, rules[0].attributes[0]) == (3, "bill_length_mm")


def test_an_attribute_tested_twice_is_listed_once(record: SearchRecord) -> None:
    between = (Condition("age", ">", 3.0), Condition("age", "<=", 5.0))
    rule = Rule(between, 0, (1, 1), record)
    assert rule.attributes == ("age",)
    assert rule.body == "age > 3 and age ≤ 5"


def test_a_rule_without_conditions_always_holds(record: SearchRecord) -> None:
    assert Rule((), 0, (1, 1), record).body == "always"


@pytest.mark.parametrize("head", [-1, 3])
def test_a_head_that_is_no_class_is_refused(rules: RuleList, head: int) -> None:
    with pytest.raises(ModelError, match="is not one of 3 classes"):
        replace(rules[0], head=head)


def test_the_laplace_error_follows_from_the_counts(rules: RuleList, credit: ScoreCard) -> None:
    assert [rule.laplace_error for rule in rules] == [2 / 37, 9 / 128]
    assert [rule.laplace_error for rule in credit] == [16 / 42, 91 / 212, 47 / 396]


def test_a_rule_tells_what_it_promises(rules: RuleList) -> None:
    assert (rules[0].expected, rules[0].at_most, rules[0].p_value) == (None, None, None)
    rule = replace(rules[0], promise=Promise(0.1, 0.2, 0.03))
    assert (rule.expected, rule.at_most, rule.p_value) == (0.1, 0.2, 0.03)
