from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct import (
    CN2Classifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    load_model,
)
from conjunct.data import Column, Table, shipped_table
from conjunct.errors import DataError, ModelError
from conjunct.model import Condition, RuleList, Rules, RuleSet, ScoreCard
from conjunct.model.condition import body_cover


def table_of(seed: int, n_rows: int = 200, n_classes: int = 2, missing: bool = True) -> Table:
    """Draw rows whose class depends on two of four columns."""
    random = np.random.default_rng(seed)
    age, bmi = random.integers(20, 80, n_rows).astype(float), random.normal(27, 4, n_rows).round(1)
    sex, town = random.integers(0, 2, n_rows), random.integers(0, 4, n_rows)
    labels = ((age > 50).astype(int) + (bmi > 28) + (random.random(n_rows) < 0.2)) % n_classes
    if missing:
        bmi[random.random(n_rows) < 0.1] = np.nan
        town[random.random(n_rows) < 0.1] = -1
    return Table(
        (
            Column("age", "numeric", age),
            Column("bmi", "numeric", bmi),
            Column("sex", "nominal", sex.astype(np.int32), ("f", "m")),
            Column("town", "nominal", town.astype(np.int32), ("A", "B", "C", "D")),
        ),
        Column("ill", "nominal", labels.astype(np.int32), ("no", "yes", "maybe")[:n_classes]),
    )


PEOPLE = table_of(1)
LEARNERS: dict[str, Any] = {
    "card": ScoreCardClassifier(),
    "list": LayeredRuleClassifier(),
    "reached list": RipperClassifier(random_state=0),
    "set": CN2Classifier(),
}


@cache
def learned(name: str, table: Table = PEOPLE) -> Any:
    return LEARNERS[name].fit_table(table).rules_


@pytest.mark.parametrize("name", LEARNERS)
def test_without_edits_the_rules_say_what_they_said(name: str) -> None:
    before = learned(name)
    after = before.refit(PEOPLE)
    assert [rule.conditions for rule in after] == [rule.conditions for rule in before]
    assert [rule.counts for rule in after] == [rule.counts for rule in before]
    assert [rule.expected for rule in after] == pytest.approx([rule.expected for rule in before])
    assert after.class_counts == before.class_counts
    assert [edit.op for edit in after.edits] == ["refit"]
    if isinstance(before, ScoreCard):
        assert isinstance(after, ScoreCard)
        assert (after.base, after.unit) == (before.base, before.unit)
        assert [rule.points for rule in after.rules] == [rule.points for rule in before.rules]
        assert (after.scores, after.seen) == (before.scores, before.seen)


@pytest.mark.parametrize("missing", ["fails", "value"])
@pytest.mark.parametrize("name", LEARNERS)
def test_counts_are_those_of_a_plain_loop(name: str, missing: str) -> None:
    rules = LEARNERS[name].__class__(missing=missing).fit_table(PEOPLE).rules_
    edited = rules.add("bmi is missing and age > 33.37 then yes") if missing == "value" else rules
    edited = edited.add("age > 63.37 and sex != m then yes").refit(PEOPLE)
    assert PEOPLE.target is not None
    left = np.ones(PEOPLE.n_rows, bool)
    for rule in edited:
        cover = body_cover(rule.conditions, PEOPLE, edited.missing)
        own = cover & left if isinstance(edited, RuleList) and edited.reached else cover
        assert rule.counts == tuple(np.bincount(PEOPLE.target.values[own], minlength=2).tolist())
        left &= ~cover


def test_a_rule_of_a_list_gets_the_class_of_most_rows_unless_it_is_locked() -> None:
    empty = RuleList((), ("no", "yes"), 0, (0, 0), {}, target="ill")
    rules = empty.add("age > 60").add("age <= 60 then yes").refit(PEOPLE)
    assert [rule.head for rule in rules] == [int(rules[0].counts[1] > rules[0].counts[0]), 1]
    assert rules.unlock(2).refit(PEOPLE)[1].head == 0
    assert rules.unlock(2).refit(PEOPLE)[1].errors < rules[1].errors


