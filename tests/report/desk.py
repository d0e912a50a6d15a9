"""A page that edits a model, and what Python makes of the same edits."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
from tests.export.agreement import rows_of

from conjunct.data import Table, read_table
from conjunct.model import Condition, RuleList, Rules, ScoreCard, ScoredRule
from conjunct.model.edits_file import apply_edits
from conjunct.report import page
from conjunct.report.decision import decision_data
from conjunct.report.known_rows import known_rows

from .browser import Browser
from .made_up import RECORD, ROWS, card, rule_list, rule_set

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
if (name === "press if there") button(given[0], given[1])?.click();
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
if (name === "undo" || name === "redo") part(name).click();
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
