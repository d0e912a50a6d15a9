from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct import load_model, parse_rule
from conjunct.errors import ModelError
from conjunct.model import (
    Condition,
    Edit,
    Promise,
    RuleList,
    Rules,
    RuleSet,
    ScoreCard,
    Tree,
    apply_edits,
)
from conjunct.model.distribution import Distribution
from conjunct.model.editing import NO_THRESHOLD
from conjunct.model.record import BY_HAND
from conjunct.model.threshold import Threshold
from conjunct.model.training import TrainingFacts

from .conftest import promising
from .random_cards import score_cards
from .random_rules import theories


def bodies(rules: Rules) -> list[str]:
    return [rule.body for rule in rules]


def test_a_dropped_rule_is_gone_and_the_model_before_is_as_it_was(rules: RuleList) -> None:
    edited = rules.drop(1, reason="nobody weighs them")
    assert bodies(edited) == ["flipper_length_mm > 206.5"]
    assert len(rules) == 2
    assert rules.edits == ()
    text = "if bill_length_mm > 42.35 and island = Dream and sex = female then Chinstrap"
    assert edited.edits == (Edit("drop", text, reason="nobody weighs them"),)
    assert edited.kinds == {"flipper_length_mm": "numeric"}


@pytest.mark.parametrize("which", [2, "flipper_length_mm > 206.5", "if flipper_length_mm>206.5"])
def test_a_rule_is_named_by_its_number_or_its_body(rules: RuleList, which: int | str) -> None:
    assert len(rules.drop(which)) == 1
    assert "island" in rules.drop(which).kinds


def test_conditions_may_be_named_in_any_order(rules: RuleList) -> None:
    text = "sex = female and island = Dream and bill_length_mm > 42.35"
    assert bodies(rules.drop(text)) == ["flipper_length_mm > 206.5"]


def test_a_class_tells_rules_with_the_same_body_apart(rule_set: RuleSet) -> None:
    twice = rule_set.add("flipper_length_mm > 206.5 then Adelie")
    assert len(twice.drop("flipper_length_mm > 206.5 then Adelie")) == 2
    with pytest.raises(ModelError, match="several rules have the body of"):
        twice.drop("flipper_length_mm > 206.5")


@pytest.mark.parametrize(
    ("which", "problem"),
    [
        (0, "there is no rule 0: the rule list has 2 rules, from 1 on"),
        (3, "there is no rule 3"),
        (-1, "there is no rule -1"),
        (True, "named by its number or its text"),
        (1.0, "named by its number or its text"),
        ("if year > 3", "no rule has the body of 'if year > 3'; give the number"),
        ("if year >", "the end of the rule 'if year >'"),
    ],
)
def test_a_rule_that_is_not_there_is_refused(rules: RuleList, which: Any, problem: str) -> None:
    with pytest.raises(ModelError) as refused:
        rules.drop(which)
    assert problem in str(refused.value)


def test_a_replaced_rule_keeps_its_class_and_loses_its_counts(rules: RuleList) -> None:
    edited = promising(rules).replace(2, "flipper_length_mm > 210", reason="round")
    rule = edited[1]
    assert (rule.body, rule.head, rule.locked) == ("flipper_length_mm > 210", 2, False)
    assert (rule.counts, rule.search, rule.promise) == ((0, 0, 0), BY_HAND, Promise())
    assert edited[0] == promising(rules)[0]
    assert edited.edits[-1] == Edit(
        "replace",
        "if flipper_length_mm > 206.5 then Gentoo",
        "if flipper_length_mm > 210",
        "round",
    )


def test_another_class_keeps_the_counts_and_locks_the_rule(rules: RuleList) -> None:
    edited = promising(rules).replace(2, "flipper_length_mm > 206.5 then Chinstrap")
    rule = edited[1]
    assert (rule.head, rule.counts, rule.locked) == (1, (2, 5, 118), True)
    assert rule.promise == Promise()


