from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from conjunct.cli.app import app
from conjunct.data import arff

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

ROWS = "1,x,u\n2,y,v\n3,y,u\n"


@pytest.mark.parametrize(
    ("attributes", "target"),
    [(("a", "b", "kind"), "kind"), (("a", "Class", "kind"), "Class")],
)
def test_the_target_of_arff_is_named_class_or_last(
    run: Run, write: Write, attributes: tuple[str, ...], target: str
) -> None:
    types = ("numeric", "{x,y}", "{u,v}")
    head = "".join(f"@attribute {n} {t}\n" for n, t in zip(attributes, types, strict=True))
    write("t.arff", f"@relation t\n{head}@data\n{ROWS}")
    result = run("learn", "t.arff")
    assert f" Target: {target} (by convention, see --target).\n" in result.stdout
    assert "Next: conjunct evaluate t.arff\n" in result.stdout


@pytest.mark.parametrize("name", ["t.names", "t.data", "t"])
def test_the_target_of_c45_files_is_the_class(run: Run, write: Write, name: str) -> None:
    write("t.names", "u, v.\na: continuous.\nb: x, y.\n")
    write("t.data", ROWS)
    assert " Target: class (by convention, see --target).\n" in run("learn", name).stdout


def test_another_target_of_arff_can_be_named(run: Run, write: Write) -> None:
    write("t.arff", "@relation t\n@attribute b {x,y}\n@attribute class {u,v}\n@data\nx,u\ny,v\n")
    assert " Target: b.\n" in run("learn", "t.arff", "--target", "b").stdout


def test_a_csv_file_without_a_target_is_refused_with_its_columns(run: Run, loans: Path) -> None:
    result = run("learn", "loans.csv")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "error: name the column to predict with --target; the columns are income, city, status\n"
    )


def test_of_very_many_columns_the_first_are_listed(run: Run, write: Write) -> None:
    names = [f"c{number}" for number in range(40)]
    write("t.csv", "\n".join([",".join(names), ",".join("1" * 40), ",".join("2" * 40)]))
    assert run("learn", "t.csv").stderr.endswith(", c28, c29 and 10 more\n")


COMMAS = "a:b,c:class\n1:x,y:u\n2:x,y:u\n3:z,y:v\n4:z,y:v\n"


@pytest.mark.parametrize("command", ["learn", "evaluate"])
def test_a_delimiter_can_be_named(run: Run, write: Write, command: str) -> None:
    write("t.csv", COMMAS)
    options = ["--target", "class", "--delimiter", ":", "--json", "--jobs", "1"]
    options += ["--cv", "2"] if command == "evaluate" else []
    result = run(command, "t.csv", *options)
    assert json.loads(result.stdout)["table"]["attributes"] == ["a", "b,c"]


def test_a_tab_can_be_written_and_is_quoted_in_the_next_command(run: Run, write: Write) -> None:
    write("t.csv", COMMAS.replace(":", "\t"))
    options = ["--target", "class", "--delimiter", r"\t", "--encoding", "utf-8"]
    result = run("learn", "t.csv", *options)
    command = r"evaluate t.csv --target class --delimiter '\t' --encoding utf-8"
    assert f"{command}\n" in result.stdout


def test_a_named_delimiter_tells_the_columns_to_choose_a_target_from(
    run: Run, write: Write
) -> None:
    write("t.csv", COMMAS)
    assert run("learn", "t.csv", "--delimiter", ":").stderr.endswith("are a, b,c, class\n")


def test_an_encoding_can_be_named(run: Run, write: Write) -> None:
    rows = "".join(f"{city};{kind}\n" for city, kind in [("Łódź", "u"), ("Bonn", "v")] * 3)
    write("t.csv", f"city;class\n{rows}".encode("iso8859-2"))
    options = ["--learner", "layered", "--encoding", "latin2"]
    result = run("learn", "t.csv", "--target", "class", *options)
    assert "city = Łódź" in result.stdout
    assert result.stderr == ""


def test_delimiter_and_encoding_reach_predict_and_explain(
    run: Run, model: Path, write: Write
) -> None:
    write("new.csv", "city:income\nŁódź,x:15\nBonn,y:25\n".encode("utf-16-le"))
    options = ["--delimiter", ":", "--encoding", "utf-16-le"]
    predicted = run("predict", model, "new.csv", *options)
    assert predicted.stdout == "row,prediction,rule\n1,bad,2\n2,good,1\n"
    explained = run("explain", model, "new.csv", "--row", "2", *options)
    assert explained.stdout.startswith("row 2: good, by rule 1")


