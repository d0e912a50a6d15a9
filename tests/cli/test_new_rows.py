"""`conjunct evaluate --model`, with models made by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from conjunct import load_model

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

NEW = """city,income,status,id
Bonn,15,bad,a
Köln,18,good,b
Köln,25,good,c
Aachen,40,good,d
Bonn,50,bad,e
"""
SET = """\
new.csv: 5 rows. The most frequent class in training is good.

model                 error  balanced  log loss  Brier    AUC  recall  precision
always the majority  40.0 %    50.0 %     0.677  0.242  0.500   0.0 %          –
set.json             20.0 %    25.0 %     0.492  0.157  0.833  50.0 %    100.0 %

Recall and precision are about bad.

#  rule            class  expected  at most  rows  wrong   share    interval  promise
1  if income ≤ 20  bad      40.0 %   70.0 %     2      1  50.0 %  1.3–98.7 %     kept
2  if city = Köln  good     25.0 %   50.0 %     2      0   0.0 %  0.0–84.2 %     kept
   otherwise       good                         2      1  50.0 %  1.3–98.7 %

Interval: with 95 % confidence, for each rule by itself. A promise is broken where even the lowest
error that the new rows allow, with 95 % confidence for all rules at once, is above the bound.
Both promises are kept.
"""


def test_a_model_is_measured_and_every_rule_is_held_to_its_promise(
    run: Run, rule_set: Path, write: Write
) -> None:
    write("new.csv", NEW)
    result = run("evaluate", "--model", rule_set, "new.csv")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == SET


def test_a_card_speaks_of_rates(run: Run, card: Path, write: Write) -> None:
    write("new.csv", NEW)
    printed = run("evaluate", "--model", card, "new.csv", "--metric", "auc").stdout
    assert printed.splitlines()[2:5] == [
        "model                  AUC",
        "always the majority  0.500",
        "card.json            0.750",
    ]
    assert printed.splitlines()[6:9] == [
        "#  rule            points  expected  guaranteed  rows   bad  interval  promise",
        "1  if income ≤ 20   +2.50      60 %      ≥ 30 %     2  50 %    1–99 %     kept",
        "2  if city = Köln   −1.25      25 %      ≤ 50 %     2   0 %    0–84 %     kept",
    ]


def test_json_has_what_is_printed(run: Run, rule_set: Path, write: Write) -> None:
    write("new.csv", NEW)
    document = json.loads(run("evaluate", "--model", rule_set, "new.csv", "--json").stdout)
    assert document["table"] == {"name": "new.csv", "rows": 5}
    assert (document["positive"], document["model"]["error"]) == ("bad", 0.2)
    assert document["majority"]["precision"] is None
    first = document["rules"][0]
    assert (first["rows"], first["wrong"], first["share"], first["kept"]) == (2, 1, 0.5, True)
    assert (first["expected"], first["at_most"], first["body"]) == (0.4, 0.7, "income ≤ 20")
    assert document["otherwise"]["rows"] == 2


def test_the_frame_of_python_says_the_same(run: Run, rule_set: Path, write: Write) -> None:
    path = write("new.csv", NEW)
    frame = load_model(rule_set).statistics(path, ["bad", "good", "good", "good", "bad"])
    document = json.loads(run("evaluate", "--model", rule_set, "new.csv", "--json").stdout)
    assert frame["new_low"].tolist() == [one["low"] for one in document["rules"]]


def test_weights_count(run: Run, rule_set: Path, write: Write) -> None:
    lines = NEW.splitlines()
    times = [1, 3, 1, 1, 1]
    weighted = [f"{line},{n}" for line, n in zip(lines[1:], times, strict=True)]
    repeated = [line for line, n in zip(lines[1:], times, strict=True) for _ in range(n)]
    write("weighted.csv", "\n".join([f"{lines[0]},n", *weighted]))
    write("repeated.csv", "\n".join([lines[0], *repeated]))
    one = run("evaluate", "--model", rule_set, "weighted.csv", "--weight", "n").stdout
    other = run("evaluate", "--model", rule_set, "repeated.csv").stdout
    assert one.startswith("weighted.csv: 5 rows that count as 7. The most frequent class")
    assert one.splitlines()[1:] == other.splitlines()[1:]


def test_rows_of_classes_that_the_model_does_not_know_are_wrong(
    run: Run, rule_set: Path, write: Write
) -> None:
    write("new.csv", f"{NEW}Bonn,60,ugly,f\nBonn,70,,g\n")
    result = run("evaluate", "--model", rule_set, "new.csv", "--json")
    assert result.stderr == (
        "note: 1 row without 'status' left out\n"
        "note: 1 row of a class that the model does not know (ugly) counts as wrong\n"
    )
    assert json.loads(result.stdout)["model"]["error"] == pytest.approx(2 / 6)


def test_the_target_may_have_another_name_and_one_class(
    run: Run, rule_set: Path, write: Write
) -> None:
    write("new.csv", "income,city,outcome\n5,Bonn,bad\n6,Bonn,bad\n")
    result = run("evaluate", "--model", rule_set, "new.csv", "--target", "outcome", "--json")
    assert json.loads(result.stdout)["model"]["recall"] == 1.0


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["new.csv", "--learner", "card"], 2, "--model measures a saved model"),
        (["new.csv", "--cv", "5"], 2, "--model measures a saved model"),
        ([], 2, "name the TABLE of new rows"),
        (["new.csv", "--positive", "ugly"], 1, "'ugly' is not a class of the model"),
        (["new.csv", "--target", "city"], 1, "the rules of the model use column 'city'"),
        (["new.csv", "--target", "id"], 1, "no row of new.csv has a class that the model knows"),
        (["new.csv", "--target", "stats"], 1, "no column 'stats'; did you mean 'status'?"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    run: Run, rule_set: Path, write: Write, arguments: list[str], code: int, sentence: str
) -> None:
    write("new.csv", NEW)
    result = run("evaluate", "--model", rule_set, *arguments)
    assert result.exit_code == code
    assert sentence in result.stderr
    assert result.stdout == ""


def test_a_column_of_classes_without_any_is_refused(run: Run, rule_set: Path, write: Write) -> None:
    write("new.csv", "income,city,status\n5,Bonn,\n6,Bonn,\n")
    result = run("evaluate", "--model", rule_set, "new.csv")
    assert result.exit_code == 1
    assert "no row of new.csv has a class in column 'status'" in result.stderr
