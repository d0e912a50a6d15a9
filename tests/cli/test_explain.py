from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from conjunct import load_model

Run = Callable[..., Result]


def test_a_row_is_explained_by_its_rule_and_values(run: Run, model: Path) -> None:
    result = run("explain", "loans.json", "loans.csv", "--row", "6")
    assert result.stdout == (
        "row 6: good, by rule 1: if income > 20 then good\n"
        "    income > 20   here 31\n"
        "    4 training rows, 0 wrong, expected 17.9 %, at most 84.0 %\n"
    )


def test_json_is_one_document(run: Run, model: Path) -> None:
    result = run("explain", "loans.json", "loans.csv", "--row", "6", "--json")
    document = json.loads(result.stdout)
    assert (document["row"], document["rule"], document["predicted"]) == (6, 1, "good")
    assert document["conditions"][0]["value"] == 31


@pytest.mark.parametrize("row", [0, -1, 9])
def test_a_row_that_is_not_there_is_refused_with_their_number(
    run: Run, model: Path, row: int
) -> None:
    result = run("explain", "loans.json", "loans.csv", "--row", row)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"error: loans.csv has 8 rows, so there is no row {row}; rows count from 1\n"
    )


def test_a_row_is_explained_by_all_rules_that_are_added_up(
    run: Run, rule_set: Path, loans: Path
) -> None:
    result = run("explain", "set.json", "loans.csv", "--row", "3")
    assert result.stdout == (
        "row 3: good, by the sum of 2 rules\n"
        "    rule 1: if income ≤ 20 then bad\n"
        "        income ≤ 20   here 12\n"
        "        5 training rows, 1 wrong, expected 40.0 %, at most 70.0 %\n"
        "    rule 2: if city = Köln then good\n"
        "        city = Köln   here Köln\n"
        "        9 training rows, 1 wrong, expected 25.0 %, at most 50.0 %\n"
        "    class  rule 1  rule 2  sum\n"
        "    bad         4       1    5\n"
        "    good        1       8    9\n"
    )
    document = json.loads(run("explain", "set.json", "loans.csv", "--row", "3", "--json").stdout)
    assert (document["predicted"], document["counts"]) == ("good", [5, 9])
    assert [rule["rule"] for rule in document["rules"]] == [1, 2]


def test_a_row_is_explained_by_the_card_that_is_learned_by_default(
    run: Run, learned_card: Path
) -> None:
    result = run("explain", "learned.json", "loans.csv", "--row", "3")
    card = load_model(learned_card)
    assert result.stdout == f"{card.explain_row(card.table_of('loans.csv'), 2)}\n"
    assert result.stdout.startswith("row 3: bad, ")


def test_a_row_is_explained_by_the_points_it_gets(run: Run, card: Path, loans: Path) -> None:
    result = run("explain", "card.json", "loans.csv", "--row", "3")
    assert result.stdout == (
        "row 3: good, 50.0 %: score 1.25, and 1.26 or more predicts bad\n"
        "    #  rule         points  here\n"
        "    1  income ≤ 20   +2.50  12\n"
        "    2  city = Köln   −1.25  Köln\n"
        "    Points lost for good: R1 (2.5).\n"
    )
    document = json.loads(run("explain", "card.json", "loans.csv", "--row", "3", "--json").stdout)
    assert (document["predicted"], document["sums"]) == ("good", [0.0, 0.0])
    assert [rule["points"] for rule in document["rules"]] == [[2.5, 0.0], [-1.25, 0.0]]
