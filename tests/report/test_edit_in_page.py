"""Rules are changed in the page as a person would, and the edits say so."""

from __future__ import annotations

import pytest

from conjunct.model import Condition

from .browser import Browser
from .desk import MODELS, Desk, many_classes
from .made_up import card, rule_list, rule_set

ENTER = "\ue007"
_FILLED = """
const [selector, done] = arguments;
const look = () => (document.querySelector(selector) ? done() : setTimeout(look, 10));
look();
"""


def test_a_page_to_edit_complains_of_nothing_and_fetches_nothing(browser: Browser) -> None:
    for make in MODELS.values():
        desk = Desk(browser, make())
        assert browser.complaints() == []
        assert [one.rsplit("/", 1)[-1] for one in browser.requests()] == ["page.html"]
        assert desk.edits() == []
        desk.agrees()
        assert not browser.find("[data-edit=undo]").is_enabled()


def test_a_threshold_is_moved(browser: Browser) -> None:
    desk = Desk(browser, card())
    desk.do("reason", "the law says so")
    desk.do("set", 0, "Threshold of income", "12")
    said = desk.do("press", 0, "Change")
    assert said == "Edit 1 replaced: if income ≤ 20, now: if income ≤ 12 (the law says so)"
    assert desk.edits() == [
        {
            "op": "replace",
            "rule": "if income ≤ 20",
            "with": "if income ≤ 12",
            "reason": "the law says so",
        }
    ]
    assert desk.edited().rules[0].conditions == (Condition("income", "<=", 12.0),)
    assert not desk.edited().rules[0].locked
    desk.do("open", 0)
    assert "at most about 98.5 %, until apply." in browser.text("[data-edit=rules] details")
    assert (
        browser.text("[data-edit=changed]")
        == "2 of 8 shown rows would get another class after a refit."
    )
    assert browser.text("[data-edit=moves]") == "good to bad: 2 rows"
    desk.agrees()


def test_a_rule_is_deleted_and_that_is_undone(browser: Browser) -> None:
    desk = Desk(browser, card())
    before = browser.text("#edit .editing")
    desk.do("press", 1, "Delete")
    assert desk.edits() == [{"op": "drop", "rule": "if city = Köln"}]
    desk.agrees()
    assert browser.text("#edit .editing") != before
    assert desk.do("undo") == "Undone: dropped: if city = Köln"
    assert browser.text("#edit .editing") == before
    assert desk.edits() == []
    desk.agrees()


def test_points_are_fixed_and_their_sign_turned(browser: Browser) -> None:
    desk = Desk(browser, card())
    desk.do("set", 0, "Points for bad", "-0.125")
    desk.do("press", 0, "Change")
    assert desk.edits() == [{"op": "points", "rule": "if income ≤ 20", "points": -0.125}]
    assert [rule.points for rule in desk.edited().rules] == [(-1.25, 0), (-0.125, 0)]
    assert desk.edited().rules[1].locked
    assert "(locked; expected about 54.6 % wrong, at most about 100" in browser.text(
        "details[data-edits='1'] summary"
    )
    desk.agrees()


@pytest.mark.parametrize("points", ["1.25e-7", "-3e21", "0.1", "9007199254740993", "1e-300"])
def test_points_of_any_size_are_added_exactly(points: str, browser: Browser) -> None:
    desk = Desk(browser, card())
    desk.do("set", 0, "Points for bad", points)
    desk.do("press", 0, "Change")
    assert desk.edits()[0]["points"] == float(points)
    desk.agrees()


def test_points_of_several_classes_are_kept_together(browser: Browser) -> None:
    desk = Desk(browser, many_classes())
    desk.do("set", 2, "Points for d", "2")
    desk.do("press", 2, "Change")
    (edit,) = desk.edits()
    assert edit["with"] == "if city = Bonn then +0.25 for a, +2 for d"
    desk.agrees()


def test_rules_with_the_same_conditions_are_named_by_number(browser: Browser) -> None:
    desk = Desk(browser, many_classes())
    desk.do("press", 1, "Delete")
    assert desk.edits() == [{"op": "drop", "rule": 2}]
    assert [rule.head for rule in desk.edited().rules] == [0, 2]
    desk.agrees()


@pytest.mark.parametrize("kind", MODELS)
def test_a_rule_is_added_with_columns_that_the_model_does_not_use(
    kind: str, browser: Browser
) -> None:
    desk = Desk(browser, MODELS[kind]())
    label = "'b c'" if "three" in kind else "bad"
    then = f"+3 points for {label}" if "card" in kind else label
    desk.do("add", f"if age>30 and 'job title' != \"it's\" then {then}")
    body = "if age > 30 and 'job title' ≠ 'it\\'s'"
    written = f"{body} then {then.replace('points ', '')}"
    assert desk.edits() == [{"op": "add", "with": written}]
    desk.agrees()
    assert browser.complaints() == []


