"""Which rules recur on samples, checked with a learner of known rules and a plain count."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.base import BaseEstimator

from conjunct import LayeredRuleClassifier
from conjunct.data import Table, read_table
from conjunct.errors import DataError
from conjunct.estimators.recurrence import FoundRule, Said, Stability, said_by
from conjunct.estimators.stability import bootstrap_sample, stability
from conjunct.model import Condition, Rule, RuleList, ScoreCard, ScoredRule, SearchRecord

RECORD = SearchRecord("beam", 5, 96, 0, 2, 4, 0)
NUMERIC = {"x": "numeric"}
HUNDRED = read_table(
    {"x": list(range(100)), "c": ["u", "v"] * 50, "y": ["a", "b"] * 50}, target="y", kinds=NUMERIC
)
tests = st.one_of(
    st.builds(
        Condition, st.just("x"), st.sampled_from(["<=", ">"]), st.sampled_from([9.5, 15, 60])
    ),
    st.builds(Condition, st.just("c"), st.just("="), st.sampled_from(["u", "v"])),
)
said = st.builds(
    Said, st.lists(tests, max_size=2, unique=True).map(tuple), st.sampled_from("ab"), st.booleans()
)
theories = st.lists(said, max_size=4).map(tuple)


class MeanCut(BaseEstimator):
    """Cuts the first column at its mean, and keeps which tables it has seen."""

    seen: list[Table] = []  # noqa: RUF012

    def fit_table(self, table: Table) -> MeanCut:
        assert table.target is not None
        MeanCut.seen.append(table)
        mean = float(np.average(table.columns[0].values, weights=table.weights))
        rule = Rule((Condition("x", "<=", mean),), 0, (1, 1), RECORD)
        self.rules_ = RuleList((rule,), table.target.levels, 0, (1, 1), {"x": "numeric"})
        return self


def test_what_is_learned_from_every_sample_is_counted() -> None:
    MeanCut.seen.clear()
    found = stability(HUNDRED, MeanCut(), n_samples=30)
    whole, *samples = MeanCut.seen
    assert whole is HUNDRED
    means = [float(table.columns[0].values.mean()) for table in samples]
    (cut,) = found.found_cuts()
    assert (cut.attribute, cut.op, cut.in_model, cut.n_cuts) == ("x", "<=", (49.5,), 30)
    assert [cut.lower, cut.median, cut.upper] == np.quantile(means, [0.25, 0.5, 0.75]).tolist()
    rule = found.found_rules()[0]
    assert rule.same == np.mean([mean == 49.5 for mean in means])
    between = [abs(np.count_nonzero(np.arange(100) <= mean) - 50) for mean in means]
    assert rule.nearby == np.mean([n <= 10 for n in between])
    assert rule.any_cut == 1.0


def plain_share(samples: list[tuple[Said, ...]], rule: Said, near: bool) -> float:
    """Count the samples that have a rule, or one near it, by comparing condition by condition."""
    found = 0
    for sample in samples:
        found += any(is_like(rule, one, near) for one in sample)
    return found / max(len(samples), 1)


def is_like(one: Said, other: Said, near: bool) -> bool:
    if (one.label, one.against) != (other.label, other.against):
        return False
    if len(one.conditions) != len(other.conditions):
        return False
    mine, yours = (sorted(rule.conditions, key=str) for rule in (one, other))
    for a, b in zip(mine, yours, strict=True):
        if (a.attribute, a.op) != (b.attribute, b.op):
            return False
        if a.value != b.value and (isinstance(a.value, str) or not near or between(a, b) > 10):
            return False
    return True


def between(a: Condition, b: Condition) -> int:
    """Count the whole numbers from 0 to 99 that lie between two cuts."""
    low, high = sorted([float(str(a.value)), float(str(b.value))])
    return sum(low < number <= high for number in range(100))


@given(theories, st.lists(theories, max_size=4))
def test_shares_of_rules_are_those_of_a_plain_count(
    rules: tuple[Said, ...], samples: list[tuple[Said, ...]]
) -> None:
    # A body with both cuts of one direction has two readings as a pair of cuts; leave it out.
    for one in (rule for theory in (rules, *samples) for rule in theory):
        assume(len({(c.attribute, c.op) for c in one.conditions}) == len(one.conditions))
    found = Stability(HUNDRED, rules, tuple(samples)).found_rules()
    for rule, line in zip(rules, found, strict=False):
        assert line.in_model
        assert (line.body, line.same) == (rule.body, plain_share(samples, rule, near=False))
        assert line.nearby == plain_share(samples, rule, near=True)
        assert line.same <= line.nearby <= line.any_cut
    others = [line.nearby for line in found[len(rules) :]]
    assert others == sorted(others, reverse=True)


@given(theories, st.lists(theories, max_size=4))
def test_every_rule_of_a_sample_is_listed_or_near_one_that_is(
    rules: tuple[Said, ...], samples: list[tuple[Said, ...]]
) -> None:
    listed = Stability(HUNDRED, rules, tuple(samples)).found_rules()
    shapes = {(line.label, line.against, len(line.conditions)) for line in listed}
    for sample in samples:
        for rule in sample:
            assert (rule.label, rule.against, len(rule.conditions)) in shapes


@given(theories, st.lists(theories, max_size=4))
def test_shares_of_attributes_are_those_of_a_plain_count(
    rules: tuple[Said, ...], samples: list[tuple[Said, ...]]
) -> None:
    found = {
        one.attribute: one for one in Stability(HUNDRED, rules, tuple(samples)).found_attributes()
    }
    for name in ("x", "c"):
        using = [any(name in rule.body for rule in theory) for theory in (rules, *samples)]
        if not any(using):
            assert name not in found
            continue
        assert found[name].in_model == using[0]
        assert found[name].share == sum(using[1:]) / max(len(samples), 1)


def test_against_one_of_two_classes_is_for_the_other() -> None:
    body = (Condition("x", "<=", 1.0),)
    rule = ScoredRule(body, 1, (3, 1), RECORD, points=(0, -2))
    card = ScoreCard.of((rule,), ("a", "b"), (3, 1), {"x": "numeric"}, base=(0, 1))
    assert said_by(card) == (Said(body, "a", False),)


def test_a_sample_has_as_many_rows_and_is_drawn_alike_each_time() -> None:
    first, again, other = (bootstrap_sample(HUNDRED, 0, number) for number in (3, 3, 4))
    values = [sample.columns[0].values.tolist() for sample in (first, again, other)]
    assert first.n_rows == 100
    assert values[0] == values[1] != values[2]
    assert len(set(values[0])) < 100


def test_drawn_weights_keep_every_row_and_the_number_that_counts() -> None:
    weighted = read_table({"x": [1, 2, 3], "n": [1, 2, 5], "y": ["a", "b", "a"]}, target="y")
    sample = bootstrap_sample(weighted.weighted_by("n"), 0, 1, draw="weights")
    assert (sample.n_rows, sample.weights is not None) == (3, True)
    assert sample.weights is not None
    assert sample.weights.sum() == pytest.approx(8)
    assert (sample.weights > 0).all()
    wrong: Any = "columns"
    with pytest.raises(ValueError, match="draw must be 'rows' or 'weights', not 'columns'"):
        bootstrap_sample(HUNDRED, 0, 1, draw=wrong)


def test_a_clear_rule_comes_back_every_time() -> None:
    table = read_table({"x": list(range(200)), "y": ["a"] * 100 + ["b"] * 100}, "y", kinds=NUMERIC)
    learner = LayeredRuleClassifier("greedy", promises=False)
    found = stability(table, learner, n_samples=5, draw="weights").found_rules()
    assert [(one.conditions, one.same) for one in found if one.in_model] == [
        (("x ≤ 99",), 1.0),
        (("x > 99",), 1.0),
    ]


def test_frames_hold_what_is_found() -> None:
    samples = ((Said((Condition("x", ">", 3.0),), "a", False),), ())
    found = Stability(HUNDRED, samples[0], samples)
    frames = found.to_frames()
    assert {name: len(frame) for name, frame in frames.items()} == {
        "rules": 1,
        "attributes": 1,
        "cuts": 1,
    }
    named = ["class" if name == "label" else name for name in FoundRule._fields]
    assert list(frames["rules"].columns) == named
    assert frames["rules"]["class"].tolist() == ["a"]
    assert frames["rules"]["same"].tolist() == [0.5]
    assert json.loads(json.dumps(found.to_dict()))["rules_of_samples"] == [1, 0]


def test_a_sample_may_lose_a_class() -> None:
    table = read_table({"x": list(range(12)), "y": ["a"] * 11 + ["b"]}, "y", kinds=NUMERIC)
    found = stability(table, LayeredRuleClassifier("greedy", promises=False), n_samples=6)
    assert len(found.samples) == 6


def test_a_table_without_a_target_is_refused() -> None:
    with pytest.raises(DataError, match="no target"):
        stability(read_table({"x": [1, 2]}), MeanCut())


def test_every_sample_is_reported() -> None:
    calls: list[tuple[int, int]] = []
    stability(HUNDRED, MeanCut(), n_samples=3, on_sample=lambda *call: calls.append(call))
    assert calls == [(1, 3), (2, 3), (3, 3)]
