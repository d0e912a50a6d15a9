from __future__ import annotations

import json
import webbrowser
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from conjunct import load_model, read_table
from conjunct.model import Rules
from conjunct.report import document, page

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the addresses that a browser would have been asked to open."""
    asked: list[str] = []
    monkeypatch.setattr(webbrowser, "open", asked.append)
    return asked


def expected(card: Path, loans: Path) -> tuple[Rules, object]:
    rules = load_model(card)
    return rules, read_table(loans, target="status", kinds=rules.written)


def test_the_page_is_written_and_not_opened(
    run: Run, card: Path, loans: Path, opened: list[str]
) -> None:
    result = run("edit", "card.json", loans)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "written to edit.html\n"
    made = page(*expected(card, loans), editing=True)
    assert Path("edit.html").read_text(encoding="utf-8") == made
    assert opened == []


def test_it_is_opened_on_demand(run: Run, card: Path, loans: Path, opened: list[str]) -> None:
    assert run("edit", "card.json", loans, "--out", "own.html", "--open").exit_code == 0
    assert opened == [Path("own.html").resolve().as_uri()]
    assert not Path("edit.html").exists()


def test_json_is_what_the_page_shows(run: Run, card: Path, loans: Path) -> None:
    result = run("edit", "card.json", loans, "--json", "--rows", 3)
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == document(*expected(card, loans), rows=3, editing=True)
    assert not Path("edit.html").exists()


def test_columns_that_the_model_does_not_use_can_be_tested(run: Run, card: Path) -> None:
    text = "income,city,age,status\n10,Bonn,20,bad\n30,Ulm,,good\n"
    Path("more.csv").write_text(text, encoding="utf-8")
    found = json.loads(run("edit", "card.json", "more.csv", "--json").stdout)
    assert found["editing"]["others"] == [{"name": "age", "kind": "numeric"}]
    assert found["table"]["rows"]["columns"][2] == {"values": [20, None]}
    plain = json.loads(run("report", "card.json", "more.csv", "--json").stdout)
    assert plain["editing"] is None
    assert len(plain["table"]["rows"]["columns"]) == 2


def test_a_tree_is_refused_in_a_sentence(run: Run, loans: Path) -> None:
    saved = run("learn", loans, "--target", "status", "--learner", "tree", "--save", "tree.json")
    assert saved.exit_code == 0, saved.stderr
    result = run("edit", "tree.json", loans)
    assert result.exit_code == 1
    assert "a tree is edited as a list of rules" in result.stderr
    assert not Path("edit.html").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["card.json"], 2, "TABLE"),
        (["none.json", "loans.csv"], 1, "none.json"),
        (["card.json", "none.csv"], 1, "there is no file none.csv"),
        (["card.json", "loans.csv", "--out", "no/folder.html"], 1, "cannot write"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    run: Run, card: Path, loans: Path, arguments: list[str], code: int, message: str
) -> None:
    result = run("edit", *arguments)
    assert result.exit_code == code
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_model_without_a_table_cannot_be_edited(card: Path) -> None:
    from conjunct.errors import ModelError

    with pytest.raises(ModelError, match="edits are tried on rows"):
        document(load_model(card), editing=True)
