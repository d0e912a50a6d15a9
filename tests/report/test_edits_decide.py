"""Rules changed in the page decide as the downloaded edits do, and the page says what follows."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct import ScoreCardClassifier
from conjunct.data import read_table, shipped_table
from conjunct.estimators.edit_effect import edit_effect
from conjunct.model import Condition, RuleList
from conjunct.model.edits_file import apply_edits
from conjunct.report import page

from .browser import Browser
from .desk import MODELS, PEOPLE, Desk
from .made_up import card, rule_list

CUTS, CITIES = ("8", "12", "20", "30.5"), ("Bonn", "Köln", "Ulm")
RULES = st.sampled_from(["age > 30", "income <= 12 and city != Ulm", "city is missing", "always"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("cut"), st.integers(0, 3), st.sampled_from(CUTS)),
        st.tuples(st.just("city"), st.integers(0, 3), st.sampled_from(CITIES)),
        st.tuples(st.just("points"), st.integers(0, 3), st.sampled_from(("2", "-1", "0.125"))),
        st.tuples(st.just("delete"), st.integers(0, 3), st.just("")),
        st.tuples(st.just("lock"), st.integers(0, 3), st.just("")),
        st.tuples(
            st.just("press"),
            st.integers(0, 3),
            st.sampled_from(("Forbid", "Fix sign +", "Fix sign −")),
        ),
        st.tuples(st.just("redo"), st.just(0), st.just("")),
        st.tuples(st.just("add"), RULES, st.sampled_from(("bad", "good"))),
        st.tuples(st.just("undo"), st.just(0), st.just("")),
    ),
    max_size=6,
)


def take_step(desk: Desk, step: tuple[str, Any, str]) -> None:
    """Do what a step says where the rules at hand let it."""
    name, at, value = step
    n_rules = len(desk.edited())
    if name in ("undo", "redo"):
        desk.do(name)
        return
    if name == "add":
        desk.do("add", f"if {at} then {value}")
        return
    if at >= n_rules:
        return
    if name == "press":
        desk.do("press if there", at, value)
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
    assert "Approximate: “edited” leaves the points as they are" in browser.text("#edit")


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
    assert refitted.default == desk.rules.default
    assert fit["heads"] == refitted.decide(table).tolist()
    exact = edit_effect(desk.rules, refitted, table).after
    assert (fit["error"], fit["logLoss"]) == pytest.approx((exact.error, exact.log_loss))


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


def test_the_file_is_downloaded(browser: Browser, tmp_path: Path) -> None:
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
