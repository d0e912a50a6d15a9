"""Differences of hand-made models, to the letter, and of random ones against loops."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from conjunct.data import Table
from conjunct.model import Condition, Node, Rule, RuleList, Rules, RuleSet, ScoreCard, Tree

from .conftest import a_record, scored
from .random_cards import score_cards
from .random_rules import tables, text_labels, theories

FORMS: list[type[Any]] = [RuleList, RuleSet]
CHECKING = Condition("checking", "=", "none")
SAVINGS = Condition("savings", "=", "<100")


def duration(cut: float) -> Condition:
    return Condition("duration", ">", cut)


def card(*rules: Any, base: float = -0.4, **facts: Any) -> ScoreCard:
    kinds: Any = {"checking": "nominal", "savings": "nominal", "duration": "numeric"}
    labels, counts = ("good", "bad"), (700, 300)
    return ScoreCard.of(rules, labels, counts, kinds, base=(0, base), target="credit", **facts)


@pytest.fixture
def old() -> ScoreCard:
    return card(
        scored((CHECKING,), 0, (348, 46), (0, -1.5)),
        scored((duration(22.5),), 1, (90, 120), (0, 1)),
        scored((SAVINGS, duration(40.5)), 1, (10, 30), (0, 2)),
    )


@pytest.fixture
def new() -> ScoreCard:
    return card(
        scored((CHECKING,), 0, (348, 46), (0, -2)),
        scored((duration(24.5),), 1, (90, 120), (0, 1)),
        scored((SAVINGS,), 1, (200, 220), (0, 0.5)),
        base=-1,
    )


CARDS = """\
3 rules → 3 rules: 2 changed, 1 removed, 1 added.

changed
  −  2  duration > 22.5  +1 point for bad
  +  1  duration > 24.5  +1 point for bad
  −  3  checking = none  −1.5 points for bad
  +  3  checking = none  −2 points for bad

removed
  −  1  savings = '<100' and duration > 40.5  +2 points for bad

added
  +  2  savings = '<100'  +0.5 points for bad

base points for bad: −0.4 → −1
lowest score that predicts it: 0.5 → 1.1

2 of 4 rows change class.

old  new   rows
bad  good     2

row  old  probability   new  probability
  1  bad       64.6 %  good       50.0 %
  4  bad       64.6 %  good       73.1 %"""


def test_cards_differ_in_rules_points_and_rows(old: ScoreCard, new: ScoreCard) -> None:
    rows = {
        "checking": ["some", "none", "some", "some"],
        "duration": [41.0, 10.0, 10.0, 23.0],
        "savings": ["x", "x", "<100", "x"],
    }
    assert str(old.diff(new, rows)) == CARDS


def test_a_model_does_not_differ_from_itself(old: ScoreCard) -> None:
    found = old.diff(old)
    assert found.is_empty
    assert str(found) == "3 rules → 3 rules: 3 the same."


def test_a_threshold_changes_the_lowest_score(old: ScoreCard) -> None:
    from conjunct.model.threshold import Threshold

    strict = replace(old, threshold=Threshold(2.0, "precision", 0.9, 0.95, 100))
    (fact,) = old.diff(strict).facts
    assert fact == ("lowest score that predicts it", "0.5", "2.4")


def a_list(*rules: tuple[Condition, int, tuple[int, int]], **facts: Any) -> RuleList:
    made = tuple(Rule((test,), head, counts, a_record()) for test, head, counts in rules)
    kinds: Any = {test.attribute: test.kind for test, *_ in rules}
    return RuleList(made, ("good", "bad"), facts.pop("default", 0), (7, 3), kinds, **facts)


LISTS = """\
2 rules → 2 rules: 1 changed, 1 with other counts only.

changed
  −  2  savings = '<100'  bad
  +  1  savings = '<100'  good

a missing cell: meets no condition → is a value of its own
otherwise: good → bad
order of rules in both: 1, 2 → 2, 1"""


def test_lists_differ_in_classes_order_and_default() -> None:
    first = a_list((CHECKING, 0, (5, 1)), (SAVINGS, 1, (1, 2)))
    second = a_list((SAVINGS, 0, (1, 2)), (CHECKING, 0, (6, 1)), default=1, missing="value")
    assert str(first.diff(second)) == LISTS


KINDS = """\
1 rule → 3 rules: 2 added, 1 the same.
A rule list and a score card are compared by bodies and classes alone.

