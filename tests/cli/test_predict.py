from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from conjunct import load_model

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]


def test_csv_names_the_row_its_class_and_the_rule(run: Run, model: Path, write: Write) -> None:
    write("new.csv", "income\n15\n25\n?\n")
    result = run("predict", "loans.json", "new.csv")
    assert result.exit_code == 0
    assert result.stdout == "row,prediction,rule\n1,bad,1\n2,good,2\n3,bad,\n"
    assert result.stderr == ""


def test_probabilities_have_a_column_for_each_class(run: Run, model: Path, write: Write) -> None:
    write("new.csv", "income\n15\n")
    result = run("predict", "loans.json", "new.csv", "--proba")
    header, row = csv.reader(result.stdout.splitlines())
    assert header == ["row", "prediction", "rule", "p(bad)", "p(good)"]
    assert [float(share) for share in row[3:]] == [5 / 6, 1 / 6]


def test_json_is_one_document(run: Run, model: Path, write: Write) -> None:
    write("new.csv", "income\n15\n?\n")
    document = json.loads(run("predict", "loans.json", "new.csv", "--json", "--proba").stdout)
    assert document["target"] == "status"
    assert document["classes"] == ["bad", "good"]
    assert document["rows"][0]["probabilities"] == [5 / 6, 1 / 6]
    assert [(row["row"], row["prediction"], row["rule"]) for row in document["rows"]] == [
        (1, "bad", 1),
        (2, "bad", None),
    ]


def test_a_file_is_written_and_named(run: Run, model: Path, write: Write) -> None:
    write("new.csv", "income\n15\n")
    old = write("out.csv", "old")
    result = run("predict", "loans.json", "new.csv", "--output", "out.csv")
    assert (result.stdout, result.stderr) == ("", "written to out.csv\n")
    assert old.read_text() == "row,prediction,rule\n1,bad,1\n"


def test_columns_may_be_reordered_and_more(run: Run, model: Path, write: Write) -> None:
    write("new.csv", "colour,status,income\nred,,15\nblue,,25\n")
    result = run("predict", "loans.json", "new.csv")
    assert result.stdout == "row,prediction,rule\n1,bad,1\n2,good,2\n"


def test_a_category_that_was_never_seen_is_no_fault(run: Run, write: Write) -> None:
    write("t.csv", "city,class\n" + 10 * "Bonn,x\nKiel,y\nUlm,z\n")
    run("learn", "t.csv", "--target", "class", "--save", "m.json")
    write("new.csv", "city\nRom\nKiel\n")
    result = run("predict", "m.json", "new.csv")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[2].startswith("2,y,")


def test_classes_with_commas_and_quotes_stay_one_cell(run: Run, write: Write) -> None:
    write("t.csv", 'a;class\n1;"x, ""y"""\n2;"x, ""y"""\n8;z\n9;z\n')
    run("learn", "t.csv", "--target", "class", "--learner", "layered", "--save", "m.json")
    result = run("predict", "m.json", "t.csv")
    assert [row[1] for row in csv.reader(result.stdout.splitlines())][1:] == [
        'x, "y"',
        'x, "y"',
        "z",
        "z",
    ]


def test_all_rules_that_are_added_up_are_named(run: Run, rule_set: Path, write: Write) -> None:
    write("new.csv", "income,city\n15,Bonn\n15,Köln\n30,Bonn\n30,Köln\n")
    result = run("predict", "set.json", "new.csv")
    assert result.stdout == "row,prediction,rules\n1,bad,1\n2,good,1 2\n3,good,\n4,good,2\n"
    document = json.loads(run("predict", "set.json", "new.csv", "--json", "--proba").stdout)
    assert [row["rules"] for row in document["rows"]] == [[1], [1, 2], [], [2]]
    assert document["rows"][1]["probabilities"] == [6 / 16, 10 / 16]


def test_the_card_that_is_learned_by_default_predicts(
    run: Run, learned_card: Path, write: Write
) -> None:
    write("new.csv", "income\n15\n25\n?\n")
    result = run("predict", "learned.json", "new.csv")
    assert result.stdout == "row,prediction,rules\n1,bad,1\n2,good,\n3,good,\n"
    shares = run("predict", "learned.json", "new.csv", "--proba").stdout.splitlines()
    assert shares[0] == "row,prediction,rules,p(bad),p(good)"
    expected = load_model(learned_card).predict_proba({"income": [15.0, 25.0, None]})
    found = [[float(cell) for cell in line.split(",")[3:]] for line in shares[1:]]
    assert found == pytest.approx(expected, abs=1e-12)
    assert found[0][1] < 0.5 < found[1][1]


def test_all_rules_whose_points_are_added_up_are_named(run: Run, card: Path, write: Write) -> None:
    write("new.csv", "income,city\n15,Bonn\n15,Köln\n30,Bonn\n30,Köln\n")
    result = run("predict", "card.json", "new.csv")
    assert result.stdout == "row,prediction,rules\n1,bad,1\n2,good,1 2\n3,good,\n4,good,2\n"
    document = json.loads(run("predict", "card.json", "new.csv", "--json", "--proba").stdout)
    assert [row["rules"] for row in document["rows"]] == [[1], [1, 2], [], [2]]
    bad = [row["probabilities"][0] for row in document["rows"]]
    assert [round(one, 6) for one in bad] == [0.7773, 0.5, 0.2227, 0.075858]
