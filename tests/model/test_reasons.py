from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.data.table import Table
from conjunct.errors import ModelError
from conjunct.model import RuleList, Rules, RuleSet, ScoreCard
from conjunct.model.condition import body_cover

from .conftest import scored
from .random_cards import score_cards
from .random_rules import tables, theories


def slow_reasons(rules: Rules, table: Table, row: int, most: int) -> list[tuple[str, str]]:
    """Name the reasons of one row as the guide says, rule by rule."""
    held = [bool(body_cover(rule.conditions, table, rules.missing)[row]) for rule in rules]
    place = rules.classes.index(rules.predict(table).tolist()[row])
    found: list[tuple[float, int, str]] = []
    for number, (rule, holds) in enumerate(zip(rules, held, strict=True), start=1):
        body = rule.body
        if isinstance(rules, RuleSet):
            if holds and rule.counts[place]:
                found.append((rule.counts[place], number, body))
        elif isinstance(rules, ScoreCard) and len(rules.classes) != 2:
            if holds and rule.points[place] > 0:  # type: ignore[attr-defined]
                found.append((rule.points[place], number, body))  # type: ignore[attr-defined]
        elif isinstance(rules, ScoreCard):
            gains = rule.points[rules.good] - rule.points[1 - rules.good]  # type: ignore[attr-defined]
            best, got = max(gains, 0), gains if holds else 0
            if best > got:
                found.append((best - got, number, body if holds else f"not: {body}"))
        elif holds:
            return [(f"R{number}", body)]
    found.sort(key=lambda one: (-one[0], one[1]))
    return [(f"R{number}", text) for _, number, text in found[:most]]


def told(rules: Rules, table: Table, most: int) -> list[list[tuple[str, str]]]:
    rows = rules.reasons(table, most).drop(columns="row").to_numpy().tolist()
    pairs = [list(zip(row[::2], row[1::2], strict=True)) for row in rows]
    for row in pairs:  # what is empty stands last
        filled = [pair != ("", "") for pair in row]
        assert filled == sorted(filled, reverse=True)
    return [[pair for pair in row if pair != ("", "")] for row in pairs]


@given(st.one_of(score_cards(), theories((RuleList, RuleSet))), tables(), st.integers(1, 5))
@settings(max_examples=50, deadline=None)
def test_reasons_agree_with_a_reading_rule_by_rule(rules: Rules, table: Table, most: int) -> None:
    expected = [slow_reasons(rules, table, row, most) for row in range(table.n_rows)]
    assert told(rules, table, most) == expected
    explained = [one.to_dict()["reasons"] for one in rules.explain(table)]
    by_four = [slow_reasons(rules, table, row, 4) for row in range(table.n_rows)]
    assert [[(one["code"], one["text"]) for one in row] for row in explained] == by_four


def test_points_lost_decide_the_order(credit: ScoreCard, clients: dict[str, Any]) -> None:
    frame = credit.reasons(clients, most=2)
    assert list(frame.columns) == ["row", "code_1", "reason_1", "code_2", "reason_2"]
    assert frame["code_1"].tolist() == ["R1", "R3", "R3"]
    assert frame["reason_1"].tolist() == [
        "history = 'no credits'",
        "not: checking = none",
        "not: checking = none",
    ]
    assert frame["code_2"].tolist() == ["R2", "R2", ""]


def test_on_a_scale_the_same_rules_are_reasons(credit: ScoreCard, clients: dict[str, Any]) -> None:
    scaled = credit.scaled((600, 50, 20))
    texts = [name for name in scaled.reasons(clients).columns if name.startswith("reason")]
    assert scaled.reasons(clients)[texts].equals(credit.reasons(clients)[texts])


def test_equal_points_stand_in_the_order_of_rules() -> None:
    rules = [scored((), 1, (1, 2), (0, 2)), scored((), 1, (1, 3), (0, 2))]
    card = ScoreCard.of(rules, ("no", "yes"), (5, 5), {}, base=(0, 0))
    assert card.reasons({"any": [1]}, most=3).iloc[0, 1:].tolist() == [
        *("R1", "always", "R2", "always", "", "")
    ]


def test_a_list_has_one_reason_and_the_default_none(rules: RuleList, penguins: Table) -> None:
    frame = rules.reasons(penguins)
    assert list(frame.columns) == ["row", "code_1", "reason_1"]
    decided = ["" if not one else f"R{one[0] + 1}" for one in rules.deciding(penguins)]
    assert frame["code_1"].tolist() == decided
    assert "" in decided


def test_no_reasons_are_not_asked_for(credit: ScoreCard, clients: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="the number of reasons must be a whole number from 1 up"):
        credit.reasons(clients, most=0)
