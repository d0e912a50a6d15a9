"""The page in a browser: nothing is fetched, texts stay texts, every part can be used."""

from __future__ import annotations

from html import escape
from typing import Any

import pytest
from tests.export import tricky

from conjunct.model import Condition, Node, Rule, RuleList, RuleSet, ScoreCard, Tree
from conjunct.report import ModelReport, document, page

from .browser import Browser
from .made_up import MODELS, RECORD, ROWS, card, grown, rule_list, tree

ENTER, RIGHT, LEFT, END = "\ue007", "\ue014", "\ue012", "\ue010"


@pytest.fixture
def loans(browser: Browser) -> Browser:
    browser.open(page(card(), ROWS))
    return browser


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("rows", [None, ROWS])
def test_nothing_is_fetched_and_nothing_complains(
    kind: str, rows: object, browser: Browser
) -> None:
    browser.open(page(MODELS[kind](), rows))
    browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    assert [one.rsplit("/", 1)[-1] for one in browser.requests()] == ["page.html"]
    assert browser.complaints() == []


def rule_set_of_weights() -> RuleSet:
    """Return a model whose rows weighed real numbers when it was learned."""
    rule: Any = Rule((tricky.LOW,), 0, (4.25, 1.5), RECORD)  # type: ignore[arg-type]
    return RuleSet((rule,), ("r", "s"), 1, (5.5, 9.25), {"a": "numeric"})  # type: ignore[arg-type]


SPARSE = {
    **{name: model for name, model in tricky.MODELS.items() if "without" in name or "one" in name},
    "one class": ScoreCard.of((), ("r",), (7,), {}, base=(1,)),
    "weighted": rule_set_of_weights(),
}


@pytest.mark.parametrize("name", SPARSE)
def test_models_with_little_to_show(name: str, browser: Browser) -> None:
    rules = SPARSE[name]
    rows = {**ROWS, "a": [1.0] * 8, "b": ["x"] * 8, rules.target: [rules.classes[-1]] * 8}
    browser.open(page(rules, rows))
    assert browser.complaints() == []
    assert browser.text("[data-part=headline]").startswith(str(rules.predict(rows)[0]))


def test_a_table_of_which_no_row_is_shown_is_checked_all_the_same(browser: Browser) -> None:
    browser.open(page(card(), ROWS, rows=0))
    assert browser.complaints() == []
    assert browser.text("#rows [role=status]") == "No such rows."
    assert browser.text("#scores p") == "1 of 8 rows wrong (12.5 %; always bad: 50.0 %)."


def test_the_policy_forbids_what_is_not_in_the_file(loans: Browser) -> None:
    script = """
    const done = arguments[0];
    const script = document.createElement("script");
    script.textContent = "window.intruder = true";
    document.body.append(script);
    const image = new Image();
    image.onload = () => done("image");
    image.onerror = async () => {
      try { await fetch("data:,x"); done("fetched"); } catch { done(window.intruder ?? "nothing"); }
    };
    image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
    """
    assert loans.wait(script) == "nothing"
    assert len(loans.complaints()) >= 3


HOSTILE = (
    *("<script>window.hit = 1</script>", "</script><script>window.hit = 1</script>"),
    *('"><img src=x onerror="window.hit = 1">', "' onmouseover='window.hit = 1", "<!--", "]]>"),
    *(
        "שלום עולם",
        "\u202eabc",
        "a\u0000b",
        "a\rb\n\u0007c",
        "{{ 7 * 7 }}",
        "{% raw %}",
        "&lt;b&gt;",
    ),
    *("\ud800", "`${window.hit = 1}`", "\u2028", "</style><style>*{display:none}", "__proto__"),
)


