"""`--weight`: a column that says how often each row counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

COUNTED = """size,n,kind
1,3,a
2,2,a
3,0,b
4,4,b
5,1,b
"""


@pytest.fixture
def counted(write: Write) -> Path:
    return write("counted.csv", COUNTED)


@pytest.fixture
def listed(write: Write) -> Path:
    """The same rows, each as often as it counts."""
    lines = [line.split(",") for line in COUNTED.splitlines()[1:]]
    rows = [f"{size},{kind}\n" for size, n, kind in lines for _ in range(int(n))]
    return write("listed.csv", "size,kind\n" + "".join(rows))


@pytest.mark.parametrize("learner", ["card", "ripper", "cn2", "tree"])
def test_rows_count_as_often_as_a_column_says(
    run: Run, counted: Path, listed: Path, learner: str
) -> None:
    words = "--target", "kind", "--learner", learner
    if learner == "ripper":
        words += "--set", "random_state=0"
    ours = run("learn", counted, *words, "--weight", "n")
    plain = run("learn", listed, *words)
    assert ours.stdout.splitlines()[0] == (
        "counted.csv: 4 rows that count as 10, 1 attribute, 2 classes, no missing cells. "
        "Target: kind."
    )
    assert "--target kind --weight n" in ours.stdout.splitlines()[-1]
    assert ours.stdout.splitlines()[1:-2] == plain.stdout.splitlines()[1:-2]


def test_errors_are_shares_of_the_weight(run: Run, write: Write) -> None:
    """Of each class one heavy row is like the others, and one light row is not."""
    rows = [f"{n % 2},{1 if n < 4 else 9},{'ab'[(n % 2) ^ (n < 4)]}" for n in range(24)]
    table = write("heavy.csv", "\n".join(["size,n,kind", *rows]))
    words = "--target", "kind", "--learner", "tree", "--set", "max_depth=1", "--cv", "2", "--json"
    plain, ours = (
        json.loads(run("evaluate", table, *words, "--kind", "n=numeric", *more).stdout)
        for more in ([], ["--weight", "n"])
    )
    assert ours["learners"][0]["error"] == pytest.approx(4 / (20 * 9 + 4), abs=0.02)
    assert plain["table"]["attributes"] == ["size", "n"]
    assert ours["table"]["attributes"] == ["size"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--weight", "m"], "has no column 'm'"),
        (["--weight", "kind"], "is the target, so it cannot be the weights"),
        (["--weight", "n", "--max-false-positive-rate", "0.1"], "every row counts once"),
    ],
)
def test_weights_that_cannot_be_are_refused(
    run: Run, counted: Path, given: list[str], sentence: str
) -> None:
    result = run("learn", counted, "--target", "kind", *given)
    assert result.exit_code == 1
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr


def test_the_shipped_table_has_no_weights(run: Run) -> None:
    result = run("learn", "--weight", "n")
    assert result.exit_code == 2
    assert "name the TABLE to use with --target, --kind and other options" in result.stderr


@pytest.mark.parametrize(("cell", "fault"), [("-1.5", "one has -1.5"), ("", "cells are missing")])
def test_a_cell_that_is_no_weight_is_named(run: Run, write: Write, cell: str, fault: str) -> None:
    table = write("t.csv", f"size,n,kind\n1,3,a\n2,{cell},a\n3,1,b\n")
    result = run("learn", table, "--target", "kind", "--weight", "n")
    assert result.exit_code == 1
    assert result.stderr.endswith(f"every row needs a number from 0 up, but {fault}\n")
