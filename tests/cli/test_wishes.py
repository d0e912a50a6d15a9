from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]


def test_rules_are_kept_and_columns_forbidden(run: Run, loans: Path, write: Write) -> None:
    write("rules.txt", "\ufeff# ours\r\n\r\n  if city = Köln then good\r\n")
    result = run(
        *("learn", "loans.csv", "--target", "status", "--learner", "ripper"),
        *("--keep", "rules.txt", "--save", "model.json", "--json"),
    )
    assert result.exit_code == 0, result.stderr
    model = json.loads(result.stdout)["model"]
    assert model["rules"][0]["conditions"] == [{"attribute": "city", "op": "=", "value": "Köln"}]
    assert model["notes"] == ["Given and kept: if city = Köln then good."]


def test_forbidden_columns_are_noted(run: Run, loans: Path) -> None:
    result = run("learn", "loans.csv", "--target", "status", "--forbid", "income")
    assert result.exit_code == 0, result.stderr
    assert "note: Left out 'income': it is forbidden.\n" in result.stderr
    assert "8 rows, 1 attribute, 2 classes" in result.stdout
    assert "--forbid income --save model.json" in result.stdout


def test_a_required_column_is_used(run: Run, loans: Path, write: Write) -> None:
    command = ("learn", "loans.csv", "--target", "status", "--learner", "ripper")
    result = run(*command, "--require", "city", "--json")
    assert result.exit_code == 0, result.stderr
    assert "city" in json.loads(result.stdout)["model"]["kinds"]
    assert "city" not in json.loads(run(*command, "--json").stdout)["model"]["kinds"]


def test_a_card_keeps_rules(run: Run, loans: Path, write: Write) -> None:
    write("rules.txt", "income > 31.5\n")
    result = run("learn", "loans.csv", "--target", "status", "--keep", "rules.txt")
    assert result.exit_code == 0, result.stderr
    assert "income > 31.5" in result.stdout
    assert "--keep rules.txt --save model.json" in result.stdout


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("a = b\nc >\n", "error: line 2 of 'rules.txt': the end of the rule 'c >'"),
        ("# nothing\n", "error: 'rules.txt' has no rules; write one on each line"),
        (b"\xff\xfe", "error: 'rules.txt' is not text in UTF-8"),
        ("town = Bonn", "error: kept rule 1: there is no column 'town'"),
        ("income > 12 then +3 for bad", "error: kept rule 1: points are fitted"),
    ],
)
def test_a_bad_file_of_rules_is_one_sentence(
    run: Run, loans: Path, write: Write, content: str | bytes, sentence: str
) -> None:
    write("rules.txt", content)
    result = run("learn", "loans.csv", "--target", "status", "--keep", "rules.txt")
    assert result.exit_code == 1
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_not_there_is_one_sentence(run: Run, loans: Path) -> None:
    result = run("learn", "loans.csv", "--target", "status", "--keep", "none.txt")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "none.txt" in result.stderr


@pytest.mark.parametrize("option", [("--keep", "rules.txt"), ("--require", "city")])
def test_a_tree_is_refused_as_usage(run: Run, loans: Path, option: tuple[str, str]) -> None:
    result = run("learn", "loans.csv", "--target", "status", "--learner", "tree", *option)
    assert result.exit_code == 2
    assert "a tree cannot keep rules" in result.stderr


def test_a_column_cannot_be_forbidden_and_required(run: Run, loans: Path) -> None:
    result = run(
        "learn", "loans.csv", "--target", "status", "--forbid", "city", "--require", "city"
    )
    assert result.exit_code == 2
    assert "'city' is also forbidden by --forbid" in result.stderr


@pytest.mark.parametrize("option", ["--forbid", "--require"])
def test_a_column_that_is_not_there_is_one_sentence(run: Run, loans: Path, option: str) -> None:
    result = run("learn", "loans.csv", "--target", "status", option, "cty")
    assert result.exit_code == 1
    assert "has no column 'cty'; did you mean 'city'?" in result.stderr


@pytest.mark.parametrize("learner", ["cn2", "ripper"])
def test_a_forbidden_rule_does_not_come_back(run: Run, loans: Path, learner: str) -> None:
    command = ("learn", "loans.csv", "--target", "status", "--learner", learner, "--json")
    first = json.loads(run(*command).stdout)["model"]["rules"][0]["conditions"]
    (only,) = first
    text = f"if {only['attribute']} {only['op']} {only['value']}"
    result = run(*command, "--forbid", text)
    assert result.exit_code == 0, result.stderr
    model = json.loads(result.stdout)["model"]
    assert first not in [rule["conditions"] for rule in model["rules"]]
    assert model["edits"][0]["op"] == "forbid_rule"
    told = run(*command[:-1], "--forbid", text)
    assert f"--forbid '{text}'" in told.stdout


def test_a_tree_forbids_no_rules_and_bad_rules_are_one_sentence(run: Run, loans: Path) -> None:
    command = ("learn", "loans.csv", "--target", "status")
    result = run(*command, "--learner", "tree", "--forbid", "if income > 3")
    assert result.exit_code == 2
    result = run(*command, "--forbid", "if income >")
    assert result.exit_code == 1
    assert "error: forbidden rule 'if income >'" in result.stderr
