"""Rules changed in the page decide as the downloaded edits do, and say what follows."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.export.agreement import rows_of

from conjunct import ScoreCardClassifier
from conjunct.data import Table, read_table, shipped_table
from conjunct.estimators.edit_effect import edit_effect
from conjunct.model import Condition, RuleList, Rules, ScoreCard, ScoredRule
from conjunct.model.edits_file import apply_edits
from conjunct.report import page
from conjunct.report.decision import decision_data
from conjunct.report.known_rows import known_rows

from .browser import Browser
from .made_up import RECORD, ROWS, card, rule_list, rule_set

ENTER = "\ue007"
AGE = [20, 61, 33, 48.5, None, 70, 25, 39]
JOB = ["clerk", "it's", "clerk", "none", "none", None, "clerk", "if"]
PEOPLE: dict[str, list[Any]] = {**ROWS, "age": AGE, "job title": JOB}


def many_classes() -> ScoreCard:
    """Return a card of three classes, two rules of which have the same body."""
    old, bonn = Condition("age", ">", 30.0), Condition("city", "=", "Bonn")
    rules = (
        ScoredRule((old,), 0, (3, 1, 1), RECORD, points=(2, 0, 0)),
        ScoredRule((old,), 1, (1, 3, 1), RECORD, points=(0, -1.5, 0)),
        ScoredRule((bonn,), 2, (1, 1, 3), RECORD, points=(0.25, 0, 3)),
    )
    kinds: Any = {"age": "numeric", "city": "nominal"}
    return ScoreCard.of(
        rules, ("a", "b c", "d"), (5, 5, 4), kinds, base=(0.5, 0.0, -0.5), target="status"
    )


MODELS: dict[str, Any] = {
    "card": card,
    "card of three classes": many_classes,
    "list": rule_list,
    "list of rows that are left": lambda: rule_list(reached=True),
    "set": rule_set,
}
_DO = """
const place = document.getElementById("edit");
const set = (element, value) => {
  element.value = value;
  element.dispatchEvent(new Event("input", { bubbles: true }));
};
const part = (name) => place.querySelector(`[data-edit=${name}]`);
const rule = (at) => {
  const details = place.querySelector(`details[data-edits="${at}"]`);
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  return details;
};
const button = (at, text) => [...rule(at).querySelectorAll("button")].find((one) => one.textContent === text);
const [name, ...given] = arguments;
if (name === "reason") set(part("reason"), given[0]);
if (name === "press") button(given[0], given[1]).click();
if (name === "set") {
  const [at, label, value] = given;
  const input = [...rule(at).querySelectorAll("[aria-label]")].find((one) => one.ariaLabel === label);
  const chosen = [...(input.options ?? [])].find((one) => one.textContent === value);
  set(input, chosen ? chosen.value : value);
}
if (name === "leave out") rule(given[0]).querySelectorAll("input[type=checkbox]")[given[1]].click();
if (name === "add") {
  set(place.querySelector("form[data-edit=add] input"), given[0]);
  if (given[1]) set(place.querySelector("form[data-edit=add] input[type=number]"), given[1]);
  place.querySelector("form[data-edit=add] button").click();
}
if (name === "forbid") {
  const chosen = [...part("attribute").options].find((one) => one.textContent === given[0]);
  part("attribute").value = chosen.value;
  part("forbid").click();
}
if (name === "open") rule(given[0]);
if (name === "undo") part("undo").click();
return part("message").textContent;
"""  # noqa: E501
_ANSWERS = """
const answers = arguments[0].map((row) => conjunct.edits.answer(row));
return answers.map(({ head, shares }) => [head, shares]);
"""


class Desk:
    """A page that edits a model, and what Python makes of the same edits."""

    def __init__(self, browser: Browser, rules: Rules, rows: Any = None) -> None:
        self.browser = browser
        self.rules = rules
        self.table: Table = read_table(
            PEOPLE if rows is None else rows, target=rules.target, kinds=rules.written
        )
        browser.open(page(rules, self.table, editing=True))

    def do(self, name: str, *given: Any) -> str:
        """Do something as a person would; return what the page says."""
        return str(self.browser.run(_DO, name, *given))

    def edits(self) -> list[dict[str, Any]]:
        found = json.loads(self.browser.run("return conjunct.edits.file()"))
        assert (found["format"], found["version"]) == ("conjunct-edits", 1)
        return list(found["edits"])

    def edited(self) -> Rules:
        """Return the rules after the edits of the file, before they are refitted."""
        return apply_edits(self.rules, self.browser.run("return conjunct.edits.file()"))

    def agrees(self) -> None:
        """Compare classes and probabilities of all rows with those of the edited rules."""
        known = known_rows(self.rules, self.table)
        edited = with_counts(self.edited(), self.table, known.classes)
        names = [one["name"] for one in decision_data(self.rules)["attributes"]]
        names += [one.name for one in known.others]
        rows = [list(row) for row in rows_of(self.table, names)]
        found = self.browser.run(_ANSWERS, rows)
        assert [head for head, _ in found] == edited.decide(self.table).tolist()
        shares = edited.predict_proba(self.table)
        np.testing.assert_allclose([one for _, one in found], shares, rtol=0, atol=1e-12)


def with_counts(rules: Rules, table: Table, classes: Any) -> Rules:
    """Count the rules of a list or set that edits left without counts."""
    if isinstance(rules, ScoreCard):
        return rules
    counted, left = [], classes >= 0
    for rule, cover in zip(rules.rules, rules.covers(table), strict=True):
        own = (
            cover & left
            if isinstance(rules, RuleList) and rules.reached
            else cover & (classes >= 0)
        )
        counts = tuple(np.bincount(classes[own], minlength=len(rules.classes)).tolist())
        counted.append(rule if any(rule.counts) else replace(rule, counts=counts))
        left = left & ~cover
    return replace(rules, rules=tuple(counted))


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
    assert "Promise: unknown until apply." in browser.text("[data-edit=rules] details")
    assert browser.text("[data-edit=changed]") == "1 row of 8 shown would get another class."
    assert browser.text("[data-edit=moves]") == "bad to good: 1 row"
    desk.agrees()


def test_a_rule_is_deleted_and_that_is_undone(browser: Browser) -> None:
    desk = Desk(browser, card())
    before = browser.text("#edit .editing")
    desk.do("press", 1, "Delete")
    assert desk.edits() == [{"op": "drop", "rule": "if city = Köln"}]
    desk.agrees()
    assert browser.text("#edit .editing") != before
    assert desk.do("undo") == "Undone: edit 1, dropped: if city = Köln"
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
    assert "(locked, promise unknown)" in browser.text("details[data-edits='1'] summary")
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
        ("card", "if income = high", "income is numeric: it has other signs."),
        ("card", "if income <= 20", "Rule 1 has these conditions already; change it."),
        ("card", "if age > 3 then +0 for bad", "A rule must give points other than 0."),
        ("card", "if age > 3 then ugly", "ugly is no class; the classes are bad, good."),
        ("card", "if age >", "A number must stand at the end."),
        ("card", "if age > 3 & x", "& must stand in quotes."),
        (
            *("card", "if age is missing then +1 for bad"),
            "It is not known whether age is numeric; test also one of its values.",
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


CUTS, CITIES = ("8", "12", "20", "30.5"), ("Bonn", "Köln", "Ulm")
RULES = st.sampled_from(["age > 30", "income <= 12 and city != Ulm", "city is missing", "always"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("cut"), st.integers(0, 3), st.sampled_from(CUTS)),
        st.tuples(st.just("city"), st.integers(0, 3), st.sampled_from(CITIES)),
        st.tuples(st.just("points"), st.integers(0, 3), st.sampled_from(("2", "-1", "0.125"))),
        st.tuples(st.just("delete"), st.integers(0, 3), st.just("")),
        st.tuples(st.just("lock"), st.integers(0, 3), st.just("")),
        st.tuples(st.just("add"), RULES, st.sampled_from(("bad", "good"))),
        st.tuples(st.just("undo"), st.just(0), st.just("")),
    ),
    max_size=6,
)


def take_step(desk: Desk, step: tuple[str, Any, str]) -> None:
    """Do what a step says where the rules at hand let it."""
    name, at, value = step
    n_rules = len(desk.edited())
    if name == "undo":
        desk.do("undo")
        return
    if name == "add":
        desk.do("add", f"if {at} then {value}")
        return
    if at >= n_rules:
        return
    if name in ("delete", "lock"):
        locked = desk.edited().rules[at].locked
        desk.do("press", at, "Delete" if name == "delete" else "Unlock" if locked else "Lock")
        return
    desk.do("open", at)
    labels = {"cut": "Threshold of income", "city": "Category of city", "points": "Points for bad"}
    there = [
        one.get_attribute("aria-label")
        for one in desk.browser.find_all(f"details[data-edits='{at}'] [aria-label]")
    ]
    if labels[name] in there:
        desk.do("set", at, labels[name], value)
        desk.do("press", at, "Change")


@pytest.mark.parametrize("kind", ["card", "list", "list of rows that are left", "set"])
@settings(max_examples=12)
@given(steps=STEPS)
def test_the_page_decides_as_the_edited_rules_do(
    kind: str, browser: Browser, steps: list[tuple[str, Any, str]]
) -> None:
    desk = Desk(browser, MODELS[kind]())
    for step in steps:
        take_step(desk, step)
    desk.agrees()
    assert browser.complaints() == []


def test_error_and_log_loss_are_those_of_the_edited_rules(browser: Browser) -> None:
    desk = Desk(browser, card())
    desk.do("add", "if age > 40 then -1 for bad")
    effect = edit_effect(desk.rules, desk.edited(), desk.table)
    fit = browser.run("return conjunct.edits.fit()")
    assert fit["error"] == pytest.approx(effect.after.error)
    assert fit["logLoss"] == pytest.approx(effect.after.log_loss)
    assert sum(
        a != b for a, b in zip(fit["heads"], desk.rules.decide(desk.table), strict=True)
    ) == (len(effect.rows))
    shown = browser.text("[data-edit=effect]")
    assert f"{effect.before.log_loss:.3f}{effect.after.log_loss:.3f}" in shown
    assert "Approximate: points are as they are." in browser.text("#edit")


def test_apply_starts_where_the_page_does_and_gives_the_exact_numbers(browser: Browser) -> None:
    table = shipped_table()
    rules = ScoreCardClassifier(size=3, promises=False).fit_table(table).rules_
    browser.open(page(rules, table, editing=True))
    start = browser.run("return conjunct.edits.fit()")
    browser.run("conjunct.edits.drop(0)")
    edited = apply_edits(rules, browser.run("return conjunct.edits.file()"))
    effect = edit_effect(rules, edited.refit(table), table)
    assert start["error"] == pytest.approx(effect.before.error)
    assert start["logLoss"] == pytest.approx(effect.before.log_loss)
    now = browser.run("return conjunct.edits.fit()")
    approximate = edit_effect(rules, edited, table).after
    assert now["logLoss"] == pytest.approx(approximate.log_loss)
    assert effect.after.log_loss < approximate.log_loss  # points were refitted
    assert effect.after.error != effect.before.error


def test_a_rule_can_be_edited_by_keyboard(browser: Browser) -> None:
    desk = Desk(browser, card())
    summary = browser.find("details[data-edits='0'] summary")
    summary.send_keys(ENTER)
    number = browser.find("details[data-edits='0'] input[type=number]")
    number.clear()
    number.send_keys("12", ENTER)
    assert [edit["with"] for edit in desk.edits()] == ["if income ≤ 12"]
    focused = browser.run("return document.activeElement.parentElement.dataset.edits")
    assert focused == "0"


@pytest.mark.parametrize("kind", ["list", "list of rows that are left", "set"])
def test_rules_that_are_counted_anew_decide_as_after_apply(kind: str, browser: Browser) -> None:
    start = MODELS[kind]()
    table = read_table(PEOPLE, target="status", kinds=start.written)
    desk = Desk(browser, start.lock(1).lock(2).refit(table))
    desk.do("set", 0, "Threshold of income", "12")
    desk.do("press", 0, "Change")
    desk.do("add", "if age > 30 then good")
    refitted = desk.edited().refit(table)
    fit = browser.run("return conjunct.edits.fit()")
    if refitted.default == desk.rules.default:
        assert fit["heads"] == refitted.decide(table).tolist()


@pytest.mark.parametrize("text", ["<script>window.hit = 1</script>", "\u202eabc", "a\u0001'\\b"])
def test_texts_stay_texts_and_are_read_back(text: str, browser: Browser) -> None:
    kinds: Any = {text: "nominal", "n": "numeric"}
    base = rule_list().rules[1]
    rule = replace(base, conditions=(Condition(text, "=", text), Condition("n", "<=", 1.0)))
    rules = RuleList((rule,), (text, "other"), 1, (5, 9), kinds, target="t")
    rows = {text: [text, "x"], "n": [0.0, 2.0], "t": [text, "other"]}
    desk = Desk(browser, rules, rows)
    desk.do("set", 0, "Threshold of n", "3")
    desk.do("press", 0, "Change")
    desk.do("set", 0, "Class", "other")
    desk.do("press", 0, "Change")
    assert browser.run("return window.hit ?? null") is None
    assert "\u202e" not in browser.text("[data-edit=rules]")
    (changed,) = desk.edited().rules
    assert changed.conditions == (Condition(text, "=", text), Condition("n", "<=", 3.0))
    assert changed.head == 1
    desk.agrees()


def test_the_file_is_downloaded(browser: Browser, tmp_path: Any) -> None:
    where = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", where)
    desk = Desk(browser, card())
    desk.do("press", 0, "Delete")
    browser.find("[data-edit=download]").click()
    path = tmp_path / "edits.json"
    script = "const done = arguments[0]; setTimeout(done, 50)"
    for _ in range(100):
        if path.exists() and path.stat().st_size:
            break
        browser.wait(script)
    assert json.loads(path.read_text(encoding="utf-8"))["edits"] == desk.edits()
    assert apply_edits(desk.rules, path) == desk.edited()
    assert browser.complaints() == []