def hostile_model(name: str, number: str) -> RuleList:
    """Return a model in which a text stands everywhere that a text can stand."""
    rules = (
        Rule((Condition(name, "=", name),), 0, (4, 1), RECORD),
        Rule((Condition(number, ">", 3.0),), 1, (1, 3), RECORD),
    )
    kinds: Any = {name: "nominal", number: "numeric"}
    return RuleList(rules, (name, "other"), 1, (5, 9), kinds, target=f"t{name}", notes=(name,))


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_texts_stay_texts(text: str, browser: Browser) -> None:
    number = f"{text}2"
    model = hostile_model(text, number)
    rows = {text: [text, "other"], number: [2.0, 5.0], f"t{text}": [text, "other"]}
    browser.open(page(model, None if "\ud800" in text else rows))
    browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    assert browser.run("return window.hit ?? null") is None
    assert browser.complaints() == []
    assert browser.find_all("img, #wall script, body style") == []
    # The script still gets the very text.
    asked = "const { head } = conjunct.answer([arguments[0], 2]); return head"
    assert browser.run(asked, text if text != "\ud800" else "other") == (text == "\ud800")
    first = browser.run("return document.querySelector('#wall tbody bdi').textContent")
    assert first == document_name(model)
    assert browser.run("return document.querySelector('label.name bdi').textContent") == first
    shown = browser.run("return document.querySelector('#cell-0 option').textContent")
    assert text not in ("\u202eabc",) or "\u202e" not in shown


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_texts_in_the_picture_of_a_tree_stay_texts(text: str, browser: Browser) -> None:
    branches = Condition(text, "=", text), Condition(text, "!=", text)
    nodes = (Node((5, 9), 1, branches, (1, 2)), Node((4, 1), 0), Node((1, 8), 1))
    browser.open(page(Tree.of(nodes, (text, "other"), {text: "nominal"}, target=text)))
    assert browser.run("return window.hit ?? null") is None
    assert browser.complaints() == []
    assert len(browser.find_all("#wall .conjunct-tree rect")) == 3
    assert browser.find_all("img, #wall script, body style") == []


def document_name(model: RuleList) -> str:
    from conjunct.model.notation import name_text

    return name_text(next(iter(model.kinds)))


def test_the_threshold_moves_with_the_slider(loans: Browser) -> None:
    def shown() -> list[str]:
        return [line.text for line in loans.find_all("#scores [role=status] + table tbody tr")]

    assert loans.text("#scores [role=status]") == "A score of 2.5 or more predicts bad"
    assert shown() == [
        "predicted 3 rows predicted as bad",
        "precision 100.0 % 3 of 3 predicted rows are bad",
        "recall 75.0 % 3 of 4 bad rows are predicted",
        "false positives 0.0 % 0 of 4 other rows are predicted",
    ]
    slider = loans.find("#scores input[type=range]")
    slider.send_keys(LEFT)
    assert loans.text("#scores [role=status]") == "A score of 1.25 or more predicts bad"
    assert shown()[1:] == [
        "precision 75.0 % 3 of 4 predicted rows are bad",
        "recall 75.0 % 3 of 4 bad rows are predicted",
        "false positives 25.0 % 1 of 4 other rows are predicted",
    ]
    slider.send_keys(END)
    assert loans.text("#scores [role=status]") == "No row is predicted as bad"
    assert shown()[1] == "precision – 0 of 0 predicted rows are bad"


def test_tabs_follow_clicks_and_arrow_keys(loans: Browser) -> None:
    def open_panels() -> list[str]:
        return [one.get_attribute("id") for one in loans.find_all("[role=tabpanel]:not([hidden])")]

    tabs = loans.find_all("[role=tab]")
    assert [tab.text for tab in tabs] == ["SQL", "Python", "JSON"]
    assert open_panels() == ["panel-1"]
    tabs[1].click()
    assert open_panels() == ["panel-2"]
    tabs[1].send_keys(RIGHT)
    assert open_panels() == ["panel-3"]
    loans.run("document.activeElement.click()")
    assert loans.run("return document.activeElement.id") == "tab-3"
    tabs[2].send_keys(RIGHT)
    assert open_panels() == ["panel-1"]
    assert [tab.get_attribute("tabindex") for tab in tabs] == ["0", "-1", "-1"]
    tabs[0].send_keys(END)
    assert open_panels() == ["panel-3"]


def test_code_in_the_page_is_what_the_methods_return(loans: Browser) -> None:
    assert loans.text("#text-1") == card().to_sql().rstrip("\n")
    assert loans.text("#text-2") == card().to_python().rstrip("\n")
    assert loans.text("#text-3") == card().to_json().rstrip("\n")
    loans.find("[data-copies=text-1]").click()
    loans.wait("setTimeout(arguments[0], 200)")
    assert loans.text("#panel-1 [role=status]") in ("Copied.", "Selected; press Ctrl-C to copy.")