def test_the_default_is_the_class_of_most_rows_that_no_rule_covers() -> None:
    rules = RuleList((), ("no", "yes"), 1, (0, 0), {}, target="ill").add("age <= 50 then no")
    rules = rules.refit(PEOPLE)
    left = ~body_cover(rules[0].conditions, PEOPLE)
    assert PEOPLE.target is not None
    assert rules.default == np.bincount(PEOPLE.target.values[left]).argmax()
    of_set = RuleSet((), ("no", "yes"), 1, (0, 0), {}, target="ill").refit(PEOPLE)
    assert of_set.default == np.argmax(of_set.class_counts)


def test_locked_points_stay_and_the_others_follow() -> None:
    card = learned("card")
    fixed = card.replace(1, points=2 * sum(card.rules[0].points), reason="as agreed")
    after = fixed.refit(PEOPLE)
    (locked,) = [rule for rule in after.rules if rule.locked]
    assert locked.conditions == card.rules[0].conditions
    assert sum(locked.points) == 2 * sum(card.rules[0].points)
    assert after.unit == card.unit
    others = {rule.conditions: rule.points for rule in card.rules[1:]}
    assert (
        after.base,
        {rule.conditions: rule.points for rule in after.rules if not rule.locked},
    ) != (
        card.base,
        others,
    )
    assert (
        after.unlock(1).refit(PEOPLE).rules[0].points != locked.points or after.rules[0] != locked
    )


def test_a_card_that_was_refitted_fits_better_than_before() -> None:
    card = learned("card").drop(1)
    after = card.refit(PEOPLE)
    assert PEOPLE.target is not None
    rows = np.arange(PEOPLE.n_rows), PEOPLE.target.values
    before_nats, after_nats = (
        -np.log(one.predict_proba(PEOPLE)[rows]).mean() for one in (card, after)
    )
    assert after_nats < before_nats
    assert sum(map(sum, (score.counts for score in after.scores))) == PEOPLE.n_rows


@pytest.mark.parametrize("n_classes", [2, 3])
def test_an_added_rule_of_a_card_gets_points_by_its_rows(n_classes: int) -> None:
    table = table_of(2, n_classes=n_classes)
    card = ScoreCardClassifier(size=2).fit_table(table).rules_
    text = "if age > 50.37 and bmi > 28"
    after = card.add(text if n_classes == 2 else f"{text} then maybe").refit(table)
    (rule,) = [rule for rule in after.rules if rule.body == "age > 50.37 and bmi > 28"]
    assert rule.covered
    assert rule.at_most is not None
    assert rule.expected is not None
    assert not rule.locked
    assert load_model(after.to_json()) == after


def test_a_rule_that_covers_no_row_is_left_out_of_a_card_unless_it_is_locked() -> None:
    card = learned("card")
    after = card.add("age > 500").refit(PEOPLE)
    assert [rule.body for rule in after] == [rule.body for rule in card]
    assert after.notes[-1] == "Refitting left out a rule without points: if age > 500."
    locked = card.add("age > 500 then +9 for yes").refit(PEOPLE)
    (rule,) = [rule for rule in locked.rules if rule.body == "age > 500"]
    assert (rule.covered, sum(map(abs, rule.points)), rule.at_most) == (0, 9, None)


def test_a_card_may_be_all_locked_or_empty() -> None:
    card = learned("card")
    empty = card
    for _ in card:
        card, empty = card.lock(1 + sum(rule.locked for rule in card.rules)), empty.drop(1)
    after = card.refit(PEOPLE)
    assert [rule.points for rule in after.rules] == [rule.points for rule in card.rules]
    assert after.base == card.base
    no_rules = empty.refit(PEOPLE)
    assert no_rules.predict_proba(PEOPLE)[0].tolist() == pytest.approx(
        np.array(no_rules.class_counts) / PEOPLE.n_rows, abs=0.005
    )


def test_points_for_several_classes_are_fitted_together() -> None:
    table = table_of(2, n_classes=3)
    card = ScoreCardClassifier(size=2, points="real").fit_table(table).rules_
    several = card.add("age > 30.37 then +3 for yes, -1 for no")
    number = next(at for at, rule in enumerate(several.rules, 1) if rule.body == "age > 30.37")
    assert several.refit(table).rules[number - 1].points == (-1, 3, 0)  # locked when added
    together = several.unlock(number).refit(table, ridge=1.0)
    apart = card.add("age > 30.37 then +3 for yes").add("age > 30.37 then -1 for no")
    for at, rule in enumerate(apart.rules, 1):
        apart = apart.unlock(at) if rule.locked else apart
    apart = apart.refit(table, ridge=1.0)
    (rule,) = [rule for rule in together.rules if rule.body == "age > 30.37"]
    two = [rule.points for rule in apart.rules if rule.body == "age > 30.37"]
    assert len(two) == 2
    assert rule.points == pytest.approx(np.sum(two, axis=0))
    assert abs(rule.points[rule.head]) == max(map(abs, rule.points))
    assert together.predict_proba(table).tolist() == pytest.approx(apart.predict_proba(table))


