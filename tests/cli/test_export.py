from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from conjunct import load_model

Run = Callable[..., Result]


def test_the_query_runs_and_agrees_with_predict(run: Run, card: Path) -> None:
    result = run("export", "card.json", "--to", "sql", "--table", "loans", "--keep", "id")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [(1, 15.0, "Bonn"), (2, 15.0, "Köln"), (3, 30.0, "Bonn"), (4, None, None)]
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE loans (id INTEGER, income REAL, city TEXT)")
        connection.executemany("INSERT INTO loans VALUES (?, ?, ?)", rows)
        found = connection.execute(result.stdout).fetchall()
    connection.close()
    model = load_model(card)
    columns = {"income": [row[1] for row in rows], "city": [row[2] for row in rows]}
    assert [row[1] for row in found] == model.predict(columns).tolist()
    assert [row[2] for row in found] == [2.5, 1.25, 0.0, 0.0]


@pytest.mark.parametrize("name", ["python", "pmml", "markdown", "latex"])
def test_texts_are_what_the_methods_return(run: Run, card: Path, name: str) -> None:
    text = getattr(load_model(card), f"to_{name}")()
    result = run("export", "card.json", "--to", name)
    assert (result.exit_code, result.stdout.rstrip("\n")) == (0, text.rstrip("\n"))
    document = json.loads(run("export", "card.json", "--to", name, "--json").stdout)
    assert document == {"format": name, "text": text}
    assert run("export", "card.json", "--to", name, "--output", "out").stderr == "written to out\n"
    assert Path("out").read_text(encoding="utf-8") == text.rstrip("\n") + "\n"


def test_options_of_sql_reach_the_query(run: Run, rule_set: Path) -> None:
    options = ["--dialect", "bigquery", "--table", "bank.loans", "--reasons"]
    text = run("export", "set.json", "--to", "sql", *options).stdout.removesuffix("\n")
    rules = load_model(rule_set)
    assert text == rules.to_sql("bigquery", "bank.loans", reasons=True)


def test_a_spreadsheet_is_a_file(run: Run, card: Path) -> None:
    result = run("export", "card.json", "--to", "excel", "--output", "card.xlsx")
    assert (result.exit_code, result.stderr) == (0, "written to card.xlsx\n")
    assert Path("card.xlsx").read_bytes().startswith(b"PK")


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--to", "excel"], 2, "name the file to write the spreadsheet to"),
        (["--to", "excel", "--output", "x.xlsx", "--json"], 2, "a spreadsheet is not text"),
        (["--to", "python", "--table", "x"], 2, "are only for --to sql"),
        (["--to", "word"], 2, "'word' is not one of"),
        (["--to", "sql", "--dialect", "access"], 2, "'access' is not one of"),
        (["--to", "sql", "--table", "a..b"], 1, "table 'a..b' is not a name"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_sentence(
    run: Run, card: Path, options: list[str], code: int, message: str
) -> None:
    result = run("export", "card.json", *options)
    assert result.exit_code == code
    assert message in result.stderr
    assert "Traceback" not in result.stderr