def first_cells(browser: Browser, place: int) -> list[str]:
    script = """
    const lines = [...document.querySelectorAll("#rows tbody tr")];
    return lines.map((one) => one.cells[arguments[0]].textContent);
    """
    found: list[str] = browser.run(script, place)
    return found


def test_rows_are_sorted_by_a_heading_and_missing_cells_come_last(loans: Browser) -> None:
    heads = loans.find_all("#rows thead button")
    assert [head.text.split()[0] for head in heads] == [
        *("row", "class", "predicted", "probability", "income", "city"),
    ]
    heads[4].click()
    assert first_cells(loans, 4) == ["10", "11", "12.5", "15", "25", "30", "31", "missing"]
    heads[4].send_keys(ENTER)
    assert first_cells(loans, 4) == ["31", "30", "25", "15", "12.5", "11", "10", "missing"]
    assert loans.find("#rows th[aria-sort]").get_attribute("aria-sort") == "descending"
    heads[5].click()
    assert first_cells(loans, 5) == [*["Bonn"] * 3, *["Köln"] * 3, "Ulm", "missing"]


def test_rows_with_wrong_predictions_can_be_shown_alone(loans: Browser) -> None:
    loans.find("#rows select option[value=wrong]").click()
    assert first_cells(loans, 0) == ["6"]
    assert (first_cells(loans, 1), first_cells(loans, 2)) == (["bad"], ["good"])


def test_rows_have_pages(browser: Browser) -> None:
    rows = {name: cells * 10 for name, cells in ROWS.items()}
    browser.open(page(rule_list(), rows))
    assert browser.text("#rows [role=status]") == "1 to 25 of 80 rows"
    before, after = browser.find_all("#rows button[data-step]")
    assert not before.is_enabled()
    for _ in range(3):
        after.click()
    assert browser.text("#rows [role=status]") == "76 to 80 of 80 rows"
    assert not after.is_enabled()
    assert first_cells(browser, 0) == ["76", "77", "78", "79", "80"]


def test_a_rule_opens_to_the_rows_that_satisfy_and_contradict_it(loans: Browser) -> None:
    loans.find("#wall tbody a").click()
    assert loans.find("#rule-1").get_attribute("open") == "true"
    captions = [one.text for one in loans.find_all("#rule-1 .rule-rows caption")]
    assert captions == ["Rows that satisfy it: 3", "Rows that contradict it: 1"]
    contradicting = loans.find_all("#rule-1 .rule-rows table")[1]
    assert contradicting.text.splitlines()[-1] == "3 good good 50.0 % 12.5"
    loans.run("document.querySelector('#rule-2').open = true")
    loans.wait("setTimeout(arguments[0], 50)")
    assert "No rows that contradict it." in loans.text("#rule-2 .rule-rows")


@pytest.mark.parametrize("rules", [tree(), rule_list(reached=True), rule_list(), card()])
def test_rows_of_rules_are_those_that_the_facts_count(rules: Any, browser: Browser) -> None:
    found = document(rules, ROWS)
    browser.open(page(rules, ROWS))
    script = """
    const [place, done] = arguments;
    const details = document.getElementById(`rule-${place + 1}`);
    details.open = true;
    setTimeout(() => done(details.querySelectorAll(".rule-rows tbody tr").length), 50);
    """
    shown = [browser.wait(script, place) for place in range(len(rules))]
    assert shown == [int(rule["facts"][-2][1]) for rule in found["rules"]]


def test_the_frame_of_a_notebook_runs_and_reaches_nothing(browser: Browser) -> None:
    frame = ModelReport.of(card())._repr_html_()
    browser.open(f"<!DOCTYPE html><title>notebook</title><p>cell</p>{frame}")
    browser.driver.switch_to.frame(browser.find("iframe"))
    try:
        assert browser.text("[data-part=headline]")
        browser.find("#wall tbody a").click()
        assert browser.find("#rule-1").get_attribute("open") == "true"
        reach = "try { return parent.document.title } catch { return 'nothing' }"
        assert browser.run(reach) == "nothing"
    finally:
        browser.driver.switch_to.default_content()
    assert escape("<!DOCTYPE html>") in frame


