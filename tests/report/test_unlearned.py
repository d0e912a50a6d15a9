"""Columns that the model was not learned from cannot be forbidden, so the page offers none."""

from __future__ import annotations

import json
from dataclasses import replace

from conjunct.model import RuleSet
from conjunct.model.distribution import Distribution
from conjunct.model.training import TrainingFacts
from conjunct.report import page
from conjunct.report.editing import editing_data
from conjunct.report.known_rows import known_rows

from .browser import Browser
from .desk import PEOPLE, Desk
from .made_up import rule_set


def learned_without_age() -> RuleSet:
    columns = {"income": Distribution("numeric", 0), "city": Distribution("nominal", 0)}
    facts = TrainingFacts("people", 14, "CN2Classifier", {}, (), "0.2.0", columns)
    return replace(rule_set(), training=facts)


def test_columns_that_the_model_was_not_learned_from_are_named() -> None:
    known = known_rows(rule_set(), PEOPLE, every=True)
    others = [one.name for one in known.others]
    assert editing_data(rule_set(), known)["unlearned"] == []
    unlearned = editing_data(learned_without_age(), known)["unlearned"]
    assert unlearned == [name for name in others if name not in ("income", "city")]
    assert unlearned
    assert json.dumps(unlearned) in page(learned_without_age(), PEOPLE, editing=True).replace(
        '","', '", "'
    )


def test_only_columns_that_the_model_was_learned_from_are_offered(browser: Browser) -> None:
    Desk(browser, learned_without_age())
    options = browser.find_all("[data-edit=attribute] option")
    assert [one.get_attribute("textContent") for one in options] == ["income", "city"]