@pytest.mark.parametrize("name", LEARNERS)
def test_a_rule_outside_of_the_language_has_no_bound(name: str) -> None:
    rules = learned(name)
    text = "age > 50 and town = Z then yes"
    rules = (
        rules.add(text, at=2)
        if isinstance(rules, RuleList | RuleSet)
        else rules.add(f"{text[:-8]} then +1 for yes")
    )
    after = rules.refit(PEOPLE)
    place = next(at for at, rule in enumerate(after) if "town = Z" in rule.body)
    bounds = [rule.at_most for rule in after]
    assert bounds[place] is None
    assert after[place].p_value is None
    reached = isinstance(after, RuleList) and after.reached
    others = bounds[:place] + ([] if reached else bounds[place + 1 :])
    assert None not in others
    if reached:
        assert bounds[place + 1 :] == [None] * (len(bounds) - place - 1)


def test_a_threshold_between_two_values_is_in_the_language_and_one_in_a_bin_is_not() -> None:
    values = np.linspace(0, 1, 3000)
    labels = (values + np.random.default_rng(0).normal(0, 0.3, 3000) > 0.5).astype(np.int32)
    target = Column("y", "nominal", labels, ("a", "b"))
    fine = Table((Column("x", "numeric", values),), target)
    coarse = Table((Column("x", "numeric", values.round(2)),), target)
    rules = RuleList((), ("a", "b"), 0, (0, 0), {}, target="y").add("x > 0.5037 then b")
    assert rules.refit(coarse)[0].at_most is not None
    cuts = [
        rules.replace(1, f"x > {cut!r}").refit(fine)[0].at_most
        for cut in values[1500:1506].tolist()
    ]
    assert None in cuts
    assert any(cut is not None for cut in cuts)


@given(st.integers(0, 10**6))
@settings(max_examples=8, deadline=None)
def test_bounds_hold_where_classes_are_drawn_by_chance(seed: int) -> None:
    """A person who always picks the purest rule of a noisy table is not fooled by the bound."""
    random = np.random.default_rng(seed)
    columns = tuple(
        Column(f"x{at}", "nominal", random.integers(0, 3, 90).astype(np.int32), ("a", "b", "c"))
        for at in range(4)
    )
    labels = random.integers(0, 2, 90).astype(np.int32)
    table = Table(columns, Column("y", "nominal", labels, ("no", "yes")))
    rules = RuleSet((), ("no", "yes"), 0, (0, 0), {}, target="y")
    bodies = [
        f"x{one} = {v} and x{two} = {w}"
        for one in range(4)
        for two in range(one)
        for v in "abc"
        for w in "abc"
    ]
    for body in bodies:
        rules = rules.add(body)
    bounds = [rule.at_most for rule in rules.refit(table)]
    assert min(one for one in bounds if one is not None) >= 0.5


@pytest.mark.parametrize("name", LEARNERS)
def test_written_rules_are_believed_as_far_as_those_of_the_search(name: str) -> None:
    rules = learned(name)
    first = None if isinstance(rules, ScoreCard) else 1
    edited = rules.add("age > 50.37 and bmi > 28 then yes", at=first).refit(PEOPLE)
    assert edited.promises == rules.promises
    (rule,) = [rule for rule in edited if rule.body == "age > 50.37 and bmi > 28"]
    usual = 1 - edited.class_counts[rule.head] / sum(edited.class_counts)
    believed = rules.promises.believed * (20 / rule.covered) ** 0.5
    expected = (rule.errors + believed * usual) / (rule.covered + believed)
    assert rule.expected == pytest.approx(min(expected, rule.at_most))


def test_other_rows_give_other_numbers() -> None:
    before = learned("card")
    card = before.refit(table_of(7, 150))
    assert card.n_rows == 150
    assert card.promises == before.promises
    assert all(rule.expected is not None for rule in card)
    assert {rule.expected for rule in card}.isdisjoint(rule.expected for rule in before)


