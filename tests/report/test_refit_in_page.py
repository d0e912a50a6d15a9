"""Points that the page refits, and promises that follow, beside those of Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conjunct import CN2Classifier, LayeredRuleClassifier, RipperClassifier, ScoreCardClassifier
from conjunct.data import Column, Table, shipped_table
from conjunct.estimators.edit_effect import edit_effect
from conjunct.model import Rules, ScoreCard
from conjunct.model.editing import printed_points

from .browser import Browser
from .desk import Desk
from .made_up import card, rule_list


def table_of(n_classes: int, n_rows: int = 300) -> Table:
    random = np.random.default_rng(n_classes)
    age, bmi = random.integers(20, 80, n_rows) * 1.0, random.normal(27, 4, n_rows).round(0)
    town = random.integers(0, 3, n_rows)
    labels = ((age > 50).astype(int) + (bmi > 28) + (random.random(n_rows) < 0.2)) % n_classes
    return Table(
        (
            Column("age", "numeric", age),
            Column("bmi", "numeric", bmi),
            Column("town", "nominal", town.astype(np.int32), ("A", "B", "C")),
        ),
        Column("ill", "nominal", labels.astype(np.int32), ("no", "yes", "maybe")[:n_classes]),
    )


class TableDesk(Desk):
    """A desk whose table stays as it is."""

    def __init__(self, browser: Browser, rules: Rules, table: Table) -> None:
        from conjunct.report import page

        self.browser, self.rules, self.table = browser, rules, table
        browser.open(page(rules, table, editing=True))

    def refit(self) -> dict[str, Any]:
        found: dict[str, Any] = self.browser.run("return conjunct.edits.refit()")
        return found


def fitted_card(table: Table) -> ScoreCard:
    assert table.target is not None
    classes = table.target.levels
    empty = ScoreCard.of(
        (), classes, (1,) * len(classes), {}, base=(0,) * len(classes), target="ill"
    )
    head = " then maybe" if len(classes) > 2 else ""
    more = " then no" if len(classes) > 2 else ""
    made = empty.add(f"age > 50{head}").add(f"bmi > 28{head}").add(f"town = A{more}")
    made = made.add(f"age <= 30 and bmi <= 26{more}")
    return made.refit(table, ridge=0.5)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_points_are_those_of_apply_where_the_unit_stays(browser: Browser, n_classes: int) -> None:
    table = table_of(n_classes)
    desk = TableDesk(browser, fitted_card(table), table)
    head = "maybe" if n_classes == 3 else "yes"
    desk.do("add", f"if age > 65 then +3 for {head}")  # locked, so that the unit stays
    exact = desk.edited().refit(table)
    found = desk.refit()
    assert isinstance(exact, ScoreCard)
    by_body = {
        tuple(tuple(one) for one in rule["conditions"]): rule["points"]
        for rule in found["theory"]["rules"]
        if any(rule["points"])
    }
    expected = {
        tuple((one.attribute, one.op, one.value) for one in rule.conditions): list(rule.points)
        for rule in exact.rules
    }
    assert by_body == expected
    assert found["theory"]["base"] == list(exact.base)
    effect = edit_effect(desk.rules, exact, table).after
    assert found["fit"]["error"] == pytest.approx(effect.error)
    assert found["fit"]["logLoss"] == pytest.approx(effect.log_loss)
    assert found["fit"]["heads"] == exact.decide(table).tolist()
    assert browser.complaints() == []


@pytest.mark.parametrize("n_classes", [2, 3])
def test_bounds_are_those_of_apply_where_all_rows_are_shown(
    browser: Browser, n_classes: int
) -> None:
    table = table_of(n_classes)
    desk = TableDesk(browser, fitted_card(table), table)
    desk.do("add", f"if bmi > 31 and town != B then {'yes' if n_classes == 3 else '+1 for yes'}")
    exact = desk.edited().refit(table)
    found = desk.refit()
    promises = {
        frozenset((one[0], one[1], one[2]) for one in rule["conditions"]): promise
        for rule, promise in zip(found["theory"]["rules"], found["promises"], strict=True)
    }
    assert len(exact) > 1
    for rule in exact:
        body = frozenset((one.attribute, one.op, one.value) for one in rule.conditions)
        assert promises[body]["limit"] == pytest.approx(rule.at_most, abs=1e-9)
        assert promises[body]["expected"] is None


@pytest.mark.parametrize("learner", [ScoreCardClassifier(size=4), CN2Classifier(max_rules=4)])
def test_expected_errors_are_those_of_apply_where_all_rows_are_shown(
    browser: Browser, learner: Any
) -> None:
    table = table_of(3)
    rules = learner.set_params(promises=True).fit_table(table).rules_
    desk = TableDesk(browser, rules, table)
    desk.do("add", "if bmi > 31 and town != B then yes")
    exact = desk.edited().refit(table)
    found = desk.refit()
    compared = 0
    for one, promise in zip(found["theory"]["rules"], found["promises"], strict=True):
        body = {tuple(condition) for condition in one["conditions"]}
        for rule in exact:
            same = {(own.attribute, own.op, own.value) for own in rule.conditions} == body
            if same and promise is not None:  # a rule without points promises nothing
                compared += 1
                assert promise["expected"] == pytest.approx(rule.expected, abs=1e-9)
                assert promise["limit"] >= rule.at_most - 1e-9
    assert compared >= 3


def test_rules_of_a_list_are_bounded_by_the_rows_that_come_to_them(browser: Browser) -> None:
    table = table_of(2)
    rules = RipperClassifier(random_state=0, promises=True).fit_table(table).rules_
    desk = TableDesk(browser, rules, table)
    desk.do("add", "if bmi > 31 and town != B then yes")
    exact = desk.edited().refit(table)
    promises = desk.refit()["promises"]
    assert len(exact) == len(promises) > 2
    assert promises[0]["limit"] == pytest.approx(exact[0].at_most, abs=1e-9)
    for rule, promise in zip(exact, promises, strict=True):
        assert promise["expected"] == pytest.approx(rule.expected, abs=1e-9)
        assert 1 >= promise["limit"] >= rule.at_most - 1e-9


def test_promises_of_edited_rules_are_shown_and_said_to_be_approximate(browser: Browser) -> None:
    table = table_of(3)
    rules = fitted_card(table)
    desk = TableDesk(browser, rules, table)
    place = [rule.body for rule in rules].index("age > 50")
    desk.do("set", place, "Threshold of age", "55")
    desk.do("press", place, "Change")
    shown = browser.text("[data-edit=rules]")
    assert "at most about" in shown
    assert "wrong, until apply" in shown
    said = browser.text("#edit")
    assert "Approximate: “edited” leaves the points as they are; “refitted” fits" in said
    assert "gives the exact numbers and promises" in said


def test_a_rule_that_the_columns_cannot_form_has_no_bound(browser: Browser) -> None:
    table = table_of(2)
    desk = TableDesk(browser, fitted_card(table), table)
    desk.do("add", "if age > 95 then +1 for yes")
    assert desk.refit()["promises"].count(None) == 1
    assert "unknown until apply" in browser.text("[data-edit=rules]")


def test_a_fixed_sign_holds_in_the_page_as_after_apply(browser: Browser) -> None:
    table = table_of(2)
    desk = TableDesk(browser, fitted_card(table), table)
    desk.do("add", "if town = B then +1 for yes")
    place = next(at for at, rule in enumerate(desk.edited()) if rule.body == "age > 50")
    assert desk.do("press", place, "Fix sign −").endswith("sign fixed: if age > 50, now: −")
    edited = desk.edited()
    (entry,) = [one for one in desk.edits() if one["op"] == "sign"]
    assert entry == {"op": "sign", "rule": "if age > 50", "sign": "-"}
    (fixed,) = [rule for rule in edited if rule.sign_locked]
    assert fixed.body == "age > 50"
    desk.agrees()
    exact = edited.refit(table)
    assert "age > 50" not in [rule.body for rule in exact]
    rules = desk.refit()["theory"]["rules"]
    (gone,) = [one for one in rules if one["conditions"] == [["age", ">", 50]]]
    assert not any(gone["points"])
    shown = browser.text("[data-edit=rules]")
    assert "sign fixed; refitted: about no points" in shown
    again = next(at for at, rule in enumerate(edited) if rule.sign_locked)
    desk.do("press", again, "Free the sign")
    assert not any(rule.sign_locked for rule in desk.edited())


def test_a_sign_that_is_there_is_fixed_without_a_change(browser: Browser) -> None:
    desk = Desk(browser, card())
    before = browser.run("return conjunct.edits.fit()")
    desk.do("press", 0, "Fix sign +" if printed_points(card(), 0) > 0 else "Fix sign −")
    assert next(rule.sign_locked for rule in desk.edited())
    assert browser.run("return conjunct.edits.fit()") == before
    desk.agrees()


@pytest.mark.parametrize("make", [card, rule_list])
def test_a_forbidden_rule_goes_and_cannot_be_added_again(browser: Browser, make: Any) -> None:
    desk = Desk(browser, make())
    body = f"if {desk.rules[0].body}"
    desk.do("reason", "not wanted")
    desk.do("press", 0, "Forbid")
    assert desk.edits() == [{"op": "forbid", "rule": body, "reason": "not wanted"}]
    assert desk.edited().edits[0].op == "forbid_rule"
    desk.agrees()
    then = "+1 for bad" if make is card else "good"
    assert desk.do("add", f"{body} then {then}") == "This rule is forbidden."
    desk.do("undo")
    desk.do("redo")
    assert len(desk.edits()) == 1


def test_a_rule_that_was_forbidden_before_stays_forbidden(browser: Browser) -> None:
    desk = Desk(browser, card().forbid_rule("income > 7"))
    assert desk.do("add", "if income > 7 then +1 for bad") == "This rule is forbidden."


def test_redo_brings_back_what_undo_took_until_another_edit(browser: Browser) -> None:
    desk = Desk(browser, card())
    redo = browser.find("[data-edit=redo]")
    assert not redo.is_enabled()
    desk.do("press", 0, "Delete")
    desk.do("add", "if age > 40 then -1 for bad")
    both = desk.edits()
    fit = browser.run("return conjunct.edits.refit()")
    desk.do("undo")
    desk.do("undo")
    assert desk.edits() == []
    assert desk.do("redo").startswith("Redone: dropped: ")
    desk.do("redo")
    assert desk.edits() == both
    assert browser.run("return conjunct.edits.refit()") == fit
    desk.do("undo")
    desk.do("press", 0, "Lock")
    assert not browser.find("[data-edit=redo]").is_enabled()
    assert browser.complaints() == []


def test_lists_are_counted_again(browser: Browser) -> None:
    table = shipped_table()
    rules = LayeredRuleClassifier(promises=False).fit_table(table).rules_
    desk = TableDesk(browser, rules, table)
    desk.do("press", 0, "Delete")
    exact = desk.edited().refit(table)
    found = desk.refit()
    assert [one["counts"] for one in found["theory"]["rules"]] == [
        list(rule.counts) for rule in exact
    ]
    assert [one["head"] for one in found["theory"]["rules"]] == [rule.head for rule in exact]


def test_a_learned_card_fits_nearly_as_well_as_after_apply(browser: Browser) -> None:
    table = shipped_table()
    rules = ScoreCardClassifier(size=4, promises=False).fit_table(table).rules_
    desk = TableDesk(browser, rules, table)
    desk.do("press", 0, "Delete")
    edited = browser.run("return conjunct.edits.fit()")
    found = desk.refit()["fit"]
    exact = edit_effect(rules, desk.edited().refit(table), table).after
    assert found["logLoss"] < edited["logLoss"]
    assert found["logLoss"] == pytest.approx(exact.log_loss, rel=0.1)
    shown = browser.text("[data-edit=effect]")
    assert f"{edited['logLoss']:.3f}{found['logLoss']:.3f}" in shown
