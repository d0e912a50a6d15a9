from __future__ import annotations

import math
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.model import remembering

from conjunct.model import Condition, Distribution, Rule, RuleList
from conjunct.report.controls import MOST_CHOICES, _range, controls_data
from conjunct.report.decision import decision_data
from conjunct.report.known_rows import known_rows

from .made_up import RECORD, ROWS, card, rule_list


def controls(rules: Any, rows: Any = None) -> list[dict[str, Any]]:
    return controls_data(
        rules, decision_data(rules), None if rows is None else known_rows(rules, rows)
    )


def test_a_card_knows_its_categories_and_its_cuts() -> None:
    income, city = controls(card())
    assert income == {
        "name": "income",
        "shown": "income",
        "kind": "numeric",
        "hint": "",
        "cuts": [20.0],
        "above": [21.0],
        "low": 10.0,
        "high": 30.0,
        "step": 1.0,
    }
    assert city["choices"] == [["Bonn", "Bonn"], ["Köln", "Köln"], ["Ulm", "Ulm"]]
    assert (city["named"], city["listed"], city["other"]) == (["Köln"], True, "another value")


def test_a_list_alone_knows_what_its_rules_name() -> None:
    _, city = controls(rule_list())
    assert (city["choices"], city["listed"]) == ([["Köln", "Köln"]], False)


def test_rows_tell_ranges_decimals_and_categories() -> None:
    income, city = controls(rule_list(), ROWS)
    assert (income["low"], income["high"], income["above"]) == (10.0, 31.0, [20.1])
    assert [one for one, _ in city["choices"]] == ["Bonn", "Köln", "Ulm"]
    assert city["listed"]


def test_a_model_that_knows_its_training_knows_ranges_and_categories() -> None:
    age, city = controls(remembering.card())
    tenths = Distribution.of(remembering.trained().column("age")).cuts
    assert age["low"] < tenths[0]
    assert age["high"] > tenths[-1]
    assert [one for one, _ in city["choices"]] == ["Bonn", "Köln", "Rome"]
    age, _ = controls(remembering.card(), remembering.people([5.0, 61.0], [0, 1]))
    assert (age["low"], age["high"]) == (5.0, 61.0)


def test_dates_are_told_as_days() -> None:
    income, _ = controls(rule_list(forms={"income": "DD.MM.YYYY"}))
    assert income["hint"] == "days since 1970-01-01"
    assert controls(rule_list(forms={"income": "1.234,5"}))[0]["hint"] == ""


def test_of_many_categories_those_that_rules_name_stay() -> None:
    cells = [f"city {number:03}" for number in range(400)]
    rule = Rule((Condition("city", "=", "city 399"),), 0, (1, 0), RECORD)
    rules = RuleList((rule,), ("bad", "good"), 1, (5, 9), {"city": "nominal"}, target="status")
    (city,) = controls(rules, {"city": cells, "status": ["bad", "good"] * 200})
    assert len(city["choices"]) == MOST_CHOICES
    assert ["city 399", "'city 399'"] in city["choices"]


def test_another_value_is_none_that_is_known() -> None:
    rows = {**ROWS, "city": ["another value"] * 8}
    assert controls(rule_list(), rows)[1]["other"] == "another value'"


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=6))
def test_the_number_above_a_cut_is_above_it_and_not_above_the_next(cuts: list[float]) -> None:
    found = _range(cuts, None)
    rising = [*found["cuts"], math.inf]
    for place, above in enumerate(found["above"]):
        assert rising[place] < above <= rising[place + 1]
    assert found["low"] <= min(cuts) <= max(cuts) <= found["high"]
    assert np.isfinite([found["low"], found["high"], found["step"]]).all()
    assert found["step"] > 0
