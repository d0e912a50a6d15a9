from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

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
    assert "Next: conjunct evaluate t.arff, " in result.stdout


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
    assert r"evaluate t.csv --target class --delimiter '\t' --encoding utf-8," in result.stdout


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
    assert predicted.stdout == "row,prediction,rule\n1,bad,1\n2,good,2\n"
    explained = run("explain", model, "new.csv", "--row", "2", *options)
    assert explained.stdout.startswith("row 2: good, by rule 2")


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
