from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import Result

from conjunct import load_model
from conjunct.report import document, page

Run = Callable[..., Result]


def test_the_page_is_written(run: Run, card: Path, loans: Path) -> None:
    result = run("report", "card.json", loans, "--out", "report.html")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "written to report.html\n"
    assert Path("report.html").read_text(encoding="utf-8") == page(load_model(card), loans)


def test_the_page_of_a_model_alone(run: Run, card: Path) -> None:
    assert run("report", "card.json", "--out", "report.html").exit_code == 0
    assert Path("report.html").read_text(encoding="utf-8") == page(load_model(card))


def test_json_is_what_the_page_shows(run: Run, card: Path, loans: Path) -> None:
    result = run("report", "card.json", loans, "--json", "--rows", 3)
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == document(load_model(card), loans, rows=3)


def test_rows_without_classes_are_shown_with_a_note(run: Run, card: Path, loans: Path) -> None:
    Path("new.csv").write_text("income,city\n10,Bonn\n30,Ulm\n", encoding="utf-8")
    result = run("report", "card.json", "new.csv", "--json")
    assert result.exit_code == 0
    assert result.stderr.startswith("note: Classes are not known: ")
    assert json.loads(result.stdout)["table"]["checks"] is None


def test_newer_rows_are_compared_with_the_training_rows(run: Run, loans: Path) -> None:
    learned = ("learn", loans, "--target", "status", "--set", "size=1", "--save", "learned.json")
    assert run(*learned).exit_code == 0
    Path("june.csv").write_text("income,city\n" + "10,Bonn\n" * 400, encoding="utf-8")
    result = run("report", "learned.json", loans, "june.csv", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    shown = json.loads(result.stdout)
    assert (shown["table"]["n_rows"], shown["drift"]["table"]) == (8, "june.csv")
    assert shown["drift"]["first"].startswith("Moved: ")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["card.json"], 2, "name the file to write the page to"),
        (["card.json", "--out", "no/such/folder.html"], 1, "cannot write 'no/such/folder.html'"),
        (["none.json", "--out", "x.html"], 1, "none.json"),
        (["card.json", "none.csv", "--out", "x.html"], 1, "there is no file none.csv"),
        (["card.json", "--out", "x.html", "--rows", "-1"], 2, "greater than or equal to 0"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    run: Run, card: Path, arguments: list[str], code: int, message: str
) -> None:
    result = run("report", *arguments)
    assert result.exit_code == code
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_whole_weights_count_like_repeated_rows(run: Run, card: Path, loans: Path) -> None:
    head, *rows = loans.read_text().splitlines()
    weights = [1 + at % 3 for at in range(len(rows))]
    repeated = [row for row, weight in zip(rows, weights, strict=True) for _ in range(weight)]
    cells = [f"{row},{weight}" for row, weight in zip(rows, weights, strict=True)]
    Path("loans.csv").write_text("\n".join([head, *repeated, ""]))
    expected = json.loads(run("report", "card.json", "loans.csv", "--json").stdout)
    Path("loans.csv").write_text("\n".join([f"{head},n", *cells, ""]))
    result = run("report", "card.json", "loans.csv", "--weight", "n", "--json")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    checks, wanted = found["table"]["checks"], expected["table"]["checks"]
    bins, wanted_bins = (one.pop("calibration")["bins"] for one in (checks, wanted))
    assert checks == wanted
    np.testing.assert_allclose(bins, wanted_bins)
    assert [one["facts"] for one in found["rules"]] == [one["facts"] for one in expected["rules"]]


def test_weights_may_be_fractions_and_must_be_there(run: Run, card: Path, loans: Path) -> None:
    head, *rows = loans.read_text().splitlines()
    Path("loans.csv").write_text("\n".join([f"{head},n", *(f"{row},0.5" for row in rows), ""]))
    command = ("report", "card.json", "loans.csv", "--out", "report.html")
    assert run(*command, "--weight", "n").exit_code == 0
    assert f"of {len(rows) / 2:g} rows wrong" in Path("report.html").read_text(encoding="utf-8")
    result = run(*command, "--weight", "m")
    assert result.exit_code == 1
    assert "has no column 'm'" in result.stderr
