from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import ONE_RULE
from typer.testing import Result

from conjunct.model import Scale, load_model

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

HEADINGS = {
    "card": ["#", "rule", "points", "rows"],
    "layered": ["#", "rule", "class", "rows", "wrong", "expected", "at", "most"],
}
TABLE = "loans.csv: 8 rows, 2 attributes, 2 classes, no missing cells. Target: status."
DETAILS = "More about the search and the numbers: --details"
PRINTED_LIST = """\
loans.csv: 8 rows, 2 attributes, 2 classes, no missing cells. Target: status.

#  rule            class  rows  wrong  expected  at most
1  if income > 20  good      4      0    17.9 %   84.0 %
2  if income ≤ 20  bad       4      0    17.9 %   84.0 %
   otherwise       good      4 of 8 rows

2 rules, 2 conditions. The first rule that holds decides; a row counts for every rule that holds.
Expected: share of new rows that a rule gets wrong; a rule of 20 rows is believed as if 1 more row
of the usual kind had been seen.
At most: holds for all rules at once with 95 % confidence, however they were searched for.
"""


def test_without_a_table_the_shipped_one_is_learned_and_named(run: Run) -> None:
    result = run("learn")
    assert result.exit_code == 0
    first, *rest = result.stdout.splitlines()
    assert first == (
        "penguins (shipped): 344 rows, 7 attributes, 3 classes, 19 missing cells. Target: species."
    )
    assert rest[:2] == ["", "Score for species: 344 rows, 3 classes."]
    assert any(line.strip().startswith("Adelie starts with  ") for line in rest)
    assert max(map(len, rest)) <= 100
    commands = ["Next: conjunct evaluate", "      conjunct learn --save model.json"]
    assert rest[-3:] == [DETAILS, *commands]
    assert result.stderr == ""


def test_the_rules_are_printed_below_what_the_table_holds(run: Run, loans: Path) -> None:
    options = ["--target", "status", *ONE_RULE]
    result = run("learn", "loans.csv", *options)
    model = json.loads(run("learn", "loans.csv", *options, "--json").stdout)["model"]
    printed = load_model(json.dumps(model)).to_text(width=100)
    assert result.stdout.startswith(f"{TABLE}\n\n{printed}\n\n{DETAILS}\n")
    assert "Score for status = " in printed
    assert "score = ___" in printed
    assert result.stdout.endswith(
        "\nNext: conjunct evaluate loans.csv --target status --set size=1\n"
        "      conjunct learn loans.csv --target status --set size=1 --save model.json\n"
    )


def test_a_rule_list_is_printed_in_the_order_in_which_it_decides(run: Run, loans: Path) -> None:
    result = run("learn", "loans.csv", "--target", "status", "--learner", "layered")
    assert result.stdout.startswith(PRINTED_LIST)
    words = "loans.csv --target status --learner layered"
    assert result.stdout.endswith(
        f"\nNext: conjunct evaluate {words}\n      conjunct learn {words} --save model.json\n"
    )


def test_the_next_commands_keep_what_was_set(run: Run, loans: Path) -> None:
    options = ["--missing", "value", "--max-conditions", "1", "--set", "size=3"]
    result = run("learn", "loans.csv", "--target", "status", *options)
    evaluate, learn = next_commands(result.stdout)
    assert evaluate == (
        "conjunct evaluate loans.csv --target status --set max_conditions=1 "
        "--set missing=value --set size=3"
    )
    assert learn == (
        "conjunct learn loans.csv --target status --max-conditions 1 --missing value "
        "--set size=3 --save model.json"
    )
    assert run(*evaluate.split()[1:], "--cv", "2", "--jobs", "1").exit_code == 0
    assert run(*learn.split()[1:]).exit_code == 0


def test_the_next_evaluation_compares_the_searches(run: Run, loans: Path) -> None:
    result = run(
        "learn", "loans.csv", "--target", "status", "--learner", "layered", "--search", "greedy"
    )
    assert "Next: conjunct evaluate loans.csv --target status --learner layered\n" in result.stdout


def test_a_card_without_rules_says_what_every_row_gets(run: Run, write: Write) -> None:
    write("t.csv", "a,class\n1,x\n2,x\n3,x\n4,y\n")
    result = run("learn", "t.csv", "--target", "class", "--record")
    assert result.stdout.split("\n\n")[1:] == [
        "Score for class = y: 1 of 4 rows (25 %).",
        "No rules: every row gets x, with probability 75 %.\n"
        "Cross-validated on 4 folds: 25.0 % wrong (always x: 25.0 %), AUC 0.50.",
        "No rule pays for itself: on rows that they did not learn from, cards with rules predict "
        "no better\nthan the class frequencies do.",
        f"{DETAILS}\nNext: conjunct evaluate t.csv --target class\n"
        "      conjunct learn t.csv --target class --save model.json\n",
    ]


