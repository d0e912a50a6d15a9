"""From trees to rules: what is dropped, and what stays the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct import RuleTreeClassifier
from conjunct.choose import ucf_error
from conjunct.count import CountingEngine, NumpyEngine, Tests, class_counts
from conjunct.data.table import Column, Table
from conjunct.encode import encode
from conjunct.evaluate import chi_square_test
from conjunct.model import Rule, SearchRecord
from conjunct.trees import (
    CodedTree,
    GrowthLimits,
    LeafPath,
    Pessimistic,
    Significant,
    Splitting,
    simplified,
)
from conjunct.trees.simplify import Judge, _rules, _shortened, _tight

from .test_growth import grown_on_all, tables
from .watched_engine import WatchedEngine


def fit(table: Table, **params: object) -> RuleTreeClassifier:
    return RuleTreeClassifier(pruning=None, promises=False, **params).fit_table(table)


def is_complete(table: Table) -> bool:
    return table.n_missing == 0


@given(tables().filter(is_complete), st.booleans())
def test_all_paths_as_rules_say_what_the_tree_says(table, binary):
    learner = fit(table, criterion=Splitting(binary=binary))
    rules = learner.to_rules(simplify=None)
    assert rules.decide(table).tolist() == learner.tree_.decide(table).tolist()
    assert len(rules) == len(learner.tree_)


@given(tables(), st.sampled_from(["pessimistic", "significance"]))
def test_simplified_rules_have_the_counts_of_the_rows_they_cover(table, simplify):
    rules = fit(table).to_rules(simplify)
    labels = table.target.values
    for rule, covered in zip(rules, rules.covers(table), strict=True):
        counts = np.bincount(labels[covered], minlength=len(rules.classes))
        assert rule.counts == tuple(counts.tolist())
        assert rule.n_conditions > 0


@given(tables())
def test_no_condition_is_left_that_could_be_dropped_without_raising_the_limit(table):
    for rule in fit(table).to_rules():
        limit = float(ucf_error(rule.covered, rule.errors))
        for dropped in rule.conditions:
            holds = np.ones(table.n_rows, bool)
            for condition in rule.conditions:
                if condition is not dropped:
                    holds &= condition.holds(table.column(condition.attribute))
            errors = int((table.target.values[holds] != rule.head).sum())
            assert float(ucf_error(int(holds.sum()), errors)) > limit


@given(tables())
def test_rules_stand_in_the_order_of_their_limit_and_the_last_says_more_than_the_default(table):
    rules = fit(table).to_rules()
    limits = [float(ucf_error(rule.covered, rule.errors)) for rule in rules]
    assert limits == sorted(limits)
    if len(rules):
        assert rules[-1].head != rules.default


def test_a_condition_that_tells_nothing_is_dropped():
    counts = np.array([[30, 2], [12, 20]])
    assert Pessimistic().droppable((15, 1), counts, head=0) == 0
    assert Significant(0.05).droppable((15, 1), counts, head=0) == 0
    chance = chi_square_test([[15, 1], [15, 1]]).p_value
    assert float(chance) > 0.05


def test_a_condition_that_keeps_errors_out_stays():
    counts = np.array([[20, 20]])
    assert Pessimistic().droppable((19, 0), counts, head=0) is None
    assert Significant(0.05).droppable((19, 0), counts, head=0) is None


@pytest.mark.parametrize("judge", [Pessimistic(), Significant(0.05)])
def test_a_rule_that_is_no_better_than_the_default_does_not_help(judge):
    left = np.array([50, 20])
    assert judge.helps(np.array([1, 12]), left, head=1)
    assert not judge.helps(np.array([3, 3]), left, head=1)


def test_only_the_tightest_conditions_of_a_path_are_kept():
    body = np.array([[0, 2, 9], [1, 1, 3], [0, 2, 5], [0, 3, 1], [1, 0, 2], [0, 3, 2]])
    assert _tight(body).tolist() == [[0, 2, 5], [0, 3, 2], [1, 0, 2]]


def test_the_rules_of_a_tree_of_one_leaf_are_the_default():
    x = Column("x", "numeric", np.array([1.0, 1.0, 1.0]))
    y = Column("y", "nominal", np.array([1, 1, 0], np.int32), ("a", "b"))
    table = Table((x,), y, n_rows=3)
    rules = fit(table).to_rules()
    assert (len(rules), rules.default) == (0, 1)


def plain_shortened(path: LeafPath, engine: CountingEngine, judge: Judge) -> Tests:
    """Shorten one path, one body after the other."""
    body = _tight(path.body)
    while len(body):
        shorter = [np.delete(body, at, axis=0) for at in range(len(body))]
        counts = np.array([class_counts(engine, engine.root(), one) for one in shorter])
        kept = class_counts(engine, engine.root(), body)
        worst = judge.droppable(kept, counts, path.head)
        if worst is None:
            break
        body = shorter[worst]
    return body


def plain_list(table: Table, rules: list[Rule], judge: Judge) -> tuple[list[Rule], int]:
    """Take the rules that help on the rows that those before them leave."""
    assert table.target is not None
    rest, labels, kept = np.ones(table.n_rows, bool), table.target.values, []
    n_classes = len(table.target.levels)
    for rule in rules:
        holds = rest.copy()
        for condition in rule.conditions:
            holds &= condition.holds(table.column(condition.attribute))
        taken, left = (np.bincount(labels[rows], minlength=n_classes) for rows in (holds, rest))
        if taken.any() and judge.helps(taken, left, rule.head):
            kept.append(rule)
            rest &= ~holds
    left = labels[rest] if rest.any() else labels
    default = int(np.bincount(left, minlength=n_classes).argmax())
    while kept and kept[-1].head == default:
        kept.pop()
    return kept, default


def paths_of(grown: CodedTree) -> list[LeafPath]:
    record = SearchRecord("tree", 1, 1, 0, 1, 0, 0)
    heads, leaves = grown.heads, np.flatnonzero(grown.is_leaf)
    return [LeafPath(grown.body(at), int(heads[at]), record) for at in leaves.tolist()]


@pytest.mark.parametrize("judge", [Pessimistic(), Significant(0.05)])
@given(tables(), st.booleans())
def test_paths_are_shortened_together_as_each_is_alone(judge, table, binary):
    engine = NumpyEngine(encode(table))
    paths = paths_of(grown_on_all(engine, GrowthLimits(binary=binary)))
    together = _shortened(paths, engine, judge)
    alone = [plain_shortened(path, engine, judge) for path in paths]
    assert [body.tolist() for body in together] == [body.tolist() for body in alone]


@pytest.mark.parametrize("judge", [Pessimistic(), Significant(0.3)])
@given(tables(), st.booleans())
def test_a_rule_is_kept_if_it_helps_on_the_rows_that_the_rules_before_it_leave(
    judge, table, binary
):
    engine = WatchedEngine(encode(table))
    paths = paths_of(grown_on_all(engine, GrowthLimits(binary=binary)))
    rules = [rule for rule, _ in _rules(paths, engine, judge)]
    assert simplified(paths, engine, judge) == plain_list(table, rules, judge)
    assert engine.live == set()
