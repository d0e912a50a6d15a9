"""Tables and models that cannot be used: one sentence, exit code 1, no traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

MEASURED = "a,b\n" + "".join(f"{number * 1.37},{number % 3}\n" for number in range(60))

TABLES = [
    pytest.param(b"", "t.csv is empty", id="empty file"),
    pytest.param(b"a,b\n", "t.csv has a header but no rows", id="header only"),
    pytest.param(
        b"a,b\n1,2\n3\n", "line 3 of t.csv has 1 cell where 2 are expected", id="ragged row"
    ),
    pytest.param(
        b"b2,c\n1,2\n3,4\n", "t.csv has no column 'b'; did you mean 'b2'?", id="no such column"
    ),
    pytest.param(b"a,b\n1,x\n2,x\n", "the target 'b' of t.csv is always 'x'", id="one class"),
    pytest.param(b"a,b\n1,\n2,\n", "the target 'b' of t.csv has no values", id="no class"),
    pytest.param(
        b"a,a,b\n1,2,x\n2,3,y\n", "t.csv has more than one column named 'a'", id="equal names"
    ),
    pytest.param(
        b"a,b\n1,x\ninf,y\n", "column 'a' of t.csv holds an infinite value in line 3", id="infinite"
    ),
    pytest.param(bytes(range(32)) * 40, "t.csv holds binary data", id="binary"),
    pytest.param(
        b"a,b\n1,x\x81\n2,y\n",
        "t.csv is neither UTF-8 nor Windows-1252 text; name the encoding it was saved in "
        "(encoding= in Python, --encoding on the command line)",
        id="wrong encoding",
    ),
    pytest.param(b'a,b\n1,"x\n2,y\n', "t.csv", id="open quote"),
]


def refused(result: Result, sentence: str) -> None:
    assert result.exit_code == 1
    assert result.stdout == ""
    assert sentence in result.stderr
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(("content", "sentence"), TABLES)
@pytest.mark.parametrize("command", ["learn", "evaluate"])
def test_a_table_is_refused_in_one_sentence(
    run: Run, write: Write, command: str, content: bytes, sentence: str
) -> None:
    write("t.csv", content)
    refused(run(command, "t.csv", "--target", "b"), sentence)


def test_a_file_that_is_not_there_is_refused(run: Run) -> None:
    refused(run("learn", "t.csv", "--target", "b"), "there is no file t.csv")


def test_a_folder_is_refused(run: Run, tmp_path: Path) -> None:
    refused(run("learn", tmp_path, "--target", "b"), "is a folder")


@pytest.mark.parametrize("name", [".", "", "/"])
def test_no_name_of_a_file_is_refused(run: Run, name: str) -> None:
    refused(run("learn", name, "--target", "b"), "is a folder; name one file in it")
    refused(run("learn", name), "is a folder; name one file in it")


def test_a_link_to_itself_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "loop.csv").symlink_to("loop.csv")
    sentence = "loop.csv cannot be opened: Too many levels of symbolic links"
    refused(run("learn", "loop.csv", "--target", "b"), sentence)
    refused(run("learn", "loop.csv"), sentence)


def test_a_target_of_measurements_is_refused(run: Run, write: Write) -> None:
    write("t.csv", MEASURED)
    result = run("learn", "t.csv", "--target", "a")
    refused(result, "regression is not supported")
    assert "--kind NAME=nominal in conjunct learn" in result.stderr
    assert (
        run("learn", "t.csv", "--target", "a", "--kind", "a=nominal", "--learner", "tree").exit_code
        == 0
    )


@pytest.mark.parametrize("delimiter", ['"', "\n"])
def test_a_delimiter_that_cannot_be_one_is_refused(run: Run, loans: Path, delimiter: str) -> None:
    result = run("learn", "loans.csv", "--target", "status", "--delimiter", delimiter)
    refused(result, "must be one character")


def test_an_encoding_that_is_none_is_refused(run: Run, loans: Path) -> None:
    result = run("learn", "loans.csv", "--target", "status", "--encoding", "utf-9")
    refused(result, "loans.csv cannot be read as 'utf-9'")


def test_a_line_of_17_megabytes_is_refused(run: Run, write: Write) -> None:
    write("t.csv", b"a,b\n" + b"1" * 17_000_000)
    refused(run("learn", "t.csv", "--target", "b"), "t.csv has a line longer than 16 MiB")


MODELS = [
    pytest.param("{", "is not JSON", id="broken"),
    pytest.param('{"a": 1}', "'m.json' is not a Conjunct model", id="no model"),
    pytest.param("[]", "'m.json' is not a Conjunct model", id="a list"),
    pytest.param(b"\xff\xfe\x00", "'m.json' is not a Conjunct model", id="binary"),
    pytest.param("", "'m.json' is not a Conjunct model: it is not JSON", id="empty"),
]


@pytest.mark.parametrize(("content", "sentence"), MODELS)
def test_a_model_is_refused_in_one_sentence(
    run: Run, write: Write, loans: Path, content: str | bytes, sentence: str
) -> None:
    write("m.json", content)
    refused(run("predict", "m.json", "loans.csv"), sentence)
    refused(run("explain", "m.json", "loans.csv", "--row", "1"), sentence)


def test_a_model_of_a_newer_version_is_refused(run: Run, model: Path) -> None:
    model.write_text(json.dumps({**json.loads(model.read_text()), "version": 99}))
    refused(run("predict", model, "loans.csv"), "was written by a newer Conjunct")


def test_a_model_that_is_not_there_is_refused(run: Run, loans: Path) -> None:
    refused(run("predict", "m.json", "loans.csv"), "cannot read the model 'm.json'")


def test_a_table_in_place_of_the_model_is_refused(run: Run, model: Path, loans: Path) -> None:
    sentence = "'loans.csv' is not a Conjunct model: it is not JSON"
    refused(run("predict", "loans.csv", model), sentence)


@pytest.mark.parametrize(
    "words",
    [
        ["predict", "absent", "loans.csv"],
        ["apply", "loans.json", "absent", "loans.csv"],
        ["learn", "loans.csv", "--target", "status", "--keep", "absent"],
        ["learn", "absent", "--target", "status"],
    ],
)
def test_a_file_that_is_not_there_is_named_with_advice(
    run: Run, model: Path, loans: Path, words: list[str]
) -> None:
    result = run(*words)
    refused(result, "absent")
    assert result.stderr.endswith("; check the name and the folder\n")


def test_a_column_that_the_model_needs_is_missed(run: Run, model: Path, write: Write) -> None:
    write("new.csv", "incme,city\n1,Bonn\n")
    refused(
        run("predict", model, "new.csv"),
        "new.csv has no column 'income'; did you mean 'incme'?",
    )


def test_text_in_a_numeric_column_is_refused(run: Run, model: Path, write: Write) -> None:
    write("new.csv", "income,city\n1,Bonn\nlots,Bonn\n")
    refused(
        run("predict", model, "new.csv"),
        "column 'income' of new.csv should be numeric but holds 'lots' in line 3; "
        "correct the cell, leave it empty, or learn with the column as nominal",
    )


def test_an_output_that_cannot_be_written_is_refused(run: Run, model: Path) -> None:
    result = run("predict", model, "loans.csv", "--output", "no/such/folder.csv")
    refused(result, "cannot write 'no/such/folder.csv'")
