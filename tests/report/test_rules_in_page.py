"""The page writes and reads rules as `parse_rule` does, and decides by any model's conditions."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.export import tricky
from tests.export.agreement import rows_of
from tests.export.hostile import models
from tests.export.learned import LEARNERS, capped
from tests.model.random_rules import any_conditions, finite

from conjunct import parse_rule
from conjunct.data.table import Table
from conjunct.model import Rules, Tree
from conjunct.model.days import Day, day_text
from conjunct.model.written_rule import WrittenRule
from conjunct.report import page
from conjunct.report.decision import decision_data

from .browser import Browser
from .made_up import ROWS, card

any_text = st.text(max_size=8) | st.sampled_from(
    ["if", "then", "and", "is", "always", "missing", "for", "points", "+3", "", " ", "a b", "'"]
)
bodies = st.lists(any_conditions(any_text), max_size=3).map(tuple)
given_points = st.lists(st.tuples(finite, any_text), min_size=1, max_size=3).map(tuple)
written = st.builds(WrittenRule, bodies, st.none() | any_text) | st.builds(
    WrittenRule, bodies, st.none(), given_points
)


@pytest.fixture(scope="module")
def editing(browser: Browser) -> Browser:
    browser.open(page(card(), ROWS, editing=True))
    return browser


def plain(rule: WrittenRule) -> list[list[Any]]:
    return [[one.attribute, one.op, one.value] for one in rule.conditions]


@given(written)
def test_the_page_reads_what_rules_print(editing: Browser, rule: WrittenRule) -> None:
    found = editing.run("return conjunct.edits.readRule(arguments[0])", str(rule))
    assert found["conditions"] == plain(rule)
    assert (found["label"], found["given"]) == (rule.head, [list(one) for one in rule.points])


@given(written)
def test_what_the_page_writes_is_read_back(editing: Browser, rule: WrittenRule) -> None:
    text = editing.run("return conjunct.edits.bodyText(arguments[0])", plain(rule))
    assert parse_rule(text).conditions == rule.conditions


def assert_decides(browser: Browser, rules: Rules, edited: Rules, table: Table) -> None:
    names = [one["name"] for one in decision_data(rules)["attributes"]]
    rows = [list(row) for row in rows_of(table, names)] if names else [[]] * table.n_rows
    script = "return arguments[0].map((row) => conjunct.edits.answer(row).head)"
    assert browser.run(script, rows) == edited.decide(table).tolist()
    script = "return arguments[0].map((row) => conjunct.edits.answer(row).shares)"
    found = browser.run(script, rows)
    np.testing.assert_allclose(found, edited.predict_proba(table), rtol=0, atol=1e-12)


def without_the_first(browser: Browser, rules: Rules, table: Table) -> None:
    browser.open(page(rules, table, editing=True))
    assert_decides(browser, rules, rules, table)
    reached = getattr(rules, "reached", False)
    if len(rules) and not reached:  # else rows are counted anew, which is tested elsewhere
        assert browser.run("return conjunct.edits.drop(0)"), browser.text("[data-edit=message]")
        assert_decides(browser, rules, rules.drop(1), table)
    assert browser.complaints() == []


@pytest.mark.parametrize("name", tricky.MODELS)
def test_models_that_are_easily_got_wrong(name: str, browser: Browser) -> None:
    rules = tricky.MODELS[name]
    if not isinstance(rules, Tree):
        without_the_first(browser, rules, tricky.table())


@settings(max_examples=25)
@given(drawn=models(("list", "set", "card")))
def test_hostile_models(browser: Browser, drawn: tuple[Rules, Table]) -> None:
    without_the_first(browser, *drawn)


TABLES = {
    "heart-c": ("scaled", "threshold", "ripper"),
    "iris": ("real points", "layered"),
    "zoo": ("card", "cn2", "ordered cn2"),
}
"""Two and many classes; points on a scale, a threshold that an edit ends, lists and sets."""


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_learned_models(name: str, tables: Path, browser: Browser) -> None:
    path = tables / f"{name}.arff"
    for learner in TABLES[name]:
        without_the_first(browser, LEARNERS[learner](capped(path, 120)), capped(path, 200))


@given(st.floats(-719_000, 2_900_000), st.sampled_from([1, 24, 86_400]))
def test_the_page_reads_dates_as_python_does(editing: Browser, days: float, parts: int) -> None:
    rule = parse_rule(f"if opened > {day_text(Day(math.floor(days * parts) / parts))}")
    found = editing.run("return conjunct.edits.readRule(arguments[0])", str(rule))
    assert found["conditions"] == plain(rule)


@pytest.mark.parametrize("text", ["2020-02-30", "2020-1-1", "2020-01-01T24:00", "0000-01-01"])
def test_the_page_refuses_what_is_no_date(editing: Browser, text: str) -> None:
    script = """
    try { return conjunct.edits.readRule(arguments[0]); } catch (fault) { return fault.message; }
    """
    said = editing.run(script, f"if opened > {text}")
    assert said == f"A number is expected in place of “{text}”."
