from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from typer.testing import Result

from conjunct import load_model
from conjunct.model import Condition

Run = Callable[..., Result]

PRINTED = """\
2 rules → 2 rules: 1 changed, 1 the same.

changed
  −  1  income ≤ 20    bad
  +  1  income ≤ 12.5  bad

1 of 8 rows changes class.

old  new   rows
bad  good     1

row  old  probability   new  probability
  4  bad       71.4 %  good       62.5 %
"""


def moved(path: Path) -> Path:
    """Save the same rules with a lower cut."""
    rules = load_model(path)
    first = replace(rules[0], conditions=(Condition("income", "<=", 12.5),))
    new = path.with_name("new.json")
    replace(rules, rules=(first, rules[1])).save(new)
    return new


def test_rules_and_rows_that_change_are_printed(run: Run, rule_set: Path, loans: Path) -> None:
    result = run("diff", rule_set, moved(rule_set), loans)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == PRINTED


def test_without_a_table_rules_alone_are_compared(run: Run, rule_set: Path) -> None:
    printed = run("diff", rule_set, moved(rule_set)).stdout
    assert printed == "\n".join(PRINTED.splitlines()[:5]) + "\n"


def test_json_has_the_same(run: Run, rule_set: Path, loans: Path) -> None:
    options = ["--examples", "0", "--json"]
    document = json.loads(run("diff", rule_set, moved(rule_set), loans, *options).stdout)
    assert document["changed"][0]["what"] == ["cut"]
    assert document["changed"][0]["new"]["body"] == "income ≤ 12.5"
    assert (document["rows"]["changed"], document["rows"]["examples"]) == (1, [])


def test_models_of_two_kinds_are_compared(run: Run, rule_set: Path, card: Path) -> None:
    printed = run("diff", rule_set, card).stdout
    assert printed.startswith("2 rules → 2 rules: 2 the same.\nA rule set and a score card")


def test_a_table_without_a_column_is_refused(run: Run, rule_set: Path, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("income\n3\n")
    result = run("diff", rule_set, rule_set, "t.csv")
    assert result.exit_code == 1
    assert result.stderr == "error: t.csv has no column 'city'; the columns are 'income'\n"


def test_a_file_that_is_no_model_is_refused(run: Run, rule_set: Path, loans: Path) -> None:
    result = run("diff", rule_set, loans)
    assert result.exit_code == 1
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
