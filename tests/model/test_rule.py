from __future__ import annotations

import math
from dataclasses import replace

import pytest

from conjunct.errors import ModelError
from conjunct.model import Condition, Rule, RuleList, SearchRecord


def test_covered_and_errors_follow_from_the_counts(rules: RuleList) -> None:
    assert (rules[1].covered, rules[1].errors) == (125, 7)
    assert (rules[0].n_conditions, rules[0].attributes[0]) == (3, "bill_length_mm")


def test_an_attribute_tested_twice_is_listed_once(record: SearchRecord) -> None:
    between = (Condition("age", ">", 3.0), Condition("age", "<=", 5.0))
    rule = Rule(between, 0, (1, 1), 0.5, 0.5, record)
    assert rule.attributes == ("age",)
    assert rule.body == "age > 3 and age ≤ 5"


def test_a_rule_without_conditions_always_holds(record: SearchRecord) -> None:
    assert Rule((), 0, (1, 1), 0.5, 0.5, record).body == "always"


@pytest.mark.parametrize("head", [-1, 3])
def test_a_head_that_is_no_class_is_refused(rules: RuleList, head: int) -> None:
    with pytest.raises(ModelError, match="is not one of 3 classes"):
        replace(rules[0], head=head)


def test_an_error_that_is_no_number_is_refused(rules: RuleList) -> None:
    with pytest.raises(ModelError, match="an error is not a finite number"):
        replace(rules[0], corrected_error=math.nan)