def test_the_rows_of_arff_are_read_once(
    run: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[object] = []
    rows_of = arff._rows

    def counted(*arguments: Any) -> Any:
        read.append(arguments)
        return rows_of(*arguments)

    monkeypatch.setattr(arff, "_rows", counted)
    write("t.arff", "@relation t\n@attribute b {x,y}\n@attribute c {u,v}\n@data\nx,u\ny,v\n")
    assert " Target: c (by convention" in run("learn", "t.arff").stdout
    assert len(read) == 1


EUROPEAN = "preis;tag;klasse\n" + "".join(
    f"{n},5;{n % 28 + 1:02}.{n % 12 + 1:02}.2024;{'ja' if n > 20 else 'nein'}\n" for n in range(40)
)


def test_what_was_read_is_said_and_reaches_predict(run: Run, write: Write) -> None:
    write("t.csv", EUROPEAN)
    learned = run("learn", "t.csv", "--target", "klasse", "--save", "m.json")
    assert learned.stderr.splitlines() == [
        "note: Read 'preis' as numbers with decimal commas: '10,5' is 10.5.",
        "note: Left out 'tag': dates or times; --dates days, or read_table(..., dates='days') in "
        "Python, reads dates as days since 1970-01-01.",
        "note: 'preis' alone tells the target in all rows. If it is known only later, learn "
        "without it (--forbid).",
        "saved to m.json",
    ]
    assert re.search(r"preis (≤|>) 2[01]", learned.stdout)
    write("new.csv", 'preis,klasse\n"9,125",?\n"30,250",?\n')
    predicted = run("predict", "m.json", "new.csv")
    assert [line.split(",")[1] for line in predicted.stdout.splitlines()] == [
        *("prediction", "nein", "ja")
    ]
    assert predicted.stderr == ""


def test_dates_become_days_on_request_and_in_the_next_command(run: Run, write: Write) -> None:
    write("t.csv", EUROPEAN)
    options = ["--target", "klasse", "--dates", "days", "--kind", "preis=nominal"]
    learned = run("learn", "t.csv", *options, "--json")
    assert json.loads(learned.stdout)["table"]["attributes"] == ["preis", "tag"]
    words = "t.csv --target klasse --kind preis=nominal --dates days"
    assert f"evaluate {words}\n" in run("learn", "t.csv", *options).stdout


def test_a_table_can_be_piped(loans: Path, model: Path) -> None:
    def piped(*arguments: object, content: bytes = b"") -> Result:
        return CliRunner().invoke(app, [str(one) for one in arguments], input=content)

    learned = piped("learn", "-", "--target", "status", content=loans.read_bytes())
    assert learned.stdout.startswith("standard input: 8 rows, 2 attributes, 2 classes")
    assert "Next: conjunct evaluate - --target status\n" in learned.stdout
    predicted = piped("predict", model, "-", content=loans.read_bytes())
    assert predicted.stdout.splitlines()[:2] == ["row,prediction,rule", "1,bad,2"]
    by_convention = piped(
        "learn",
        "-",
        content=b"@relation r\n@attribute a {x,y}\n@attribute c {u,v}\n@data\nx,u\ny,v\n",
    )
    assert " Target: c (by convention, see --target).\n" in by_convention.stdout


def test_a_sheet_can_be_named(run: Run, model: Path, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["about"])
    rows = book.create_sheet("rows")
    for row in (["income", "city"], [15, "Bonn"], [25, "Köln"]):
        rows.append(row)
    book.save(tmp_path / "t.xlsx")
    predicted = run("predict", model, "t.xlsx", "--sheet", "rows")
    assert predicted.stdout == "row,prediction,rule\n1,bad,2\n2,good,1\n"
    explained = run("explain", model, "t.xlsx", "--row", "2", "--sheet", "rows")
    assert explained.stdout.startswith("row 2: good, by rule 1")
    assert "has no sheet 'row'" in run("learn", "t.xlsx", "--sheet", "row").stderr


def test_rows_that_repeat_others_are_noted(run: Run, write: Write) -> None:
    rows = "".join(f"{n / 7:.3f},{'xy'[n % 3 == 0]}\n" for n in range(60))
    write("t.csv", f"a,class\n{rows}{rows}")
    said = "note: 60 of 120 rows repeat an earlier row."
    assert said in run("learn", "t.csv", "--target", "class").stderr
    write("t.csv", f"a,class\n{rows}")
    assert "repeat" not in run("learn", "t.csv", "--target", "class").stderr


def test_a_column_that_tells_the_target_is_noted(run: Run, write: Write) -> None:
    rows = "".join(f"{n % 7},{'xy'[n % 3 == 0]},{'uv'[n % 3 == 0]}\n" for n in range(60))
    write("t.csv", f"a,copy,class\n{rows}")
    said = "note: 'copy' alone tells the target in all rows."
    assert said in " ".join(run("learn", "t.csv", "--target", "class").stderr.split())
    assert said not in run("learn", "t.csv", "--target", "a").stderr
