from __future__ import annotations

import json
from typing import Any

import pytest

from conjunct import load_model
from conjunct.errors import ModelError
from conjunct.model import Condition, Edit, RuleList, ScoreCard, apply_edits
from conjunct.model.editing import printed_points


def place_of(card: ScoreCard, body: str) -> int:
    return [rule.body for rule in card].index(body)


def test_a_sign_that_is_there_is_fixed_and_no_number_changes(hearts: ScoreCard) -> None:
    fixed = hearts.fix_sign(1, "+", reason="more vessels, more ill")
    assert [rule.sign_locked for rule in fixed] == [True] + [False] * (len(hearts) - 1)
    assert fixed.scores == hearts.scores
    assert [rule.points for rule in fixed.rules] == [rule.points for rule in hearts.rules]
    (edit,) = fixed.edits
    assert (edit.op, edit.after, edit.reason) == ("sign", "+", "more vessels, more ill")
    assert str(edit).startswith("sign fixed: if ")
    assert ", now: + (more vessels, more ill)" in str(edit)
    assert "Sign fixed: rule 1." in str(fixed)


@pytest.mark.parametrize("minus", ["-", "−"])
def test_another_sign_gives_one_point_until_the_refit(hearts: ScoreCard, minus: str) -> None:
    body = hearts[0].body
    assert printed_points(hearts, 0) > 0
    fixed = hearts.fix_sign(1, minus)
    place = place_of(fixed, body)
    assert printed_points(fixed, place) == -1
    assert (fixed[place].sign_locked, fixed[place].locked) == (True, False)
    assert fixed.scores == ()


def test_fixing_a_sign_frees_points_and_unlocking_frees_both(hearts: ScoreCard) -> None:
    fixed = hearts.lock(1).fix_sign(1, "+")
    assert (fixed[0].locked, fixed[0].sign_locked) == (False, True)
    free = fixed.unlock(1)
    assert (free[0].locked, free[0].sign_locked) == (False, False)
    both = fixed.lock(1)
    assert (both[0].locked, both[0].sign_locked) == (True, True)


def test_a_fixed_sign_is_saved_and_only_where_there_is_one(hearts: ScoreCard) -> None:
    fixed = hearts.fix_sign(2, "+" if printed_points(hearts, 1) > 0 else "-")
    assert load_model(fixed.to_json()) == fixed
    data = json.loads(fixed.to_json())
    assert [rule.get("sign_locked") for rule in data["rules"]][:3] == [None, True, None]
    data["rules"][0]["sign_locked"] = "yes"
    with pytest.raises(ModelError, match=r"rules\[0\].sign_locked must be true or false"):
        load_model(json.dumps(data))


@pytest.mark.parametrize("sign", ["", "plus", 1, None, "++"])
def test_other_signs_are_refused(hearts: ScoreCard, sign: Any) -> None:
    with pytest.raises(ModelError, match=r"the sign must be \+ or -, not"):
        hearts.fix_sign(1, sign)


def test_only_points_of_one_class_have_a_sign(rules: RuleList, hearts: ScoreCard) -> None:
    with pytest.raises(ModelError, match="rules of a rule list have no points"):
        rules.fix_sign(1, "+")
    empty = ScoreCard.of((), ("a", "b", "c"), (1, 1, 1), {}, base=(0, 0, 0), target="t")
    mixed = empty.add("x > 3 then +2 for a, -1 for b")
    with pytest.raises(ModelError, match="rule 1 gives points to several classes"):
        mixed.fix_sign(1, "+")
    one = empty.add("x > 3 then +2 for b").fix_sign(1, "-")
    assert one.rules[0].points == (0, -1, 0)


def test_a_forbidden_rule_is_gone_and_cannot_be_written_again(hearts: ScoreCard) -> None:
    body = hearts[0].body
    edited = hearts.forbid_rule(1, reason="a doctor says so")
    assert body not in [rule.body for rule in edited]
    assert edited.edits == (Edit("forbid_rule", f"if {body}", reason="a doctor says so"),)
    assert str(edited.edits[0]) == f"rule forbidden: if {body} (a doctor says so)"
    with pytest.raises(ModelError, match="was forbidden by an edit"):
        edited.add(f"if {body}")
    with pytest.raises(ModelError, match="was forbidden by an edit"):
        edited.replace(1, f"if {body}")
    assert load_model(edited.to_json()) == edited
    assert edited.add(f"{body} and age > 99")  # other conditions are another rule


def test_all_rules_with_the_body_go_and_none_needs_to_be_there(rules: RuleList) -> None:
    twice = rules.add("flipper_length_mm > 206.5 then Adelie")
    assert len(twice.forbid_rule("flipper_length_mm > 206.5")) == len(rules) - 1
    unknown = rules.forbid_rule("year > 3 then Adelie")
    assert len(unknown) == len(rules)
    assert unknown.edits[-1].before == "if year > 3"
    with pytest.raises(ModelError, match="was forbidden by an edit"):
        unknown.add("year > 3 then Adelie")
    with pytest.raises(ModelError, match="there is no rule 9"):
        rules.forbid_rule(9)


def test_conditions_of_a_forbidden_rule_may_stand_in_any_order(rules: RuleList) -> None:
    text = "sex = female and island = Dream and bill_length_mm > 42.35"
    edited = rules.forbid_rule(text)
    assert edited[0].conditions == (Condition("flipper_length_mm", ">", 206.5),)


def test_entries_of_a_file_do_the_same(hearts: ScoreCard) -> None:
    body = f"if {hearts[1].body}"
    entries = [
        {"op": "sign", "rule": 1, "sign": "+", "reason": "known"},
        {"op": "forbid", "rule": body},
        {"op": "forbid", "attribute": "sex"},
    ]
    by_hand = hearts.fix_sign(1, "+", reason="known").forbid_rule(body).forbid("sex")
    assert apply_edits(hearts, entries) == by_hand


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({"op": "sign", "rule": 1}, "sign is missing"),
        ({"op": "sign", "rule": 1, "sign": "up"}, "the sign must be + or -, not 'up'"),
        ({"op": "forbid"}, "forbid takes either an attribute or a rule"),
        ({"op": "forbid", "rule": 1, "attribute": "sex"}, "takes either an attribute"),
        ({"op": "forbid", "rule": "age >"}, "the end of the rule 'age >'"),
    ],
)
def test_bad_entries_are_refused(hearts: ScoreCard, entry: Any, problem: str) -> None:
    with pytest.raises(ModelError) as refused:
        apply_edits(hearts, [entry])
    assert "edit 1: " in str(refused.value)
    assert problem in str(refused.value)
