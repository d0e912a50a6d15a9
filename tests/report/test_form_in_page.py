"""The form of the page, used as a person uses it."""

from __future__ import annotations

from typing import Any

import pytest

from conjunct.report import page

from .browser import Browser
from .made_up import ROWS, card, rule_list


@pytest.fixture
def loans(browser: Browser) -> Browser:
    browser.open(page(card()))
    return browser


def headline(browser: Browser) -> str:
    return browser.text("[data-part=headline]")


def choose(browser: Browser, selector: str, text: str) -> None:
    """Choose an option by its text, as a person does."""
    for option in browser.find(selector).find_elements("css selector", "option"):
        if option.text == text:
            option.click()
            return
    raise AssertionError(f"no option {text!r}")


def fill(browser: Browser, number: str, city: str) -> None:
    field = browser.find("#cell-0")
    field.clear()
    field.send_keys(number)
    choose(browser, "#cell-1", city)


def predicted(rules: Any, income: float | None, city: str | None) -> str:
    row = {"income": [income, 0.0], "city": [city, "x"]}
    chance = rules.predict_proba(row)[0].max()
    return f"{rules.predict(row)[0]} {100 * chance:.1f} %"


@pytest.mark.parametrize(
    ("number", "city", "income", "known"),
    [
        ("12.5", "Bonn", 12.5, "Bonn"),
        ("20", "Köln", 20.0, "Köln"),
        ("21", "Ulm", 21.0, "Ulm"),
        ("", "Köln", None, "Köln"),
        ("7", "another value", 7.0, "never seen"),
    ],
)
def test_class_and_probability_follow(
    loans: Browser, number: str, city: str, income: float | None, known: str
) -> None:
    fill(loans, number, city)
    assert headline(loans) == predicted(card(), income, known)


def test_a_cell_can_be_missing(loans: Browser) -> None:
    fill(loans, "12", "Bonn")
    loans.find("#cell-0-missing").click()
    assert loans.run("return conjunct.rowNow()") == [None, "Bonn"]
    assert headline(loans) == predicted(card(), None, "Bonn")
    assert not loans.find("#cell-0").is_enabled()
    loans.find("#cell-0-missing").click()
    assert loans.run("return conjunct.rowNow()") == [12, "Bonn"]


def test_the_slider_and_the_number_follow_each_other(loans: Browser) -> None:
    slider = loans.find(".pair input[type=range]")
    fill(loans, "15", "Bonn")
    assert slider.get_attribute("value") == "15"
    slider.send_keys("\ue014")  # the right arrow key
    assert loans.find("#cell-0").get_attribute("value") == "16"
    assert loans.run("return conjunct.rowNow()") == [16, "Bonn"]


def test_points_add_up_below_the_rules_that_hold(loans: Browser) -> None:
    fill(loans, "12", "Köln")
    lines = [line.text for line in loans.find_all("[data-part=rules] tr")]
    assert lines == [
        "# rule that holds points effect",
        "2 city = Köln −1.25 for",
        "1 income ≤ 20 +2.50 against",
        "score; 1.26 or more predicts bad 1.25",
    ]


def test_no_rule_holds_is_said(loans: Browser) -> None:
    fill(loans, "50", "Bonn")
    assert "No rule holds." in loans.text("[data-part=rules]")


def test_the_smallest_change_is_told_and_made(loans: Browser) -> None:
    fill(loans, "12", "Köln")
    change = _waited(loans, "Köln →")
    assert (
        change
        == "Gives bad, by a change of 1 column:city: Köln → Bonn (or any other that no rule names)"
    )
    loans.find("[data-take]").click()
    assert loans.run("return conjunct.rowNow()") == [12, "Bonn"]
    assert headline(loans).startswith("bad")


def test_a_column_that_is_kept_is_not_changed(loans: Browser) -> None:
    fill(loans, "12", "Bonn")
    assert "12 → 21 (more than 20)" in _waited(loans, "12 →")
    loans.find("#cell-0-lock").click()
    assert "Bonn → Köln" in _waited(loans, "Bonn →")
    loans.find("#cell-1-lock").click()
    assert _waited(loans, "No change") == "No change of these columns does that."


def test_a_class_can_be_asked_for(loans: Browser) -> None:
    fill(loans, "12", "Bonn")
    choose(loans, "select[data-wanted]", "bad")
    assert _waited(loans, "already") == "The row has this class already."
    assert not loans.find("[data-take]").is_displayed()


def _waited(browser: Browser, words: str) -> str:
    """Return the smallest change, once it holds some words; it is worked out a little later."""
    script = """
    const [words, done] = arguments;
    const until = Date.now() + 5000;
    const look = () => {
      const text = document.querySelector("[data-change]").textContent;
      if (text.includes(words) || Date.now() > until) done(text); else setTimeout(look, 20);
    };
    look();
    """
    return str(browser.wait(script, words))


def test_a_row_of_the_table_is_tried_out(browser: Browser) -> None:
    browser.open(page(rule_list(), ROWS))
    assert browser.run("return conjunct.rowNow()") == [10, "Bonn"]
    browser.find("#rows tbody tr:nth-child(7) button").click()
    assert browser.run("return conjunct.rowNow()") == [None, "Köln"]
    assert headline(browser) == predicted(rule_list(), None, "Köln")
    assert browser.run("return document.activeElement.id") == "what-if-title"