def test_categories_are_exchanged_merged_and_left_out(browser: Browser) -> None:
    desk = Desk(browser, rule_list())
    desk.do("set", 0, "Merge city with", "Bonn")
    desk.do("press", 0, "Merge with")
    desk.agrees()
    desk.do("set", 0, "Sign of city", "≠")
    desk.do("set", 0, "Category of city", "Ulm")
    desk.do("press", 0, "Change")
    desk.agrees()
    desk.do("set", 0, "Merge city with", "Köln")
    desk.do("press", 0, "Merge with")
    desk.agrees()
    desk.do("leave out", 1, 0)
    desk.do("press", 1, "Change")
    desk.agrees()
    texts = [edit["with"] for edit in desk.edits()]
    assert texts == [
        "if income ≤ 20 and city = Bonn then good",
        "if income ≤ 20 and city ≠ Ulm",
        "if income ≤ 20 and city ≠ Ulm and city ≠ Köln",
        "if city = Bonn",
    ]
    assert desk.edits()[0]["at"] == 2


def test_a_merged_rule_of_a_card_gives_the_same_points(browser: Browser) -> None:
    desk = Desk(browser, card())
    desk.do("set", 1, "Merge city with", "Ulm")
    desk.do("press", 1, "Merge with")
    assert desk.edits() == [{"op": "add", "with": "if city = Ulm then −1.25 for bad"}]
    desk.agrees()


def test_a_column_is_forbidden(browser: Browser) -> None:
    desk = Desk(browser, rule_set())
    desk.do("forbid", "city")
    assert desk.edits() == [{"op": "forbid", "attribute": "city"}]
    assert len(desk.edited()) == 1
    desk.agrees()
    assert desk.do("add", "if city = Bonn then bad") == "city is forbidden."
    assert len(desk.edits()) == 1


def test_a_rule_of_a_list_is_added_where_it_should_stand(browser: Browser) -> None:
    desk = Desk(browser, rule_list(reached=True))
    desk.do("add", "if age > 30 then bad", 1)
    assert desk.edits() == [{"op": "add", "with": "if age > 30 then bad", "at": 1}]
    desk.agrees()
    assert desk.do("add", "if age > 40 then bad", 9) == "A rule can be added as number 1 to 4."
    assert len(desk.edits()) == 1


def test_a_rule_is_locked_and_unlocked(browser: Browser) -> None:
    desk = Desk(browser, card())
    desk.do("press", 0, "Lock")
    assert desk.edited().rules[0].locked
    desk.do("press", 0, "Unlock")
    assert [edit["op"] for edit in desk.edits()] == ["lock", "unlock"]
    assert not desk.edited().rules[0].locked
    desk.agrees()


def test_the_class_of_a_rule_is_fixed(browser: Browser) -> None:
    desk = Desk(browser, rule_list())
    desk.do("set", 1, "Class", "good")
    desk.do("press", 1, "Change")
    assert desk.edits() == [
        {"op": "replace", "rule": "if income ≤ 20", "with": "if income ≤ 20 then good"}
    ]
    desk.agrees()


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("card", "if income >= 3", "Rules have no >=; use >."),
        ("card", "if heart > 3", "The table has no column heart."),
        ("card", "if income = high", "income is numeric; use <= or >."),
        ("card", "if income <= 20", "Rule 1 already has these conditions; change that rule."),
        ("card", "if age > 3 then +0 for bad", "A rule must give points other than 0."),
        ("card", "if age > 3 then ugly", "ugly is not a class; the classes are bad, good."),
        ("card", "if age >", "A number is expected at the end."),
        ("card", "if age > 3 & x", "& must be in quotes."),
        (
            *("card", "if age is missing then +1 for bad"),
            "It is not known whether age is numeric; also test one of its values.",
        ),
        ("card of three classes", "if age > 3", "Say which class the rule is for: then CLASS."),
        ("set", "if age > 3 then +2 for bad", "These rules have no points; write: then CLASS."),
        ("list", "if age > 3", "Say which class the rule is for: then CLASS."),
    ],
)
def test_what_cannot_be_done_is_said(kind: str, text: str, said: str, browser: Browser) -> None:
    desk = Desk(browser, MODELS[kind]())
    assert desk.do("add", text) == said
    assert desk.edits() == []
    assert browser.complaints() == []


def test_nothing_changed_is_no_edit(browser: Browser) -> None:
    desk = Desk(browser, card())
    assert desk.do("press", 0, "Change") == "Nothing was changed."
    assert desk.edits() == []


def test_a_rule_can_be_edited_by_keyboard(browser: Browser) -> None:
    desk = Desk(browser, card())
    summary = browser.find("details[data-edits='0'] summary")
    summary.send_keys(ENTER)
    browser.wait(_FILLED, "details[data-edits='0'] form")
    number = browser.find("details[data-edits='0'] input[type=number]")
    number.clear()
    number.send_keys("12", ENTER)
    assert [edit["with"] for edit in desk.edits()] == ["if income ≤ 12"]
    focused = browser.run("return document.activeElement.parentElement.dataset.edits")
    assert focused == "0"
