from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from conjunct import load_model, read_table

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]


def edits_of(write: Write, *entries: Any) -> Path:
    data = {"format": "conjunct-edits", "version": 1, "edits": entries}
    return write("edits.json", json.dumps(data))


LOCKED = (
    {"op": "points", "rule": 1, "points": 2, "reason": "as agreed"},
    {"op": "lock", "rule": "city = Köln"},
    {"op": "add", "with": "income > 31 then -1 for bad"},
)


def test_edits_are_applied_refitted_and_printed(
    run: Run, rule_set: Path, loans: Path, write: Write
) -> None:
    edits_of(
        write,
        {"op": "replace", "rule": 1, "with": "if income <= 11 then good", "reason": "new\nlimit"},
    )
    result = run("apply", "set.json", "edits.json", "loans.csv", "--save", "new.json")
    assert result.exit_code == 0, result.stderr
    assert result.stderr == "saved to new.json\n"
    assert result.stdout == (
        "loans.csv: 8 rows, 2 attributes, 2 classes, no missing cells. Target: status.\n"
        "\n"
        "edits\n"
        "  1  replaced: if income ≤ 20 then bad, now: if income ≤ 11 then good (new\\nlimit)\n"
        "\n"
        "on this table  before   after\n"
        "error          12.5 %  25.0 %\n"
        "log loss        0.383   0.535\n"
        "rules               2       2\n"
        "conditions          2       2\n"
        "\n"
        "1 row gets another class.\n"
        "  bad to good: 1 row (4)\n"
        "\n"
        "#  rule            class  rows  wrong  at most\n"
        "1  if income ≤ 11  good      2      2  100.0 %\n"
        "2  if city = Köln  good      4      1   90.9 %\n"
        "   otherwise       good      4 of 8 rows\n"
        "\n"
        "2 rules, 2 conditions. The rows of all rules that hold are added up by class. The largest "
        "sum is\n"
        "predicted; of equal sums the first of bad, good.\n"
        "At most: holds for all rules at once with 95 % confidence, however they were searched "
        "for.\n"
        "Edited: 1 change. Locked: rule 1.\n"
    )


def test_a_card_keeps_what_is_locked(run: Run, card: Path, loans: Path, write: Write) -> None:
    edits_of(write, *LOCKED)
    result = run("apply", "card.json", "edits.json", "loans.csv", "--save", "new.json", "--json")
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    assert [edit["op"] for edit in document["edits"]] == ["replace", "lock", "add"]
    assert document["edits"][0]["reason"] == "as agreed"
    model: Any = load_model("new.json")
    assert json.loads(model.to_json()) == document["model"]
    points = {rule.body: rule.points for rule in model.rules}
    assert points == {"income ≤ 20": (2, 0), "city = Köln": (-1.25, 0), "income > 31": (-1, 0)}
    assert [edit.op for edit in model.edits] == ["replace", "lock", "add", "refit"]
    table = read_table(loans, target="status")
    before: Any = load_model(card)
    for name, one in (("before", before), ("after", model)):
        right = [
            predicted == table.target.levels[code]
            for predicted, code in zip(one.predict(table), table.target.values, strict=True)
        ]
        assert document[name]["error"] == pytest.approx(1 - sum(right) / 8)
        assert document[name]["n_rules"] == len(one)
    changed = [
        row
        for row, (was, now) in enumerate(
            zip(before.predict(table), model.predict(table), strict=True), start=1
        )
        if was != now
    ]
    assert sorted(row for move in document["changes"] for row in move["rows"]) == changed
    assert document["rows_changed"] == len(changed)


def test_nothing_but_the_new_file_is_written(
    run: Run, card: Path, loans: Path, write: Write
) -> None:
    edits = edits_of(write, *LOCKED)
    files = {path: path.read_bytes() for path in (card, loans, edits)}
    assert run("apply", card, edits, loans).exit_code == 0
    assert {path: path.read_bytes() for path in card.parent.iterdir()} == files


def test_a_rule_that_gets_no_points_is_noted(
    run: Run, card: Path, loans: Path, write: Write
) -> None:
    edits_of(write, {"op": "add", "with": "income > 500"})
    result = run("apply", "card.json", "edits.json", "loans.csv")
    assert "note: Refitting left out a rule without points: if income > 500." in result.stderr


def test_no_edits_are_fine(run: Run, rule_set: Path, loans: Path, write: Write) -> None:
    edits_of(write)
    result = run("apply", "set.json", "edits.json", "loans.csv")
    assert result.exit_code == 0
    assert "\nNo edits.\n" in result.stdout


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"op": "drop", "rule": 7}, "error: 'edits.json': edit 1: there is no rule 7"),
        (
            {"op": "add", "with": "salary > 3 then bad"},
            "error: loans.csv has no column 'salary'",
        ),
        ({"op": "add", "with": "city > 3 then bad"}, "error: 'edits.json': edit 1: rule 3 tests"),
    ],
)
def test_a_bad_entry_is_one_sentence(
    run: Run, rule_set: Path, loans: Path, write: Write, entry: Any, sentence: str
) -> None:
    edits_of(write, entry)
    result = run("apply", "set.json", "edits.json", "loans.csv")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1


def test_bad_files_are_one_sentence(run: Run, rule_set: Path, loans: Path, write: Write) -> None:
    edits_of(write)
    for arguments in (
        ("none.json", "edits.json", "loans.csv"),
        ("set.json", "none.json", "loans.csv"),
        ("set.json", "edits.json", "none.csv"),
        ("set.json", "edits.json", "loans.csv", "--save", "no/folder.json"),
        ("set.json", "set.json", "loans.csv"),
    ):
        result = run("apply", *arguments)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.count("\n") == 1


def test_a_table_of_other_classes_is_refused(run: Run, rule_set: Path, write: Write) -> None:
    edits_of(write)
    write("other.csv", "income,city,status\n1,Bonn,bad\n2,Bonn,fair\n3,Bonn,fair\n")
    result = run("apply", "set.json", "edits.json", "other.csv")
    assert "row 2 has the class 'fair', which the model does not know" in result.stderr


def test_weights_count(run: Run, rule_set: Path, write: Write) -> None:
    edits_of(write)
    write(
        "w.csv",
        "income,city,status,n\n1,Bonn,bad,3\n2,Bonn,good,1\n30,Köln,good,5\n40,Bonn,bad,2\n",
    )
    result = run("apply", "set.json", "edits.json", "w.csv", "--weight", "n", "--json")
    document = json.loads(result.stdout)
    assert document["model"]["class_counts"] == [5, 6]
    assert document["model"]["n_rows"] == 11
