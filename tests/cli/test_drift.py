from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.model.remembering import card as people_card
from typer.testing import Result

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

PEOPLE = "age,ci_ty,day\n20,Bonn,9.1.2024\n70,Oslo,10.1.2024\n,Bonn,9.1.2024\n"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "people.json"
    people_card().save(path)
    return path


def test_the_text_is_what_the_method_prints(run: Run, write: Write, model: Path) -> None:
    rows = write("new.csv", PEOPLE)
    result = run("drift", model, rows)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{people_card().drift(rows)}\n"
    assert result.stdout.startswith("new.csv: 3 rows, against 100 training rows of people.csv.\n")
    assert "New to ci_ty: Oslo (1 row)." in result.stdout


def test_periods_have_a_line_each_in_order(run: Run, write: Write, model: Path) -> None:
    result = run("drift", model, write("new.csv", PEOPLE), "--by", "day")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert [line.split()[:2] for line in lines[3:5]] == [["9.1.2024", "2"], ["10.1.2024", "1"]]


def test_the_document(run: Run, write: Write, model: Path) -> None:
    rows = write("new.csv", PEOPLE)
    document = json.loads(run("drift", model, rows, "--json").stdout)
    assert document == people_card().drift(rows).to_dict()
    parts = json.loads(run("drift", model, rows, "--by", "day", "--json").stdout)["periods"]
    assert [(part["period"], part["rows"]) for part in parts] == [("9.1.2024", 2), ("10.1.2024", 1)]


def test_the_table_that_was_learned_from_did_not_move(run: Run, learned_card: Path) -> None:
    document = json.loads(run("drift", learned_card, "loans.csv", "--json").stdout)
    shifts = document["periods"][0]["shifts"]
    assert {shift["psi"] for shift in shifts} == {0.0}
    assert {"score", "class", "rule"} <= {shift["about"] for shift in shifts}


def test_a_model_without_facts_tells_what_it_can(run: Run, write: Write, card: Path) -> None:
    result = run("drift", card, write("new.csv", "income,city\n10,Bonn\n"))
    assert result.exit_code == 0
    assert "Only the shares of its rules are compared" in result.stdout.replace("\n", " ")


@pytest.mark.parametrize(
    ("table", "options", "code", "message"),
    [
        ("age,city\n1,x\n", [], 1, "no column 'ci_ty'"),
        ("age,ci_ty\n1,x\n", ["--by", "month"], 1, "no column 'month'"),
        ("age,ci_ty\n", [], 1, "has a header but no rows"),
        ("age,ci_ty\nold,x\n", [], 1, "'age'"),
        ("age,ci_ty\n1,x\n", ["--by"], 2, "requires an argument"),
    ],
)
def test_faults_are_one_sentence(
    run: Run, write: Write, model: Path, table: str, options: list[str], code: int, message: str
) -> None:
    result = run("drift", model, write("new.csv", table), *options)
    assert result.exit_code == code
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    if code == 1:
        assert len(result.stderr.splitlines()) == 1
        assert result.stdout == ""


def test_too_many_periods_are_refused(run: Run, write: Write, model: Path) -> None:
    rows = "".join(f"1,x,shop {number}\n" for number in range(30))
    result = run("drift", model, write("new.csv", f"age,ci_ty,shop\n{rows}"), "--by", "shop")
    assert result.exit_code == 1
    assert "'shop' has 30 values, and there can be at most 24 periods" in result.stderr