def test_a_list_whose_rows_come_to_other_rules_is_not_counted(rules: RuleList) -> None:
    reached = replace(promising(rules), reached=True)
    assert [rule.covered for rule in reached.drop(1)] == [0]
    assert [rule.covered for rule in reached.drop(2)] == [34]
    assert [rule.covered for rule in reached.add("year > 3 then Adelie", at=2)] == [34, 0, 0]
    same = reached.replace(
        1, "bill_length_mm > 42.35 and sex = female and island = Dream then Gentoo"
    )
    assert [rule.covered for rule in same] == [34, 125]
    assert all(rule.promise == Promise() for rule in reached.drop(1))


def test_an_added_rule_stands_last_or_where_it_is_put(rules: RuleList) -> None:
    edited = rules.add("if year > 2008 then Adelie", reason="new island")
    assert bodies(edited)[-1] == "year > 2008"
    assert edited.kinds["year"] == "numeric"
    assert edited[-1].locked
    assert edited.edits == (Edit("add", "", "if year > 2008 then Adelie", "new island"),)
    assert bodies(rules.add("year > 2008", at=1))[0] == "year > 2008"
    assert not rules.add("year > 2008", at=1)[0].locked
    with pytest.raises(ModelError, match="can be added at number 1 to 3, not at 4"):
        rules.add("year > 2008", at=4)


def test_repeated_conditions_are_written_once(rules: RuleList) -> None:
    assert rules.add("year > 8 and year > 8 then Adelie")[-1].body == "year > 8"


def test_points_are_replaced_and_locked(hearts: ScoreCard) -> None:
    edited = hearts.replace(1, points=1, reason="too many")
    assert [rule.body for rule in edited if rule.locked] == ["vessels > 0.5"]
    assert bodies(edited)[3] == "vessels > 0.5"
    assert edited.rules[3].points == (0, 1)
    assert edited.rules[3].counts == (31, 92)
    assert edited.rules[3].promise == hearts.rules[0].promise
    assert str(edited.edits[0]) == (
        "replaced: if vessels > 0.5 then +4 points for ill, "
        "now: if vessels > 0.5 then +1 point for ill (too many)"
    )


def test_points_that_change_sides_lose_their_promise(hearts: ScoreCard) -> None:
    rule = hearts.replace(1, points=-3).rules[3]
    assert (rule.head, rule.against, rule.points, rule.promise) == (0, False, (0, -3), Promise())


def test_points_for_the_other_class_are_taken_from_the_one_that_has_them(hearts: ScoreCard) -> None:
    edited = hearts.add("pain = typical then +2 for healthy")
    assert edited.rules[-1].points == (0, -2)
    assert edited.rules[-1].locked
    both = hearts.add("pain = typical then +2 for healthy, +5 for ill")
    assert next(rule for rule in both.rules if rule.body == "pain = typical").points == (0, 3)


def test_without_points_a_rule_gives_one_until_it_is_fitted(hearts: ScoreCard) -> None:
    edited = hearts.add("age > 60")
    (rule,) = [rule for rule in edited.rules if rule.body == "age > 60"]
    assert (rule.points, rule.head, rule.locked, rule.covered) == ((0, 1), 1, False, 0)
    (rule,) = [
        rule for rule in hearts.add("age > 60 then healthy").rules if rule.body == "age > 60"
    ]
    assert rule.points == (0, -1)


def test_a_card_of_several_classes_wants_to_know_which(leaves: ScoreCard) -> None:
    with pytest.raises(ModelError, match="say which one the rule is for: then CLASS"):
        leaves.add("month > 3")
    (rule,) = [one for one in leaves.add("month > 3 then 'frog eye'").rules if not one.covered]
    assert (rule.points, rule.head, rule.against) == ((0, 0, 0, 1), 3, False)


