from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pandas as pd
import pytest
from typer.testing import Result

from conjunct.cli import row_batches
from conjunct.data import pieces

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

OPTIONS = [[], ["--json"], ["--keep", "--score", "--proba"], ["--keep", "--reasons", "--json"]]
ROWS = "15,Bonn,x\n15,Köln,\n?,Bonn,y\n30,Köln,true\n,Ulm,z\n"
TABLES = {
    "plain": f"income,city,note\n{ROWS}",
    "no numbers in a piece": "income,city,note\n?,a,b\n?,c,d\n15,Bonn,e\n",
    "text among numbers": f"income,city,note\n{ROWS}1.5 €,Bonn,a\n",
    "capitals": f"income,city,note\n{ROWS}1,TRUE,a\n2,Köln,TRUE\n3,Köln,FALSE\n",
    "only capitals": "income,city,note\n1,Köln,TRUE\n2,Köln,False\n3,Köln,true\n",
    "blank lines": f"income,city,note\n\n{ROWS}\n\n\n",
    "quotes": 'income,city,note\n15,"Kö\nln","a, ""b"""\n16,Köln,b\n',
    "taken names": "income,city,row,prediction\n15,Bonn,a,b\n30,Köln,c,d\n31,Köln,c,d\n",
}


def whole(run: Run, *words: str) -> Result:
    with patch.object(row_batches, "can_be_read_in_pieces", lambda path: False):
        return run(*words)


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("n_rows", [1, 2])
def test_batches_print_what_the_whole_table_prints(
    run: Run, card: Path, write: Write, text: str, options: list[str], n_rows: int
) -> None:
    write("new.csv", text)
    expected = whole(run, "predict", "card.json", "new.csv", *options)
    with patch.object(pieces, "PIECE_ROWS", n_rows):
        found = run("predict", "card.json", "new.csv", *options)
        to_file = run("predict", "card.json", "new.csv", *options, "--output", "out.csv")
    assert (found.exit_code, found.stdout) == (expected.exit_code, expected.stdout)
    assert found.stderr == expected.stderr
    assert to_file.exit_code == expected.exit_code
    if expected.exit_code == 0:
        assert Path("out.csv").read_bytes() == expected.stdout.encode()


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_batches_of_parquet_print_the_same(run: Run, card: Path, options: list[str]) -> None:
    cities = pd.Series(["Bonn", "Köln", None, "Köln", "Ulm"])
    rows = {"income": [15, None, 30, 31, 1.5], "city": cities, "flag": cities == "Bonn"}
    frame = pd.DataFrame(rows).astype({"city": "category"})
    frame.to_parquet("new.parquet", row_group_size=2)
    expected = whole(run, "predict", "card.json", "new.parquet", *options)
    assert expected.exit_code == 0
    with patch.object(pieces, "PIECE_ROWS", 2):
        found = run("predict", "card.json", "new.parquet", *options)
    assert (found.stdout, found.stderr) == (expected.stdout, expected.stderr)


def test_plain_tables_are_never_read_as_a_whole(run: Run, card: Path, write: Write) -> None:
    write("new.csv", TABLES["plain"])
    with (
        patch.object(pieces, "PIECE_ROWS", 2),
        patch.object(row_batches, "open_rows", side_effect=AssertionError),
        patch.object(row_batches, "_kept_cells", side_effect=AssertionError),
    ):
        assert run("predict", "card.json", "new.csv", "--keep").exit_code == 0


@pytest.mark.parametrize(
    "bad", ["income,city\n15,Bonn\n16\n", "income,town\n1,a\n", "income,city\n"]
)
def test_faults_are_the_same(run: Run, card: Path, write: Write, bad: str) -> None:
    write("new.csv", bad)
    expected = whole(run, "predict", "card.json", "new.csv")
    write("out.csv", "old")
    with patch.object(pieces, "PIECE_ROWS", 1):
        found = run("predict", "card.json", "new.csv", "--output", "out.csv")
    assert (found.exit_code, found.stderr) == (1, expected.stderr)
    assert Path("out.csv").read_text() == "old"


def test_an_infinite_number_is_found_in_its_line(run: Run, card: Path, write: Write) -> None:
    write("new.csv", "income,city\n1,a\n2,b\ninf,c\n")
    expected = whole(run, "predict", "card.json", "new.csv")
    with patch.object(pieces, "PIECE_ROWS", 2):
        found = run("predict", "card.json", "new.csv")
    assert "line 4" in expected.stderr
    assert found.stderr == expected.stderr


@pytest.mark.parametrize("options", [[], ["--keep", "--score", "--proba", "--reasons"]])
def test_parquet_is_written_in_batches(
    run: Run, card: Path, write: Write, options: list[str]
) -> None:
    write("new.csv", TABLES["plain"])
    printed = run("predict", "card.json", "new.csv", *options).stdout
    with patch.object(pieces, "PIECE_ROWS", 2):
        result = run("predict", "card.json", "new.csv", *options, "--output", "out.parquet")
    assert (result.stdout, result.stderr) == ("", "written to out.parquet\n")
    found = pd.read_parquet("out.parquet")
    assert found["row"].tolist() == [1, 2, 3, 4, 5]
    assert found.to_csv(index=False, lineterminator="\n") == printed
    assert [one.name for one in Path().iterdir() if one.name.startswith(".")] == []


def test_parquet_that_cannot_be_written_is_told(run: Run, card: Path, write: Write) -> None:
    write("new.csv", TABLES["plain"])
    result = run("predict", "card.json", "new.csv", "--output", "gone/out.parquet")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: cannot write 'gone/out.parquet'")