added
  +  1  savings = '<100' and duration > 40.5  +2 points for bad
  +  2  duration > 22.5                       +1 point for bad

kind: rule list → score card"""


def test_models_of_different_kinds_are_compared_as_far_as_it_goes(old: ScoreCard) -> None:
    assert str(a_list((CHECKING, 0, (348, 46)), target="credit").diff(old)) == KINDS


def tree(cut: float, usual: int = 1) -> Tree:
    tests = Condition("age", "<=", cut), Condition("age", ">", cut)
    root = Node((4, 5), 1, tests, (1, 2), usual, 0.59, 0.009, 1, 3, 6)
    leaves = Node((3, 0), 0), Node((1, 5), 1)
    return Tree.of((root, *leaves), ("no", "yes"), {"age": "numeric"})


def test_trees_may_differ_in_the_way_of_missing_cells_alone() -> None:
    found = tree(30).diff(tree(30, usual=0), {"age": [None, 20.0]})
    assert found.facts == (("where no branch fits", "age > 30", "age ≤ 30"),)
    assert found.rows is not None
    assert [one.row for one in found.rows.changes] == [1]
    assert tree(30).diff(tree(31, usual=0)).facts == ()


def test_trees_are_compared_by_their_leaves() -> None:
    found = tree(30).diff(tree(31), {"age": [30.5]})
    assert [one.what for one in found.changed] == [("cut",), ("cut",)]
    assert found.rows is not None
    assert found.rows.by_classes() == [("yes", "no", 1)]


def test_classes_that_are_written_alike_are_no_change() -> None:
    numbers, texts = (RuleList((), labels, 0, (2, 1), {}) for labels in ((0, 1), ("0", "1")))
    found = numbers.diff(texts, Table((), n_rows=3))
    assert found.rows is not None
    assert (found.rows.n_rows, found.rows.changes, found.is_empty) == (3, (), True)


def test_as_many_examples_are_kept_as_are_asked_for(old: ScoreCard, new: ScoreCard) -> None:
    rows = {"checking": ["some"] * 9, "duration": [23.0] * 9, "savings": ["x"] * 9}
    document = old.diff(new, rows).to_dict(examples=2)
    assert document["rows"]["changed"] == 9
    assert [one["row"] for one in document["rows"]["examples"]] == [1, 2]
    assert json.loads(json.dumps(document)) == document


@given(theories(FORMS, text_labels) | score_cards(text_labels), score_cards(text_labels), tables())
def test_rows_that_change_are_those_with_two_predictions(
    one: Rules, other: Rules, table: Table
) -> None:
    found = one.diff(other, table).rows
    assert found is not None
    first, second = one.predict(table).tolist(), other.predict(table).tolist()
    shares = one.predict_proba(table), other.predict_proba(table)
    expected = [
        (row, a, b, shares[0][row - 1, one.classes.index(a)])
        for row, (a, b) in enumerate(zip(first, second, strict=True), start=1)
        if a != b
    ]
    assert [(c.row, c.old, c.new, c.old_probability) for c in found.changes] == expected
    assert {(a, b): n for a, b, n in found.by_classes()} == Counter(
        (a, b) for _, a, b, _ in expected
    )


@given(theories(FORMS) | score_cards())
def test_nothing_differs_from_itself(rules: Rules) -> None:
    found = rules.diff(rules)
    assert found.is_empty
    assert found.unchanged == len(rules)


@given(theories(FORMS) | score_cards(), theories(FORMS) | score_cards())
def test_what_is_printed_names_every_rule_that_is_added(one: Rules, other: Rules) -> None:
    found = one.diff(other)
    text = str(found)
    for position in found.added:
        assert other[position].body in text
    assert found.unchanged + found.recounted + len(found.changed) + len(found.added) == len(other)


def test_names_cannot_break_a_line() -> None:
    evil = Condition("a\n\x1b[31m", "=", "x\r")
    text = str(a_list().diff(a_list((evil, 0, (1, 1)))))
    assert "\x1b" not in text
    assert "\r" not in text
    assert text.splitlines()[-1].startswith("  +  1  'a\\n\\u001b[31m' = 'x\\r'")