def test_a_card_loses_what_its_rules_no_longer_give(hearts: ScoreCard) -> None:
    threshold = Threshold(2.0, "precision", 0.9, 0.95, 100)
    edited = replace(hearts, threshold=threshold).drop("sex = female")
    assert (edited.scores, edited.checked, edited.threshold) == ((), None, None)
    assert NO_THRESHOLD in edited.notes
    assert NO_THRESHOLD not in hearts.drop(1).notes
    assert edited.seen == {}
    assert hearts.drop(1).seen == hearts.seen


def test_a_rule_that_a_card_has_is_not_added_again(hearts: ScoreCard, leaves: ScoreCard) -> None:
    with pytest.raises(ModelError, match="rule 5 already has the body 'sex = female'; replace it"):
        hearts.add("sex = female then +1 for ill")
    assert len(leaves.add("stem = normal then 'frog eye'")) == 6
    with pytest.raises(ModelError, match="already has the body"):
        leaves.add("stem = normal then stem-canker")


def test_locks_change_no_number(hearts: ScoreCard) -> None:
    locked = hearts.lock(2, reason="agreed")
    assert [rule.locked for rule in locked.rules] == [False, True, False, False, False]
    assert (locked.scores, locked.checked) == (hearts.scores, hearts.checked)
    assert [rule.locked for rule in locked.unlock(2).rules] == [False] * 5
    assert [edit.op for edit in locked.unlock(2).edits] == ["lock", "unlock"]


def test_a_forbidden_attribute_is_in_no_rule_and_comes_back_in_none(rules: RuleList) -> None:
    edited = rules.forbid("sex", reason="not fair")
    assert bodies(edited) == ["flipper_length_mm > 206.5"]
    assert str(edited.edits[0]) == "forbidden: sex (not fair)"
    for again in (lambda: edited.add("sex = male"), lambda: edited.replace(1, "sex = male")):
        with pytest.raises(ModelError, match="the attribute 'sex' was forbidden by an edit"):
            again()


def test_only_a_column_that_the_model_was_learned_from_is_forbidden(rules: RuleList) -> None:
    columns = {"sex": Distribution("nominal", 0), "body_mass_g": Distribution("numeric", 0)}
    facts = TrainingFacts("penguins", 344, "CN2Classifier", {}, (), "0.2.0", columns)
    known = replace(rules, training=facts)
    assert bodies(known.forbid("body_mass_g")) == bodies(rules)
    said = "was not learned from a column 'body_mas', so there is nothing to forbid; did you mean"
    for refused in (
        lambda: known.forbid("body_mas"),
        lambda: known.forbid_rule("if body_mas > 3000"),
    ):
        with pytest.raises(ModelError, match=f"{said} 'body_mass_g'"):
            refused()
    with pytest.raises(ModelError, match=r"^edit 1: the model was not learned from a column 'zip'"):
        apply_edits(known, [{"op": "forbid", "attribute": "zip"}])


def test_a_model_without_facts_about_its_training_forbids_any_column(rules: RuleList) -> None:
    assert bodies(rules.forbid("no such attribute")) == bodies(rules)


REFUSED: list[tuple[Callable[[Any], Any], str]] = [
    (lambda rules: rules.replace(1), "give either the new rule as text or new points"),
    (lambda rules: rules.replace(1, "a > 3", points=2), "give either the new rule"),
    (lambda rules: rules.replace(1, points=2), "rules of a rule list have no points"),
    (lambda rules: rules.add("year > 3 then +2 for Adelie"), "rule list have no points; write"),
    (lambda rules: rules.add("year > 3 then Emu"), "'Emu' is not a class; the classes are Adelie"),
    (lambda rules: rules.add("year is missing"), "know whether 'year' is numeric or nominal"),
    (lambda rules: rules.add("sex > 3"), "rule 3 tests 'sex' as numeric, but it is nominal"),
    (lambda rules: rules.forbid(3), "the attribute to forbid must be a name, not 3"),
    (lambda rules: rules.drop(1, reason=3), "the reason of an edit must be a text, not 3"),
]


@pytest.mark.parametrize(("edit", "problem"), REFUSED)
def test_what_cannot_be_done_is_said(
    rules: RuleList, edit: Callable[[Any], Any], problem: str
) -> None:
    with pytest.raises(ModelError) as refused:
        edit(rules)
    assert problem in str(refused.value)


