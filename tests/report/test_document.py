from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from tests.export.tricky import MODELS as TRICKY

from conjunct import ScoreCardClassifier, writers
from conjunct.data import shipped_table
from conjunct.errors import MissingPackageError
from conjunct.report import document
from conjunct.report import shown_rows as shown
from conjunct.report.known_rows import known_rows

from .made_up import MODELS, ROWS, card, rule_list, rule_set, tree

POSSIBLE = "Possible: 160 rules with as many conditions as the longest."


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("rows", [None, ROWS])
def test_a_document_is_plain_data(kind: str, rows: Any) -> None:
    found = document(MODELS[kind](), rows)
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert (found["table"] is None) == (rows is None)


@pytest.mark.parametrize("name", TRICKY)
def test_models_that_are_hard_to_write_down_have_one_too(name: str) -> None:
    found = document(TRICKY[name])
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_an_estimator_is_taken_by_its_rules() -> None:
    table = shipped_table()
    model = ScoreCardClassifier(size=2, promises=False).fit_table(table)
    assert document(model, table) == document(model.rules_, table)


def test_the_wall_shows_what_the_card_prints() -> None:
    wall = document(card())["wall"]
    assert wall["title"] == "Score for status = bad: 5 of 14 rows (36 %)."
    assert wall["headings"] == ["points", "rows", "bad", "expected", "guaranteed"]
    assert [line["cells"][:3] for line in wall["lines"]] == [
        ["+2.50", "5", "80 %"],
        ["−1.25", "9", "11 %"],
    ]
    assert wall["said"][0] == "A score of 1.26 or more predicts bad, any other good."


def test_the_wall_of_rules_ends_with_the_default() -> None:
    wall = document(rule_list())["wall"]
    assert wall["headings"] == ["class", "rows", "wrong", "expected", "at most"]
    assert wall["lines"][-1] == {
        "rule": None,
        "text": "otherwise (9 of 14 rows)",
        "cells": ["good", "", "", "", ""],
    }


def test_the_wall_of_a_tree_has_its_picture_without_styles() -> None:
    wall = document(tree())["wall"]
    assert wall["picture"].startswith("<svg")
    assert "style=" not in wall["picture"]
    assert "marked *" in wall["said"][0]


def test_a_rule_tells_its_counts_promises_and_search() -> None:
    rule = document(card(), ROWS)["rules"][0]
    assert rule["body"] == [["income", "≤", "20"]]
    assert rule["then"] == "+2.5 points for bad"
    assert rule["facts"] == [
        ["training rows", "5"],
        ["of them wrong", "1 (20.0 %)"],
        ["expected error on new rows", "40.0 %"],
        ["error on new rows at most", "70.0 %"],
        ["p-value", "0.030"],
        ["rows of the table", "4"],
        ["of them wrong", "1 (25.0 %)"],
    ]
    assert rule["search"] == (
        "Layered search, width 2: 96 candidates tried, 3 pruned, 2 combinations of attributes. "
        "Possible rules of this length: 160."
    )
    assert rule["bars"] == {"by": "width", "lines": [[1, 30, 0.4545], [2, 66, 1.0]]}


def test_a_rule_against_its_class_is_contradicted_by_that_class() -> None:
    facts = document(card(), ROWS)["rules"][1]["facts"]
    assert facts[-2:] == [["rows of the table", "3"], ["of them wrong", "0 (0.0 %)"]]


@pytest.mark.parametrize("rules", [tree(), rule_list(reached=True), rule_list(), rule_set()])
def test_rows_count_for_a_rule_as_its_training_rows_did(rules: Any) -> None:
    covers = [holds.tolist() for holds in rules.covers(known_rows(rules, ROWS).table)]
    if rules.KIND == "tree" or (rules.KIND == "rule list" and rules.reached):
        decided = rules.deciding(known_rows(rules, ROWS).table)
        covers = [[place in one for one in decided] for place in range(len(rules))]
    for rule, covered in zip(document(rules, ROWS)["rules"], covers, strict=True):
        assert rule["facts"][-2] == ["rows of the table", str(sum(covered))]