_CONTRAST = """
const light = (colour) => {
  const [r, g, b] = colour.match(/[\\d.]+/g).map((one) => Number(one) / 255)
    .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = (element) => {
  for (let one = element; one; one = one.parentElement) {
    const colour = getComputedStyle(one).backgroundColor;
    if (!colour.endsWith(", 0)")) return colour;
  }
};
const poor = [];
for (const element of document.body.querySelectorAll("*")) {
  const own = [...element.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim());
  if (!own || element.closest("script, style, svg, :disabled")) continue;
  if (!element.checkVisibility()) continue;
  const [a, b] = [light(getComputedStyle(element).color), light(behind(element))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) poor.push(`${element.tagName} ${element.textContent.slice(0, 30)} ${ratio}`);
}
return poor;
"""

_OPEN = """
for (const one of document.querySelectorAll("details")) {
  one.open = true;
  one.dispatchEvent(new Event("toggle"));
}
"""


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 360])
def test_pages_suit_the_screen(width: int, dark: bool, browser: Browser) -> None:
    try:
        browser.look(width=width, dark=dark)
        pages = [page(MODELS[kind](), ROWS) for kind in ("card", "tree")]
        for html in (*pages, page(card(), ROWS, editing=True)):
            browser.open(html)
            browser.run(_OPEN)
            assert browser.run(_CONTRAST) == []
            wide = (
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert browser.run(wide) == 0
            sheet = browser.run("return getComputedStyle(document.body).backgroundColor")
            assert (sheet == "rgb(255, 255, 255)") is not dark
    finally:
        browser.look(width=1280, dark=False)


def test_long_names_do_not_widen_a_phone(browser: Browser) -> None:
    long = "x" * 200
    rules = (
        Rule((Condition(long, "=", long),), 0, (4, 1), RECORD),
        Rule((Condition(f"{long}2", ">", 3.0),), 1, (1, 3), RECORD),
    )
    kinds: Any = {long: "nominal", f"{long}2": "numeric"}
    model = RuleList(rules, (long, "other"), 1, (5, 9), kinds, target=f"{long}3", notes=(long,))
    rows = {long: [long, "other"], f"{long}2": [2.0, 5.0], f"{long}3": [long, "other"]}
    try:
        browser.look(width=360, dark=False)
        browser.open(page(model, rows, editing=True))
        browser.run(_OPEN)
        assert browser.run("return document.documentElement.scrollWidth") == 360
    finally:
        browser.look(width=1280, dark=False)


@pytest.mark.parametrize("editing", [False, True])
def test_every_control_has_a_name_and_every_table_headings(editing: bool, browser: Browser) -> None:
    browser.open(page(card(), ROWS, editing=editing))
    browser.run(_OPEN)
    script = """
    const named = (one) => one.labels?.length || one.ariaLabel || one.textContent.trim();
    const controls = [...document.querySelectorAll("button, select, input")];
    const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
    const tables = [...document.querySelectorAll("table")];
    return [
      controls.filter((one) => !named(one)).map((one) => one.outerHTML),
      tables.filter((one) => !one.querySelector("th[scope]")).map((one) => one.outerHTML),
      [...document.querySelectorAll("svg")].filter((one) => !one.ariaHidden && one.role !== "img"
        && !one.matches(".conjunct-tree")).length,
      ids.length - new Set(ids).size,
    ];
    """
    assert browser.run(script) == [[], [], 0, 0]


def test_a_wide_tree_scrolls_and_starts_at_its_root(browser: Browser) -> None:
    wide, _ = grown(60)
    browser.look(width=390, dark=False)
    browser.open(page(wide))
    place = "document.querySelector('.conjunct-tree').parentElement"
    left, room, width = browser.run(
        f"const one = {place}; return [one.scrollLeft, one.clientWidth, one.scrollWidth]"
    )
    browser.look(width=1200, dark=False)
    assert width > 3 * room
    assert abs(left + room / 2 - width / 2) < 2
    leaves = browser.find_all(".conjunct-tree rect[rx='10']")
    assert len({leaf.get_attribute("fill") for leaf in leaves}) == 6
