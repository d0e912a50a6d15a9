from __future__ import annotations

import csv
import errno
import json
from collections.abc import Callable, Iterable
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
    assert result.stdout == "row,prediction,rule\n1,bad,2\n2,good,1\n3,good,\n"
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
        (1, "bad", 2),
        (2, "good", None),
    ]


def test_a_file_is_written_and_named(run: Run, model: Path, write: Write) -> None:
    write("new.csv", "income\n15\n")
    old = write("out.csv", "old")
    result = run("predict", "loans.json", "new.csv", "--output", "out.csv")
    assert (result.stdout, result.stderr) == ("", "written to out.csv\n")
    assert old.read_text() == "row,prediction,rule\n1,bad,2\n"


def test_columns_may_be_reordered_and_more(run: Run, model: Path, write: Write) -> None:
    write("new.csv", "colour,status,income\nred,,15\nblue,,25\n")
    result = run("predict", "loans.json", "new.csv")
    assert result.stdout == "row,prediction,rule\n1,bad,2\n2,good,1\n"


def test_a_category_that_was_never_seen_is_no_fault(run: Run, write: Write) -> None:
    write("t.csv", "city,class\n" + 10 * "Bonn,x\nKiel,y\nUlm,z\n")
    run("learn", "t.csv", "--target", "class", "--save", "m.json")
    write("new.csv", "city\nRom\nKiel\n")
    result = run("predict", "m.json", "new.csv")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[2].startswith("2,y,")


def test_categories_that_were_never_seen_are_noted_with_their_rows(
    run: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "".join(f"{'Bonn' if n % 2 else 'Kiel'},{'xy'[n % 2]}\n" for n in range(40))
    write("t.csv", f"city,class\n{rows}")
    write("new.csv", "city\nRom\nKiel\nNew York\nRom\n?\n")
    write("old.csv", "city\nKiel\nBonn\n")
    effects = {"card": "meets only conditions with ≠", "tree": "goes to the branch marked *"}
    monkeypatch.setattr("conjunct.data.pieces.PIECE_ROWS", 2)
    for learner in ("card", "ripper", "tree"):
        run("learn", "t.csv", "--target", "class", "--learner", learner, "--save", "m.json")
        effect = effects.get(learner, effects["card"])
        assert run("predict", "m.json", "new.csv").stderr == (
            "note: Not seen in training: city = Rom (2 rows), 'New York' (1 row). "
            f"Such a cell {effect}.\n"
        )
        assert run("predict", "m.json", "old.csv").stderr == ""


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


def test_the_columns_of_the_table_are_kept_as_they_are_written(
    run: Run, card: Path, write: Write
) -> None:
    write("new.csv", 'id,income,city,note\n007,15.0,Bonn,"a, b"\n008,?,Köln,\n')
    result = run("predict", "card.json", "new.csv", "--keep")
    assert result.stderr == ""
    assert result.stdout == (
        "id,income,city,note,row,prediction,rules\n"
        '007,15.0,Bonn,"a, b",1,bad,1\n'
        "008,,Köln,,2,good,2\n"
    )
    document = json.loads(run("predict", "card.json", "new.csv", "--keep", "--json").stdout)
    assert document["rows"][0]["cells"] == {
        "id": "007",
        "income": "15.0",
        "city": "Bonn",
        "note": "a, b",
    }


def test_no_column_is_added_twice(run: Run, card: Path, write: Write) -> None:
    write("new.csv", "income,city,prediction,row,row_2\n15,Bonn,x,y,z\n")
    result = run("predict", "card.json", "new.csv", "--keep")
    header, cells = csv.reader(result.stdout.splitlines())
    assert header == [
        *("income", "city", "prediction", "row", "row_2", "row_3", "prediction_2", "rules")
    ]
    assert cells == ["15", "Bonn", "x", "y", "z", "1", "bad", "1"]
    assert result.stderr == (
        "note: there is a column 'row' already; the new one is called 'row_3'\n"
        "note: there is a column 'prediction' already; the new one is called 'prediction_2'\n"
    )


def test_what_predict_wrote_can_be_predicted_again(run: Run, card: Path, write: Write) -> None:
    write("new.csv", "income,city\n15,Bonn\n")
    options = ["--keep", "--score", "--reasons", "--proba"]
    write("once.csv", run("predict", "card.json", "new.csv", *options).stdout)
    twice = run("predict", "card.json", "once.csv", *options).stdout
    header, cells = csv.reader(twice.splitlines())
    assert len(set(header)) == len(header) == 2 + 2 * (3 + 1 + 2 + 8)
    assert cells[2:16] == cells[16:]


def test_scores_and_reasons_are_told_on_request(run: Run, card: Path, write: Write) -> None:
    write("new.csv", "income,city\n15,Bonn\n30,Köln\n")
    result = run("predict", "card.json", "new.csv", "--score", "--reasons")
    header, *rows = csv.reader(result.stdout.splitlines())
    assert header[3:8] == ["score", "code_1", "reason_1", "code_2", "reason_2"]
    assert rows[0][3:8] == ["2.5", "R1", "income ≤ 20", "R2", "not: city = Köln"]
    assert rows[1][3:8] == ["-1.25", "", "", "", ""]
    found = json.loads(
        run("predict", "card.json", "new.csv", "--score", "--reasons", "--json").stdout
    )
    assert found["rows"][0]["score"] == 2.5
    assert [one["code"] for one in found["rows"][0]["reasons"]] == ["R1", "R2"]
    assert found["rows"][1]["reasons"] == []


def test_whole_scores_are_written_as_whole_numbers(run: Run, card: Path, write: Write) -> None:
    load_model(card).scaled((600, 50, 20)).save(card)
    write("new.csv", "income,city\n15,Bonn\n")
    row = run("predict", "card.json", "new.csv", "--score").stdout.splitlines()[1]
    assert row == "1,bad,2,451"


def test_a_list_has_one_reason_and_no_score(run: Run, model: Path, write: Write) -> None:
    write("new.csv", "income\n15\n?\n")
    result = run("predict", "loans.json", "new.csv", "--reasons")
    assert result.stdout == (
        "row,prediction,rule,code_1,reason_1\n1,bad,2,R2,income ≤ 20\n2,good,,,\n"
    )
    result = run("predict", "loans.json", "new.csv", "--score")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: a rule list has no score; leave --score out\n"


def test_a_fault_of_standard_output_is_not_blamed_on_the_table(
    run: Run, model: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(texts: Iterable[str]) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    write("new.csv", "income\n15\n")
    monkeypatch.setattr("conjunct.cli.predict.say_parts", full)
    result = run("predict", "loans.json", "new.csv")
    assert (result.exit_code, result.stderr) == (1, "error: No space left on device\n")