def test_coverage_has_a_point_for_each_rule_and_one_label_a_place() -> None:
    found = document(rule_set())["coverage"]
    assert [(one["x"], one["y"]) for one in found["points"]] == [(0.1111, 0.8), (0.2, 0.8889)]
    twice = rule_set()
    twice = type(twice)(twice.rules[:1] * 2, ("bad", "good"), 1, (5, 9), {"income": "numeric"})
    assert [one["label"] for one in document(twice)["coverage"]["points"]] == ["1, 2", ""]


def test_shown_rows_are_the_first_ones() -> None:
    rows = document(card(), ROWS, rows=3)["table"]["rows"]
    assert rows == {
        "n_shown": 3,
        "columns": [{"values": [10, 11, 12.5]}, {"levels": ["Bonn", "Köln"], "codes": [0, 0, 1]}],
        "classes": [0, 0, 1],
    }
    every = document(card(), ROWS)["table"]["rows"]
    assert every["columns"][0]["values"][6] is None
    assert every["columns"][1]["codes"] == [0, 0, 1, 1, 0, 2, 1, -1]


def test_rows_that_take_too_much_room_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(0)
    table = {
        "income": random.random(3000),
        "city": ["Köln"] * 3000,
        "status": ["bad", "good"] * 1500,
    }
    monkeypatch.setattr(shown, "MOST_CHARACTERS", 20_000)
    found = document(card(), table)["table"]
    assert len(json.dumps(found["rows"], separators=(",", ":"))) <= 20_000
    assert 500 < found["rows"]["n_shown"] < 1000
    assert found["n_rows"] == 3000


def test_code_that_cannot_be_written_is_told_in_a_sentence() -> None:
    kinds: Any = {"in\0come": "numeric"}
    rule = rule_list().rules[1]
    spoilt = type(rule)((type(rule.conditions[0])("in\0come", "<=", 20.0),), 0, (4, 0), rule.search)
    rules = type(rule_list())((spoilt,), ("bad", "good"), 1, (5, 9), kinds)
    sql, python, _ = document(rules)["code"]
    assert sql["text"] == ""
    assert "NUL character" in sql["note"]
    assert "def predict" in python["text"]


def test_sql_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> Any:
        raise MissingPackageError.named("sqlglot", "export", "SQL")

    monkeypatch.setitem(writers._offered, "sql", absent)
    sql, python, _ = document(card())["code"]
    assert "pip install 'conjunct[export]'" in sql["note"]
    assert (sql["text"], python["note"]) == ("", "")


def test_the_model_card_is_the_exported_one_with_its_edits() -> None:
    edited = card(notes=("One note.",)).lock(1, reason="as agreed")
    origin, data, learning, expect, edits = document(edited)["model_card"]
    assert origin["said"][0].startswith("A score card of 2 rules and 2 conditions")
    assert data["tables"][0]["lines"] == [["bad", "5", "35.7 %"], ["good", "9", "64.3 %"]]
    assert data["listed"] == ["One note."]
    assert learning["listed"] == ["Tried: 96 candidates.", POSSIBLE]
    assert expect["title"] == "What to expect"
    said = "locked: if income ≤ 20 then +2.5 points for bad (as agreed)"
    assert (edits["title"], edits["listed"]) == ("Edits", [said])


def test_a_table_is_compared_with_the_training_rows() -> None:
    table = shipped_table()
    rules = ScoreCardClassifier(size=2, promises=False).fit_table(table).rules_
    same = document(rules, table)["drift"]
    assert {line[3] for line in same["lines"]} == {"stable"}
    assert (same["moved"], same["first"][:14]) == (False, "Nothing moved:")
    few = document(rules, table.take(np.arange(40)))["drift"]
    assert "moved" in {line[3] for line in few["lines"]}
    assert (few["moved"], few["first"][:7]) == (True, "Moved: ")
    assert document(card(), ROWS)["drift"] is None
    newer = document(rules, table, table.take(np.arange(40)))
    assert newer["drift"] == few
    assert newer["table"]["n_rows"] == table.n_rows


def test_rows_known_before_are_not_read_again() -> None:
    known = known_rows(card(), ROWS)
    assert document(card(), known) == document(card(), ROWS)
