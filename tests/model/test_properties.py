"""What must hold for any rules and any table, on random ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.data.table import Table
from conjunct.model import Condition, Rule, RuleList, Rules, RuleSet, SearchRecord, load_model

from .random_rules import any_conditions, cell_of, tables, texts, theories

FORMS = [RuleList, RuleSet]


@given(any_conditions(texts), any_conditions(texts))
def test_different_conditions_never_print_alike(one: Condition, other: Condition) -> None:
    assert (str(one) == str(other)) == (one == other)


@given(st.lists(any_conditions(texts), max_size=3), st.lists(any_conditions(texts), max_size=3))
def test_different_bodies_never_print_alike(one: list[Condition], other: list[Condition]) -> None:
    record = SearchRecord("beam", 1, 1, 0, 1, 1, 0)
    bodies = [Rule(tuple(body), 0, (1,), record).body for body in (one, other)]
    assert (bodies[0] == bodies[1]) == (one == other)


@given(any_conditions(texts))
def test_a_condition_prints_on_one_line_of_visible_characters(condition: Condition) -> None:
    assert str(condition).isprintable()


@given(theories(FORMS))
@settings(max_examples=60, deadline=None)
def test_a_model_reads_back_equal_from_json(rules: Rules) -> None:
    text = rules.to_json()
    loaded = load_model(text)
    assert loaded == rules
    assert loaded.to_json() == text


@given(theories(FORMS), tables())
@settings(max_examples=60, deadline=None)
def test_a_loaded_model_predicts_and_explains_alike(rules: Rules, table: Table) -> None:
    loaded = load_model(rules.to_json())
    assert loaded.predict(table).tolist() == rules.predict(table).tolist()
    assert loaded.predict_proba(table).tolist() == rules.predict_proba(table).tolist()
    assert loaded.explain(table).to_dicts() == rules.explain(table).to_dicts()


@given(theories(FORMS), tables())
@settings(max_examples=60, deadline=None)
def test_the_most_probable_class_is_the_predicted_one(rules: Rules, table: Table) -> None:
    proba = rules.predict_proba(table)
    assert proba.sum(axis=1) == pytest.approx(np.ones(table.n_rows), abs=1e-12)
    labels = [rules.classes[best] for best in proba.argmax(axis=1)]
    assert labels == rules.predict(table).tolist()


def _holds(condition: Condition, cell: str | float | None, missing: str) -> bool:
    """Decide one condition for one readable cell, as the words of the contract say it."""
    if cell is None and missing == "fails":
        return False
    if condition.op == "=":
        return cell == condition.value
    if condition.op == "!=":
        return cell != condition.value
    if cell is None:
        return False
    assert isinstance(cell, float)
    assert isinstance(condition.value, float)
    return cell <= condition.value if condition.op == "<=" else cell > condition.value


def holding(rules: Rules, table: Table, row: int) -> list[int]:
    """Find the rules that hold for one row, one condition after the other."""
    return [
        position
        for position, rule in enumerate(rules)
        if all(
            _holds(test, cell_of(table.column(test.attribute), row), rules.missing)
            for test in rule.conditions
        )
    ]


@given(theories([RuleList]), tables())
@settings(max_examples=60, deadline=None)
def test_matching_agrees_with_a_row_by_row_reading(rules: RuleList, table: Table) -> None:
    for row, found in enumerate(rules.first_match(table)):
        assert found == next(iter(holding(rules, table, row)), -1)


def label_by_sum(rules: RuleSet, positions: list[int]) -> Any:
    """Predict as the words of the contract say it."""
    if not positions:
        return rules.classes[rules.default]
    sums = [sum(column) for column in zip(*(rules[one].counts for one in positions), strict=True)]
    tied = [c for c in range(len(sums)) if sums[c] == max(sums)]
    most_rows = max(rules.class_counts[c] for c in tied)
    return rules.classes[next(c for c in tied if rules.class_counts[c] == most_rows)]


@given(theories([RuleSet]), tables())
@settings(max_examples=150, deadline=None)
def test_sums_agree_with_a_row_by_row_reading(rules: RuleSet, table: Table) -> None:
    found = [holding(rules, table, row) for row in range(table.n_rows)]
    assert rules.deciding(table) == [tuple(positions) for positions in found]
    expected = [label_by_sum(rules, positions) for positions in found]
    assert rules.predict(table).tolist() == expected


@given(theories(FORMS), tables())
@settings(max_examples=60, deadline=None)
def test_explanations_name_the_predicted_class_and_the_deciding_rules(
    rules: Rules, table: Table
) -> None:
    explanations = rules.explain(table).to_dicts()
    assert [one["predicted"] for one in explanations] == rules.predict(table).tolist()
    if rules.ADDS_UP:
        named = [tuple(rule["rule"] - 1 for rule in one["rules"]) for one in explanations]
    else:
        named = [(one["rule"] - 1,) if one["rule"] else () for one in explanations]
    assert named == rules.deciding(table)