def test_names_with_blanks_are_quoted_in_the_next_commands(run: Run, write: Write) -> None:
    write("my loans.csv", "a b,class\n1,x\n2,y\n")
    result = run("learn", "my loans.csv", "--target", "class", "--kind", "a b=nominal")
    assert "evaluate 'my loans.csv' --target class --kind 'a b=nominal'\n" in result.stdout
    saved = run("learn", "my loans.csv", "--target", "class", "--save", "my model.json")
    for command in next_commands(saved.stdout):
        assert run(*shlex.split(command)[1:]).exit_code == 0


@pytest.mark.parametrize("learner", HEADINGS)
@pytest.mark.parametrize("columns", [80, 100, 160])
def test_the_rules_fit_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: int, learner: str
) -> None:
    monkeypatch.setattr("conjunct.cli.learn.width", lambda: columns)
    options = ["--learner", learner, *(["--search", "greedy"] if learner == "layered" else [])]
    _, *printed, _ = run("learn", *options).stdout.split("\n\n")
    lines = [line for part in printed for line in part.splitlines()]
    (heading,) = [line for line in lines if line.lstrip().startswith("#  rule")]
    assert heading.split()[:2] == ["#", "rule"]
    assert max(map(len, lines)) <= columns


def test_the_first_line_is_bold_on_a_terminal(
    run: Run, loans: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conjunct.cli.streams.has_colours", lambda _: True)
    for learner, start in {"card": "Score for status = ", "layered": "#  rule  "}.items():
        options = ["--target", "status", "--learner", learner]
        options += ONE_RULE if learner == "card" else ()
        lines = run("learn", "loans.csv", *options).stdout.splitlines()
        (bold,) = (line for line in lines if "\x1b[1m" in line)
        assert bold.startswith(f"\x1b[1m{start}")
        assert bold.endswith("\x1b[0m")


def test_details_tell_how_hard_each_rule_was_searched_for(run: Run, loans: Path) -> None:
    options = ["--target", "status", "--details"]
    searched = ["tried", "possible", "p-value"]
    for learner, heads in HEADINGS.items():
        size = ONE_RULE if learner == "card" else ()
        text = run("learn", "loans.csv", *options, "--learner", learner, *size).stdout
        lines = [line.split() for line in text.splitlines()]
        (heading,) = [line for line in lines if line[:1] == ["#"]]
        assert heading[: len(heads)] == heads
        (search,) = [line for line in lines if line[-3:] == searched]
        assert (search is heading) == (learner == "layered")
        assert "Tried: candidates scored to find the rule." in " ".join(text.split())
        assert DETAILS not in text


def test_the_record_tells_what_was_tried_for_each_rule(run: Run, loans: Path) -> None:
    result = run("learn", "loans.csv", "--target", "status", "--learner", "layered", "--record")
    assert "\nRule 1: if income > 20\nlayered search, width 1: 16 tried" in result.stdout
    assert "\nRule 2: if income ≤ 20\nlayered search" in result.stdout
    card = run("learn", "loans.csv", "--target", "status", "--record", *ONE_RULE).stdout
    assert re.search(r"\nRule 1: if income ≤ 20\nnewton search, width 4: \d+ tried", card)


def test_a_saved_model_is_the_printed_one(run: Run, loans: Path, tmp_path: Path) -> None:
    result = run("learn", "loans.csv", "--target", "status", "--save", "m.json")
    assert result.stderr == "saved to m.json\n"
    assert load_model(tmp_path / "m.json").to_text(width=100) in result.stdout
    commands = next_commands(result.stdout)
    assert commands == [
        "conjunct explain m.json loans.csv --row 1",
        "conjunct predict m.json loans.csv",
    ]
    for command in commands:
        assert run(*command.split()[1:]).exit_code == 0


def test_without_a_file_of_rows_the_next_commands_need_none(run: Run) -> None:
    commands = next_commands(run("learn", "--save", "m.json").stdout)
    assert commands == ["conjunct describe m.json", "conjunct export m.json --to python"]
    for command in commands:
        assert run(*command.split()[1:]).exit_code == 0


def test_the_next_commands_read_the_rows_as_the_table_was_read(run: Run, write: Write) -> None:
    rows = "".join(f"2024-01-{n:02}|{n}|{'xy'[n > 9]}\n" for n in range(1, 29))
    write("t.txt", f"day|a|class\n{rows}")
    options = ["--delimiter", "|", "--dates", "days", "--kind", "a=nominal"]
    commands = next_commands(
        run("learn", "t.txt", "--target", "class", *options, "--save", "m.json").stdout
    )
    assert commands[1] == "conjunct predict m.json t.txt --delimiter '|'"
    for command in commands:
        assert run(*shlex.split(command)[1:]).exit_code == 0


def next_commands(printed: str) -> list[str]:
    """Return the commands below "Next:", one on each line."""
    first, *others = printed.split("\nNext: ")[1].splitlines()
    return [first, *(line.removeprefix("      ") for line in others)]


def test_json_is_one_document_with_the_table_and_the_model(run: Run, loans: Path) -> None:
    result = run("learn", "loans.csv", "--target", "status", "--json", "--record", *ONE_RULE)
    document = json.loads(result.stdout)
    assert document["table"] == {
        "name": "loans.csv",
        "rows": 8,
        "attributes": ["income", "city"],
        "classes": ["bad", "good"],
        "missing_cells": 0,
        "target": "status",
        "notes": [],
    }
    assert document["learner"] == "card"
    (rule,) = load_model(json.dumps(document["model"]))
    assert str(rule.body) == "income ≤ 20"


def test_the_options_reach_the_learner(run: Run, loans: Path) -> None:
    options = [
        "--learner",
        "layered",
        "--search",
        "greedy",
        "--max-rules",
        "1",
        "--max-conditions",
        "1",
    ]
    result = run("learn", "loans.csv", "--target", "status", "--json", *options)
    (rule,) = json.loads(result.stdout)["model"]["rules"]
    assert rule["search"]["search"] == "greedy"
    assert len(rule["conditions"]) == 1


def test_missing_cells_can_be_a_value(run: Run, write: Write) -> None:
    write("t.csv", "a,class\n" + 5 * "?,x\n?,x\n?,x\nv,y\nw,y\nv,y\n")
    result = run("learn", "t.csv", "--target", "class", "--missing", "value")
    assert "a is missing" in result.stdout


def test_a_coverage_that_no_rule_reaches_leaves_the_default(run: Run, loans: Path) -> None:
    result = run("learn", "loans.csv", "--target", "status", "--min-coverage", "100")
    assert result.exit_code == 0
    assert "No rules: every row gets bad, with probability" in result.stdout


def test_a_folder_that_is_not_there_is_refused_before_learning(run: Run, loans: Path) -> None:
    result = run("learn", "loans.csv", "--target", "status", "--save", "models/m.json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "error: cannot write 'models/m.json': there is no folder 'models'; create it first\n"
    )


def test_rows_without_a_class_are_dropped_and_counted(run: Run, write: Write) -> None:
    write("t.csv", "a,class\n1,x\n2,\n3,y\n4,?\n5,y\n")
    result = run("learn", "t.csv", "--target", "class")
    assert result.exit_code == 0
    assert result.stdout.startswith("t.csv: 3 rows")
    assert result.stderr == "note: Dropped 2 rows without a value of the target 'class'.\n"


def test_a_column_without_values_is_left_out_and_named(run: Run, write: Write) -> None:
    write("t.csv", "a,b,class\n1,,x\n2,,y\n3,,y\n")
    result = run("learn", "t.csv", "--target", "class")
    assert result.exit_code == 0
    assert result.stderr == "note: Left out 'b': no values.\n"


def test_notes_stay_out_of_json(run: Run, write: Write) -> None:
    write("t.csv", "a,b,class\n1,,x\n2,,y\n3,,y\n")
    document = json.loads(run("learn", "t.csv", "--target", "class", "--json").stdout)
    assert document["table"]["notes"] == ["Left out 'b': no values."]


@pytest.mark.parametrize("name", ["hepatitis", "vote"])
def test_a_public_table_needs_no_target(run: Run, tables: Path, name: str) -> None:
    result = run("learn", tables / f"{name}.arff", "--learner", "layered", "--search", "greedy")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].endswith("Target: Class (by convention, see --target).")


def test_points_can_be_on_a_scale(run: Run, loans: Path, tmp_path: Path) -> None:
    options = ["--target", "status", "--scale", "600,50,20", *ONE_RULE, "--save", "m.json"]
    result = run("learn", loans, *options)
    assert result.exit_code == 0, result.stderr
    assert "600 points are odds of 50 to 1 for " in result.stdout
    assert load_model(tmp_path / "m.json").scale == Scale(600, 50, 20)
    printed = run("learn", loans, *options[:-2]).stdout
    assert "conjunct learn" in printed.splitlines()[-1]
    assert "--scale 600,50,20 --set size=1 --save model.json" in printed
    assert "--set scale=600,50,20" in printed


@pytest.mark.parametrize(
    "scale", ["600", "600,50,x", "600,50,0", "600,-1,20", "1,2,3,4", "nan,1,1"]
)
def test_what_is_no_scale_is_wrong_usage(run: Run, loans: Path, scale: str) -> None:
    result = run("learn", loans, "--target", "status", "--scale", scale)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'--scale'" in result.stderr
    assert "is not a score, the odds there and the points that double" in result.stderr
