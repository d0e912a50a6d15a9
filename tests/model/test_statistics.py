"""What rules do on new rows, against a plain loop over the rows and SciPy's binomial test."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from conjunct import (
    CN2Classifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
)
from conjunct.data import Table, shipped_table
from conjunct.errors import ModelError
from conjunct.model import Condition, Promise, Promises, Rule, RuleList, Rules, RuleSet, ScoreCard
from conjunct.model.printed.statistics import statistics_text
from conjunct.model.statistics import default_statistics, lower_limit, rule_statistics

from .conftest import a_record, promising
from .random_cards import score_cards
from .random_rules import tables, text_labels, theories

LISTS: list[type[Any]] = [RuleList, RuleSet]


def plain_counts(rules: Rules, table: Table, labels: list[Any]) -> list[tuple[int, int]]:
    """Count rows and wrong rows of each rule by asking about one row at a time."""
    in_order = isinstance(rules, RuleList) and rules.reached
    found = [[0, 0] for _ in rules]
    for row, label in enumerate(labels):
        alone = table.take(np.array([row]))
        holding = [at for at, holds in enumerate(rules.covers(alone)) if holds[0]]
        for at in holding[:1] if in_order else holding:
            rule = rules[at]
            is_ours = label == rules.classes[rule.head]
            found[at][0] += 1
            found[at][1] += is_ours if rule.against else not is_ours
    return [(rows, wrong) for rows, wrong in found]


def drawn_labels(draw: st.DataObject, rules: Rules, table: Table) -> list[Any]:
    known: list[Any] = [*rules.classes, "a class of its own"]
    return draw.draw(st.lists(st.sampled_from(known), min_size=table.n_rows, max_size=table.n_rows))


@given(theories(LISTS, text_labels) | score_cards(text_labels), tables(), st.data())
def test_rows_and_wrong_rows_are_those_of_a_loop_over_rows(
    rules: Rules, table: Table, data: st.DataObject
) -> None:
    labels = drawn_labels(data, rules, table)
    told = rule_statistics(rules, table, labels)
    assert [(one.rows, one.wrong) for one in told] == plain_counts(rules, table, labels)


@given(theories([RuleList], text_labels), tables(), st.data())
def test_in_a_list_every_row_counts_for_one_rule_or_the_default(
    rules: RuleList, table: Table, data: st.DataObject
) -> None:
    rules = replace(rules, reached=True)
    labels = drawn_labels(data, rules, table)
    told = rule_statistics(rules, table, labels)
    default = default_statistics(rules, table, labels)
    assert sum(one.rows for one in told) + default.rows == table.n_rows
    wrong = sum(
        label != rules.classes[at] for label, at in zip(labels, rules.decide(table), strict=True)
    )
    assert sum(one.wrong for one in told) + default.wrong == wrong


@given(theories(LISTS, text_labels), tables(), st.data())
def test_whole_weights_are_repeated_rows(rules: Rules, table: Table, data: st.DataObject) -> None:
    labels = drawn_labels(data, rules, table)
    each = st.lists(st.integers(1, 3), min_size=len(labels), max_size=len(labels))
    times = np.array(data.draw(each), dtype=int)
    repeated = np.repeat(np.arange(len(labels)), times)
    many = rule_statistics(rules, table.take(repeated), [labels[row] for row in repeated])
    assert rule_statistics(rules, table, labels, times) == many


@pytest.mark.parametrize(
    "learner",
    [
        ScoreCardClassifier(size=6, promises=False),
        LayeredRuleClassifier("greedy", promises=False),
        CN2Classifier(promises=False),
        RipperClassifier(random_state=0, promises=False),
        RuleTreeClassifier(promises=False),
    ],
    ids=lambda learner: type(learner).__name__,
)
def test_on_its_training_rows_a_model_has_the_counts_that_it_was_learned_with(learner: Any) -> None:
    table = shipped_table()
    assert table.target is not None
    labels = [table.target.levels[code] for code in table.target.values]
    frame = learner.fit_table(table).rules_.statistics(table, labels)
    assert list(frame["new_rows"]) == list(frame["rows"])
    assert list(frame["new_wrong"]) == list(frame["wrong"])
    assert list(frame.columns[:14]) == list(learner.rules_.to_frame().columns[:14])


@given(st.integers(1, 60), st.data())
def test_limits_are_those_of_clopper_and_pearson(rows: int, data: st.DataObject) -> None:
    wrong = data.draw(st.integers(0, rows))
    exact = binomtest(wrong, rows).proportion_ci(0.95)
    assert float(lower_limit(rows, wrong, 0.025)) == pytest.approx(exact.low)
    assert 1 - float(lower_limit(rows, rows - wrong, 0.025)) == pytest.approx(exact.high)


def list_of(bounds: list[float | None], confidence: float = 0.95) -> RuleList:
    """Return rules x = 0, x = 1, … that promise a bound each."""
    rules = tuple(
        Rule((Condition("x", "=", str(at)),), 0, (9, 1), a_record(), Promise(None, bound))
        for at, bound in enumerate(bounds)
    )
    how = Promises(confidence=confidence)
    return RuleList(rules, ("a", "b"), 0, (9, 1), {"x": "nominal"}, promises=how)


def told_about(bounds: list[float | None], wrong: int, rows: int = 40) -> Any:
    """Return the statistics of such rules where the first has some wrong rows."""
    labels = ["b"] * wrong + ["a"] * (rows - wrong)
    return rule_statistics(list_of(bounds), list_of(bounds).table_of({"x": ["0"] * rows}), labels)


@pytest.mark.parametrize("n_bounds", [1, 4])
def test_a_promise_is_broken_where_its_errors_are_too_unlikely(n_bounds: int) -> None:
    bounds: list[float | None] = [0.1, *[0.5] * (n_bounds - 1), None]
    for wrong in range(21):
        chance = binom.sf(wrong - 1, 40, 0.1)
        (first, *_) = told_about(bounds, wrong)
        assert first.kept == (chance >= 0.05 / n_bounds)
    assert {told_about(bounds, wrong)[0].kept for wrong in (4, 20)} == {True, False}


def test_rules_without_a_bound_or_without_rows_are_not_judged() -> None:
    first, second, third = told_about([None, 0.2, 0.2], wrong=5)
    assert (first.kept, second.kept, third.kept) == (None, None, None)
    assert (second.rows, second.share, second.low, second.high) == (0, None, None, None)
    assert first.share == 0.125


def test_labels_must_be_as_many_as_rows() -> None:
    rules = list_of([None])
    with pytest.raises(ModelError, match="there are 1 classes for 2 rows"):
        rules.statistics({"x": ["0", "1"]}, ["a"])


def test_the_frame_of_a_card_has_its_points_too(credit: ScoreCard) -> None:
    rows = {"checking": ["none"], "duration": [30], "savings": ["<100"], "history": ["x"]}
    frame = promising(credit).statistics(rows, ["bad"])
    assert list(frame.columns[-7:]) == [
        *("points", "new_rows", "new_wrong", "new_share", "new_low", "new_high", "kept")
    ]
    assert frame["new_rows"].tolist() == [0, 1, 1]
    assert frame["new_wrong"].tolist() == [0, 0, 1]
    assert frame["kept"].tolist() == [None, True, True]


LIST = """\
#  rule       class  at most  rows  wrong    share     interval  promise
1  if x = 0   a       10.0 %    20     10   50.0 %  27.2–72.8 %   broken
2  if x = 1   a            –     2      0    0.0 %   0.0–84.2 %        –
   otherwise  a                  1      1  100.0 %  2.5–100.0 %

