from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from conjunct.data import read_table
from conjunct.data.table import Table
from conjunct.errors import ModelError
from conjunct.model import Condition, Rule, RuleList, RuleSet, SearchRecord


def always(head: int, counts: tuple[int, ...], record: SearchRecord) -> Rule:
    return Rule((), head, counts, record)


def test_all_rules_that_hold_are_added_up(rule_set: RuleSet, both: Table) -> None:
    sums, covered = rule_set.sums(both)
    assert sums.tolist() == [[2, 39, 118], [0, 34, 0]]
    assert covered.all()
    assert rule_set.matches(both).tolist() == [[True, True], [True, False]]
    assert rule_set.deciding(both) == [(0, 1), (0,)]
    assert rule_set.predict(both).tolist() == ["Gentoo", "Chinstrap"]


def test_the_order_of_rules_does_not_matter(
    rule_set: RuleSet, rules: RuleList, both: Table
) -> None:
    turned = replace(rule_set, rules=rule_set.rules[::-1])
    assert turned.predict(both).tolist() == rule_set.predict(both).tolist()
    assert turned.predict_proba(both).tolist() == rule_set.predict_proba(both).tolist()
    assert rules.predict(both).tolist() == ["Chinstrap", "Chinstrap"]


def test_rows_that_no_rule_covers_get_the_default(rule_set: RuleSet, penguins: Table) -> None:
    assert rule_set.predict(penguins).tolist() == ["Chinstrap", "Gentoo", *["Adelie"] * 3]
    assert rule_set.deciding(penguins)[2:] == [(), (), ()]
    other = replace(rule_set, default=1)
    assert other.predict(penguins)[2] == "Chinstrap"
    assert other.predict_proba(penguins)[2].argmax() == 1


def test_probabilities_come_from_the_sum(rule_set: RuleSet, both: Table, penguins: Table) -> None:
    shares = rule_set.predict_proba(both)
    assert shares[0] == pytest.approx([3 / 162, 40 / 162, 119 / 162])
    assert shares[1] == pytest.approx([1 / 37, 35 / 37, 1 / 37])
    assert rule_set.predict_proba(penguins)[2] == pytest.approx([153 / 347, 69 / 347, 125 / 347])


@pytest.mark.parametrize(
    ("class_counts", "label"),
    [((1, 5, 9), "c"), ((9, 5, 1), "b"), ((1, 5, 5), "b"), ((0, 0, 0), "b")],
)
def test_equal_sums_go_to_the_more_frequent_class_and_then_to_the_first(
    both: Table, record: SearchRecord, class_counts: Any, label: str
) -> None:
    tied = (always(0, (1, 4, 2), record), always(2, (1, 0, 2), record))
    rules = RuleSet(tied, ("a", "b", "c"), 0, class_counts, {})
    assert rules.predict(both).tolist() == [label] * 2
    shares = rules.predict_proba(both)[0]
    assert rules.classes[shares.argmax()] == label
    assert np.sort(shares) == pytest.approx([0.23076923, 0.38461538, 0.38461538])


def test_counts_decide_and_not_heads(both: Table, record: SearchRecord) -> None:
    rules = RuleSet((always(0, (2, 3), record),), ("a", "b"), 0, (9, 1), {})
    assert rules.predict(both).tolist() == ["b", "b"]


def test_sums_do_not_overflow(both: Table, record: SearchRecord) -> None:
    half = 2**62
    fits = (always(0, (half, 0), record), always(1, (0, half - 1), record))
    rules = RuleSet(fits, ("a", "b"), 1, (0, 0), {})
    assert rules.predict(both).tolist() == ["a", "a"]
    with pytest.raises(ModelError, match="the counts of the rules are too large to be added up"):
        replace(rules, class_counts=(1, 0))


def test_no_rules_and_no_rows_are_fine(rule_set: RuleSet, penguins: Table) -> None:
    empty = replace(rule_set, rules=())
    assert empty.predict(penguins).tolist() == ["Adelie"] * 5
    assert empty.deciding(penguins) == [()] * 5
    assert empty.predict_proba(penguins).shape == (5, 3)
    nothing = penguins.take(np.array([], dtype=np.int64))
    assert rule_set.predict(nothing).shape == (0,)
    assert rule_set.predict_proba(nothing).shape == (0, 3)
    assert rule_set.deciding(nothing) == []
    assert str(rule_set.explain(nothing)) == ""


def test_missing_as_a_value_reaches_the_conditions(penguins: Table, record: SearchRecord) -> None:
    rule = Rule((Condition("sex", "=", None),), 1, (0, 3), record)
    rules = RuleSet((rule,), ("a", "b"), 0, (3, 3), {"sex": "nominal"}, missing="value")
    assert rules.predict(penguins).tolist() == ["a"] * 4 + ["b"]
    assert replace(rules, missing="fails").predict(penguins).tolist() == ["a"] * 5


def test_a_rule_set_is_a_sequence_of_rules_and_a_value(rule_set: RuleSet, rules: RuleList) -> None:
    assert (len(rule_set), rule_set.n_conditions) == (2, 4)
    assert list(rule_set) == list(rules)
    assert rule_set.attributes == rules.attributes
    assert rule_set != rules
    assert copy.deepcopy(rule_set) == rule_set
    assert pickle.loads(pickle.dumps(rule_set)) == rule_set


def test_parts_that_do_not_fit_together_are_refused(rule_set: RuleSet) -> None:
    with pytest.raises(ModelError, match="default is 3, which is not one of 3 classes"):
        replace(rule_set, default=3)


def test_a_table_without_a_used_column_is_refused(rule_set: RuleSet) -> None:
    with pytest.raises(ValueError, match="'bill_length_mm'"):
        rule_set.predict({"sex": ["male"]})


def test_real_counts_are_added_up() -> None:
    record = SearchRecord("beam", 1, 1, 0, 1, 1, 0)
    rules = [
        Rule((Condition("x", ">", limit),), 0, counts, record)
        for limit, counts in ((0.0, (1.5, 0.25)), (1.0, (2, 0)))
    ]
    theory = RuleSet(tuple(rules), ("a", "b"), 1, (3, 4.5), {"x": "numeric"})
    sums, _ = theory.sums(read_table({"x": [-1.0, 0.5, 2.0]}))
    assert sums.tolist() == [[3, 4.5], [1.5, 0.25], [3.5, 0.25]]
