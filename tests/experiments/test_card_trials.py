"""One trial with a score card: every row counted again from the table itself."""

from __future__ import annotations

from typing import Literal

import pytest

from conjunct import ScoreCardClassifier
from conjunct.choose import ESTIMATES, Chosen
from conjunct.data import shipped_table
from conjunct.experiments.card_trials import card_rules
from conjunct.experiments.split import halves
from conjunct.experiments.study import Trial
from conjunct.model.condition import body_cover

TRIAL = Trial("penguins", 0, 0)


@pytest.mark.parametrize("size", ["small", "accurate"])
def test_rules_of_a_card_are_tested_on_all_rows_that_they_hold_for(
    size: Literal["small", "accurate"],
) -> None:
    table = shipped_table()
    train, test = (table.take(rows) for rows in halves(table, 0, 0))
    card = ScoreCardClassifier(size=size).fit_table(train).rules_
    found = card_rules(table, TRIAL, size)
    assert [row["covered"] for row in found] == [rule.covered for rule in card]
    for row, rule in zip(found, card, strict=True):
        labels = test.target.values[body_cover(rule.conditions, test, "fails")].tolist()
        contrary = [label for label in labels if (label == rule.head) == rule.against]
        assert (row["test_covered"], row["test_errors"]) == (len(labels), len(contrary))
        assert row["errors"] == rule.errors
        facts = Chosen(*(row[name] for name in Chosen._fields))
        assert ESTIMATES["laplace"].error(facts) == rule.error
        assert ESTIMATES["ucf"].error(facts) == rule.corrected_error
        assert row["class"] == ("not " if rule.against else "") + card.classes[rule.head]


def test_rules_against_a_class_are_told_from_rules_for_it() -> None:
    found = card_rules(shipped_table(), TRIAL, "accurate")
    against = [row for row in found if row["class"].startswith("not ")]
    assert 0 < len(against) < len(found)
    assert all(row["test_errors"] < row["test_covered"] / 2 for row in against)


def test_the_rules_of_a_card_count_alike() -> None:
    weights = [row["weight"] for row in card_rules(shipped_table(), TRIAL)]
    assert len(set(weights)) == 1
    assert sum(weights) == pytest.approx(1)
