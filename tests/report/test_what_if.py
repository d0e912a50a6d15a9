"""What the page answers about a row is what the model answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from tests.export import tricky
from tests.export.agreement import rows_of
from tests.export.hostile import models
from tests.export.learned import LEARNERS, capped, spoilt

from conjunct.data.table import Table
from conjunct.model import Rules
from conjunct.model.reasons import row_reasons
from conjunct.report import page
from conjunct.report.decision import decision_data
from conjunct.report.known_rows import known_rows

from .browser import Browser
from .made_up import MODELS, ROWS, card, grown

TABLES = {
    "heart-c": ("threshold", "layered"),
    "hepatitis": ("accurate card", "ordered cn2"),
    "labor": ("binary tree", "card"),
    "iris": ("tree", "real points"),
    "zoo": ("cn2", "seco"),
    "audiology": ("card", "knopf"),
}
"""Two and many classes, missing cells; two learners each."""
N_ROWS = 200

_ASKED = """
const model = arguments[0] === null ? conjunct : conjunct.modelOf(arguments[0], arguments[1]);
return arguments[2].map((row) => model.answer(row)).map(({ head, shares }) => [head, shares]);
"""


def cells(rules: Rules, table: Table) -> list[list[Any]]:
    names = [one["name"] for one in decision_data(rules)["attributes"]]
    return [list(row) for row in rows_of(table, names)] if names else [[]] * table.n_rows


def assert_answers(rules: Rules, table: Table, found: list[Any]) -> None:
    assert [head for head, _ in found] == rules.decide(table).tolist()
    shares = rules.predict_proba(table)
    np.testing.assert_allclose([one for _, one in found], shares, rtol=0, atol=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_the_page_answers_as_predict_does(name: str, tables: Path, browser: Browser) -> None:
    path = tables / f"{name}.arff"
    rows = spoilt(capped(path, N_ROWS))
    if rows.n_rows < N_ROWS:
        rows = rows.take(np.arange(N_ROWS) % rows.n_rows)
    for learner in TABLES[name]:
        rules = LEARNERS[learner](capped(path, 120))
        browser.open(page(rules))
        assert_answers(rules, rows, browser.run(_ASKED, None, 0, cells(rules, rows)))
        assert browser.complaints() == []


@pytest.fixture(scope="module")
def any_page(browser: Browser) -> Browser:
    browser.open(page(card()))
    return browser


@pytest.mark.parametrize("name", tricky.MODELS)
def test_models_that_are_easily_got_wrong(name: str, any_page: Browser) -> None:
    rules, table = tricky.MODELS[name], tricky.table()
    decision = decision_data(rules)
    found = any_page.run(_ASKED, decision, len(rules.classes), cells(rules, table))
    assert_answers(rules, table, found)


@settings(max_examples=40)
@given(drawn=models(("list", "set", "card", "tree")))
def test_hostile_models(any_page: Browser, drawn: tuple[Rules, Table]) -> None:
    rules, table = drawn
    found = any_page.run(_ASKED, decision_data(rules), len(rules.classes), cells(rules, table))
    assert_answers(rules, table, found)


_REASONS = "return arguments[0].map((row) => conjunct.reasons(row))"


def assert_reasons(browser: Browser, rules: Rules, table: Table) -> None:
    found = row_reasons(rules, table)
    expected = [
        [[one.rule - 1, one.holds] for one in found.of_row(row)] for row in range(table.n_rows)
    ]
    browser.open(page(rules))
    assert browser.run(_REASONS, cells(rules, table)) == expected


@pytest.mark.parametrize("name", tricky.MODELS)
def test_the_page_gives_the_reasons_of_the_model(name: str, browser: Browser) -> None:
    assert_reasons(browser, tricky.MODELS[name], tricky.table())


@pytest.mark.parametrize("kind", MODELS)
def test_reasons_of_loans(kind: str, browser: Browser) -> None:
    rules = MODELS[kind]()
    assert_reasons(browser, rules, known_rows(rules, ROWS).table)


def test_reasons_are_shown_with_their_codes(browser: Browser) -> None:
    browser.open(page(card(), ROWS))
    assert browser.text("[data-part=reasons]") == "R1 income ≤ 20R2 not: city = Köln"
    assert "against good" in browser.text("#what-if .answer")


def test_sums_beyond_the_exact_numbers_of_scripts_are_exact(any_page: Browser) -> None:
    big = float(2**53)
    rules = tricky.card(
        *((tricky.LOW, (0.0, big)), (tricky.IS_X, (0.0, -big))),
        base=(0.0, 1.0),
        counts=(9, 2),
    )
    decision = decision_data(rules)
    assert decision["large"]
    found = any_page.run(_ASKED, decision, 2, cells(rules, tricky.table()))
    assert_answers(rules, tricky.table(), found)


def test_a_compressed_page_answers_and_shows_the_same(browser: Browser) -> None:
    tree, table = grown(280)
    html = page(tree)
    assert 'id="packed"' in html
    browser.open(html)
    rows = cells(tree, table.take(np.arange(200)))
    assert_answers(tree, table.take(np.arange(200)), browser.run(_ASKED, None, None, rows))
    assert len(browser.find_all("#wall tbody tr")) == 300
    assert browser.find_all("details#rule-1")
    assert browser.find_all("[data-packed]") == []
    assert browser.text("#wall tbody tr th") != ""
    assert browser.complaints() == []
    assert all(one.startswith("file:") for one in browser.requests())


def test_a_browser_that_cannot_decompress_says_so(browser: Browser) -> None:
    driver = browser.driver
    old = {"source": "delete window.DecompressionStream"}
    made = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", old)
    try:
        browser.open(page(grown(280)[0]))
        assert "This browser cannot open compressed pages." in browser.text("#wall")
        assert browser.complaints() == []
    finally:
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)