def test_rules_of_no_search_have_no_expected_error() -> None:
    rules = RuleSet((), ("no", "yes"), 0, (0, 0), {}, target="ill").add("age > 40").refit(PEOPLE)
    assert rules[0].expected is None
    assert rules[0].at_most is not None


@pytest.mark.parametrize("name", LEARNERS)
def test_whole_weights_count_as_rows(name: str) -> None:
    rules = learned(name).add("age > 63.37 then yes")
    times = np.random.default_rng(3).integers(0, 4, PEOPLE.n_rows)
    weighted = rules.refit(replace(PEOPLE, weights=times.astype(float)))
    repeated = rules.refit(PEOPLE.take(np.arange(PEOPLE.n_rows).repeat(times)))
    assert replace(weighted, edits=()) == replace(repeated, edits=())


@pytest.mark.parametrize("name", LEARNERS)
def test_real_weights_are_added_up(name: str) -> None:
    rules = learned(name).add("age > 63.37 then yes")
    weights = np.full(PEOPLE.n_rows, 0.5)
    half, whole = rules.refit(replace(PEOPLE, weights=weights)), rules.refit(PEOPLE)
    assert half.n_rows == PEOPLE.n_rows / 2
    assert sum(half.class_counts) == PEOPLE.n_rows / 2
    assert not isinstance(half, ScoreCard) or half.scores == ()
    covered = {rule.conditions: rule.covered for rule in whole}
    for rule in half:
        assert 2 * rule.covered == covered.get(rule.conditions, 2 * rule.covered)


@pytest.mark.parametrize("name", LEARNERS)
def test_the_order_of_rows_does_not_matter(name: str) -> None:
    rules = learned(name).add("age > 63.37 then yes")
    order = np.random.default_rng(5).permutation(PEOPLE.n_rows)
    assert rules.refit(PEOPLE) == rules.refit(PEOPLE.take(order))


