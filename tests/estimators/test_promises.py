"""Promises of every learner: where they stand, what they are made of, and that they hold."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
    load_model,
)
from conjunct.choose import expected_error, occam_bound
from conjunct.data.shipped import shipped_table
from conjunct.encode import encode
from conjunct.errors import DataError, ModelError
from conjunct.model import RuleList, Rules

LEARNERS: dict[str, Any] = {
    "card": ScoreCardClassifier,
    "card of 4": partial(ScoreCardClassifier, size=4),
    "accurate card": partial(ScoreCardClassifier, size="accurate"),
    "layered": partial(LayeredRuleClassifier, max_width=4),
    "cn2": CN2Classifier,
    "ordered cn2": partial(CN2Classifier, ordered=True),
    "seco": SeCoClassifier,
    "ripper": partial(RipperClassifier, random_state=0),
    "knopf": KnopfClassifier,
    "tree": RuleTreeClassifier,
}


def noise(n_rows: int, seed: int) -> tuple[pd.DataFrame, Any]:
    random = np.random.default_rng(seed)
    columns = {f"a{at}": random.normal(size=n_rows) for at in range(6)}
    columns["b"] = random.choice(["p", "q", "r"], n_rows)
    return pd.DataFrame(columns), random.choice(["no", "yes"], n_rows)


def spoken_about(rules: Rules, X: pd.DataFrame) -> list[Any]:
    """Return for every rule which rows it speaks about, by the printed conditions alone."""
    table = rules.table_of(X)
    if isinstance(rules, RuleList) and rules.reached:
        first = rules.first_match(table)
        return [first == at for at in range(len(rules))]
    return list(rules.covers(table))


@pytest.mark.parametrize("name", LEARNERS)
def test_every_rule_promises_what_its_counts_say(name: str) -> None:
    X, y = noise(120, 3)
    y = np.where(X["a0"] > 0.3, "yes", y)
    rules = LEARNERS[name](promises=True).fit(X, y).rules_
    assert len(rules)
    assert rules.promises is not None
    assert rules.promises.believed is not None
    for rule, covered in zip(rules, spoken_about(rules, X), strict=True):
        label = rules.classes[rule.head]
        contradicts = (y == label) if rule.against else (y != label)
        rows, wrong = int(covered.sum()), int(contradicts[covered].sum())
        assert (rule.covered, rule.errors) == (rows, wrong)
        expected = expected_error(rows, wrong, contradicts.mean(), rules.promises.believed)
        assert rule.at_most is not None
        assert rule.expected == pytest.approx(min(float(expected), rule.at_most), abs=1e-12)
        assert wrong / rows <= rule.at_most <= 1
        assert rule.search.possible >= rule.search.tried > 0 or rule.search.possible > 0


@pytest.mark.parametrize("name", LEARNERS)
def test_noise_is_not_believed(name: str) -> None:
    X, y = noise(400, 1)
    rules = LEARNERS[name](promises=True).fit(X, y).rules_
    for rule in rules:
        assert rule.expected is not None
        assert rule.expected > 0.3
        assert rule.at_most is not None
        assert rule.at_most > 0.4
        assert rule.p_value is not None
        assert rule.p_value > 0.01


@pytest.mark.parametrize("seed", [2, 10, 19])
def test_a_card_that_may_be_chance_is_expected_to_do_as_the_usual_row(seed: int) -> None:
    X, y = noise(60, seed)
    rules = ScoreCardClassifier(size=2).fit(X, y).rules_
    assert len(rules)
    assert all(rule.p_value > 0.1 for rule in rules)
    for rule in rules:
        usual = np.mean((y == rules.classes[rule.head]) == rule.against)
        assert rule.expected == pytest.approx(min(usual, rule.at_most), abs=1e-4)


def test_folds_vouch_for_a_card_with_a_rule_beyond_chance() -> None:
    X, y = noise(120, 0)
    rules = ScoreCardClassifier(size=2).fit(X, np.where(X["a0"] > 0.3, "yes", y)).rules_
    assert min(rule.p_value for rule in rules) <= 0.05
    assert rules.promises is not None
    assert 0 < rules.promises.believed < 100


@pytest.mark.parametrize("name", ["layered", "ordered cn2", "seco", "tree"])
def test_a_bound_is_the_lowest_of_all_statements_about_the_rows_of_a_rule(name: str) -> None:
    X, y = noise(300, 3)
    y = np.where(X["a0"] > 0.3, "yes", "no" if name == "tree" else y)
    y[:3] = "no"
    model = LEARNERS[name](promises=False, **({"pruning": None} if name == "tree" else {}))
    model.fit(X, y)
    learned = model._learned.training.grown if name == "tree" else model.rules_
    engine = model._engine(encode(model._to_fit(X, y), "fails"))
    stated = model._statements(engine, learned)
    own, wider = stated.shares(model._prior(model._language(engine), engine))
    lowered = 0
    for at, rule in enumerate(model.rules_):
        bound = float(occam_bound(rule.covered, rule.errors, own[at]))
        lowest = bound
        for counts, share in zip(
            wider.counts[wider.rule == at], wider.log_share[wider.rule == at], strict=True
        ):
            rows = counts.sum()
            errors = int(rows - counts[rule.head])
            lowest = min(lowest, rows * float(occam_bound(rows, errors, share)) / rule.covered)
        assert rule.at_most == pytest.approx(lowest, rel=1e-12)
        lowered += lowest < bound - 1e-9
    assert lowered


def listed(rules: RuleList) -> list[tuple[Any, float | None, float | None]]:
    return [(rule.conditions, rule.expected, rule.at_most) for rule in rules]


@pytest.mark.parametrize("simplify", ["pessimistic", "significance"])
def test_the_rules_of_a_tree_promise_what_their_own_folds_say(simplify: Any) -> None:
    X, y = noise(300, 5)
    y = np.where((X["a0"] > 0.3) | (X["a1"] > 1.0), "yes", y)
    learner = RuleTreeClassifier(promises=True, hold_out=0.2).fit(X, y)
    rules = learner.to_rules(simplify)
    how, of_leaves = rules.promises, learner.tree_.promises
    assert how is not None
    assert of_leaves is not None
    assert (how.n_folds, how.held_out) == (6, of_leaves.held_out)
    assert how.believed != of_leaves.believed
    usual = {
        head: 1 - rules.class_counts[head] / sum(rules.class_counts)
        for head in range(len(rules.classes))
    }
    for rule in rules:
        assert how.believed is not None
        assert rule.at_most is not None
        expected = expected_error(rule.covered, rule.errors, usual[rule.head], how.believed)
        assert rule.expected == pytest.approx(min(float(expected), rule.at_most))
        assert rule.search.possible > 0
    assert listed(learner.to_rules(simplify)) == listed(rules)
    without = RuleTreeClassifier(promises=False).fit(X, y).to_rules(simplify)
    assert all(rule.expected is None and rule.at_most is not None for rule in without)


def test_without_repetitions_the_column_is_absent() -> None:
    X, y = noise(60, 1)
    rules = LayeredRuleClassifier(promises=False, max_width=2).fit(X, y).rules_
    assert all(rule.expected is None and rule.at_most is not None for rule in rules)
    heading = str(rules).splitlines()[0]
    assert "at most" in heading
    assert "expected" not in heading


def test_promises_can_be_made_later() -> None:
    X, y = noise(80, 2)
    model = ScoreCardClassifier(size=4, promises=False).fit(X, y)
    now = clone(model).set_params(promises=True).fit(X, y).rules_
    assert model.rules_.promise(X, y) == now
    with pytest.raises(DataError, match="not the rows that the rules were learned from"):
        model.rules_.promise(*noise(80, 5))
    with pytest.raises(ModelError, match="fit again with promises=True"):
        load_model(model.rules_.to_json()).promise(X, y)


@pytest.mark.parametrize("name", LEARNERS)
def test_rows_held_out_bound_the_errors(name: str) -> None:
    X, y = noise(900, 4)
    y = np.where(X["a0"] > 0, "yes", "no")
    inside = LEARNERS[name](promises=False).fit(X[:90], y[:90]).rules_
    model = LEARNERS[name](promises=False, hold_out=0.3).fit(X, y).rules_
    assert model.promises is not None
    assert 250 <= model.promises.held_out <= 350
    assert sum(model.class_counts) == 900 - model.promises.held_out
    assert inside.promises is not None
    assert inside.promises.held_out == 0
    assert min(rule.at_most for rule in model) < 0.05


def test_expected_errors_rise_with_the_search() -> None:
    """On noise a wider beam finds rules that look better, and are expected to do no better."""
    X, y = noise(250, 6)
    seen, told = [], []
    for width in (1, 64):
        model = LayeredRuleClassifier("extensive", max_width=width, promises=True, max_rules=8)
        rules = model.fit(X, y).rules_
        seen.append(np.mean([rule.errors / rule.covered for rule in rules]))
        told.append(np.mean([rule.expected for rule in rules]))
    assert seen[1] <= seen[0]
    assert told[1] >= told[0] - 0.02


@pytest.mark.parametrize("name", ["layered", "cn2", "ordered cn2", "ripper", "knopf", "seco"])
def test_a_budget_keeps_only_rules_that_meet_it(name: str) -> None:
    table = shipped_table()
    whole = LEARNERS[name](promises=False).fit_table(table).rules_
    bounds = [rule.at_most for rule in whole]
    rules = LEARNERS[name](promises=False, max_error=0.3).fit_table(table).rules_
    kept = [bound <= 0.3 for bound in bounds]
    if isinstance(rules, RuleList) and rules.reached:
        kept = [all(kept[: at + 1]) for at in range(len(kept))]
    expected = [rule for rule, keep in zip(whole, kept, strict=True) if keep]
    assert list(rules) == expected
    assert f"{len(expected)} of {len(bounds)} rules kept" in rules.notes[-1]
    assert set(rules.kinds) == {name for rule in rules for name in rule.attributes}


def test_a_budget_that_nothing_meets_leaves_an_empty_model() -> None:
    X, y = noise(100, 1)
    rules = CN2Classifier(max_error=0.01, promises=False).fit(X, y).rules_
    assert len(rules) == 0
    assert "0 of" in rules.notes[-1]
    assert set(rules.predict(X)) <= {"no", "yes"}
