from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.model.remembering import card as people_card
from typer.testing import Result

from conjunct import load_model
from conjunct.export.model_card import model_facts

Run = Callable[..., Result]


def test_markdown_and_the_document_are_what_the_functions_return(run: Run, tmp_path: Path) -> None:
    people_card().save(tmp_path / "people.json")
    result = run("describe", "people.json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == people_card().to_model_card()
    assert json.loads(run("describe", "people.json", "--json").stdout) == model_facts(people_card())


def test_it_is_written_to_a_file(run: Run, tmp_path: Path) -> None:
    people_card().save(tmp_path / "people.json")
    result = run("describe", "people.json", "--out", "card.md")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "written to card.md\n")
    assert Path("card.md").read_text(encoding="utf-8") == people_card().to_model_card()


def test_a_learned_model_knows_day_version_and_table(
    run: Run, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = load_model(model)
    assert rules.training is not None
    assert rules.training.source == "loans.csv"
    assert rules.training.date is not None
    assert "Learned by LayeredRuleClassifier of conjunct" in run("describe", model).stdout
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    options = ["--target", "status", "--learner", "ripper", "--save", "again.json"]
    assert run("learn", "loans.csv", *options).exit_code == 0
    assert json.loads(run("describe", "again.json", "--json").stdout)["date"] == "1970-01-02"


def test_a_model_that_cannot_be_read_is_one_sentence(run: Run) -> None:
    result = run("describe", "absent.json")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: cannot read the model 'absent.json'")