def test_a_frame_and_arrays_do_as_well() -> None:
    frame = pd.DataFrame({"age": np.arange(40) // 2 * 2.0, "size": np.arange(40.0) % 7})
    y = np.where(frame.age > 25, "old", "young")
    model = LayeredRuleClassifier().fit(frame, y)
    edited = model.rules_.add("size > 5 then young", at=1)
    model.rules_ = edited.refit(frame, y, sample_weight=np.ones(40))
    assert model.rules_[0].counts == (2, 3)
    assert model.predict(frame.iloc[[6]]).tolist() == ["young"]
    array = LayeredRuleClassifier().fit(frame.to_numpy(), y).rules_
    assert array.refit(frame.to_numpy(), y)[0].counts == array[0].counts
    numbers = LayeredRuleClassifier().fit(frame.to_numpy(), (frame.age > 25).to_numpy()).rules_
    assert numbers.refit(frame.to_numpy(), frame.age > 25)[0].counts == numbers[0].counts


@pytest.mark.parametrize(
    ("columns", "labels", "problem"),
    [
        ({"age": [1.0]}, None, "give y, the classes of the rows"),
        (
            {"age": [1.0]},
            ["perhaps"],
            "row 1 has the class 'perhaps', which the model does not know",
        ),
        (
            {"ages": [1.0]},
            ["yes"],
            "has no column 'age'; did you mean 'ages'",
        ),
        ({"age": [1.0]}, ["yes", "no"], "inconsistent numbers of samples"),
        ([1.0, 2.0], ["yes", "no"], "X must be a data frame or a two-dimensional array"),
    ],
)
def test_rows_that_do_not_fit_are_refused(columns: Any, labels: Any, problem: str) -> None:
    rules = RuleList((), ("no", "yes"), 0, (0, 0), {}, target="ill").add("age > 60 then yes")
    with pytest.raises(ValueError, match=problem):
        rules.refit(columns, labels)


def test_a_table_without_target_or_rows_is_refused() -> None:
    rules = RuleList((), ("no", "yes"), 0, (0, 0), {}, target="ill").add("age > 60 then yes")
    with pytest.raises(DataError, match="has no target; read it with target='ill'"):
        rules.refit(replace(PEOPLE, target=None))
    with pytest.raises(DataError, match="has no rows"):
        rules.refit(PEOPLE.take(np.array([], int)))
    with pytest.raises(ModelError, match="ridge must be a number from 0 up"):
        rules.refit(PEOPLE, ridge=-1.0)


def test_a_tree_is_refitted_as_a_list() -> None:
    model = RuleTreeClassifier(promises=False).fit_table(PEOPLE)
    with pytest.raises(ModelError, match=r"call to_rules\(\) first"):
        model.tree_.refit(PEOPLE)
    rules: Rules = model.to_rules()
    assert [rule.counts for rule in rules.refit(PEOPLE)] == [rule.counts for rule in rules]


def test_a_more_cautious_ridge_gives_fewer_points() -> None:
    card = replace(learned("card"), ridge=None)
    size = [
        sum(abs(one) / after.unit for rule in after.rules for one in rule.points)
        for after in (card.refit(PEOPLE, ridge=ridge) for ridge in (0.1, 100.0))
    ]
    assert size[1] < size[0]
    assert card.refit(PEOPLE).ridge == 2.0


def test_the_shipped_table_is_refitted() -> None:
    table = shipped_table()
    card = ScoreCardClassifier().fit_table(table).rules_
    after = card.forbid("sex", reason="not for a bird").refit(table)
    assert "sex" not in after.attributes
    assert "Edited: 1 change." in str(after)


def test_points_stay_whole_or_real() -> None:
    real = ScoreCardClassifier(points="real").fit_table(PEOPLE).rules_
    assert any(one % 1 for rule in real.drop(1).refit(PEOPLE).rules for one in rule.points)
    empty = ScoreCard.of((), ("no", "yes"), (7, 3), {}, base=(0, -0.85), target="ill")
    card = empty.add("age > 50").refit(PEOPLE)
    assert len(card) == 1
    assert all(one % 1 == 0 for rule in card.rules for one in (*rule.points, *card.base))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_fixed_sign_holds_whatever_the_rows_say(n_classes: int) -> None:
    table = table_of(3, n_classes=n_classes)
    head = " then maybe" if n_classes == 3 else ""
    empty = ScoreCard.of(
        (), table.target.levels, (1,) * n_classes, {}, base=(0,) * n_classes, target="ill"
    )
    card = empty
    for body in ("age > 50", "bmi > 28", "sex = f"):
        card = card.add(f"if {body}{head}")
    free = {rule.body: rule.points for rule in card.refit(table).rules}
    assert free
    for body in free:
        sign, other = "+-" if sum(free[body]) > 0 else "-+"
        same = card.fix_sign(body, sign).refit(table)
        assert {rule.body: rule.points for rule in same.rules} == free
        (fixed,) = [rule for rule in same.rules if rule.body == body]
        assert (fixed.sign_locked, fixed.locked) == (True, False)
        against = card.fix_sign(body, other).refit(table)
        assert body not in [rule.body for rule in against]
        assert f"Refitting left out a rule without points: if {body}." in against.notes


@pytest.mark.parametrize("name", LEARNERS)
def test_refitting_twice_changes_nothing(name: str) -> None:
    once = learned(name).drop(1).refit(PEOPLE)
    assert replace(once.refit(PEOPLE), edits=once.edits) == once


HOSTILE = ("if", "a b", "it's\n", "", "\x1b[0m", "是否", "x > 3", "\\", '"')


def test_any_names_and_values_are_edited_and_refitted() -> None:
    random = np.random.default_rng(0)
    columns = tuple(
        Column(name, "nominal", random.integers(0, len(HOSTILE), 90).astype(np.int32), HOSTILE)
        for name in HOSTILE
    )
    labels = (columns[0].values == 3).astype(np.int32)
    table = Table(columns, Column("then", "nominal", labels, ("and", "is missing")))
    rules = RuleList((), ("and", "is missing"), 0, (0, 0), {}, target="then")
    for column in columns:
        for value in HOSTILE[:3]:
            body = str(Condition(column.name, "=", value))
            rules = rules.add(f"if {body} then 'is missing'")
    counted = rules.refit(table)
    assert [rule.conditions[0].value for rule in counted] == [*HOSTILE[:3]] * len(HOSTILE)
    assert sum(rule.covered for rule in counted) == sum(
        np.count_nonzero(column.values < 3) for column in columns
    )
    assert load_model(counted.to_json()) == counted
    for edit in counted.edits[:-1]:
        assert edit.after in str(edit)
        assert "\n" not in str(edit)
        assert counted.drop(edit.after).edits[-1].before == edit.after