Interval: with 95 % confidence, for each rule by itself. A promise is broken where even the lowest
error that the new rows allow, with 95 % confidence for all rules at once, is above the bound.
Rule 1 broke its promise."""


def test_a_list_tells_what_is_wrong_beside_what_was_promised() -> None:
    rules = list_of([0.1, None])
    table = rules.table_of({"x": ["0"] * 20 + ["1"] * 2 + ["2"]})
    labels = ["a", "b"] * 10 + ["a", "a", "b"]
    told = rule_statistics(rules, table, labels)
    default = default_statistics(rules, table, labels)
    assert statistics_text(rules, told, default) == LIST


CARD = """\
#  rule                                 points  expected  guaranteed  rows   bad  interval  promise
1  if history = 'no credits'             +1.40      62 %      ≥ 51 %     3  67 %    9–99 %     kept
2  if duration > 22.5                    +0.80      57 %      ≥ 47 %     1   0 %    0–98 %     kept
      and savings = '<100'
      and history ≠ 'critical account'
3  if checking = none                    −1.12      12 %      ≤ 22 %    20  60 %   36–81 %   broken

Interval: with 95 % confidence, for each rule by itself. A promise is broken where even the lowest
error that the new rows allow, with 95 % confidence for all rules at once, is above the bound.
Rule 3 broke its promise."""


def test_a_card_tells_the_rate_of_its_class(credit: ScoreCard) -> None:
    card = promising(credit)
    rows = {
        "checking": ["none"] * 20 + ["some"] * 4,
        "duration": [10] * 23 + [30],
        "savings": ["<100"] * 24,
        "history": ["critical account"] * 20 + ["no credits"] * 3 + ["paid"],
    }
    labels = ["bad"] * 12 + ["good"] * 8 + ["bad", "bad", "good"] + ["good"]
    assert statistics_text(card, rule_statistics(card, card.table_of(rows), labels)) == CARD


def test_without_rules_there_is_nothing_to_tell(empty_rules: RuleList) -> None:
    assert statistics_text(empty_rules, ()) == "No rules, so there are no promises."


@pytest.mark.parametrize(
    ("n_kept", "said"),
    [
        (1, "The promise is kept."),
        (2, "Both promises are kept."),
        (3, "All 3 promises are kept."),
    ],
)
def test_kept_promises_are_counted(n_kept: int, said: str) -> None:
    rules = list_of([1.0] * n_kept)
    table = rules.table_of({"x": [str(at) for at in range(n_kept)]})
    told = rule_statistics(rules, table, ["a"] * n_kept)
    assert statistics_text(rules, told).endswith(said)


def test_two_broken_promises_are_named() -> None:
    rules = list_of([0.1, 0.1])
    table = rules.table_of({"x": ["0", "1"] * 20})
    text = statistics_text(rules, rule_statistics(rules, table, ["b"] * 40))
    assert text.endswith("Rules 1 and 2 broke their promises.")


def test_a_card_of_many_classes_names_the_class_of_each_rule() -> None:
    table = shipped_table()
    card = ScoreCardClassifier(size=4, promises=False).fit_table(table).rules_
    assert table.target is not None
    labels = [table.target.levels[code] for code in table.target.values]
    lines = statistics_text(card, rule_statistics(card, table, labels)).splitlines()
    assert lines[0].split() == [
        *("#", "rule", "class", "points", "guaranteed", "rows", "rate", "interval", "promise")
    ]