@pytest.mark.parametrize("points", [0, float("nan"), float("inf"), "3", True])
def test_points_must_be_numbers_other_than_zero(hearts: ScoreCard, points: Any) -> None:
    with pytest.raises(ModelError, match="points"):
        hearts.replace(1, points=points)


def test_a_card_takes_no_place(hearts: ScoreCard) -> None:
    with pytest.raises(ModelError, match="orders its rules by their points; leave out at"):
        hearts.add("age > 60", at=1)


def test_a_tree_is_not_edited(tree: Tree) -> None:
    for edit in (
        lambda: tree.drop(1),
        lambda: tree.add("a = b"),
        lambda: tree.forbid("a"),
        lambda: tree.lock(1),
    ):
        with pytest.raises(ModelError, match=r"call to_rules\(\) first"):
            edit()
    assert len(tree.to_rules().drop(1)) == len(tree) - 1


@pytest.fixture
def tree() -> Tree:
    from conjunct import RuleTreeClassifier
    from conjunct.data import shipped_table

    learned: Tree = RuleTreeClassifier(promises=False).fit_table(shipped_table()).tree_
    return learned


def test_an_edited_list_says_so_when_printed(rules: RuleList) -> None:
    edited = rules.drop(1).lock(1)
    said = (
        "Edited: 2 changes. Locked: rule 1. Not refitted yet: rules without rows were not counted."
    )
    assert said in edited.to_text()
    assert said in edited._repr_html_()
    assert "Edited" not in str(rules)
    done = replace(edited, edits=(*edited.edits, Edit("refit", after="344 rows")))
    assert done.to_text().endswith("Edited: 2 changes. Locked: rule 1.")


def test_an_edited_card_says_so_when_printed(hearts: ScoreCard) -> None:
    assert "Edited: 1 change. Locked: rule 1." in " ".join(
        hearts.replace(1, points=3).to_text().split()
    )
    assert "Edited: 1 change." in hearts.drop(1)._repr_html_()


def test_a_written_rule_says_that_it_was_not_searched_for(rules: RuleList) -> None:
    assert str(rules.add("year > 3")[-1].search) == "written by hand, not searched for"


@given(theories([RuleList, RuleSet]) | score_cards(), st.data())
@settings(max_examples=60)
def test_any_edit_leaves_a_model_that_is_saved_and_read_back(theory: Rules, data: Any) -> None:
    for _ in range(data.draw(st.integers(0, 3))):
        if not len(theory):
            break
        number = data.draw(st.integers(1, len(theory)))
        op = data.draw(st.sampled_from(["drop", "lock", "forbid"]))
        if op == "drop":
            theory = theory.drop(number, reason="'\n")
        elif op == "lock":
            theory = theory.lock(number)
        else:
            theory = theory.forbid("age")
    assert load_model(theory.to_json()) == theory
    assert set(theory.kinds) >= set(theory.attributes)


@given(theories([RuleList, RuleSet]))
def test_the_words_of_a_rule_put_it_back(theory: Rules) -> None:
    """Dropping a rule and adding what the history says gives the same body and class."""
    for number in range(1, len(theory) + 1):
        rule = theory[number - 1]
        edited = theory.drop(number)
        read = parse_rule(edited.edits[-1].before)
        texts = [str(label) for label in theory.classes]
        if len(set(texts)) < len(texts) or any(one.value is None for one in rule.conditions):
            continue
        back = edited.add(edited.edits[-1].before, at=number)
        assert set(back[number - 1].conditions) == set(rule.conditions) == set(read.conditions)
        assert back[number - 1].head == rule.head


def test_a_condition_on_a_missing_cell_of_a_known_attribute_is_taken(rules: RuleList) -> None:
    edited = rules.add("sex is missing and year is known and year > 3 then Adelie")
    assert Condition("sex", "=", None) in edited[-1].conditions
